"""The kind of answer `number`: `27,648`, `3.5e-4`, `2 · 512²`, `44 MB`, also with words around it.

Plain digits are read here, any other text by the grammar of `checker.reading.sides`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.reading.show import json_number
from checker.text import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import read_plain, refuse_middle_dots, stated_number
from checker.text.plain import refuse_long

_GROUPED: Final = lazy_pattern(r"-?[1-9]\d{0,2}(?:,\d{3}){1,4}", re.ASCII).fullmatch


class NumberKind(Kind):
    """Answers that are one number."""

    name = "number"
    is_one_number = True
    axes = 0
    may_have_unit = True
    takes_symbols = True
    results = frozenset({"number"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the number in a student's text; plain digits take a fast way with the same result."""
        number = read_plain(text, hints)
        if number is None and hints.whole and hints.decimal != "comma" and _GROUPED(text):
            number = stated_number(text.replace(",", ""), None)
        if number is not None:
            return Reading((), (number,))
        from checker.reading.sides import read_number  # here, because most answers are plain numbers

        refuse_long(text)
        refuse_middle_dots(text, hints)
        return read_number(text, hints)

    def to_json(self, reading: Reading) -> Any:
        """Return a student's number for JSON, in the question's unit; of a refused answer what was written."""
        return reading.shown if reading.shown and reading.refused else json_number(reading.numbers[0].value)


kind: Final = NumberKind()
