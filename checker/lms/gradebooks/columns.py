"""The column of a gradebook that an assignment's grades go into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from checker.document.errors import quote
from checker.lms.grades import ExportError, ExportRequest
from checker.lms.layouts.layout import plain
from checker.notation.words import did_you_mean, enumerated


class Column(NamedTuple):
    """A column that can hold grades."""

    place: int
    heading: str
    title: str
    """The heading without what the LMS adds to it."""
    id: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return everything that this column may be called."""
        return tuple(filter(None, (self.heading, self.id, self.title)))


def chosen(columns: Sequence[Column], request: ExportRequest) -> Column:
    """Return the column that `--column` names, or the one with the assignment's title.  Raises ExportError.

    Raises ExportError if there is none, or if several have it.
    """
    wanted = (request.title if request.column is None else request.column).strip()
    if not wanted:
        raise ExportError("the assignment has no title; name the column with --column")
    for compared, is_of_heading in product((_exact, plain), (True, False)):  # the most exact comes first
        for_names = [(column, (column.heading,) if is_of_heading else column.names) for column in columns]
        found = [column for column, names in for_names if compared(wanted) in map(compared, names)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ExportError(_several(wanted, found))
    if not columns:
        raise ExportError("no column of this file can hold grades; add the assignment in the LMS and download again")
    known = tuple(column.title.strip() for column in columns)
    meant = did_you_mean(wanted, known)
    end = "" if meant.endswith("?") else "."
    raise ExportError(f"there is no column {quote(wanted)}{meant}{end} Name the column with --column")


def _exact(name: str) -> str:
    return name.strip()


def _several(wanted: str, found: Sequence[Column]) -> str:
    headings = [quote(column.heading) for column in found]
    if len(set(headings)) < len(headings):
        return f"{len(found)} columns have the heading {headings[0]}; rename all but one in the LMS and download again"
    return f"{enumerated(headings)} all fit {quote(wanted)}; choose one with --column"
