"""Middle dots between two numbers: times signs, and in British print decimal points."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.number import Hints
from checker.notation.numeral import UnclearNumber

BEFORE: Final = 100
"""Maximum number of characters before a product that are looked at."""

_DOTS: Final = "·∙⋅•・"
_BETWEEN: Final = re.compile(rf"(?<![\d.,{_DOTS}])(\d+)[{_DOTS}](\d+)(?!\d|[.,]\d)(?: ?(%))?", re.ASCII)
_BEFORE: Final = re.compile(r"(?:[*/×÷^+√(]|\d ?-|\d[^=≈]*[=≈]) ?$")
_AFTER: Final = re.compile(rf"\(| ?(?:[*/×÷+-] ?[\d(√π]|[{_DOTS}^²³⁴⁵⁶⁷⁸⁹⁻]|[=≈] ?[-+]?\d)")
"""Arithmetic next to a product: `2·3·4`, `12·5 = 60`."""


def refuse_middle_dots(text: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a lone `12·5` where 12.5 and 60 are possible.  `0·609` has one reading."""
    if not any(dot in text for dot in _DOTS):
        return
    for found in _BETWEEN.finditer(text):
        is_arithmetic = _BEFORE.search(text[: found.start()][-BEFORE:]) or _AFTER.match(text, found.end())
        if found[1] != "0" and not is_arithmetic and (found[3] or not hints.whole):
            percent = found[3] or ""
            readings = (f"{found[1]}.{found[2]}{percent}", f"{found[1]}*{found[2]}{percent}")
            raise UnclearNumber(found[0], readings, readings)
