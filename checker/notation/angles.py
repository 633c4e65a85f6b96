"""Angles with a degree sign in the arguments of trigonometric functions: `sin(30°)`, `cos 60°`, `tan(45 deg)`."""

from __future__ import annotations

from typing import Final

from checker.notation.lazy_pattern import lazy_pattern

_FUNCTION: Final = lazy_pattern(r"(?<![A-Za-z])(?:sin|cos|tan|cot|sec|csc)(?: ?\^ ?\d)? ?(?=[-(\d.])")
_SIGN: Final = r" ?(?:°|\^ ?\( ?(?:\\circ|°) ?\)|\^ ?(?:\\circ|°)|\\degree|deg(?:rees?)?\b)"
_ANGLE: Final = lazy_pattern(rf"(?<![\w.])(\d{{1,12}}(?:\.\d{{1,20}})?){_SIGN}")
_BARE: Final = lazy_pattern(rf"-?(\d{{1,12}}(?:\.\d{{1,20}})?){_SIGN}")
_HINT: Final = lazy_pattern(r"°|\\circ|\\degree|\ddeg| deg")

_DEGREES: Final = frozenset({"°", "deg", "degree", "degrees"})


def spell_angles(text: str) -> str:
    """Return the text with `radians(30)` for 30° where a trigonometric function takes it; other degrees stay.

    >>> spell_angles("2 sin(30° + 15°) + 20°"), spell_angles("cos 60 deg")
    ('2 sin(radians(30) + radians(15)) + 20°', 'cos (radians(60))')
    """
    if not _HINT.search(text):
        return text
    made, last = "", 0
    for function in _FUNCTION.finditer(text):
        start = function.end()
        if start < last:
            continue
        if text[start] == "(":
            end = _closing(text, start)
            inside = _ANGLE.sub(r"radians(\1)", text[start:end])
        elif bare := _BARE.match(text, start):
            end = bare.end()
            sign = "-" if text[start] == "-" else ""
            inside = f"({sign}radians({bare[1]}))"
        else:
            continue
        made += text[last:start] + inside
        last = end
    return made + text[last:]


def _closing(text: str, start: int) -> int:
    """Return the place behind the bracket that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place + 1
    return len(text)


def is_degrees(unit: str) -> bool:
    """Return whether a unit, as its author wrote it, is that of angles in degrees."""
    return unit.strip() in _DEGREES
