"""Long lines, read in pieces, so that no line costs more than its length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.document import Line

LONGEST: Final = 5_000
"""Characters of a line that is read at once."""
MOST_STRONG: Final = 50
"""Bold pieces of a long line that are kept."""
MOST_CELLS: Final = 200
"""Cells of a long row that are kept."""
_PIECE: Final = re.compile(rf".{{1,{LONGEST}}}(?!\S)|.{{1,{LONGEST}}}(?<![\d.,])|[\d.,]+", re.DOTALL)
"""A piece ends before a space, or else after any sign that cannot be in a number."""


def pieces(line: Line) -> Iterator[Line]:
    """Yield a line, or the pieces of a long one, all at its place.

    A long line keeps its first bold pieces; the row of a table keeps its first cells.  Longer
    numbers and cells are left out.
    """
    if len(line.text) <= LONGEST:
        yield line
        return
    cells = tuple(cell if len(cell) <= LONGEST else "" for cell in line.cells[:MOST_CELLS])
    line = line._replace(strong=line.strong[:MOST_STRONG], cells=cells)
    if cells:
        yield line._replace(text=" | ".join(cells)[:LONGEST])
        return
    for found in _PIECE.finditer(line.text):
        if len(found[0]) <= LONGEST:
            yield line._replace(text=found[0])
