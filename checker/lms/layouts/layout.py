"""The layout of a list of students, and helpers that find columns by their headings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Recogniser = Callable[[Sequence[str], Sequence[Sequence[str]]], "Layout | None"]
"""Return the layout of a list by its header and rows, or None where it is of another kind."""


class ListRule(NamedTuple):
    """A rule that recognises lists of one kind."""

    looseness: int
    recognise: Recogniser


class Layout(NamedTuple):
    """Which columns of a list of students hold ids, names and email addresses; places count from 0."""

    system: str
    """The file as messages name it: `a Canvas gradebook`."""
    ids: tuple[int, ...]
    """Columns of ids.  The first is the system's own."""
    names: tuple[int, ...] = ()
    """Columns that make up the name, first name first."""
    email: int | None = None
    section: int | None = None
    id_of: Callable[[str], str] = str.strip
    """Return the id in a cell of the first column of ids."""
    is_student: Callable[[Sequence[str]], bool] = lambda _: True
    """Return whether a row is a student's."""
    first_id_only: bool = False
    """The other ids may not stand in for a first id that is missing."""

    def row_ids(self, row: Sequence[str]) -> list[str]:
        """Return the id in each column of ids, and the email address last; blank where a row has none."""
        own = [self.id_of(cell(row, self.ids[0])), *(cell(row, place) for place in self.ids[1:])]
        return [*own, cell(row, self.email)]

    def name(self, row: Sequence[str]) -> str:
        """Return the name of the student of a row."""
        return " ".join(filter(None, (cell(row, place) for place in self.names)))


def cell(row: Sequence[str], place: int | None) -> str:
    """Return the text of a cell without space around it; empty where there is none."""
    return row[place].strip() if place is not None and place < len(row) else ""


def plain(heading: str) -> str:
    """Return a heading as headings are compared.

    >>> plain(" Student_ID "), plain("E-mail")
    ('student id', 'e mail')
    """
    return " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())


def column(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return the place of the first of these headings that a header has."""
    headings = [plain(each) for each in header]
    return next((headings.index(name) for name in names if name in headings), None)


def columns(header: Sequence[str], names: Iterable[str]) -> tuple[int, ...]:
    """Return the places of those of these headings that a header has, in the order of the names."""
    found = (column(header, [name]) for name in names)
    return tuple(place for place in found if place is not None)


def column_of_emails(header: Sequence[str], rows: Sequence[Sequence[str]], first: int = 0) -> int | None:
    """Return the place of the email addresses: by an English heading, or else by the cells, from a first column on."""
    by_heading = column(header, ["email address"])
    by_cells = (place for place in range(first, len(header)) if _is_of_emails(rows, place))
    return next(by_cells, None) if by_heading is None else by_heading


def _is_of_emails(rows: Sequence[Sequence[str]], place: int) -> bool:
    cells = list(filter(None, (cell(row, place) for row in rows)))
    return bool(cells) and all("@" in each for each in cells)
