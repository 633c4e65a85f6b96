"""A text as a number, a list or a table of numbers: what the vector and the matrix kind have in common."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from checker.answers.around import not_understood, refuse_unknown, without_labels
from checker.answers.convert import times
from checker.answers.core_text import Core, scale_of, without_named_unit
from checker.answers.reading import Reading
from checker.answers.room import Room
from checker.answers.rows import CONSTRUCTOR, TwoReadings, entry, groups, inside, lines, pieces, unwrapped
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief
from checker.notation.vocabulary import unknown_word
from checker.notation.words import counted

MOST_TRANSPOSES: Final = 4

TableEntry = Callable[[str, Hints], StatedNumber]
"""Reads one entry."""

_COMMA: Final = re.compile(r"\d,\d")
_NUMBERED: Final = re.compile(r"(\d{1,3})[.):]\s+(?=[-+\d.\[(])")
_TRANSPOSED: Final = re.compile(
    r"\s*(?:\^ ?\(? ?(?:T|\u22a4|tr|\\top|\\intercal|\\prime)(?![A-Za-z]) ?\)?"
    r"|\.(?:T|mT)(?![\w(])|\.(?:t|transpose)\(\)|'|\u22a4|T(?!\w))"
)


class Table(NamedTuple):
    """The entries of a list or a table, as text."""

    rows: list[list[str]]
    axes: int = 2
    """0 of a number, 1 of a list, 2 of rows."""


def read_rows(text: str, hints: Hints, room: Room, *, listed: bool) -> Reading:
    """Read a text that `plain` has gone over, with the unit of the question or one that is converted into it.

    `listed`: a vector is asked, so that entries between `;` or line ends are a list and not a column.
    Where a comma may be a decimal sign, the shape of the answer settles it.  Raises Unreadable, for more entries than
    there is room for before any of them is worked out.
    """
    try:
        reading = _read(text, hints, room, listed=listed)
        return _by_shape(reading, text, hints, room, listed=listed)
    except TwoReadings:
        if hints.shape is None:
            raise
        found = [_attempt(text, hints._replace(decimal=sign), room, listed=listed) for sign in ("point", "comma")]
        fitting = [reading for reading in found if reading and _has_shape(reading, hints.shape)]
        if len(fitting) != 1:
            raise
        return fitting[0]


def _by_shape(reading: Reading, text: str, hints: Hints, room: Room, *, listed: bool) -> Reading:
    """The reading with decimal commas, if only that has the shape that is asked for: `[1,2873]` for one number."""
    is_settled = hints.shape is None or hints.whole or hints.decimal or _has_shape(reading, hints.shape)
    if is_settled or hints.shape is None or not _COMMA.search(text):
        return reading
    other = _attempt(text, hints._replace(decimal="comma"), room, listed=listed)
    return other if other and _has_shape(other, hints.shape) else reading


def _attempt(text: str, hints: Hints, room: Room, *, listed: bool) -> Reading | None:
    try:
        return _read(text, hints, room, listed=listed)
    except UnreadableAnswer:
        return None


def _has_shape(reading: Reading, shape: tuple[int, ...]) -> bool:
    """Whether this is the shape that is asked for; a single row or column of a list counts."""
    if reading.shape == shape:
        return True
    return len(shape) == 1 and 1 in reading.shape and math.prod(reading.shape) == shape[0]


def _read(text: str, hints: Hints, room: Room, *, listed: bool) -> Reading:
    if hints.unit:
        from checker.answers.measured import Measured  # here, because most questions have no unit

        measured = Measured(text, hints)
        body, tail = _unwrapped(measured.body, text, hints)
        reading, tail = transposed(_filled(_table(body, hints, room, listed=listed), hints, measured.entry), tail)
        return measured.converted(reading, tail)
    body, tail = _unwrapped(text, text, hints)
    reading, tail = transposed(_filled(_table(body, hints, room, listed=listed), hints, cache(entry)), tail)
    scale, tail = scale_of(Core("", tail), hints._replace(whole=False))
    refuse_unknown(without_named_unit(tail, text, hints), text, hints)
    return scaled(reading, scale)


def _unwrapped(text: str, whole: str, hints: Hints) -> tuple[str, str]:
    """The brackets and entries of a text without labels and numbering, and what stands behind them."""
    body = without_labels(text, hints.words)
    front, bracket, _ = body.partition("[")
    if bracket and front[:1].isalpha() and "(" not in front and not CONSTRUCTOR.match(body):
        raise not_understood(unknown_word(front, hints.words) or front, whole, hints)
    return unwrapped(_without_numbering(body))


def _without_numbering(text: str) -> str:
    """The lines of a text without their numbers, if they are numbered from 1: `1. 0.6`, `2. 0.2`."""
    lines = text.split("\n")
    if len(lines) > 1 and all(line.startswith("- ") for line in lines):
        raise UnreadableAnswer(f'The dashes in "{brief(text)}" may be minuses. Write one list, such as [0.25, 0.75].')
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(each[1]) for each in found if each]
    if len(lines) < 2 or numbers != list(range(1, len(lines) + 1)):  # noqa: PLR2004 - a list
        return text
    return "\n".join(line[each.end() :] for line, each in zip(lines, found, strict=True) if each)


def scaled(reading: Reading, scale: Fraction) -> Reading:
    """Return a reading with every number times a scale: `[60.9, 19.6] %`."""
    return reading if scale == 1 else reading._replace(numbers=tuple(times(each, scale) for each in reading.numbers))


def transposed(reading: Reading, tail: str) -> tuple[Reading, str]:
    """Return the reading with rows and columns exchanged as often as the text behind it says, and the rest of that."""
    for _ in range(MOST_TRANSPOSES):
        sign = _TRANSPOSED.match(tail)
        if sign is None:
            break
        tail = tail[sign.end() :]
        rows, columns = (1, *reading.shape)[-2:] if reading.shape else (1, 1)
        entries = tuple(reading.numbers[row * columns + column] for column in range(columns) for row in range(rows))
        reading = Reading((columns, rows), entries, "transposed")
    return reading, tail


def _table(body: str, hints: Hints, room: Room, *, listed: bool) -> Table:
    """Take a text apart into its entries.  Raises Unreadable, for more entries than there is room for too."""
    if not body.strip(";"):
        raise UnreadableAnswer("I expected a list of numbers, such as [0.25, 0.75], and found none.")
    inner = inside(body)
    rows = groups(body) if inner is None else groups(inner, nested=True)
    if rows is not None and len(rows) == 1 and ";" in rows[0]:
        inner, rows = rows[0], None  # LaTeX: brackets around an array
    if rows is not None:
        if listed and inner is None and len(rows) > 1 and any("," in row or " " in row.strip() for row in rows):
            raise UnreadableAnswer(f'"{brief(body)}" is {len(rows)} lists. Write one.')
        return Table(_taken_apart([_row(row) for row in rows], hints, room))
    found = lines(body if inner is None else inner, bracketed=inner is not None)
    if not found:
        raise UnreadableAnswer("I expected a list of numbers and found an empty one.")
    entries = _taken_apart(found, hints, room, lone_comma=listed and len(found) > 1)
    if len(found) == 1:
        is_number = len(entries[0]) == 1 and (inner is None or (body[0] == "(" and "," not in body))
        return Table(entries, 0 if is_number else 1)
    is_column = listed and all(len(row) == 1 for row in entries)
    return Table([[row[0] for row in entries]], 1) if is_column else Table(entries)


def _taken_apart(rows: list[str], hints: Hints, room: Room, *, lone_comma: bool = False) -> list[list[str]]:
    """The entries of each row as text."""
    table = [pieces(row, hints, lone_comma=lone_comma) for row in rows]
    room.refuse_more(sum(map(len, table)))
    return table


def _filled(table: Table, hints: Hints, read: TableEntry) -> Reading:
    """Read every entry.  Raises Unreadable, of rows with different numbers of entries too."""
    rows = [[read(piece, hints) for piece in row] for row in table.rows]
    if table.axes > 1:
        return _matrix(rows)
    numbers = tuple(rows[0])
    return Reading((len(numbers),) if table.axes else (), numbers)


def _row(text: str) -> str:
    """What stands in the brackets around a row, on one line."""
    if text[:1] == "[":
        raise UnreadableAnswer("This has three levels of brackets. A matrix has two, a vector one.")
    return " ".join(text.split())


def _matrix(table: list[list[StatedNumber]]) -> Reading:
    """The reading of rows of equal length."""
    columns = len(table[0])
    for number, row in enumerate(table, 1):
        if len(row) != columns:
            first, other = (counted(length, "entry", "entries") for length in (columns, len(row)))
            raise UnreadableAnswer(
                f"Row 1 has {first} and row {number} has {other}. All rows of a matrix are of the same length."
            )
    return Reading((len(table), columns), tuple(entry for row in table for entry in row))
