"""Divides the text of a PDF page into its columns, by the empty gap between them, with equations as LaTeX."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Final

from checker.writeups.formats._pdf_atoms import Atom, Page
from checker.writeups.formats._pdf_equations import with_equations

COLUMN_LINES: Final = 8
"""Fewest lines of a column."""
FEWEST: Final = 2
"""Number of lines that go on, and of sentences, from which a shorter column is one."""
STARTS: Final = 6
"""Number of places where most words begin, of which one may be the left end of a column."""
WRAPS: Final = 0.06
"""Distance from the right edge of a column, as a share of the page, up to which a line may be full."""
CLEAR: Final = 3.0
"""Width of the gap between two columns at least, in points."""
LINE: Final = 0.5
"""Distance from a baseline, in sizes, up to which text is on the same line."""
FULL: Final = 0.3
"""Share of the page, from below, that a full column reaches."""
EARLIER: Final = 6.0
"""Number of lines by which a short column ends earlier, in sizes."""
SENTENCE: Final = 4
"""Number of words in a line from which it is no cell of a table."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")


def columns(page: Page, atoms: list[Atom]) -> Iterator[list[Atom]]:
    """Yield groups of pieces of text in reading order: those of each column, and lines that go across both.

    A page without columns is one group. Equations are put together on the way, each as one piece of LaTeX.
    """
    gutter = _short_gutter(atoms, page) if atoms else None
    if gutter is not None:
        for group in _divided(atoms, gutter):
            yield with_equations(group, page.rules, page.sides)
        return
    atoms = with_equations(atoms, page.rules, page.sides)
    gutter = _gutter(atoms, page)
    if gutter is None:
        yield atoms
    else:
        yield from _divided(atoms, gutter)


def _divided(atoms: list[Atom], gutter: float) -> Iterator[list[Atom]]:
    """Yield groups of atoms in reading order: left column, right column, the line across both below them, and so on."""
    crossing = {each.y: each.size for each in atoms if each.left < gutter < each.right + CLEAR}
    heights = sorted(crossing, reverse=True)
    across: dict[float, list[Atom]] = {}
    bands: dict[int, list[Atom]] = {}
    for each in atoms:
        line = next((y for y in heights if abs(y - each.y) < LINE * crossing[y]), None)
        if line is None:
            bands.setdefault(sum(height > each.y for height in heights), []).append(each)
        else:
            across.setdefault(line, []).append(each)
    for number in range(len(heights) + 1):
        band = bands.get(number, [])
        yield [each for each in band if each.right <= gutter]
        yield [each for each in band if each.left >= gutter]
        yield across.get(heights[number], []) if number < len(heights) else []


def _gutter(atoms: list[Atom], page: Page) -> float | None:
    """Return the middle between two long columns; None if there is one column."""
    spans = [(each.left - 4, each.right + 4) for each in atoms]
    first = min((each.left for each in atoms), default=0.0)
    places = [first + step / 100 * page.width for step in range(30, 71)]
    crossing, x = min((sum(start < x < end for start, end in spans), x) for x in places)
    left = {round(each.y): each.right for each in atoms if each.right <= x}
    right = {round(each.y) for each in atoms if each.left >= x}
    if min(len(left), len(right)) < COLUMN_LINES or crossing > 0.1 * len(left):
        return None
    full = sum(x - each < 0.12 * page.width for each in left.values())
    return x if full > 0.4 * len(left) else None


def _short_gutter(atoms: list[Atom], page: Page) -> float | None:
    """Return where a short right column begins; None if there is none.

    The left column must run on to the end of the page.  The right one must have sentences and end earlier, as a table
    would not.
    """
    starts = Counter(round(each.left) for each in atoms if 0.3 < each.left / page.width < 0.7)
    likely = sorted(start for start, count in starts.most_common(STARTS) if count >= FEWEST)
    return next((start - 1.0 for start in likely if _is_gutter(start - 1.0, atoms, page)), None)


def _is_gutter(x: float, atoms: list[Atom], page: Page) -> bool:
    """Return whether a short right column begins at this place."""
    across = {round(each.y) for each in atoms if each.left < x < each.right + CLEAR}
    right = _rows(each for each in atoms if each.left >= x and round(each.y) not in across)
    if not right:
        return False
    low, high = right[-1][0].y, right[0][0].y
    if any(low <= y <= high for y in across) or any(
        each.left < x < each.right and low <= each.middle <= high for each in page.rules
    ):
        return False
    left = _rows(each for each in atoms if each.right <= x and round(each.y) not in across)
    if not left or left[-1][0].y > min(FULL * page.height, low - EARLIER * left[-1][0].size):
        return False
    if sum(sum(len(WORD.findall(atom.text)) for atom in row) >= SENTENCE for row in right) < FEWEST:
        return False
    edge = max(row[-1].right for row in left)
    wrapped = sum(
        edge - row[-1].right < WRAPS * page.width and after[0].text[:1].islower() for row, after in pairwise(left)
    )
    return wrapped >= FEWEST


def _rows(atoms: Iterable[Atom]) -> list[list[Atom]]:
    """Return lines of atoms, the upper first."""
    by_height = sorted(atoms, key=lambda each: -each.y)
    return [sorted(row, key=lambda each: each.left) for _, row in groupby(by_height, key=lambda each: round(each.y))]
