"""The kind of answer `vector`: a list of numbers, also in other brackets: `<3, 4>`, `(3 | 4)`.

The kinds `list`, `set` and `interval` are based on it.
"""

from __future__ import annotations

import re
from typing import Final

from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.reading.rows import Table
from checker.text.number import Hints
from checker.text.numeral import refuse_middle_dots, stated_number
from checker.text.plain import plain

_QUICK: Final = re.compile(r"\[-?\d{1,15}(?:\.\d{1,12})?(?:, -?\d{1,15}(?:\.\d{1,12})?){1,500}\]", re.ASCII).fullmatch
_ENTRIES: Final = re.compile(r"(-?\d+)(\.\d+)?", re.ASCII).findall


class VectorKind(Kind):
    """Answers that are a list of numbers."""

    name = "vector"
    is_list = True
    has_entries = True
    may_have_unit = True
    results = frozenset({"vector", "matrix", "number"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the numbers in a student's list; plain lists such as `[0.609, 0.196]` take a fast way.

        A single row or column of a table is the list; any other table keeps its shape, which is then wrong.
        """
        if _QUICK(text) and hints.decimal != "comma" and not (hints.whole and "." in text):
            numbers = tuple([stated_number(whole, decimals) for whole, decimals in _ENTRIES(text)])
            return Reading((len(numbers),), numbers)
        refuse_middle_dots(text, hints)
        reading = Table(plain(text, hints.most_characters), hints, listed=True).read()
        if 1 not in reading.shape or len(reading.shape) == 1:
            return reading
        note = f"a {'row' if reading.shape[0] == 1 else 'column'}, read as a vector"
        return reading._replace(shape=(max(reading.shape),), note=", ".join(filter(None, (note, reading.note))))


kind: Final = VectorKind()
