"""A list of numbers as an answer."""

from __future__ import annotations

import re
from typing import Any, Final

from checker.answers.base import Kind
from checker.answers.kinds.matrix import AXES
from checker.answers.kinds.number import refuse_middle_dots, stated_number
from checker.answers.limits import limits_for
from checker.answers.quantity_names import without_names
from checker.answers.reading import Reading, flatten
from checker.answers.table import TableText
from checker.answers.vector_components import in_components
from checker.notation.number import Hints
from checker.notation.text import plain

EXPECTED: Final = "a vector"

_QUICK: Final = re.compile(r"\[-?\d{1,15}(?:\.\d{1,12})?(?:, -?\d{1,15}(?:\.\d{1,12})?){1,500}\]", re.ASCII).fullmatch
_ENTRIES: Final = re.compile(r"(-?\d+)(\.\d+)?", re.ASCII).findall


class VectorKind(Kind):
    """A list of numbers."""

    name = "vector"
    is_list = True
    has_entries = True
    may_have_unit = True
    results = frozenset({"vector", "matrix", "number"})
    unfit_cues = frozenset()

    def read(self, text: str, hints: Hints) -> Reading:
        """Read a list; plain ones such as `[0.609, 0.196]` are read without the general path, with the same result."""
        if _QUICK(text) and hints.decimal != "comma" and not (hints.whole and "." in text):
            entries = _ENTRIES(text)
            limits = limits_for(hints.shape, EXPECTED)
            if len(text) <= limits.characters and len(entries) <= limits.entries:
                numbers = tuple([stated_number(whole, decimals) for whole, decimals in entries])
                return Reading((len(numbers),), numbers)
        return read_general_vector(text, hints)

    def fits(self, value: Any) -> bool:
        """Return whether a truth is a list of numbers."""
        return len(flatten(value)[0]) == 1

    def has_dimensions(self, reading: Reading) -> bool:
        """Return whether a reading is a list, or a table that is one."""
        return len(reading.shape) < AXES or min(reading.shape) == 1


def read_general_vector(text: str, hints: Hints) -> Reading:
    """Read a list by the general path.  Raises UnreadableAnswer.

    A single row or column of a table is the list; any other table keeps its shape, which is then wrong.
    """
    limits = limits_for(hints.shape, EXPECTED)
    text = without_names(text, hints.words)
    text = in_components(text, hints.shape[0] if hints.shape and len(hints.shape) == 1 else None)
    refuse_middle_dots(text, hints)
    reading = TableText(plain(text, limits.characters, limits.name), hints, limits, listed=True).read()
    match reading.shape:
        case (1, columns):
            return _as_list(reading, columns, "a row, read as a vector")
        case (rows, 1):
            return _as_list(reading, rows, "a column, read as a vector")
        case _:
            return reading


def _as_list(reading: Reading, length: int, note: str) -> Reading:
    return reading._replace(shape=(length,), note=f"{note}, {reading.note}" if reading.note else note)


kind: Final = VectorKind()
