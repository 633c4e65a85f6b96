"""Columns of a PDF page, found by the gap between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.writeups.formats._pdf_atoms import Atom, Page

COLUMN_LINES: Final = 8
"""Fewest lines of a column."""


def columns(atoms: list[Atom], page: Page) -> Iterator[list[Atom]]:
    """Yield the atoms of each column, and of what stands across them, in their order."""
    gutter = _gutter(atoms, page)
    if gutter is None:
        yield atoms
        return
    across = [each for each in atoms if each.left < gutter < each.right]
    heights = sorted({each.y for each in across}, reverse=True)
    bands: dict[int, list[Atom]] = {}
    for each in atoms:
        if each not in across:
            bands.setdefault(sum(height > each.y for height in heights), []).append(each)
    for number in range(len(heights) + 1):
        band = bands.get(number, [])
        yield [each for each in band if each.right <= gutter]
        yield [each for each in band if each.left >= gutter]
        yield [each for each in across if number < len(heights) and each.y == heights[number]]


def _gutter(atoms: list[Atom], page: Page) -> float | None:
    """Return the middle between two columns; None if there is one column."""
    best = None
    for step in range(30, 71):
        x = min(each.left for each in atoms) + step / 100 * page.width if atoms else 0
        crossing = sum(each.left - 4 < x < each.right + 4 for each in atoms)
        if best is None or crossing < best[0]:
            best = crossing, x
    if best is None:
        return None
    crossing, x = best
    left = {round(each.y): each.right for each in atoms if each.right <= x}
    right = {round(each.y) for each in atoms if each.left >= x}
    if min(len(left), len(right)) < COLUMN_LINES or crossing > 0.1 * len(left):
        return None
    full = sum(x - each < 0.12 * page.width for each in left.values())
    return x if full > 0.4 * len(left) else None
