"""`table`: every table of a page, as rows of cells that a template shows; what is blank is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

NOTHING: Final = "–"
"""Shown where there is no number."""


class Cell(NamedTuple):
    """A cell of a table."""

    text: str = ""
    note: str = ""
    """A second line in smaller letters."""
    items: tuple[tuple[str, str], ...] = ()
    """A list, each entry with a remark in softer letters."""
    code: str = ""
    value: float | None = None
    """The number to sort by, if the text does not begin with it."""
    css: str = ""

    @property
    def is_blank(self) -> bool:
        """Return whether the cell shows nothing."""
        return self.text in {"", NOTHING} and not self.items and not self.code


class Table(NamedTuple):
    """A table of a page; its first column names the rows."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """The headings, each with the classes of its cells."""
    rows: tuple[tuple[Cell, ...], ...]
    css: str
    """`sortable`, `filtered` or both."""


def table(title: str, columns: Mapping[str, str], rows: Iterable[Iterable[Any]], css: str = "sortable") -> Table | None:
    """Return a table without its blank columns; None if only the names of the rows are left.

    `columns` are the headings with the classes of their cells.  A cell is a text, a `Cell`, a number, of which a 0 is
    blank, or None for a dash.

    >>> table("Points", {"Student": "", "Points": "number", "Late": ""}, [["s1", 2.0, ""]]).columns
    (('Student', ''), ('Points', 'number'))
    """
    found = [[_cell(each) for each in row] for row in rows]
    kept = [place for place in range(len(columns)) if not place or any(not row[place].is_blank for row in found)]
    if not found or kept == [0]:
        return None
    headings = list(columns.items())
    shown = tuple(tuple(row[place] for place in kept) for row in found)
    return Table(title, tuple(headings[place] for place in kept), shown, css)


def _cell(value: Any) -> Cell:
    if isinstance(value, Cell):
        return value
    if value is None:
        return Cell(NOTHING)
    return Cell(value if isinstance(value, str) else f"{value:g}" if value else "")
