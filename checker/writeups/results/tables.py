"""Tables as answers: a matrix without headings and labels, and each column as a list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.notation.units import is_unit_word
from checker.writeups.document import Place
from checker.writeups.language.phrases import one_of
from checker.writeups.results.arrays import as_list, counts
from checker.writeups.results.candidate import Candidate
from checker.writeups.results.statements import Statement

_VALUE: Final = re.compile(r"[-−–+]?(?:\d[\d.,]*|\d+/\d+|√?\d+(?:/\d+)?)")
_RELATION: Final = re.compile(r"[=≈]")
_SEPARATOR: Final = re.compile(r"[,;\s]+")
_SUM: Final = re.compile(one_of("totals"), re.IGNORECASE)
_LABELLED: Final = 3
"""Length from which a row may begin with a label."""
_FEWEST_ROWS: Final = 2
_MOST_LABELS: Final = 2
"""Maximum number of columns with labels; of two that both count, the second may be labels or values."""

Rows = Sequence[Sequence[str]]
"""The cells of a table that are numbers; those that are none are empty."""


class _Array(NamedTuple):
    """A table, or a column of it, as an answer."""

    text: str
    kind: str
    cue: str
    near: str
    """The words that name it."""


def table_candidates(cells: Sequence[Statement]) -> Iterator[Candidate]:
    """Yield a table as the matrices that it may be, and its columns as lists."""
    first = cells[0]
    line = first.places[0][1]
    for text, kind, cue, near in _arrays(cells):
        yield Candidate(
            *(text, kind, first.file, line.place, line.text, (cue,), near), above=first.above, mark=first.mark
        )


def _arrays(cells: Sequence[Statement]) -> Iterator[_Array]:
    """Yield the matrices and the lists that a table may be."""
    by_line: dict[Place, list[Statement]] = {}
    for cell in cells:
        by_line.setdefault(cell.places[0][1].place, []).append(cell)
    rows = list(by_line.values())
    title = cells[0].above[0] if cells[0].above else ""
    for text, cue in _matrices([[_value(cell.text) for cell in row] for row in rows]):
        yield _Array(text, "matrix", cue, title)
    for row in rows:
        yield from _row(row)
    for number in range(max(map(len, rows))):
        yield from _column([row[number] for row in rows if number < len(row) and row[number].row[1]])


def _row(cells: Sequence[Statement]) -> Iterator[_Array]:
    """Yield the numbers of a row after its label as a list, without their sum."""
    label, *others = cells
    values = [_value(each.text) for each in others if not _SUM.fullmatch(each.row[1].strip())]
    if len(values) >= _FEWEST_ROWS and not _VALUE.fullmatch(label.text.strip()) and all(values) and not counts(values):
        yield _Array(as_list(values), "vector", "row", label.text)


def _column(cells: Sequence[Statement]) -> Iterator[_Array]:
    """Yield a column of numbers as a list, and one of lists as a matrix; none that numbers the rows."""
    if len(cells) < _FEWEST_ROWS:
        return
    heading = cells[0].row[1]
    values = [_value(cell.text) for cell in cells]
    if all(values) and not counts(values):
        yield _Array(as_list(values), "vector", "column", heading)
    elif all(lists := [_list(cell.text) for cell in cells]):
        yield _Array(as_list(lists), "matrix", "column", heading)


def _matrices(table: Rows) -> Iterator[tuple[str, str]]:
    """Yield the matrices that the numbers of a table may be, each with its cue; its first columns may be labels."""
    rows = [row for row in table if all(row) or (len(row) >= _LABELLED and all(row[1:]))]
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    rows = [row for row in rows if len(row) == width]
    if len(rows) < _FEWEST_ROWS:
        return
    for labels in range(_MOST_LABELS + 1):
        body = [row[labels:] for row in rows]
        if len(body[0]) > 1 and all(map(all, body)):
            yield as_list(map(as_list, body)), "whole_table" if _is_whole(rows, labels) else "half_table"


def _is_whole(rows: Rows, labels: int) -> bool:
    """Return whether a table without its first columns is a matrix: they are words, or count; what stays does not."""
    columns = list(zip(*rows, strict=True))
    if counts(columns[labels]):
        return False
    if labels == _MOST_LABELS and all(map(counts, columns[:labels])):
        return False
    return all(counts(column) or not all(column) for column in columns[:labels])


def _list(text: str) -> str:
    """Return a cell with a list of numbers as such a list; empty where it is none."""
    values = _SEPARATOR.split(text.strip(" []()"))
    return as_list(values) if len(values) > 1 and all(map(_value, values)) else ""


def _value(text: str) -> str:
    """Return the value of a cell: what comes after its last =, if it is a number, with its unit."""
    value = _RELATION.split(text)[-1].strip().strip("*` ")
    number = _VALUE.match(value)
    unit = value[number.end() :].strip() if number else ""
    return value if number and (not unit or is_unit_word(unit)) else ""
