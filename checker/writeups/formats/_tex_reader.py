"""`TexReader`: reads a LaTeX text once, token by token without recursion, into the blocks of a document (`blocks`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats import _tex_words as tex
from checker.writeups.formats._mathematics import formula_lines
from checker.writeups.formats._spans import BREAK, Span, lines_of, row
from checker.writeups.formats._tex_cursor import TexCursor, TexList

TOKEN: Final = re.compile(
    r"\\(?:([a-zA-Z@]+)(?:\*(?=\s*[\[{])|[ \t]+(?=\S))?|(.))|(%)[^\n]*(?:\n[ \t]*)?"
    r"|(\$\$?)|(\n[ \t]*(?:\n\s*)?)|([{}&~])|(---?|``|'')",
    re.DOTALL,
)
COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*")
ENVIRONMENT: Final = re.compile(r"\s*\{([a-zA-Z]+)(\*?)\}")
CLOSING: Final = {"$": "$", "$$": "$$", "(": r"\)", "[": r"\]"}


class TexReader(TexCursor):
    def __init__(self, text: str, first_line: int = 1) -> None:
        super().__init__(text, first_line)
        self.blocks: list[Block] = []
        self.spans: list[Span] = []
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
        self.lists: list[TexList] = []
        self.marker: str | None = None
        """The number of an item whose text has not been met; empty for a bullet."""
        self.rows: list[Line] | None = None
        self.cells: list[list[Span]] = []

    def read(self) -> None:
        """Read the whole text into blocks."""
        while found := TOKEN.search(self.text, self.place):
            if found.start() > self.place:
                self.add(self.text[self.place : found.start()])
            self.count_lines(found.start())
            self.place = found.end()
            self.take(found)
            self.count_lines(self.place)
        self.add(self.text[self.place :])
        self.flush()
        self.end_table()
        for kind, line in (*self.environments, *((f"{{{style}", line) for style, line in self.groups)):
            sign = "{" if kind.startswith("{") else f"\\begin{{{kind}}}"
            self.note(f"`{sign}` in line {line} is never closed")

    def take(self, found: re.Match[str]) -> None:
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
        """Add a text in the current style."""
        if text:
            self.spans.append(Span(text, self.line, self.depth["strong"] > 0, self.depth["struck"] > 0))

    def flush(self) -> None:
        """Make a block of the text so far, except in tables."""
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
        """Add a block of these lines, unless there are none."""
        if lines := tuple(lines):
            self.blocks.append(Block(kind, lines, level))

    def word(self, name: str) -> None:
        r"""Read a command such as `\section`."""
        if handler := _WORDS.get(name):
            handler(self)
        elif name in tex.HEADINGS:
            self.begin_heading(tex.HEADINGS[name])
        elif name in tex.STYLES:
            self.pending = tex.STYLES[name]
        elif name in tex.SIGNS:
            self.add(tex.SIGNS[name])
        elif name in tex.RAW:
            self.raw(name)
        else:
            self.option()
            for _ in range(tex.DROPPED.get(name, 0)):
                self.group()

    def begin_heading(self, level: int) -> None:
        """Note that the next group is the title of a heading of this level."""
        self.flush()
        self.option()
        self.pending, self.level_of_next = "heading", level

    def raw(self, name: str) -> None:
        r"""Copy a mathematical command outside of mathematics, `\frac{1}{2}`, with its arguments into the text."""
        self.add(f"\\{name}")
        while self.text.startswith("{", self.place) and (group := self.group()):
            self.add(f"{{{group}}}")

    def sign(self, sign: str) -> None:
        r"""Read a command of one character, such as `\%`."""
        if sign == "\\":
            self.option()
            self.end_row() if self.rows is not None else self.add(BREAK)
        elif sign in "([":
            self.mathematics(f"\\{sign}", CLOSING[sign], display=sign == "[")
        elif sign in tex.ACCENTS:
            if letter := LETTER.match(self.text, self.place):
                self.place = letter.end()
                self.add(tex.accented(letter[1] or letter[2], sign))
        elif sign in tex.SPACES:
            self.add(" " if sign != "!" else "")
        elif sign not in "-/)]":
            self.add(sign)

    def mathematics(self, opening: str, closing: str, *, display: bool) -> None:
        """Read mathematics, in a line or displayed, up to its closing sign; without one, only note that."""
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
        """Add a displayed formula as a block."""
        self.lone_marker()
        self.add_block("formula", formula_lines(latex, Place(self.line)))

    def open_group(self) -> None:
        """Read `{`: a group in the style of the command before it, or the index or exponent after `_` and `^`."""
        if self.spans and self.spans[-1].text[-1:] in {"^", "_"}:
            self.place -= 1
            inside = self.group()
            if not inside:
                self.place += 1
            plain = len(inside) < 2 or inside in tex.ORDINALS  # noqa: PLR2004 - one character
            if inside in tex.ORDINALS:
                self.spans.pop()
            self.add(inside if plain else f"{{{inside}}}")
            return
        self.groups.append((self.pending, self.line))
        self.depth[self.pending] += 1
        if self.pending == "heading":
            self.level = self.level_of_next
        self.pending = ""

    def close_group(self) -> None:
        """Read `}`, which ends the style of its group; at the end of a heading, add that."""
        if not self.groups:
            return
        style, _ = self.groups.pop()
        self.depth[style] -= 1
        if style == "heading":
            self.flush()
            self.level = 0

    def switch(self) -> None:
        r"""Make text bold up to the end of the group, as after `\bfseries`."""
        if self.groups and not self.groups[-1][0]:
            self.groups[-1] = ("strong", self.groups[-1][1])
            self.depth["strong"] += 1
            self.depth[""] -= 1

    def begin(self) -> None:
        r"""Read the beginning of an environment, after `\begin`."""
        found = ENVIRONMENT.match(self.text, self.place)
        if found is None:
            return
        start, self.place = self.place, found.end()
        name, star = found[1], found[2]
        if name in tex.FORMULAS:
            inside = self.until(f"\\end{{{name}{star}}}")
            if inside is not None:
                self.formula(COMMENT.sub("", f"\\begin{{{name}}}{inside}\\end{{{name}}}"))
                return
        elif name in tex.SKIPPED and (inside := self.until(f"\\end{{{name}{star}}}")) is not None:
            self.verbatim(name, inside, start)
            return
        self.environments.append((name + star, self.line))
        self.quotes += name in tex.QUOTES
        self.lone_marker() if name not in tex.LISTS else self.flush()
        if name in tex.TABLES and self.rows is None:
            self.option()
            for _ in range(2 if name in {"tabularx", "tabulary"} else 1):
                self.group()
            self.rows, self.cells = [], []
        elif name in tex.LISTS:
            if self.marker:
                self.lone_marker()
            depth = sum(each.name == name for each in self.lists[-MAX_OPEN:])
            self.lists.append(TexList(name, self.option(), depth))
        else:
            self.option()

    def verbatim(self, name: str, inside: str, start: int) -> None:
        """Add the lines of a code environment, or a picture for a drawing; a comment adds nothing."""
        self.lone_marker()
        if name in tex.VERBATIM:
            first = self.line + self.text.count("\n", start, start + len(name) + 2)
            head = VERBATIM_OPTIONS.match(inside)
            code = inside[head.end() :] if head else inside
            lines = enumerate(code.split("\n"), first)
            self.add_block("code", [Line(line.rstrip(), Place(n)) for n, line in lines if line.strip()])
        elif name != "comment":
            self.add_block("picture", [Line("picture", Place(self.line))])

    def end(self) -> None:
        r"""Read the end of an environment, after `\end`; one that is not open is passed over."""
        found = ENVIRONMENT.match(self.text, self.place)
        if found is None:
            return
        self.place = found.end()
        name = found[1] + found[2]
        if all(each != name for each, _ in self.environments[-MAX_OPEN:]):
            return
        if name in tex.TABLES:
            self.end_table()
        if name in tex.LISTS:
            self.lone_marker()
        else:
            self.flush()
        closed = ""
        while closed != name:
            closed, _ = self.environments.pop()
            self.quotes -= closed in tex.QUOTES
            if closed in tex.LISTS and self.lists:
                self.lists.pop()

    def item(self) -> None:
        """Begin a list item, with its label or its number; in tables nothing happens."""
        if self.rows is not None:
            return
        self.lone_marker()
        label = self.option()
        if not self.lists or label:
            self.marker = PLAIN.sub("", label).strip()
        else:
            self.marker = self.lists[-1].next()

    def question(self) -> None:
        r"""Read a `\question` of the document class `exam`."""
        self.lone_marker()
        self.option()
        number = self.lists[-1].next().rstrip(".") if self.lists else ""
        self.add_block("heading", [Line(f"Question {number}".strip(), Place(self.line))], 1)

    def part(self) -> None:
        r"""Read a `\part`: of a question in the class `exam`, or the title of a part of a book."""
        if self.lists:
            self.lone_marker()
            self.option()
            self.marker = self.lists[-1].next()
        else:
            self.begin_heading(1)

    def end_cell(self) -> None:
        """Move the text so far into a cell."""
        self.cells.append(self.spans)
        self.spans = []

    def end_row(self) -> None:
        """Add the row that is read to its table, unless it is empty."""
        self.end_cell()
        place = Place(next((span.line for cell in self.cells for span in cell if span.text.strip()), self.line))
        line = row(self.cells, place)
        self.cells = []
        if self.rows is not None and (any(line.cells) or line.struck):
            self.rows.append(line)

    def end_table(self) -> None:
        """Add the table that is read as a block; without one nothing happens."""
        if self.rows is not None:
            self.end_row()
            rows, self.rows = self.rows, None
            self.add_block("table", rows)

    def picture(self) -> None:
        """Add a picture, with the name of its file."""
        self.flush()
        self.option()
        name = self.group()
        self.add_block("picture", [Line(name or "picture", Place(self.line))])

    def included(self, *, has_folder: bool = False) -> None:
        """Note the name of a file that the text includes, perhaps with its folder before; it is not opened."""
        if has_folder:
            self.group()
        self.flush()
        self.option()
        place = Place(self.line)
        name = self.group()
        if not name and (found := FILE.match(self.text, self.place)):  # `\\input q3`, as in TeX
            self.place, name = found.end(), found[1]
        self.add_block("included", [Line(name or "another file", place)])

    def verb(self) -> None:
        r"""Add code between two equal signs, as after `\verb`."""
        sign = self.text[self.place : self.place + 1]
        self.place += 1
        if sign and (code := self.until(sign)) is not None:
            self.add(code)

    def strong_text(self) -> None:
        """Drop an argument, such as the colour of a box, and make the group after it bold."""
        self.group()
        self.pending = "strong"


DASHES: Final = {"--": "–", "---": "—"}
MAX_OPEN: Final = 50
FILE: Final = re.compile(r"[ \t]*([\w./-]+)")
SPACE: Final = re.compile(r"\s+")
PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
LETTER: Final = re.compile(r"\s*(?:\{\\?([a-zA-Z])\}|\\?([a-zA-Z]))")
PLAIN: Final = re.compile(r"\\[a-zA-Z]+\s*|[{}$~]")
VERBATIM_OPTIONS: Final = re.compile(r"(?:[ \t]*\[[^\]\n]*\])?(?:\{\w+\})?[ \t]*(?=\n)")

_WORDS: Final[dict[str, Callable[[TexReader], object]]] = {
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
    **dict.fromkeys(("import", "subimport"), partial(TexReader.included, has_folder=True)),
    "multicolumn": lambda reader: reader.group() + reader.group(),
    **dict.fromkeys(("href", "textcolor"), TexReader.group),
    "colorbox": TexReader.strong_text,
    "verb": TexReader.verb,
    "bfseries": TexReader.switch,
    "bf": TexReader.switch,
    "lstinline": TexReader.verb,
}
_SPECIAL: Final[dict[str, Callable[[TexReader], object]]] = {
    "{": TexReader.open_group,
    "}": TexReader.close_group,
    "&": lambda reader: reader.add(" ") if reader.rows is None else reader.end_cell(),
    "~": lambda reader: reader.add(" "),
}
