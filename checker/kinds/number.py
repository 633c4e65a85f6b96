"""The kind of answer `number`: `27,648`, `3.5e-4`, `2 · 512²`, `44 MB`, also with words around it.

Plain digits are read here; other texts by `number_text`, or `number_with_unit` where the question has a unit.
`refuse_middle_dots` refuses the dot of `12·5`, also in lists.
"""

from __future__ import annotations

import re
from typing import Any, Final

from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.reading.show import json_number
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import UnclearNumber, read_plain, stated_number
from checker.text.plain import refuse_long

_GROUPED: Final = lazy_pattern(r"-?[1-9]\d{0,2}(?:,\d{3}){1,4}", re.ASCII).fullmatch
_LOOKED_AT: Final = 100
"""Maximum number of characters before a product that are looked at."""

_DOTS: Final = "·∙⋅•・"
_DOTTED: Final = lazy_pattern(rf"(?<![\d.,{_DOTS}])(\d+)[{_DOTS}](\d+)(?!\d|[.,]\d)(?: ?(%))?", re.ASCII)
_ARITHMETIC_BEFORE: Final = lazy_pattern(r"(?:[*/×÷^+√(]|\d ?-|\d[^=≈]*[=≈]) ?$")
_ARITHMETIC_AFTER: Final = lazy_pattern(rf"\(| ?(?:[*/×÷+-] ?[\d(√π]|[{_DOTS}^²³⁴⁵⁶⁷⁸⁹⁻]|[=≈] ?[-+]?\d)")
"""Arithmetic next to a product: `2·3·4`, `12·5 = 60`."""


class NumberKind(Kind):
    """Answers that are one number."""

    name = "number"
    is_one_number = True
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
        return read_general_number(text, hints)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is one number."""
        return isinstance(value, int | float) and not isinstance(value, bool)

    def to_json(self, reading: Reading) -> Any:
        """Return a student's number for JSON, in the question's unit; of a refused answer what was written."""
        return reading.shown if reading.shown and reading.refused else json_number(reading.numbers[0].value)


def read_general_number(text: str, hints: Hints) -> Reading:
    """Return the one number in a student's text of any form, with words or a unit.  Raise UnreadableAnswer."""
    from checker.reading.sides import read_number  # here, because most answers are plain numbers

    refuse_long(text)
    refuse_middle_dots(text, hints)
    return read_number(text, hints)


kind: Final = NumberKind()


def refuse_middle_dots(text: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for `12·5`, which may be 12.5 or 60, unless whole numbers are asked for.

    `0·609` and `2·3·4` can be read in one way only.
    """
    if not any(dot in text for dot in _DOTS):
        return
    for found in _DOTTED.finditer(text):
        is_arithmetic = _ARITHMETIC_BEFORE.search(text[: found.start()][-_LOOKED_AT:]) or _ARITHMETIC_AFTER.match(
            text, found.end()
        )
        if found[1] != "0" and not is_arithmetic and (found[3] or not hints.whole):
            percent = found[3] or ""
            readings = (f"{found[1]}.{found[2]}{percent}", f"{found[1]}*{found[2]}{percent}")
            raise UnclearNumber(found[0], readings, readings)
