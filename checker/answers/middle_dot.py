"""Middle dots between two numbers: times signs, and in British print decimal points."""

from __future__ import annotations

import re
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints
from checker.notation.text import brief

_DOTS: Final = "·∙⋅"
_BETWEEN: Final = re.compile(rf"(?<![\w.,{_DOTS}])(\d+)[{_DOTS}](\d+)(?![\w({_DOTS}]|[.,]\d)\s*(%?)", re.ASCII)
_ARITHMETIC: Final = re.compile(r"[*/×÷^+√²³⁻]|\d[^=≈]*[=≈]")


def refuse_middle_dots(text: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a lone `12·5` where 12.5 and 60 are possible.  `0·609` has one reading."""
    if not any(dot in text for dot in _DOTS) or _ARITHMETIC.search(text):
        return
    found = next((each for each in _BETWEEN.finditer(text) if each[1] != "0"), None)
    if found and (found[3] or not hints.whole):
        one, other = f"{found[1]}.{found[2]}{found[3]}", f"{found[1]}*{found[2]}{found[3]}"
        raise UnreadableAnswer(f'"{brief(found[0])}" can be read as {one} or as {other}. Write {one} or {other}.')
