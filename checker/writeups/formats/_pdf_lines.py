"""Lines of a PDF page: atoms on one baseline, in the order of its columns, and the blocks that lines form."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._mathematics import FUNCTIONS, formula_lines
from checker.writeups.formats._pdf_atoms import LOST, Atom, Box, Page
from checker.writeups.formats._pdf_columns import columns
from checker.writeups.formats._pdf_equations import OPENING, OPERATORS, SMALL, pieces_of, with_equations
from checker.writeups.formats._pdf_footnotes import without_marks

WIDE: Final = 1.6
"""Gap, in sizes, from which the next text is another cell of a table."""
NARROW: Final = 18
"""Width of a column, in sizes, up to which a full line is no sign that the next one goes on with it."""
WRAPPED: Final = frozenset(("paragraph", "item"))
"""Kinds of blocks whose lines are joined where a line was full."""
BULLETS: Final = "•◦▪●○■–▸‣∙·*"
BULLET: Final = re.compile(rf"[{BULLETS}]\s+(?=\S)")
LISTED: Final = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?:\s|$)", re.IGNORECASE)
PAGE_NUMBER: Final = re.compile(
    r"(?:page |seite |-\s*)?\d{1,4}(?:\s*(?:/|of|von|sur|de)\s*\d{1,4})?(?:\s*-)?", re.IGNORECASE
)
MARGIN: Final = 0.08
"""Share of a page at its top and bottom in which page numbers are."""
PLAIN_WORD: Final = re.compile(r"[^\W\d_]{3,}|[^\W\d_]{2}(?=\s|$)")
FUNCTION: Final = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(sorted(FUNCTIONS))})(?![^\W\d_])")
HEADING: Final = 1.12
"""Size of a heading, as a share of that of the text, at least."""


REACH: Final = 60
"""Distance from a line within which an index or an exponent may be, in points."""


@dataclass(frozen=True)
class PdfLine:
    """A line of a page."""

    atoms: list[Atom]
    y: float
    page: int

    @cached_property
    def left(self) -> float:
        """Return the left end."""
        return min(each.left for each in self.atoms)

    @cached_property
    def right(self) -> float:
        """Return the right end."""
        return max(each.right for each in self.atoms)

    @cached_property
    def size(self) -> float:
        """Return the size of most letters."""
        sizes: Counter[float] = Counter()
        for each in self.atoms:
            sizes[round(each.size * 2) / 2] += len(each.text)
        return sizes.most_common(1)[0][0]


def lines_of_page(page: Page, number: int) -> list[PdfLine]:
    """Return the lines of a page in the order in which they are read."""
    atoms = with_equations(without_marks(page), page.rules, page.sides)
    return [line for group in columns(atoms, page) for line in _lines(group, number)]


def _lines(atoms: list[Atom], number: int) -> Iterator[PdfLine]:
    """Yield the lines of a column, the upper first."""
    bases = _bases(atoms)
    rows: list[list[int]] = []
    for place, each in sorted(enumerate(atoms), key=lambda one: -one[1].y):
        if place in bases:
            continue
        level = [row for row in rows[-3:] if _is_level(each, [atoms[one] for one in row])]
        if level:
            level[-1].append(place)
        else:
            rows.append([place])
    where = {place: row for row in rows for place in row}
    for place, base in bases.items():
        top = base
        for _ in range(8):
            if top in where:
                break
            top = bases.get(top, top)
        if top in where:
            where[top].append(place)
        else:
            rows.append([place])
    for row in sorted(rows, key=lambda one: -_baseline([atoms[each] for each in one])):
        found = [atoms[each] for each in row]
        yield PdfLine(found, _baseline(found), number)


def _baseline(atoms: Sequence[Atom]) -> float:
    largest = max(each.size for each in atoms)
    plain = [each for each in atoms if each.size >= SMALL * largest and not each.is_math]
    return max(plain or atoms, key=lambda each: len(each.text)).y


def _is_level(atom: Atom, row: list[Atom]) -> bool:
    """Return whether an atom is on the line of others."""
    y = _baseline(row)
    size = min(atom.size, max(each.size for each in row))
    if any(min(each.right, atom.right) - max(each.left, atom.left) > 0.3 * size for each in row if not each.is_math):
        return False
    if abs(atom.y - y) <= (0.4 if atom.is_math or any(each.is_math for each in row) else 0.25) * size:
        return True
    return bool(atom.top and atom.text in "()[]{}|" and atom.bottom < y + 0.3 * size < atom.top)


def _bases(atoms: list[Atom]) -> dict[int, int]:
    """Return by the place of each index or exponent the place of what it belongs to."""
    by_height = sorted(range(len(atoms)), key=lambda place: atoms[place].y)
    heights = [atoms[place].y for place in by_height]
    bases: dict[int, int] = {}
    for place, each in enumerate(atoms):
        near = by_height[bisect_left(heights, each.y - REACH) : bisect_right(heights, each.y + REACH)]
        if (base := _base(each, [(one, atoms[one]) for one in near])) is not None:
            bases[place] = base
    return bases


def _base(atom: Atom, near: list[tuple[int, Atom]]) -> int | None:
    """Return the place of what an index or an exponent belongs to, among what is near; None for other text."""
    best: tuple[float, int] | None = None
    for place, each in near:
        if each is atom or each.text in OPENING:
            continue
        gap, rise = atom.left - each.right, atom.y - each.y
        if atom.size < SMALL * each.size:
            low, high = (each.bottom - 0.3 * each.size, each.top + 0.3 * each.size) if each.top else (0.0, 0.0)
            is_beside = -0.6 * each.size < gap < 0.7 * each.size and (
                -0.6 * each.size < rise < 0.95 * each.size or low < atom.y < high
            )
            is_limit = (
                each.text in OPERATORS
                and abs(atom.centre - each.centre) < 1.5 * each.size
                and abs(rise) < 1.6 * each.size
            )
            if is_beside or is_limit:
                distance = abs(gap) + abs(rise) * 0.5
                best = min(best or (distance, place), (distance, place))
        elif (
            abs(rise) < 0.25 * atom.size
            and -0.3 * atom.size < gap < 0.7 * atom.size
            and atom.left > each.left
            and abs(atom.size - each.size) < 0.1 * atom.size
            and _is_script_of_any(each, near)
        ):
            best = min(best or (abs(gap) - 100, place), (abs(gap) - 100, place))
    return best[1] if best else None


def _is_script_of_any(atom: Atom, near: list[tuple[int, Atom]]) -> bool:
    return any(
        atom.size < SMALL * each.size
        and each.text not in OPENING
        and -0.6 * each.size < atom.left - each.right < 6 * each.size
        and 0.12 * each.size < abs(atom.y - each.y) < 0.95 * each.size
        for _, each in near
    )


# the text of lines


def line_of(found: PdfLine, place: Place) -> Line:
    """Return a line of the document."""
    shown = [each for each in found.atoms if not each.struck]
    struck = " ".join(text.strip() for text, _ in pieces_of([each for each in found.atoms if each.struck]))
    cells: list[list[tuple[str, Atom]]] = []
    last: Atom | None = None
    for text, atom in pieces_of(shown):
        if last is None or atom.left - last.right > WIDE * found.size:
            cells.append([])
        cells[-1].append((text if cells[-1] else text.lstrip(), atom))
        last = atom
    texts = tuple(_with_dollars(cell) for cell in cells)
    strong = tuple(
        piece
        for cell in cells
        for is_strong, together in groupby(cell, lambda each: each[1].strong)
        if is_strong and (piece := "".join(text for text, _ in together).strip())
    )
    return Line("   ".join(texts), place, strong, struck, texts)


def _with_dollars(cell: list[tuple[str, Atom]]) -> str:
    """Return a text whose equations, if they were put together, are between dollar signs."""
    if not any(atom.is_math for _, atom in cell):
        return "".join(text for text, _ in cell)
    tokens: list[tuple[str, bool]] = []
    for text, atom in cell:
        if atom.is_math:
            tokens.append((text, True))
        else:
            tokens += [(word, False) for word in re.findall(r"\s*\S+", text)]
    is_math = [math or not _is_word(text) for text, math in tokens]
    wanted = [False] * len(tokens)
    for place, (_, math) in enumerate(tokens):
        if math:
            for step in (1, -1):
                at = place
                while 0 <= at < len(tokens) and is_math[at]:
                    wanted[at] = True
                    at += step
    pieces = []
    for is_wanted, together in groupby(zip(tokens, wanted, strict=True), lambda each: each[1]):
        text = "".join(token for (token, _), _ in together)
        if is_wanted:
            core = text.strip()
            before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            text = f"{before}${core.rstrip('.,;')}${core[len(core.rstrip('.,;')) :]}{after}"
        pieces.append(text)
    return "".join(pieces)


def _is_word(text: str) -> bool:
    core = FUNCTION.sub("", text.strip())
    if core.lstrip("\\") in FUNCTIONS or "\\" in core:
        return False
    return bool(PLAIN_WORD.search(core)) and not re.search(r"[=_^]", core)


# blocks


def blocks_of(pages: Sequence[tuple[Page, list[PdfLine]]]) -> Iterator[Block]:
    """Yield the blocks of a document."""
    sizes: Counter[float] = Counter()
    for _, lines in pages:
        for line in lines:
            sizes[line.size] += sum(len(each.text) for each in line.atoms)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    mono = sum(each.mono for _, lines in pages for line in lines for each in line.atoms)
    has_code = mono < 0.6 * sum(len(line.atoms) for _, lines in pages for line in lines)
    margins = _margins(pages)
    for number, (page, lines) in enumerate(pages, 1):
        kept = [line for line in lines if not _is_margin(line, page, margins)]
        pictures = sorted(page.pictures, key=lambda each: -each.top)
        yield from _page_blocks(kept, number, body, pictures, page, has_code=has_code)


def _plain(line: PdfLine) -> str:
    return "".join(text for text, _ in pieces_of(line.atoms)).strip()


def _margins(pages: Sequence[tuple[Page, list[PdfLine]]]) -> set[tuple[str, int]]:
    """Return the texts that stand in the margin of several pages, each with its height."""
    found: Counter[tuple[str, int]] = Counter()
    for page, lines in pages:
        found.update(
            {(re.sub(r"\d+", "0", _plain(line)), round(line.y / 4)) for line in lines if _is_outside(line, page)}
        )
    return {key for key, count in found.items() if count > 1}


def _is_outside(line: PdfLine, page: Page) -> bool:
    return not MARGIN * page.height < line.y < (1 - MARGIN) * page.height


def _is_margin(line: PdfLine, page: Page, margins: set[tuple[str, int]]) -> bool:
    """Return whether a line is a page number, or stands in the margin of several pages."""
    if not _is_outside(line, page):
        return False
    text = _plain(line)
    return (re.sub(r"\d+", "0", text), round(line.y / 4)) in margins or (
        line.y < MARGIN * page.height and PAGE_NUMBER.fullmatch(text) is not None
    )


def _page_blocks(
    lines: list[PdfLine], number: int, body: float, pictures: list[Box], page: Page, *, has_code: bool
) -> Iterator[Block]:
    together: list[Line] = []
    kind: BlockKind = "paragraph"
    level = 0
    last: PdfLine | None = None
    edges = _edges(lines)
    places = (Place(n, None, f"page {number}, line {n}") for n in range(1, len(lines) + 1))
    for found, place in zip(lines, places, strict=True):
        while pictures and pictures[0].middle > found.y:
            yield from _block(kind, together, level)
            together = []
            yield Block("picture", (Line("picture", place._replace(shown=f"page {number}")),))
            pictures.pop(0)
        line = line_of(found, place)
        sort, depth, line = _sort(found, line, body, page, has_code=has_code)
        is_near = last is not None and 0 < last.y - found.y < 1.75 * max(found.size, last.size)
        goes_on = together and sort == kind and is_near and sort not in {"heading", "formula", "unread"}
        if _goes_on(last, found, edges) and together and is_near and sort in {kind, "paragraph"} and kind in WRAPPED:
            together[-1] = _joined(together[-1], line)
            last = found
            continue
        if not goes_on or (sort == "item" and depth >= 0):
            yield from _block(kind, together, level)
            together = []
        kind, level = sort, abs(depth)
        together.append(line)
        last = found
    yield from _block(kind, together, level)
    for _ in pictures:
        yield Block("picture", (Line("picture", Place(0, None, f"page {number}")),))


def _edges(lines: list[PdfLine]) -> list[float]:
    """Return the right ends of columns: those that several lines reach."""
    ends = sorted((line.right for line in lines), reverse=True)
    return [end for end in ends if sum(abs(end - other) < 2.5 * lines[0].size for other in ends) > 1][:1]


def _goes_on(last: PdfLine | None, found: PdfLine, edges: list[float]) -> bool:
    """Return whether a line goes on with the one above it: its first word had no room there."""
    if last is None or not edges or abs(last.size - found.size) > 0.5 or last.y <= found.y:
        return False
    is_wide = edges[0] - last.left > NARROW * last.size
    word = _plain(found).split(" ")[0]
    return is_wide and last.right + 0.5 * len(word) * found.size + 0.3 * last.size > edges[0]


def _joined(line: Line, more: Line) -> Line:
    """Return a line with what follows it in the same paragraph."""
    text = line.text.removesuffix("-") if line.text.endswith("-") and more.text[:1].islower() else f"{line.text} "
    return line._replace(
        text=f"{text}{more.text}",
        strong=(*line.strong, *more.strong),
        struck=" ".join(filter(None, (line.struck, more.struck))),
    )


def _block(kind: BlockKind, lines: list[Line], level: int) -> Iterator[Block]:
    if not lines:
        return
    if kind == "table" and len(lines) == 1:
        kind = "paragraph"
    if kind == "table":
        yield Block(kind, tuple(line._replace(text=" | ".join(line.cells)) for line in lines))
        return
    plain = tuple(line._replace(cells=()) for line in lines)
    if kind == "formula":
        yield Block(kind, tuple(each for line in plain for each in formula_lines(line.text, line.place)))
    else:
        yield Block(kind, plain, level if kind in {"heading", "item"} else 0)


def _sort(found: PdfLine, line: Line, body: float, page: Page, *, has_code: bool) -> tuple[BlockKind, int, Line]:
    """Return the kind of the block that a line belongs to, its level, and the line without the sign of its list."""
    if LOST in line.text:
        return "unread", 0, line._replace(text=line.text.replace(LOST, "?"))
    if len(line.cells) > 2 or (len(line.cells) == 2 and _is_ruled(found, page)):
        return "table", 0, line
    if has_code and all(each.mono for each in found.atoms):
        return "code", 0, line
    if bullet := BULLET.match(line.text):
        return "item", 1, line._replace(text=line.text[bullet.end() :])
    if found.size >= HEADING * body and not any(each.is_math for each in found.atoms):
        return "heading", max(1, min(6, 4 - round(4 * (found.size / body - 1)))), line._replace(strong=())
    if LISTED.match(line.text):
        return "item", 1, line
    alone = line.text
    if alone.startswith("$") and alone.endswith("$") and alone.count("$") == 2:
        return "formula", 0, line._replace(text=alone[1:-1])
    if "=" in alone and not any(_is_word(token) for token in alone.split()) and _is_centred(found, page):
        return "formula", 0, line._replace(text=alone.replace("$", ""))
    return "paragraph", 0, line


def _is_centred(line: PdfLine, page: Page) -> bool:
    """Return whether a line is in the middle of the page's text."""
    left = min(each.left for each in page.atoms)
    right = max(each.right for each in page.atoms)
    is_apart = line.left > left + 3 * line.size and line.right < right - 3 * line.size
    return is_apart and abs((line.left + line.right) - (left + right)) < 6 * line.size


def _is_ruled(line: PdfLine, page: Page) -> bool:
    """Return whether a line of text is between two lines that are drawn, as in a table."""
    above = any(0 < rule.middle - line.y < 2.5 * line.size and rule.width > 40 for rule in page.rules)
    below = any(0 < line.y - rule.middle < 2 * line.size and rule.width > 40 for rule in page.rules)
    return (above and below) or any(side.bottom < line.y < side.top for side in page.sides)


def texts(lines: Iterable[PdfLine]) -> list[str]:
    """Return the texts of lines."""
    return [_plain(line) for line in lines]
