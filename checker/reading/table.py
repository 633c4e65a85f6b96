"""Reads a text as a number, a list or a table of numbers, for the kinds of answers `vector` and `matrix` (`TableText`).

Removes names such as `A^-1 =`, transposes `[1, 2]^T`, and lets the shape asked for decide what a comma means.
`is_of_matrix` checks such a name against the question.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.reading.arithmetic import multiply
from checker.reading.brackets import CONSTRUCTOR, inside, unwrap
from checker.reading.leading_number import Core, scale_of, without_named_unit
from checker.reading.list_entries import (
    AmbiguousCommas,
    read_entry,
    rows_in_brackets,
    rows_on_lines,
    split_row,
    unclear_end,
    without_thousands,
)
from checker.reading.reading import AnswerLimits, Reading
from checker.reading.surrounding_text import not_understood, refuse_unknown, without_labels
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief
from checker.text.vocabulary import Words, unknown_word

MAX_TRANSPOSES: Final = 4

EntryReader = Callable[[str, Hints], StatedNumber]

_CALCULATED: Final = re.compile(r"(?:[-+]\s*|[-+]?\d[\d.]*\s*[*×/]?\s*)(?:\[|\([^()\[\]]*,)")
"""`-[1, 2]`, `2 * [1, 2]`, `2(1, 2)`"""
_COMMA: Final = re.compile(r"\d,\d")
_TIGHT: Final = re.compile(r",(?=\d)")
_TUPLE: Final = re.compile(
    r"\( ?([^\W\d_]\w{0,3}(?: ?[,;|] ?[^\W\d_]\w{0,3}){1,5}) ?\)(?: ?\^ ?\(? ?T ?\)?)? ?= ?(?=[(\[])"
)
"""`(x, y, z) = `"""
_TUPLES: Final = re.compile(r"\( ?([^\W\d_]\w{0,3}(?: ?[,;|] ?[^\W\d_]\w{0,3}){1,5}) ?\)")
_POWER: Final = re.compile(r"([A-Z]) ?\^ ?\(? ?(-1|T) ?\)? ?= ?(?=[(\[])")
"""`A^-1 =`, `A^T =`"""
_POWERS: Final = {
    "-1": r"(?:inverse|invert)\b(?: matrix\b)?|(?=[A-Z](?:\^\{?-1|⁻¹))",
    "T": r"transpose\b(?: matrix\b)?|(?=[A-Z](?:\^\{?T|ᵀ))",
}
"""The words and signs by which prompts ask for an inverse or a transpose."""
_OPERATIONS: Final = re.compile(r"inver|transpos|determinant|trace|rank|eigen|adj|square|product|sum\b")
_POWER_SIGN: Final = re.compile(r"\^ ?\{?(?:-1|T)\}?|⁻¹|ᵀ")
_MATRICES: Final = re.compile(r"(?<![^\W_])[A-Z]{1,3}(?![^\W_])")
_NUMBERED: Final = re.compile(r"(\d{1,3})[.):]\s+(?=[-+\d.\[(])")
_TRANSPOSED: Final = re.compile(
    r"\s*(?:\^ ?\(? ?(?:T|\u22a4|tr|\\top|\\intercal|\\prime)(?![A-Za-z]) ?\)?"
    r"|\.(?:T|mT)(?![\w(])|\.(?:t|transpose)\(\)|'|\u22a4|T(?!\w))"
)


class TextTable(NamedTuple):
    """The entries of a list or a table as texts, not yet read as numbers."""

    rows: list[list[str]]
    axes: int = 2
    """0 of a number, 1 of a list, 2 of rows."""

    def is_partly(self, sign: str) -> bool:
        """Return whether some of the entries, but not all, end with this sign, such as %."""
        ends = [entry.endswith(sign) for row in self.rows for entry in row]
        return any(ends) and not all(ends)

    def read(self, hints: Hints, read_entry: EntryReader) -> Reading:
        """Return the numbers of all entries.  Raise UnreadableAnswer, also for rows of different lengths."""
        rows = [[read_entry(piece, hints) for piece in row] for row in self.rows]
        columns = len(rows[0])
        for number, row in enumerate(rows, 1):
            if len(row) != columns:
                raise UnreadableAnswer(
                    f"Row 1 has {_counted(columns)} and row {number} has {_counted(len(row))}. "
                    "Write the same number of entries in every row."
                )
        shape = (len(rows), columns)[2 - self.axes :]
        return Reading(shape, tuple(entry for row in rows for entry in row))


class TableText(NamedTuple):
    """Reads the numbers in the text of a list or a table, with the question's hints and limits."""

    text: str
    hints: Hints
    limits: AnswerLimits
    listed: bool
    """The question asks for a vector, so entries between `;` or line ends are a list and not a column."""

    def read(self) -> Reading:
        """Return the numbers in the text; where a comma has several meanings, the shape of the answer decides.

        Raises UnreadableAnswer; for too many entries before any of them is evaluated.
        """
        try:
            reading = self.read_once()
        except AmbiguousCommas:
            fitting = [reading for reading in self._readings_of_commas() if self._fits(reading)]
            if len({reading.numbers for reading in fitting}) != 1:
                raise
            return fitting[0]
        hints = self.hints
        is_settled = hints.shape is None or hints.whole or hints.decimal or self._fits(reading)
        if is_settled or not _COMMA.search(self.text):
            return reading
        other = self.with_decimal("comma")  # `[1,2873]` for one number
        return other if other and self._fits(other) else reading

    def _readings_of_commas(self) -> Iterator[Reading]:
        """Yield each possible reading of the text: commas between thousands, between entries, or as decimal signs."""
        declared = self.hints.decimal
        if declared != "comma":
            for text in (without_thousands(self.text), _TIGHT.sub(", ", self.text)):
                if reading := self._replace(text=text).with_decimal("point"):
                    yield reading
        if declared != "point" and (reading := self.with_decimal("comma")):
            yield reading

    def with_decimal(self, sign: str) -> Reading | None:
        """Return the numbers read with this decimal sign; None if the text is unreadable so."""
        try:
            return self._replace(hints=self.hints._replace(decimal=sign)).read_once()
        except UnreadableAnswer:
            return None

    def _fits(self, reading: Reading) -> bool:
        """Return whether this is the shape of the truth; a single row or column of a list counts."""
        right = self.hints.shape
        is_line = right is not None and len(right) == 1 and 1 in reading.shape
        return reading.shape == right or (is_line and (math.prod(reading.shape),) == right)

    def read_once(self) -> Reading:
        """Return the numbers, with the decimal sign of the hints.

        Raise UnreadableAnswer, and AmbiguousCommas if a comma can still be read in two ways.
        """
        text, hints = self.text, self.hints
        if hints.unit:
            from checker.reading.list_with_units import ListWithUnits  # here, because most questions have no unit

            listed = ListWithUnits(text, hints)
            body, tail = self._unwrapped(listed.body)
            reading, tail = transpose(self._table(body).read(hints, listed.entry), tail)
            return listed.converted(reading, tail)
        body, tail = self._unwrapped(text)
        table = self._table(body)
        if "%" in body and table.is_partly("%"):
            raise unclear_end(text)
        reading, tail = transpose(table.read(hints, cache(read_entry)), tail)
        scale, tail = scale_of(Core("", tail), hints._replace(whole=False))
        refuse_unknown(without_named_unit(tail, text, hints), text, hints)
        scaled = reading.numbers if scale == 1 else tuple(multiply(each, scale) for each in reading.numbers)
        return reading._replace(numbers=scaled)

    def _unwrapped(self, body: str) -> tuple[str, str]:
        """Return the brackets and entries of a text without labels and numbering, and the text after them."""
        body = without_labels(self._without_name(body), self.hints.words)
        if _CALCULATED.match(body) and self.hints.decimal != "comma":
            whole = f'"{brief(self.text)}" is a calculation with a list'
            raise UnreadableAnswer(f"{whole}. Write only the entries of its result, such as [a, b].")
        front, bracket, _ = body.partition("[")
        if bracket and front[:1].isalpha() and "(" not in front and not CONSTRUCTOR.match(body):
            raise not_understood(unknown_word(front, self.hints.words) or front, self.text, self.hints)
        return unwrap(_without_numbering(body))

    def _without_name(self, body: str) -> str:
        """Return the text without a name in front: `A^-1` if it is asked for, `(x, y)` in the question's order."""
        words = self.hints.words
        if (power := _POWER.match(body)) and is_of_matrix(power[1], _POWERS[power[2]], words):
            return body[power.end() :]
        if not (found := _TUPLE.match(body)):
            return body
        return body[found.end() :] if _is_in_order(re.findall(r"\w+", found[1]), words) else body

    def _table(self, body: str) -> TextTable:
        """Take a text apart into its entries.  Raises UnreadableAnswer, also for too many entries."""
        if not body.strip(";"):
            raise UnreadableAnswer("I found no list of numbers. Write one, such as [a, b].")
        inner = inside(body)
        rows = rows_in_brackets(body) if inner is None else rows_in_brackets(inner, nested=True)
        is_row = self.hints.decimal == "comma" and (self.hints.shape or ())[:1] == (1,)
        if rows is not None and len(rows) == 1 and ";" in rows[0] and not is_row:
            inner, rows = rows[0], None  # LaTeX: brackets around an array
        if rows is not None:
            is_lists = self.listed and inner is None and len(rows) > 1
            if is_lists and any("," in row or " " in row.strip() for row in rows):
                raise UnreadableAnswer(f'"{brief(body)}" has {len(rows)} lists. Write only one.')
            return TextTable(self._entries([_on_one_line(row) for row in rows]))
        lines = rows_on_lines(body if inner is None else inner, bracketed=inner is not None) or [""]
        entries = self._entries(lines, lone_comma=self.listed and len(lines) > 1)
        if len(lines) == 1:
            is_number = len(entries[0]) == 1 and (inner is None or (body[0] == "(" and "," not in body))
            return TextTable(entries, 0 if is_number else 1)
        is_column = self.listed and all(len(row) == 1 for row in entries)
        return TextTable([[row[0] for row in entries]], 1) if is_column else TextTable(entries)

    def _entries(self, rows: list[str], *, lone_comma: bool = False) -> list[list[str]]:
        """Return the entries of each row as text."""
        table = [split_row(row, self.hints, lone_comma=lone_comma) for row in rows]
        self.limits.refuse_more(sum(map(len, table)))
        return table


def is_of_matrix(letter: str, noun: str, words: Words) -> bool:
    """Return whether the question asks for this property (`noun`) of the matrix with this letter, or of its only one.

    >>> words = Words("Find the inverse of B, where A = [[1, 2], [3, 4]].")
    >>> is_of_matrix("B", "inverse", words), is_of_matrix("A", "inverse", words), is_of_matrix("C", "inverse", words)
    (True, False, False)
    """
    asked = words.asked
    if not re.search(rf"(?i:{noun})", asked) or len({*_OPERATIONS.findall(asked.casefold())}) > 1:
        return False
    alone = asked if _OPERATIONS.search(asked.casefold()) else _POWER_SIGN.sub(" ", asked)
    if re.search(rf"[\d+*·−-]\s?{letter}(?![^\W_])|(?<![^\W_]){letter}\s?[\^²³⁻ᵀ'+*·−-]", alone):  # of 2A, of A²
        return False
    letters = set().union(*_MATRICES.findall(words.text)) - {letter}
    of = r"\s*(?:(?:of|von)\s+)?(?:the\s+)?(?:matrix\s+)?[\s$({]*"
    is_named = re.search(rf"(?i:{noun}){of}{letter}(?![^\W_])", asked)
    return bool(is_named) or not letters


def _is_in_order(names: list[str], words: Words) -> bool:
    """Return whether names stand in the order of the question, or in that of the alphabet where it gives none."""
    text = words.text
    tuples = [re.findall(r"\w+", each) for each in _TUPLES.findall(text)]
    if tuples := [each for each in tuples if {*each} == {*names}]:
        return all(each == names for each in tuples)
    each_name = "|".join(map(re.escape, names))
    found = re.finditer(rf"(?<![\w\-+*/^=<>])(?:{each_name})(?![\w+*/^=<>]| ?[-+*/^=<>−·])", text)
    said = [each[0] for each in found if text[: each.start()].rstrip()[-1:] not in {*"-+*/^=<>−·"}]
    windows = [said[at : at + len(names)] for at in range(len(said) - len(names) + 1)]
    windows = [each for each in windows if len({*each}) == len(names)]
    return all(each == names for each in windows) if windows else {*said} != {*names} and names == sorted({*names})


def transpose(reading: Reading, tail: str) -> tuple[Reading, str]:
    """Return the numbers transposed if the text after them says so (`^T`), and the rest of that text."""
    for _ in range(MAX_TRANSPOSES):
        sign = _TRANSPOSED.match(tail)
        if sign is None:
            break
        tail = tail[sign.end() :]
        rows, columns = (1, *reading.shape)[-2:] if reading.shape else (1, 1)
        entries = tuple(reading.numbers[row * columns + column] for column in range(columns) for row in range(rows))
        reading = Reading((columns, rows), entries, "transposed")
    return reading, tail


def _without_numbering(text: str) -> str:
    """Return the lines of a text without their numbers, if they are numbered from 1: `1. 0.6`, `2. 0.2`."""
    lines = text.split("\n")
    if len(lines) > 1 and all(line.startswith("- ") for line in lines):
        raise UnreadableAnswer(f'The dashes in "{brief(text)}" could be minus signs. Write one list, such as [a, b].')
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(each[1]) for each in found if each]
    if len(lines) < 2 or numbers != list(range(1, len(lines) + 1)):  # noqa: PLR2004 - a list
        return text
    return "\n".join(line[each.end() :] for line, each in zip(lines, found, strict=True) if each)


def _on_one_line(text: str) -> str:
    """Return the inside of a row on one line.  Raise UnreadableAnswer if it begins with a further bracket."""
    if text[:1] == "[":
        raise UnreadableAnswer(
            "This has three levels of brackets. Write a vector as [a, b] and a matrix as [[a, b], [c, d]]."
        )
    return " ".join(text.split())


def _counted(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"
