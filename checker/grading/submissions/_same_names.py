"""Rows with one name.  They may be of different students, so a name alone never merges them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from checker.document.errors import quote
from checker.grading.submissions._column_names import ColumnNames
from checker.grading.submissions._columns import Columns
from checker.grading.submissions._unknown_columns import line_to_paste, unknown_columns

SHORTEST: Final = 2
"""Minimum number of rows in which different values tell anything."""

NO_ID: Final = (
    "the name {name} is in several rows, and no column has ids: the rows may be of different students, so none of them "
    "is graded. {advice}"
)
OTHER_IDS: Final = (
    "{name} is in several rows with different values in the column {heading}: the rows may be of different students,"
    " so none of them is graded. If that column has the ids, {advice}"
)
ADD_IDS: Final = "Add a column `ID` with the id of each student"


class SameNames:
    """Finds the names that several rows have, and a column that may tell those rows apart."""

    def __init__(
        self, columns: Columns, rows: Iterable[Sequence[str] | None], names: ColumnNames, hint: str | None
    ) -> None:
        self.columns = columns
        """The columns, with better advice where one may hold the ids."""
        self._repeated: dict[str, str] = {}
        """By name, why its rows are not graded."""
        if not (columns.is_by_name or columns.other_ids):
            return
        complete = [row for row in rows if row is not None and len(row) >= columns.width and any(map(str.strip, row))]
        if columns.is_by_name:
            self._find_names(complete, names, hint)
        else:
            self._find_other_ids(complete, names, hint)

    def why_not(self, name: str) -> str | None:
        """Return why the rows with a name are not graded; None if they are."""
        return self._repeated.get(_plain(name))

    def _find_names(self, rows: Sequence[Sequence[str]], names: ColumnNames, hint: str | None) -> None:
        columns, advice = self.columns, ADD_IDS
        possible = [place for place in columns.unknown if _may_be_ids([row[place] for row in rows])]
        if possible:
            heading = columns.headings[possible[0]]
            unknown = [columns.headings[place] for place in columns.unknown]
            self.columns = columns._replace(advice=unknown_columns(unknown, names, hint, heading))
            advice += f". Or, if {quote(heading)} has the ids, {line_to_paste({heading: 'id'}, names, hint)}"
        seen: set[str] = set()
        for row in rows:
            name = row[columns.students[0]]
            if _plain(name) in seen:
                self._repeated[_plain(name)] = NO_ID.format(name=quote(name.strip()), advice=advice)
            seen.add(_plain(name))

    def _find_other_ids(self, rows: Sequence[Sequence[str]], names: ColumnNames, hint: str | None) -> None:
        for place in self.columns.other_ids:
            heading, ids = self.columns.headings[place], dict[str, str]()
            for row in rows:
                name, id_ = row[self.columns.students[0]], row[place].strip()
                if id_ and ids.setdefault(_plain(name), id_) != id_:
                    advice = line_to_paste({heading: "id"}, names, hint)
                    message = OTHER_IDS.format(name=quote(name.strip()), heading=quote(heading), advice=advice)
                    self._repeated.setdefault(_plain(name), message)


def _may_be_ids(cells: Sequence[str]) -> bool:
    """Return whether a column has a word of its own in each row."""
    texts = [each.strip() for each in cells]
    return len(texts) >= SHORTEST and len(set(texts)) == len(texts) and all(len(each.split()) == 1 for each in texts)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
