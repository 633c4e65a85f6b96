"""Puts the pieces of text of a PDF page together into lines and cells of tables, in reading order.

Equations are put between `$`; numbers that refer to footnotes are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Final

from checker.writeups.document import Line, Place
from checker.writeups.formats._mathematics import FUNCTIONS
from checker.writeups.formats._pdf_atoms import Atom, Page
from checker.writeups.formats._pdf_columns import columns
from checker.writeups.formats._pdf_equations import OPENING, OPERATORS, SMALL, pieces_of

WIDE: Final = 1.6
"""Gap, in sizes, from which the next text is another cell of a table."""
ALIGNED: Final = 1.0
"""Distance up to which text begins where the cell above it does, in points."""
PLAIN_WORD: Final = re.compile(r"[^\W\d_]{3,}|[^\W\d_]{2}(?=\s|$)")
FUNCTION: Final = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(sorted(FUNCTIONS))})(?![^\W\d_])")
REACH: Final = 60
"""Distance from a line within which an index or an exponent may be, in points."""


@dataclass(frozen=True)
class PdfLine:
    """A line of a page: pieces of text on one height, from left to right, in one column."""

    atoms: list[Atom]
    y: float
    page: int
    column: int
    """The number of its column on the page, or of the lines across the columns."""

    @cached_property
    def left(self) -> float:
        """Return the left end of the line, in points."""
        return min(each.left for each in self.atoms)

    @cached_property
    def right(self) -> float:
        """Return the right end of the line, in points."""
        return max(each.right for each in self.atoms)

    @cached_property
    def size(self) -> float:
        """Return the size of most of its letters."""
        sizes: Counter[float] = Counter()
        for each in self.atoms:
            sizes[round(each.size * 2) / 2] += len(each.text)
        return sizes.most_common(1)[0][0]


def lines_of_page(page: Page, number: int) -> list[PdfLine]:
    """Return the lines of a page in reading order."""
    groups = columns(page, without_marks(page))
    return [line for column, group in enumerate(groups) for line in _lines(group, number, column)]


def _lines(atoms: list[Atom], number: int, column: int) -> Iterator[PdfLine]:
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
        yield PdfLine(found, _baseline(found), number, column)


def _baseline(atoms: Sequence[Atom]) -> float:
    """Return the baseline of a line: that of its longest ordinary text."""
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
    """Return the place of what each index or exponent is attached to, by the place of the index."""
    by_height = sorted(range(len(atoms)), key=lambda place: atoms[place].y)
    heights = [atoms[place].y for place in by_height]
    bases: dict[int, int] = {}
    for place, each in enumerate(atoms):
        near = by_height[bisect_left(heights, each.y - REACH) : bisect_right(heights, each.y + REACH)]
        if (base := _base(each, [(one, atoms[one]) for one in near])) is not None:
            bases[place] = base
    return bases


def _base(atom: Atom, near: list[tuple[int, Atom]]) -> int | None:
    """Return the place of the atom, among `near`, of which this one is an index or exponent; None for ordinary text."""
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
    """Return whether an atom may be an index or an exponent of one near it."""
    return any(
        atom.size < SMALL * each.size
        and each.text not in OPENING
        and -0.6 * each.size < atom.left - each.right < 6 * each.size
        and 0.12 * each.size < abs(atom.y - each.y) < 0.95 * each.size
        for _, each in near
    )


# the text of lines


Cell = list[tuple[str, Atom]]
"""Pieces of text, each with its place."""


def cells_of(found: PdfLine, starts: Sequence[float] = ()) -> list[Cell]:
    """Return the cells of a line, each a list of (text, atom).

    A cell ends at a wide gap, or where a column of the row above begins (`starts`).
    """
    cells: list[Cell] = []
    last: Atom | None = None
    for text, atom in pieces_of([each for each in found.atoms if not each.struck]):
        is_aligned = any(abs(start - atom.left) < ALIGNED for start in starts) and text[:1].isspace()
        if last is None or atom.left - last.right > WIDE * found.size or is_aligned:
            cells.append([])
        cells[-1].append((text if cells[-1] else text.lstrip(), atom))
        last = atom
    return cells


def line_of(found: PdfLine, cells: Sequence[Cell], place: Place) -> Line:
    """Return a line of a page as a line of the document: its text with mathematics as LaTeX, and its cells."""
    struck = " ".join(text.strip() for text, _ in pieces_of([each for each in found.atoms if each.struck]))
    texts = tuple(_with_dollars(cell) for cell in cells)
    strong = tuple(
        piece
        for cell in cells
        for is_strong, together in groupby(cell, lambda each: each[1].strong)
        if is_strong and (piece := "".join(text for text, _ in together).strip())
    )
    return Line("   ".join(texts), place, strong, struck, texts)


def _with_dollars(cell: Cell) -> str:
    """Return the text of a cell, with its equations between dollar signs if any part of it was built as LaTeX."""
    if not any(atom.is_math for _, atom in cell):
        return "".join(text for text, _ in cell)
    tokens: list[tuple[str, bool]] = []
    for text, atom in cell:
        if atom.is_math:
            tokens.append((text, True))
        else:
            tokens += [(word, False) for word in re.findall(r"\s*\S+", text)]
    is_math = [math or not is_word(text) for text, math in tokens]
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


def is_word(text: str) -> bool:
    """Return whether a text is an ordinary word and not part of an equation."""
    core = FUNCTION.sub("", text.strip())
    if core.lstrip("\\") in FUNCTIONS or "\\" in core:
        return False
    return bool(PLAIN_WORD.search(core)) and not re.search(r"[=_^]", core)


def plain(line: PdfLine) -> str:
    """Return the text of a line of a page as one string."""
    return "".join(text for text, _ in pieces_of(line.atoms)).strip()


LABEL: Final = re.compile(r"([1-9]\d?)\s?(?=[^\W\d])")
"""The beginning of a footnote whose number is not raised."""
TOUCHES: Final = 0.1
"""Gap, in sizes, up to which a number and a word touch."""
FEWEST: Final = 2
"""Number of footnotes that are recognised without a line above them."""
HALF: Final = 0.5
"""Maximum width of the line above footnotes, as a share of the page."""


def without_marks(page: Page) -> list[Atom]:
    """Return the text of a page without the raised numbers that refer to its footnotes.

    The footnotes are below a short line, or the last lines of the page, in their order.  Every one needs its mark
    above, and every mark is there only once: a raised number that may be an exponent as well stays.
    """
    for rule in page.rules:
        if rule.width > HALF * page.width or rule.middle > HALF * page.height:
            continue
        notes = Counter(_labels([each for each in page.atoms if each.y < rule.middle], rule.left))
        if not notes:
            continue
        marks = [each for each in _marks([each for each in page.atoms if each.y > rule.middle]) if each.text in notes]
        if Counter(each.text for each in marks) == notes and set(notes.values()) == {1}:
            return _without(page.atoms, marks)
    return page.atoms if any(rule.width > HALF * page.width for rule in page.rules) else _without_listed(page.atoms)


def _without_listed(atoms: list[Atom]) -> list[Atom]:
    """Return text without raised numbers 1, 2, ... if footnotes 1, 2, ... are below all of them.

    There is no line above these footnotes.
    """
    marks = [*_marks(atoms)]
    if len(marks) < FEWEST or [each.text for each in marks] != [str(number) for number in range(1, len(marks) + 1)]:
        return atoms
    low = min(each.y - each.size for each in marks)
    left = min(each.left for each in atoms)
    if [*_labels([each for each in atoms if each.y < low], left)] != [each.text for each in marks]:
        return atoms
    return _without(atoms, marks)


def _without(atoms: list[Atom], marks: list[Atom]) -> list[Atom]:
    """Return the text of a page without these raised numbers."""
    left_out = set(map(id, marks))
    return [each for each in atoms if id(each) not in left_out]


def _labels(atoms: list[Atom], left: float) -> Iterator[str]:
    """Yield the numbers of the footnotes, which begin where their line does."""
    for each, after in pairwise([*atoms, None]):
        if each is None or abs(each.left - left) > each.size:
            continue
        if found := LABEL.match(each.text):
            yield found[1]
        elif each.text.isdecimal() and after and after.text[:1].isalpha() and _is_mark(each, after):
            yield each.text


def _is_mark(number: Atom, after: Atom) -> bool:
    """Return whether a number is smaller than the word after it, or touches it."""
    return after.size > number.size or after.left - number.right < TOUCHES * number.size


def _marks(atoms: list[Atom]) -> Iterator[Atom]:
    """Yield raised numbers."""
    for before, each in pairwise(atoms):
        is_raised = each.size < 0.8 * before.size and 0.2 * before.size < each.y - before.y < before.size
        if is_raised and each.text.isdecimal() and abs(each.left - before.right) < before.size:
            yield each
