"""A text as a number, a list or a table of numbers: what the vector and the matrix kind have in common."""

from __future__ import annotations

from checker.answers.reading import Reading
from checker.answers.rows import entries, groups, inside, lines, unwrapped
from checker.errors import Unreadable
from checker.notation.stated import Hints, Number


def read_rows(text: str, hints: Hints, *, listed: bool) -> Reading:
    """Read a text that `plain` has gone over, with the unit of the question or one that is converted into it."""
    if not hints.unit:
        return _read(text, hints, listed=listed)
    from checker.answers.measured import read_measured  # here, because most questions have no unit

    return read_measured(text, hints, lambda bare, bare_hints: _read(bare, bare_hints, listed=listed))


def _read(text: str, hints: Hints, *, listed: bool) -> Reading:
    """Read the numbers, shape and all: (), (n,) or (rows, columns).

    `listed`: a vector is asked, so that entries between `;` or line ends are a list and not a column.
    Raises Unreadable, of rows with different numbers of entries too.
    """
    body = unwrapped(text)
    if not body.strip(";"):
        raise Unreadable("I expected a list of numbers, such as [0.25, 0.75], and found none.")
    inner = inside(body)
    rows = groups(body) if inner is None else groups(inner)
    if rows is not None and len(rows) == 1 and ";" in rows[0]:
        inner, rows = rows[0], None  # LaTeX: brackets around an array
    if rows is not None:
        return _matrix([_row(row, hints) for row in rows])
    found = lines(body if inner is None else inner, bracketed=inner is not None)
    if not found:
        raise Unreadable("I expected a list of numbers and found an empty one.")
    if len(found) == 1:
        numbers = entries(found[0], hints)
        if (inner is None and len(numbers) == 1) or (body[0] == "(" and len(numbers) == 1 and "," not in body):
            return Reading((), (numbers[0],))
        return Reading((len(numbers),), tuple(numbers))
    table = [entries(row, hints, lone_comma=listed) for row in found]
    if listed and all(len(row) == 1 for row in table):
        return Reading((len(table),), tuple(row[0] for row in table))
    return _matrix(table)


def _row(text: str, hints: Hints) -> list[Number]:
    """The entries of a bracketed row."""
    if text[:1] == "[":
        raise Unreadable("This has three levels of brackets. A matrix has two, a vector one.")
    return entries(" ".join(text.split()), hints)


def _matrix(table: list[list[Number]]) -> Reading:
    """The reading of rows of equal length."""
    columns = len(table[0])
    for number, row in enumerate(table, 1):
        if len(row) != columns:
            raise Unreadable(
                f"Row 1 has {_counted(columns)} and row {number} has {_counted(len(row))}. "
                "All rows of a matrix are of the same length."
            )
    return Reading((len(table), columns), tuple(entry for row in table for entry in row))


def _counted(count: int) -> str:
    """A number of entries in words."""
    return "1 entry" if count == 1 else f"{count} entries"
