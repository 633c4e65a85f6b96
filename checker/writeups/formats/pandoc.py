"""Reads the documents that pandoc reads: Word, OpenDocument, HTML, LaTeX and others, one line of `FORMATS` each.

What the document itself hides is taken out before.  Pandoc runs with limits: it does not end by itself on some short
files, such as macros within macros.  Its tree, that of `pandoc -t json`, becomes blocks of lines: text, formulas as
LaTeX, lists, tables, pictures; each element has its type as `t` and its contents as `c`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from shutil import which
from typing import Any, Final

from checker.writeups.document import Block, Document, DocumentUnreadable, Line, NotInstalled
from checker.writeups.formats._decode import cleaned, decoded
from checker.writeups.formats._hidden import prepared as prepared_page
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._limited import OUTPUT, run
from checker.writeups.formats._notes import MAX_LINES, is_picture_link
from checker.writeups.formats._spans import BREAK, BlockBuilder, Span, item_number, numbered, row, script, with_rows

FORMATS: Final = {
    ".docx": "docx",
    ".docm": "docx",
    ".odt": "odt",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".tex": "latex",
    ".latex": "latex",
    ".rst": "rst",
    ".org": "org",
    ".epub": "epub",
}
"""The name of each format in pandoc."""
SUFFIXES: Final = {suffix: f".{name}".replace(".latex", ".tex") for suffix, name in FORMATS.items()}
EXTRA: Final = "pandoc"
LIMITS: Final = dict.fromkeys((".docx", ".docm", ".odt", ".epub"), 50_000_000)
"""Maximum size of a file with pictures in bytes: most of it are these, which are not unpacked."""
MEGABYTES: Final = 448
"""Maximum size of pandoc's heap."""


_TOO_OLD: Final = "the program pandoc on this machine is too old to read it; install pandoc 3 or later, and grade again"
SLOW: Final = "reading this file takes more than 2 s of processor time; save it as PDF, and hand that in"
LARGE: Final = "reading this file takes more than {} MB of memory; save it as PDF, and hand that in"
TREE: Final = "the text of this file has more than {} MB; hand in a shorter document"
ERROR: Final = "this file has an error near line {}; fix it, or save it as PDF, and hand that in"
BROKEN: Final = "this file is broken; open it, save it again, and hand that in"
LONG: Final = "the text of this file has more than 2 MB; hand in a shorter document"


def read(data: bytes, file: str, suffix: str) -> Document:
    """Return the document in the bytes of a file of the format with this suffix."""
    program()
    form = FORMATS[suffix]
    left: tuple[str, ...] = ()
    try:
        data, notes = _shown(data, form)
        tree, log = tree_of(data, form)
        if form == "latex":
            from checker.writeups.formats._tex_source import with_unknown

            text, left = with_unknown(data.decode(), log)
            tree = tree_of(text.encode(), form)[0] if text else tree
        # formats of which people read the source, so that its lines are those of the document
        found = blocks_of(tree, keeps_lines=form in {"latex", "rst", "org"}, all_displayed=form == "odt")
    except RecursionError:
        raise DocumentUnreadable("this file is nested too deeply; save it again, and hand that in") from None
    return Document(file, tuple(islice(found, MAX_LINES + 1)), notes=notes, unread=left)


def _shown(data: bytes, form: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a file as pandoc gets it, without what it hides, and notes on that."""
    if form == "epub":
        return data, ()
    if form in {"docx", "odt"}:
        from checker.writeups.formats._office import without_hidden as shown_office

        return shown_office(data, is_word=form == "docx")
    source = decoded(data)
    if len(source.text) > 2_000_000:  # maximum number of characters of a source, without the pictures in it
        raise DocumentUnreadable(LONG)
    if form == "html":
        source = without_hidden(source)
        source = source._replace(text=prepared_page(source.text))
    elif form == "latex":
        from checker.writeups.formats._tex_source import prepared

        source = prepared(source)
    return source.text.encode(), source.notes


def tree_of(data: bytes, form: str) -> tuple[dict[str, Any], str]:
    """Return pandoc's tree of a file in one of its formats, such as `html`, and its log.

    Raises DocumentUnreadable, or ModuleNotFoundError if there is no pandoc.
    """
    command = [program(), "-f", form, "-t", "json", "--sandbox", "--verbose", "+RTS", f"-M{MEGABYTES}m", "-RTS"]
    code, tree, log = run(command, data, SLOW, seconds=2)
    if len(tree) >= OUTPUT:
        raise DocumentUnreadable(TREE.format(OUTPUT // 1_000_000))
    if code == 251:  # the exit code of a Haskell program whose heap is full
        raise DocumentUnreadable(LARGE.format(MEGABYTES))
    if code == 91:  # the exit code of pandoc for macros that call themselves, or too many others
        raise DocumentUnreadable("the macros of this file have no end; fix them, or save it as PDF, and hand that in")
    if code == 6:  # the exit code of a pandoc that does not know one of our options
        raise NotInstalled(_TOO_OLD)
    if code:
        place = re.search(r"^Error at .*\(line (\d{1,9}),", log, flags=re.MULTILINE)
        raise DocumentUnreadable(ERROR.format(place[1]), int(place[1])) if place else DocumentUnreadable(BROKEN)
    return json.loads(tree), log


def program() -> str:
    """Return the path of pandoc: the one on PATH, or that of the package `pypandoc_binary`."""
    package = find_spec("pypandoc")
    files = Path(package.origin or "").with_name("files") if package else None
    if found := which("pandoc") or (which("pandoc", path=str(files)) if files else None):
        return found
    raise ModuleNotFoundError("pandoc is not installed", name="pypandoc")


Element = dict[str, Any]

JOINT: Final = "\ue003"

_NUMBERED: Final = "numbered:"
INCLUDED: Final = "included:"
"""How the target of a picture begins that stands for another file of the document."""
COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*")
"""What a formula does not print."""
SAME: Final = {r"\textbf{": r"\boxed{", r"\lbrack ": "[", r"\rbrack ": "]", r"\lbrack": "[", r"\rbrack": "]"}
"""Signs as they are written elsewhere; bold text in a formula is a box."""
_BOXES: Final = {
    **dict.fromkeys((r"\square", r"\Box"), "☐"),
    **dict.fromkeys((r"\boxtimes", r"\blacksquare"), "☒"),
    r"\checkmark": "✓",
}
"""Formulas that are the boxes of a list, ticked or not."""
SPACE: Final = re.compile(r"\s")
"""Pandoc writes thin spaces of LaTeX as such signs."""
SIGNS: Final = str.maketrans("’🗹🗷◻", "'☑☒☐")
"""Signs that mean the same to us: boxes of Wingdings are those of Unicode."""
BOLD: Final = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
NUMBERS: Final = {"LowerAlpha": "a", "UpperAlpha": "A", "LowerRoman": "i", "UpperRoman": "I"}
QUOTES: Final = {"SingleQuote": "'", "DoubleQuote": '"'}


def picture_sign(number: int, description: str) -> str:
    """Return text that stands for a picture, with its number in the file, or 0."""
    words = JOINT.join(description.split())
    return f"\ue001{number}{JOINT}{words}\ue002"


def blocks_of(tree: Element, *, keeps_lines: bool, all_displayed: bool) -> Iterator[Block]:
    """Yield the blocks of a document's tree, with numbered lines.

    With `keeps_lines`, the lines of the source are those of the document.  With `all_displayed`, a formula in a line of
    text is displayed, too, as far as pandoc knows.
    """
    reader = _TreeReader(BREAK if keeps_lines else " ", all_displayed=all_displayed)
    title = tree["meta"].get("title")
    if title and title["t"] == "MetaInlines":
        reader.paragraph([each if each["t"] != "LineBreak" else {"t": "Space"} for each in title["c"]], 1)
    reader.read(tree["blocks"])
    return map(_with_place, numbered(reader.found))


def _with_place(block: Block) -> Block:
    """Return the block of a picture with its line in its place: `line 3, picture 1`."""
    (line, *_), place = block.lines, block.lines[0].place
    if block.kind != "picture" or not place.shown:
        return block
    return block._replace(lines=(line._replace(place=place._replace(shown=f"line {place.line}, {place.shown}")),))


class _TreeReader(BlockBuilder):
    """Reads the elements of a tree one by one."""

    def __init__(self, soft_break: str, *, all_displayed: bool) -> None:
        super().__init__()
        self.soft_break = soft_break
        self.all_displayed = all_displayed
        self.strong = self.struck = 0
        """How many bold and struck-out elements are around the text."""
        self.after: list[Element] = []
        """Pictures and notes of the paragraph: they come after it."""
        self.pictures: list[Block] = []
        """Pictures in lists within the table's cells: they come after it."""

    def read(self, inside: Iterable[Element]) -> None:
        for each in inside:
            if handler := _BLOCKS.get(each["t"]):
                handler(self, each.get("c"))

    # blocks

    def paragraph(self, inlines: list[Element], heading: int = 0) -> None:
        if self.all_displayed and any(each["t"] not in {"Math", "Space"} for each in inlines):
            in_line = {"t": "InlineMath"}
            inlines = [each | {"c": [in_line, each["c"][1]]} if each["t"] == "Math" else each for each in inlines]
        self.text(self.spans(inlines), heading)
        after, self.after = self.after, []
        for each in after:
            if each["t"] == "Image":
                self.image(each["c"])
            else:
                self.lone_marker()
                self.read(each["c"])

    def image(self, contents: list[Any]) -> None:
        """Add a picture, or the name of a file that the document includes."""
        _, inlines, (target, _) = contents
        if target.startswith(INCLUDED):
            self.lone_marker()
            self.add("included", [Line(target.removeprefix(INCLUDED) or "another file", self.place)])
            return
        number = target.removeprefix(_NUMBERED) if target.startswith(_NUMBERED) else "0"
        self.picture(self.spans(inlines), f"picture {number}" if number != "0" else "")

    def ordered(self, contents: list[Any]) -> None:
        (start, style, delimiter), items = contents
        kind = NUMBERS.get(style["t"], "1")
        numbers = (item_number(kind, number) for number in range(start, start + len(items)))
        closing = {"OneParen": "{})", "TwoParens": "({})"}.get(delimiter["t"], "{}.")
        self.items(zip((closing.format(number[:-1]) for number in numbers), items, strict=True))

    def definitions(self, definitions: list[Any]) -> None:
        for term, texts in definitions:
            self.paragraph([{"t": "Strong", "c": term}])
            for each in texts:
                self.read(each)

    def grid(self, contents: list[Any]) -> None:
        """Read a table; one cell is a frame around text."""
        _, (_, caption), _, (_, head), bodies, (_, foot) = contents
        rows = [*head, *(each for body in bodies for part in body[2:] for each in part), *foot]
        cells = [[cell[4] for cell in cells] for _, cells in rows]
        self.lone_marker()
        self.read(caption)
        if sum(map(len, cells)) == 1:
            self.read(cells[0][0])
            return
        self.table([row(map(self.cell, each), self.place) for each in cells])
        self.paragraph([])
        pictures, self.pictures = self.pictures, []
        self.found += pictures

    def cell(self, elements: list[Element]) -> list[Span]:
        spans: list[Span] = []
        for each in elements:
            spans += self.spans(each["c"]) if each["t"] in {"Para", "Plain"} else self.inner(each)
            spans.append(Span(BREAK, self.line))
        return spans

    def inner(self, element: Element) -> Iterator[Span]:
        """Yield the text of a list or of another block in a table's cell; its pictures come after the table."""
        kept, self.found = self.found, []
        self.read([element])
        blocks, self.found = self.found, kept
        for block in blocks:
            if block.kind in {"picture", "included"}:
                self.pictures.append(block)
                continue
            for line in block.lines:
                yield Span(f"${line.text}$" if block.kind == "formula" else line.text, self.line)
                yield Span(BREAK, self.line)

    # text

    def spans(self, inlines: Iterable[Element]) -> list[Span]:
        return [span for each in inlines if each["t"] in _INLINES for span in _INLINES[each["t"]](self, each.get("c"))]

    def words(self, text: str) -> list[Span]:
        """Return text in the current style; line breaks are pieces of their own."""
        # the sign of a picture in the text of a word processor, with its number in the file and its description
        pieces = re.split(f"({BREAK})", re.sub("\ue001(\\d+)\ue003([^\ue001\ue002]*)\ue002", self.shown, cleaned(text)))
        return [Span(piece, self.line, self.strong > 0, self.struck > 0) for piece in pieces if piece]

    def styled(self, inlines: list[Element], *, strong: bool = False, struck: bool = False) -> list[Span]:
        self.strong, self.struck = self.strong + strong, self.struck + struck
        found = self.spans(inlines)
        self.strong, self.struck = self.strong - strong, self.struck - struck
        return found

    def script(self, sign: str, inlines: list[Element]) -> list[Span]:
        return self.words(script(sign, "".join(span.text for span in self.spans(inlines))))

    def quoted(self, contents: list[Any]) -> list[Span]:
        sign = self.words(QUOTES[contents[0]["t"]])
        return [*sign, *self.spans(contents[1]), *sign]

    def span(self, contents: list[Any]) -> list[Span]:
        """Return text that may be marked, or bold by its style."""
        _, classes, attributes = contents[0]
        is_strong = "mark" in classes or bool(BOLD.search(dict(attributes).get("style", "")))
        return self.styled(contents[1], strong=is_strong)

    def link(self, contents: list[Any]) -> list[Span]:
        """Return the text of a link; one to a picture stands for it, too."""
        _, inlines, target = contents
        if is_picture_link(target[0]):
            self.later("Image", [None, [], target])
        return self.spans(inlines)

    def later(self, kind: str, contents: Any) -> list[Span]:
        """Remember a picture or a note, which comes after the paragraph."""
        self.after.append({"t": kind, "c": contents})
        return []

    def shown(self, found: re.Match[str]) -> str:
        """Remember a picture whose sign was met in the text."""
        words = {"t": "Str", "c": found[2].replace(JOINT, " ")}
        self.later("Image", [None, [words], [f"{_NUMBERED}{found[1]}", ""]])
        return ""


def _mathematics(contents: list[Any]) -> str:
    """Return a formula between dollar signs, or on a line of its own."""
    kind, latex = contents
    latex = " ".join(re.sub(r"\\[vh]?phantom\s*\{(?:[^{}]++|\{[^{}]*+\})*+\}", "", COMMENT.sub("", latex)).split())
    for written, meant in SAME.items():
        latex = latex.replace(written, meant)
    latex = with_rows(latex)
    if not latex or latex in _BOXES:
        return _BOXES.get(latex, "")
    return f"{BREAK}\\[{latex}\\]{BREAK}" if kind["t"] == "DisplayMath" else f"${latex}$"


_INLINES: Final[dict[str, Callable[[_TreeReader, Any], list[Span]]]] = {
    "Str": lambda reader, text: reader.words(SPACE.sub(" ", text).translate(SIGNS)),
    "Space": lambda reader, _: reader.words(" "),
    "SoftBreak": lambda reader, _: reader.words(reader.soft_break),
    "LineBreak": lambda reader, _: reader.words(BREAK),
    "Code": lambda reader, contents: reader.words(contents[1]),
    "Math": lambda reader, contents: reader.words(_mathematics(contents)),
    "Emph": _TreeReader.spans,
    "SmallCaps": _TreeReader.spans,
    "Strong": lambda reader, inlines: reader.styled(inlines, strong=True),
    "Underline": lambda reader, inlines: reader.styled(inlines, strong=True),
    "Strikeout": lambda reader, inlines: reader.styled(inlines, struck=True),
    "Superscript": lambda reader, inlines: reader.script("^", inlines),
    "Subscript": lambda reader, inlines: reader.script("_", inlines),
    "Quoted": _TreeReader.quoted,
    "Cite": lambda reader, contents: reader.spans(contents[1]),
    "Span": _TreeReader.span,
    "Link": _TreeReader.link,
    "Image": lambda reader, contents: reader.later("Image", contents),
    "Note": lambda reader, contents: reader.later("Note", contents),
}
_BLOCKS: Final[dict[str, Callable[[_TreeReader, Any], object]]] = {
    "Para": _TreeReader.paragraph,
    "Plain": _TreeReader.paragraph,
    "Header": lambda reader, contents: reader.paragraph(contents[2], contents[0]),
    "LineBlock": lambda reader, lines: reader.read({"t": "Para", "c": line} for line in lines),
    "CodeBlock": lambda reader, contents: reader.code(contents[1]),
    "BlockQuote": _TreeReader.quote,
    "BulletList": lambda reader, items: reader.items(("", item) for item in items),
    "OrderedList": _TreeReader.ordered,
    "DefinitionList": _TreeReader.definitions,
    "Table": _TreeReader.grid,
    "Figure": lambda reader, contents: reader.read([*contents[2], *contents[1][1]]),
    "Div": lambda reader, contents: reader.read(contents[1]),
}
