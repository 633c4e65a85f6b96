r"""Turns spans, pieces of text in one style, into the lines and blocks of a document; numbers lines and list items.

Readers of trees are a `BlockBuilder`: it knows the lists and quotes around a text.
Mathematics is found between dollar signs or in other LaTeX delimiters, and formulas are split into rows; results are
taken out of `\boxed{..}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import Any, Final, NamedTuple

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._decode import cleaned

BREAK: Final = "\n"
"""The text of a span that ends a line."""
_DISPLAYED: Final = re.compile(r"(?:\\\[((?:(?!\\\]).)+)\\\]|\$\$([^$]+)\$\$)[.,;]?")
_ROMAN: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
"""The digits from 0 to 9; those of tens, hundreds and thousands have other letters."""


class Span(NamedTuple):
    """A piece of text in one style, from one line of the source."""

    text: str
    line: int
    strong: bool = False
    struck: bool = False


def lines_of(spans: Iterable[Span], cell: int | None = None) -> Iterator[Line]:
    """Yield the lines of a document that these pieces of styled text form."""
    together: list[Span] = []
    for span in spans:
        if together and (span.text == BREAK or span.line != together[0].line):
            yield from _line(together, cell)
            together = []
        if span.text != BREAK:
            together.append(span)
    yield from _line(together, cell)


def _line(spans: list[Span], cell: int | None) -> Iterator[Line]:
    text, strong, struck = _styled(spans)
    if text.strip() or struck:
        text, boxed = unboxed(text.strip())
        yield Line(text, Place(spans[0].line, cell), (*strong, *boxed), struck)


def _styled(spans: Sequence[Span]) -> tuple[str, tuple[str, ...], str]:
    """Return text without what is struck out, its strong pieces, and what is struck out."""
    kept = [span for span in spans if not span.struck]
    text = "".join(" " if span.text == BREAK else span.text for span in kept)
    return text, _pieces(kept, lambda span: span.strong), " ".join(_pieces(spans, lambda span: span.struck))


def _pieces(spans: Iterable[Span], of_style: Callable[[Span], bool]) -> tuple[str, ...]:
    runs = ("".join(span.text for span in run).strip() for in_style, run in groupby(spans, of_style) if in_style)
    return tuple(filter(None, runs))


def row(cells: Iterable[Iterable[Span]], place: Place) -> Line:
    """Return a table's row, given its cells, as a line."""
    styled = [_styled(list(cell)) for cell in cells]
    unframed = [unboxed(with_dollars(" ".join(text.split()))) for text, _, _ in styled]
    texts = tuple(text for text, _ in unframed)
    strong = (piece for (_, own, _), (_, boxed) in zip(styled, unframed, strict=True) for piece in (*own, *boxed))
    return Line(" | ".join(texts), place, tuple(strong), " ".join(filter(None, (each for *_, each in styled))), texts)


class BlockBuilder:
    """Collects the blocks of a document, and remembers the quotes and lists around what is read."""

    def __init__(self, cell: int | None = None) -> None:
        self.found: list[Block] = []
        self.notebook_cell = cell
        self.line = 0
        self.quotes = 0
        self.depth = 0
        """How many lists are around the element."""
        self.marker: str | None = None
        """The number of an item whose text has not been met; empty for a bullet."""

    def read(self, inside: Any) -> None:
        """Read the elements inside of a quote or an item of a list."""
        raise NotImplementedError

    @property
    def place(self) -> Place:
        """Return the place of the line that is read."""
        return Place(self.line, self.notebook_cell)

    def text(self, spans: Iterable[Span], heading: int = 0) -> None:
        """Add text as blocks; formulas on lines of their own become separate blocks."""
        lines = list(lines_of(spans, self.notebook_cell))
        if not lines:
            return
        kind: BlockKind = "quote" if self.quotes else "paragraph"
        level = 0
        if self.marker is not None:
            kind, level = kind if self.quotes else "item", max(1, self.depth)
            if lines[0].text.startswith("\\["):
                lines.insert(0, Line(self.marker, self.place)) if self.marker else None
            else:
                lines[0] = lines[0]._replace(text=f"{self.marker} {lines[0].text}".strip())
            self.marker = None
        if heading:
            kind, level = "heading", heading
            lines = [line._replace(strong=()) for line in lines]
        rest: list[Line] = []
        for line in lines:
            displayed = None if heading else _DISPLAYED.fullmatch(line.text)
            if displayed is None:
                rest.append(line._replace(text=with_dollars(line.text)))
                continue
            self.add(kind, rest, level)
            kind, level, rest = ("paragraph" if kind == "item" else kind), 0, []
            rows = formula_lines(displayed[1] or displayed[2], line.place)
            strong = line.strong
            self.add(
                "formula",
                (each._replace(strong=(*each.strong, *filter(each.text.__contains__, strong))) for each in rows),
            )
        self.add(kind, rest, level)

    def lone_marker(self) -> None:
        """Add the number of an item that has no text of its own."""
        if self.marker:
            self.add("item", [Line(self.marker, self.place)], max(1, self.depth))
        self.marker = None

    def add(self, kind: BlockKind, lines: Iterable[Line], level: int = 0) -> None:
        """Add a block, unless it has no lines."""
        if lines := tuple(lines):
            self.found.append(Block(kind, lines, level))

    def picture(self, description: Iterable[Span], shown: str = "") -> None:
        """Add a picture; `shown` is where a person finds it."""
        self.lone_marker()
        text = " ".join("".join(span.text for span in description).split())
        self.add("picture", [Line(text or "picture", self.place._replace(shown=shown))])

    def code(self, text: str) -> None:
        """Add the lines of code that are not blank."""
        self.lone_marker()
        first = self.place
        lines = enumerate(cleaned(text).split("\n"), first.line)
        self.add("code", [Line(line.rstrip(), first._replace(line=n)) for n, line in lines if line.strip()])

    def formula(self, latex: str) -> None:
        """Add a formula with a line for each row."""
        self.lone_marker()
        self.add("formula", formula_lines(latex, self.place))

    def quote(self, inside: Any) -> None:
        """Read a quote."""
        self.quotes += 1
        self.read(inside)
        self.quotes -= 1

    def items(self, items: Iterable[tuple[str, Any]]) -> None:
        """Read the items of a list, each with its number."""
        self.lone_marker()
        self.depth += 1
        for self.marker, item in items:
            self.read(item)
            self.lone_marker()
        self.depth -= 1

    def table(self, rows: Iterable[Line]) -> None:
        """Add the rows of a table that are not empty."""
        self.lone_marker()
        self.add("table", [line for line in rows if any(line.cells) or line.struck])


def script(sign: str, inside: str) -> str:
    """Return an index or an exponent: `^{-4}`; endings of ordinals and references to notes are plain text."""
    inside = inside.strip()
    if not inside or re.fullmatch(r"st|nd|rd|th|\[\d+\]|[*†‡]", inside):
        return inside
    return f"{sign}{inside}" if len(inside) == 1 else f"{sign}{{{inside}}}"


def numbered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with their lines numbered in order, from 1."""
    numbers = count(1)
    for block in blocks:
        lines = (line._replace(place=line.place._replace(line=next(numbers))) for line in block.lines)
        yield block._replace(lines=tuple(lines))


def item_number(kind: str, number: int) -> str:
    """Return the number of a list item in the style `1`, `a`, `A`, `i` or `I`, with a point: `c.` for item 3 in `a`."""
    if kind in {"a", "A"} and 0 < number <= 26:
        return f"{chr(ord(kind) + number - 1)}."
    if kind in {"i", "I"} and 0 < number < 4000:
        letters = zip(f"{number:04}", ("m", "cdm", "xlc", "ivx"), strict=True)
        roman = "".join(_ROMAN[int(digit)].translate(str.maketrans("ivx"[: len(own)], own)) for digit, own in letters)
        return f"{roman if kind == 'i' else roman.upper()}."
    return f"{number}."


_DOLLARS: Final = re.compile(r"(\${1,2})((?:[^$\\]++|\\.)++)\1", re.DOTALL)

_AMOUNT: Final = re.compile(r"\d\s?$")
_BEHIND_MONEY: Final = re.compile(r"[\s,;.)|*]")
"""What follows the sign of an amount, `9 540 $`, and begins no formula."""

ALIGNED: Final = re.compile(
    r"\s*\\begin\{(aligned|align|alignat|alignedat|gather|gathered|split|multline|eqnarray|flalign|equation|displaymath|math)(\*?)\}"
    r"(?:\{\d+\}|\[\w\])?(.*)\\end\{\1\2\}\s*[.,;]?\s*",
    re.DOTALL,
)
_NUMBERING: Final = re.compile(r"\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])")
SPACE: Final = re.compile(r"\s+")
SIGNS: Final = re.compile(r"\\\(((?:[^\\]|\\[^()])++)\\\)|\\\[((?:[^\\]|\\[^][])++)\\\]|\$\$([^$]++)\$\$")

TABLE: Final = re.compile(r"\\begin\{matrix\}((?:(?!\\begin\{matrix\}).)*)\\end\{matrix\}\s*[.,;]?", re.DOTALL)
_RELATION: Final = re.compile(r"[=≈<>≤≥\u223c]|\\(?:approx|leq?|geq?|sim)\b")
BOX: Final = re.compile(r"\\(?:boxed|fbox|framebox)\s*(?=\{)")


def _group_ends(text: str) -> dict[int, int]:
    """Return the end of each group in braces, {place of its opening brace: place after its closing one}."""
    ends: dict[int, int] = {}
    starts: list[int] = []
    for found in re.finditer(r"\\.|[{}]", text, flags=re.DOTALL):
        if found[0] == "{":
            starts.append(found.start())
        elif found[0] == "}" and starts:
            ends[starts.pop()] = found.end()
    return ends


def unboxed(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a text without the boxes `\boxed{..}`, but with their contents; and these contents."""
    if not BOX.search(text):
        return text, ()
    ends = _group_ends(text)
    closing: set[int] = set()
    boxed: list[str] = []
    pieces, place = [], 0
    for found in BOX.finditer(text):
        if end := ends.get(found.end()):
            closing.add(end - 1)
            boxed.append(text[found.end() + 1 : end - 1].strip() if len(boxed) < 50 else "")
            pieces.append((place, found.start()))
            place = found.end() + 1
    pieces.append((place, len(text)))
    kept = "".join(text[n] for start, stop in pieces for n in range(start, stop) if n not in closing)
    return kept, tuple(re.sub(r"\\(?:boxed|fbox|framebox)(?![a-zA-Z])", "", each) for each in boxed if each)


def formula_lines(latex: str, place: Place) -> Iterator[Line]:
    """Yield a displayed formula as lines of a document, the first of which is at `place`.

    They have no marks that align and number them.  Only a formula that is aligned as a whole has several rows: those of
    a matrix belong together.
    """
    found = ALIGNED.fullmatch(latex)
    for row, start in _split(found[3], found.start(3)) if found else [(latex, 0)]:
        text = SPACE.sub(" ", _NUMBERING.sub("", row)).strip()
        if text:
            blank = len(row) - len(row.lstrip())
            text, boxed = unboxed(text)
            yield Line(text, place._replace(line=place.line + latex.count("\n", 0, start + blank)), boxed)


def mathematics_at(text: str, start: int) -> re.Match[str] | None:
    """Return the mathematics (as group 2) that begins with the `$` at `start`; None if the `$` is money or stray."""
    found = _DOLLARS.match(text, start)
    if found is None or found[1] == "$$":
        return found
    inside, before, after = found[2], text[start - 1 : start] if start else "", text[found.end() : found.end() + 1]
    is_behind_amount = _AMOUNT.search(text, max(0, start - 3), start) is not None and _BEHIND_MONEY.match(inside)
    if after.isdigit() or is_behind_amount:  # $5-$10, or 5 $ and 10 $
        return None
    has_tex = re.search(r"[\\^_{}=<>+]", inside) is not None
    if inside[0].isspace() or inside[-1].isspace():
        return found if has_tex else None
    return found if has_tex or not before.isalnum() or " " not in inside else None


def _split(latex: str, start: int) -> list[tuple[str, int]]:
    """Return the outermost rows of a formula, each with its place; `start` is the place of the formula."""
    rows: list[tuple[str, int]] = []
    pieces: list[str] = []
    depth = copied = begin = 0
    for found in re.finditer(r"\\(?:\\\s*(?:\[[^\][]{1,20}\])?|begin\b|end\b|.)|[{}&]", latex, flags=re.DOTALL):
        sign = found[0]
        if sign in {"{", r"\begin"}:
            depth += 1
        elif sign in {"}", r"\end"}:
            depth -= 1
        elif depth == 0 and (sign == "&" or sign.startswith(r"\\")):
            pieces.append(latex[copied : found.start()])
            copied = found.end()
            if sign != "&":
                rows.append(("".join(pieces), start + begin))
                pieces, begin = [], copied
    pieces.append(latex[copied:])
    return [*rows, ("".join(pieces), start + begin)]


def with_dollars(text: str) -> str:
    r"""Return a text in which `\(..\)`, `\[..\]` and `$$..$$` are written as `$..$`."""
    if "\\" not in text and "$$" not in text:
        return text
    return SIGNS.sub(lambda found: f"${(found[1] or found[2] or found[3]).strip()}$", text)


def with_rows(latex: str) -> str:
    """Return an equation's LaTeX, with a table of equations in it written as an `aligned` environment.

    A table is one if it has no brackets, and relations or empty cells in it.
    """
    found = TABLE.fullmatch(latex.strip())
    cells = re.split(r"&|\\\\", found[1]) if found else []
    if found is None or not (_RELATION.search(found[1]) or any(not cell.strip() for cell in cells)):
        return latex
    return rf"\begin{{aligned}}{found[1]}\end{{aligned}}"
