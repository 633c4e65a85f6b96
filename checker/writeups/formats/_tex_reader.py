"""Blocks of a LaTeX file, from its tokens: nothing is nested here, so that cost is linear whatever is left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._mathematics import formula_lines, group_ends
from checker.writeups.formats._numbering import item_number
from checker.writeups.formats._spans import BREAK, Span, lines_of, row
from checker.writeups.formats._tex_macros import OPTION
from checker.writeups.formats._tex_words import ACCENTS, SIGNS, SPACES, accented

TOKEN: Final = re.compile(
    r"\\(?:([a-zA-Z@]+)(?:\*(?=\s*[\[{])|[ \t]+(?=\S))?|(.))|(%)[^\n]*(?:\n[ \t]*)?"
    r"|(\$\$?)|(\n[ \t]*(?:\n\s*)?)|([{}&~])|(---?|``|'')",
    re.DOTALL,
)
COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*")
ENVIRONMENT: Final = re.compile(r"\s*\{([a-zA-Z]+)(\*?)\}")
CLOSING: Final = {"$": "$", "$$": "$$", "(": r"\)", "[": r"\]"}
FORMULAS: Final = frozenset(
    ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign", "dmath")
)
VERBATIM: Final = frozenset(("verbatim", "lstlisting", "minted", "Verbatim", "alltt"))
TABLES: Final = frozenset(("tabular", "tabularx", "longtable", "array", "tabulary"))
QUOTES: Final = frozenset(("quote", "quotation", "displayquote"))
NUMBERED: Final = {"enumerate": ("1.", "(a)", "i.", "A."), "questions": ("1.",), "parts": ("(a)",), "subparts": ("i.",)}
LISTS: Final = frozenset((*NUMBERED, "itemize", "description", "compactitem"))

HEADINGS: Final = {"chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5}
STYLES: Final = {
    **dict.fromkeys(("textbf", "emph", "boxed", "fbox", "framebox", "underline", "hl"), "strong"),
    **dict.fromkeys(("sout", "st", "xout", "cancel", "xcancel", "bcancel", "textst"), "struck"),
}
DROPPED: Final = {
    **dict.fromkeys(("maketitle", "tableofcontents", "newpage", "clearpage", "centering", "noindent", "hline"), 0),
    **dict.fromkeys(("toprule", "midrule", "bottomrule", "nonumber", "appendix"), 0),
    **dict.fromkeys(("label", "cite", "ref", "eqref", "pageref", "vspace", "hspace", "usepackage", "documentclass"), 1),
    **dict.fromkeys(("author", "date", "thispagestyle", "pagestyle", "cline", "cmidrule", "input", "include"), 1),
    **dict.fromkeys(
        ("bibliography", "bibliographystyle", "color", "phantom", "pagenumbering", "thanks", "excludecomment"), 1
    ),
    **dict.fromkeys(("setlength", "setcounter", "addtocounter", "colorlet", "multirow"), 2),
    "definecolor": 3,
}
"""Words that say nothing, and how many arguments each has."""
LABEL: Final = re.compile(r"label\s*=\s*([^,]*(?:\{[^{}]*\})?[^,]*)")
COUNTER: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*|^(1|a|A|i|I)(?=[).]?$)|(?<=\()(1|a|A|i|I)(?=\))")
KINDS: Final = {"arabic": "1", "alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}


class _List:
    """A list around the text."""

    def __init__(self, name: str, pattern: str) -> None:
        self.name = name
        self.pattern = pattern
        """How its items are numbered, such as `(a)`; empty for bullets."""
        self.number = 0

    def next(self) -> str:
        """Return the number of the next item."""
        self.number += 1
        return COUNTER.sub(self._counted, self.pattern, count=1)

    def _counted(self, found: re.Match[str]) -> str:
        return item_number(KINDS.get(found[1]) or found[2] or found[3], self.number)[:-1]


class TexReader:
    """One pass over a LaTeX text."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.place = 0
        self.line = first_line
        self.counted = 0
        """Up to where the lines have been counted."""
        self.blocks: list[Block] = []
        self.notes: list[str] = []
        self.spans: list[Span] = []
        self.ends = group_ends(text)
        self.groups: list[tuple[str, int]] = []
        """The styles of the groups that are open, and their lines."""
        self.pending = ""
        """The style of the next group."""
        self.depth = {"strong": 0, "struck": 0, "heading": 0, "": 0}
        self.level = 0
        """The level of the heading that is being read; 0 outside of headings."""
        self.level_of_next = 0
        """The level of the heading whose title has not been met."""
        self.environments: list[tuple[str, int]] = []
        self.quotes = 0
        """How many of them are quotes."""
        self.lists: list[_List] = []
        self.marker: str | None = None
        """The number of an item whose text has not been met; empty for a bullet."""
        self.rows: list[Line] | None = None
        """The rows of a table."""
        self.cells: list[list[Span]] = []
        self.absent: set[str] = set()
        """Endings that do not occur in the rest of the text."""

    def read(self) -> None:
        """Read all of the text."""
        while found := TOKEN.search(self.text, self.place):
            if found.start() > self.place:
                self.add(self.text[self.place : found.start()])
            self.count_lines(found.start())
            self.place = found.end()
            self.take(found)
            self.count_lines(self.place)
        self.add(self.text[self.place :])
        self.flush()
        if self.rows is not None:
            self.end_table()
        for kind, line in (*self.environments, *((f"{{{style}", line) for style, line in self.groups)):
            sign = "{" if kind.startswith("{") else f"\\begin{{{kind}}}"
            self.note(f"`{sign}` in line {line} is never closed")

    def note(self, message: str) -> None:
        """Add a note; at most MAX_NOTES."""
        if len(self.notes) < MAX_NOTES:
            self.notes.append(message)

    def count_lines(self, place: int) -> None:
        self.line += self.text.count("\n", self.counted, place)
        self.counted = place

    def take(self, found: re.Match[str]) -> None:
        """Read a token."""
        word, sign, _, dollar, newline, special, dashes = found.groups()
        if word:
            self.word(word)
        elif sign:
            self.sign(sign)
        elif dollar:
            self.mathematics(dollar, CLOSING[dollar], display=dollar == "$$")
        elif newline:
            if newline.count("\n") > 1:
                self.flush()
            else:
                self.add(" ")
        elif special:
            _SPECIAL[special](self)
        elif dashes:
            self.add(DASHES.get(dashes, '"'))

    def add(self, text: str) -> None:
        if text:
            self.spans.append(Span(text, self.line, self.depth["strong"] > 0, self.depth["struck"] > 0))

    def flush(self) -> None:
        """Make a block of the text so far."""
        if self.rows is not None:
            return
        spans, self.spans = self.spans, []
        lines = [line._replace(text=SPACE.sub(" ", line.text)) for line in lines_of(spans)]
        kind: BlockKind = "quote" if self.quotes else "paragraph"
        level = 0
        if self.level:
            kind, level = "heading", self.level
        elif lines and self.marker is not None:
            kind, level = "item", max(1, len(self.lists))
            lines[0] = lines[0]._replace(text=f"{self.marker} {lines[0].text}".strip())
            self.marker = None
        self.add_block(kind, lines, level)

    def lone_marker(self) -> None:
        """Add the number of an item without text of its own before a formula, a table or the next item."""
        self.flush()
        if self.marker:
            self.add_block("item", [Line(self.marker, Place(self.line))], max(1, len(self.lists)))
        self.marker = None

    def add_block(self, kind: BlockKind, lines: Iterable[Line], level: int = 0) -> None:
        if lines := tuple(lines):
            self.blocks.append(Block(kind, lines, level))

    def word(self, name: str) -> None:
        """Read a control word."""
        if handler := _WORDS.get(name):
            handler(self)
        elif name in HEADINGS:
            self.begin_heading(HEADINGS[name])
        elif name in STYLES:
            self.pending = STYLES[name]
        elif name in SIGNS:
            self.add(SIGNS[name])
        elif name in RAW:
            self.raw(name)
        else:
            self.option()
            for _ in range(DROPPED.get(name, 0)):
                self.group()

    def begin_heading(self, level: int) -> None:
        self.flush()
        self.option()
        self.pending, self.level_of_next = "heading", level

    def raw(self, name: str) -> None:
        """Add a word of mathematics outside of mathematics, with its arguments."""
        self.add(f"\\{name}")
        while self.text.startswith("{", self.place) and (group := self.group()):
            self.add(f"{{{group}}}")

    def sign(self, sign: str) -> None:
        """Read a backslash with another character."""
        if sign == "\\":
            self.option()
            self.end_row() if self.rows is not None else self.add(BREAK)
        elif sign in "([":
            self.mathematics(f"\\{sign}", CLOSING[sign], display=sign == "[")
        elif sign in ACCENTS:
            letter = LETTER.match(self.text, self.place)
            if letter:
                self.place = letter.end()
                self.add(accented(letter[1] or letter[2], sign))
        elif sign in SPACES:
            self.add(" " if sign != "!" else "")
        elif sign not in "-/)]":
            self.add(sign)

    def option(self) -> str:
        """Pass over an argument in square brackets, and return it."""
        found = OPTION.match(self.text, self.place)
        if found:
            self.place = found.end()
        return found[1] if found else ""

    def group(self) -> str:
        """Pass over an argument in braces, and return it."""
        start = BLANK.match(self.text, self.place)
        begin = start.end() if start else self.place
        end = self.ends.get(begin, -1)
        if end < 0:
            return ""
        self.place = end
        return self.text[begin + 1 : end - 1]

    def until(self, closing: str) -> str | None:
        """Pass over the text up to an ending, and return it; None if there is no such ending."""
        end = -1 if closing in self.absent else self.text.find(closing, self.place)
        while closing == "$" and end > 0 and self.text[end - 1] == "\\":
            end = self.text.find(closing, end + 1)
        if end < 0:
            self.absent.add(closing)
            return None
        inside, self.place = self.text[self.place : end], end + len(closing)
        return inside

    def mathematics(self, opening: str, closing: str, *, display: bool) -> None:
        """Read mathematics, in a line or displayed."""
        start = self.place
        inside = self.until(closing)
        if inside is not None and not display and PARAGRAPH.search(inside):
            inside, self.place = None, start
        if inside is None:
            self.note(f"`{opening}` in line {self.line} is never closed")
        elif display and self.rows is None and not self.level:
            self.formula(COMMENT.sub("", inside))
        elif latex := " ".join(COMMENT.sub("", inside).split()):
            self.add(f"${latex}$")

    def formula(self, latex: str) -> None:
        self.lone_marker()
        self.add_block("formula", formula_lines(latex, Place(self.line)))

    def open_group(self) -> None:
        if self.spans and self.spans[-1].text[-1:] in {"^", "_"}:
            self.place -= 1
            inside = self.group()
            if not inside:
                self.place += 1
            plain = len(inside) < 2 or inside in ORDINALS  # noqa: PLR2004 - one character
            if inside in ORDINALS:
                self.spans.pop()
            self.add(inside if plain else f"{{{inside}}}")
            return
        self.groups.append((self.pending, self.line))
        self.depth[self.pending] += 1
        if self.pending == "heading":
            self.level = self.level_of_next
        self.pending = ""

    def close_group(self) -> None:
        if not self.groups:
            return
        style, _ = self.groups.pop()
        self.depth[style] -= 1
        if style == "heading":
            self.flush()
            self.level = 0

    def switch(self) -> None:
        """Make text strong up to the end of the group."""
        if self.groups and not self.groups[-1][0]:
            self.groups[-1] = ("strong", self.groups[-1][1])
            self.depth["strong"] += 1
            self.depth[""] -= 1

    def begin(self) -> None:
        """Read the beginning of an environment."""
        found = ENVIRONMENT.match(self.text, self.place)
        if found is None:
            return
        start, self.place = self.place, found.end()
        name, star = found[1], found[2]
        if name in FORMULAS:
            inside = self.until(f"\\end{{{name}{star}}}")
            if inside is not None:
                self.formula(COMMENT.sub("", f"\\begin{{{name}}}{inside}\\end{{{name}}}"))
                return
        elif name in SKIPPED and (inside := self.until(f"\\end{{{name}{star}}}")) is not None:
            self.skipped(name, inside, start)
            return
        self.environments.append((name + star, self.line))
        self.quotes += name in QUOTES
        self.lone_marker() if name not in LISTS else self.flush()
        if name in TABLES and self.rows is None:
            self.option()
            for _ in range(2 if name in {"tabularx", "tabulary"} else 1):
                self.group()
            self.rows, self.cells = [], []
        elif name in LISTS:
            self.begin_list(name)
        else:
            self.option()

    def skipped(self, name: str, inside: str, start: int) -> None:
        """Add the lines of code, or a picture."""
        self.lone_marker()
        if name in VERBATIM:
            first = self.line + self.text.count("\n", start, start + len(name) + 2)
            head = VERBATIM_OPTIONS.match(inside)
            code = inside[head.end() :] if head else inside
            lines = enumerate(code.split("\n"), first)
            self.add_block("code", [Line(line.rstrip(), Place(n)) for n, line in lines if line.strip()])
        elif name != "comment":
            self.add_block("picture", [Line("picture", Place(self.line))])

    def begin_list(self, name: str) -> None:
        if self.marker:
            self.lone_marker()
        option = self.option()
        patterns = NUMBERED.get(name, ("",))
        depth = sum(each.name == name for each in self.lists[-MAX_OPEN:])
        label = LABEL.search(option)
        pattern = label[1] if label else option if name in NUMBERED and "=" not in option else ""
        self.lists.append(_List(name, BRACES.sub("", pattern) or patterns[min(depth, len(patterns) - 1)]))

    def end(self) -> None:
        """Read the end of an environment."""
        found = ENVIRONMENT.match(self.text, self.place)
        if found is None:
            return
        self.place = found.end()
        name = found[1] + found[2]
        if all(each != name for each, _ in self.environments[-MAX_OPEN:]):
            return
        if name in TABLES:
            self.end_table()
        if name in LISTS:
            self.lone_marker()
        else:
            self.flush()
        closed = ""
        while closed != name:
            closed, _ = self.environments.pop()
            self.quotes -= closed in QUOTES
            if closed in LISTS and self.lists:
                self.lists.pop()

    def item(self) -> None:
        if self.rows is not None:
            return
        self.lone_marker()
        label = self.option()
        if not self.lists or label:
            self.marker = PLAIN.sub("", label).strip()
        else:
            self.marker = self.lists[-1].next()

    def question(self) -> None:
        """Read a question of the class `exam`."""
        self.lone_marker()
        self.option()
        number = self.lists[-1].next().rstrip(".") if self.lists else ""
        self.add_block("heading", [Line(f"Question {number}".strip(), Place(self.line))], 1)

    def part(self) -> None:
        """Read a part of a question of the class `exam`, or the title of a part of a book."""
        if self.lists:
            self.lone_marker()
            self.option()
            self.marker = self.lists[-1].next()
        else:
            self.begin_heading(1)

    def tilde(self) -> None:
        self.add(" ")

    def ampersand(self) -> None:
        if self.rows is None:
            self.add(" ")
        else:
            self.end_cell()

    def end_cell(self) -> None:
        spans, self.spans = self.spans, []
        self.cells.append(spans)

    def end_row(self) -> None:
        self.end_cell()
        place = Place(next((span.line for cell in self.cells for span in cell if span.text.strip()), self.line))
        line = row(self.cells, place)
        self.cells = []
        if self.rows is not None and (any(line.cells) or line.struck):
            self.rows.append(line)

    def end_table(self) -> None:
        if self.rows is not None:
            self.end_row()
            rows, self.rows = self.rows, None
            self.add_block("table", rows)

    def picture(self) -> None:
        self.flush()
        self.option()
        name = self.group()
        self.add_block("picture", [Line(name or "picture", Place(self.line))])

    def included(self) -> None:
        """Add the name of a file that is included, which is not opened."""
        self.flush()
        self.option()
        place = Place(self.line)
        name = self.group()
        if not name and (found := FILE.match(self.text, self.place)):  # `\\input q3`, as in TeX
            self.place, name = found.end(), found[1]
        self.add_block("included", [Line(name or "another file", place)])

    def imported(self) -> None:
        """Add the name of a file that `import` takes from a folder."""
        self.group()
        self.included()

    def multicolumn(self) -> None:
        self.group()
        self.group()

    def verb(self) -> None:
        sign = self.text[self.place : self.place + 1]
        self.place += 1
        if sign and (code := self.until(sign)) is not None:
            self.add(code)

    def item_text(self) -> None:
        self.group()

    def strong_text(self) -> None:
        self.group()
        self.pending = "strong"


DASHES: Final = {"--": "–", "---": "—"}
MAX_NOTES: Final = 5
MAX_OPEN: Final = 50
"""Maximum number of environments around an ending."""
FILE: Final = re.compile(r"[ \t]*([\w./-]+)")
SPACE: Final = re.compile(r"\s+")
BLANK: Final = re.compile(r"[ \t]*\n?[ \t]*")
PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
LETTER: Final = re.compile(r"\s*(?:\{\\?([a-zA-Z])\}|\\?([a-zA-Z]))")
BRACES: Final = re.compile(r"[{}]|\\(?:bfseries|textbf|normalfont|itshape|emph)\b\s*")
PLAIN: Final = re.compile(r"\\[a-zA-Z]+\s*|[{}$~]")
ORDINALS: Final = frozenset(("st", "nd", "rd", "th"))
RAW: Final = frozenset(("frac", "dfrac", "tfrac", "sqrt", "binom", "sum", "log", "ln", "exp", "sin", "cos", "tan"))
SKIPPED: Final = VERBATIM | {"comment", "tikzpicture", "picture", "filecontents"}
VERBATIM_OPTIONS: Final = re.compile(r"(?:[ \t]*\[[^\]\n]*\])?(?:\{\w+\})?[ \t]*(?=\n)")

_WORDS: Final[dict[str, Callable[[TexReader], None]]] = {
    "begin": TexReader.begin,
    "end": TexReader.end,
    "item": TexReader.item,
    "question": TexReader.question,
    "part": TexReader.part,
    "subpart": TexReader.part,
    "par": TexReader.flush,
    "newline": lambda reader: reader.add(BREAK),
    "tabularnewline": TexReader.end_row,
    **dict.fromkeys(("includegraphics", "includepdf", "includesvg"), TexReader.picture),
    **dict.fromkeys(("input", "include", "subfile", "lstinputlisting", "verbatiminput"), TexReader.included),
    **dict.fromkeys(("import", "subimport"), TexReader.imported),
    "multicolumn": TexReader.multicolumn,
    "href": TexReader.item_text,
    "textcolor": TexReader.item_text,
    "colorbox": TexReader.strong_text,
    "verb": TexReader.verb,
    "bfseries": TexReader.switch,
    "bf": TexReader.switch,
    "lstinline": TexReader.verb,
}
_SPECIAL: Final[dict[str, Callable[[TexReader], None]]] = {
    "{": TexReader.open_group,
    "}": TexReader.close_group,
    "&": TexReader.ampersand,
    "~": TexReader.tilde,
}
