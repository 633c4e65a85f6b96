"""The sides of an answer with an interval: `x̄ ± t·s/√n = 24.33 ± 2.78·0.032/√5 = 24.33 ± 0.04 = (24.29, 24.37)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple

from checker.answers.surrounding_text import is_formula, is_label
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief, plain

_EQUALS: Final = re.compile(r"(?<![<>≤≥:=])=(?![<>=])|≈|\\approx(?![A-Za-z])")
_PLUS_MINUS: Final = re.compile(r"±|\\pm(?![A-Za-z])|\+/?-")
_OUTSIDE: Final = re.compile(r"^[\s$(\[]+|[\s$]+$")
_UNIT: Final = re.compile(r"(?<=[\d)])[)\]]?\s*(?:[^\W\d_]|[%°])[^\d()]*$")
_LONGEST: Final = 300
_ENDS: Final = re.compile(r"\s*[\[(]([^=±()\[\],;]+)[,;]([^=±()\[\],;]+)[\])]\s*\$?")
"""`(45, 55)`"""
_SLACK: Final = Fraction(1, 100)
"""Share of a margin by which its working may differ: it has rounded numbers."""


class _Exact(NamedTuple):
    """A number, and half of its last digit."""

    value: Fraction
    half: Fraction


ReadNumber = Callable[[str, Hints], StatedNumber]


def last_side(text: str, hints: Hints, read: ReadNumber) -> str:
    """Return the last side of a chain of intervals with ±, whose other sides are formulas or have the same value.

    The last one may have its ends in brackets.

    Raises UnreadableAnswer where a side has another value.
    """
    sides = _EQUALS.split(text)
    while len(sides) > 1 and not _PLUS_MINUS.search(sides[0]) and is_label(_OUTSIDE.sub("", sides[0]), hints.words):
        sides = sides[1:]
    *before, last = sides
    ends = _ENDS.fullmatch(last)
    if not before or not all(map(_PLUS_MINUS.search, before)) or not (ends or _PLUS_MINUS.search(last)):
        return text
    units = {unit[0].strip(" )]$") for side in sides if (unit := _UNIT.search(_OUTSIDE.sub("", side)))}
    if len(units) > 1:
        return text
    right = _between(ends, hints, read) if ends else _numbers(last, hints, read)
    for side in before:
        found = _numbers(side, hints, read)
        if found is None and all(_is_symbolic(each, hints) for each in _PLUS_MINUS.split(side)):
            continue
        if right is None or found is None:
            return text
        if not all(_is_near(*pair, right[1].value) for pair in zip(found, right, strict=True)):
            raise UnreadableAnswer(f'The sides of "{brief(text)}" are not equal. Write only your final interval.')
    return last


def _is_near(one: _Exact, other: _Exact, margin: Fraction) -> bool:
    """Return whether two numbers are one, as far as the digits of the second tell and its working may be rounded."""
    return abs(one.value - other.value) <= other.half + _SLACK * margin


def _numbers(side: str, hints: Hints, read: ReadNumber) -> tuple[_Exact, _Exact] | None:
    """Return the middle and the margin; None where they are no numbers."""
    parts = _PLUS_MINUS.split(_UNIT.sub("", _OUTSIDE.sub("", side)).rstrip(")]"))
    with suppress(UnreadableAnswer, ValueError):
        middle, margin = (_exact(read(_balanced(each), hints)) for each in parts)
        return middle, margin
    return None


def _between(ends: re.Match[str], hints: Hints, read: ReadNumber) -> tuple[_Exact, _Exact] | None:
    """Return the middle and the margin of an interval in brackets; None where its ends are no numbers."""
    with suppress(UnreadableAnswer, ValueError):
        low, high = (_exact(read(each, hints)) for each in ends.groups())
        half = (low.half + high.half) / 2
        return _Exact((low.value + high.value) / 2, half), _Exact((high.value - low.value) / 2, half)
    return None


def _balanced(text: str) -> str:
    """Return a text with a closing bracket for each one that it opens."""
    return text + ")" * max(0, text.count("(") - text.count(")"))


def _exact(number: StatedNumber) -> _Exact:
    return _Exact(Fraction(number.value), Fraction(number.half))


def _is_symbolic(side: str, hints: Hints) -> bool:
    side = plain(_OUTSIDE.sub("", side).rstrip(")"), _LONGEST)
    return is_label(side, hints.words) or is_formula(_balanced(side), hints)
