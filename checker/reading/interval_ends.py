"""Helpers for intervals in answers: infinite ends, a judge for them (`EndsJudge`), and chains of equal sides.

`last_side` returns the last side of a chain, if the sides are equal: `(24.29, 24.37)` in
`x̄ ± t·s/√n = 24.33 ± 2.78·0.032/√5 = 24.33 ± 0.04 = (24.29, 24.37)`.  The kind `interval` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.formula.value import INFINITE
from checker.kinds.compare import Comparison, Judge
from checker.reading.reading import Reading
from checker.reading.surrounding_text import is_formula, is_label
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, plain

_EQUALS: Final = re.compile(r"(?<![<>≤≥:=])=(?![<>=])|≈|\\approx(?![A-Za-z])")
_PLUS_MINUS: Final = re.compile(r"±|\\pm(?![A-Za-z])|\+/?-")
_OUTSIDE: Final = re.compile(r"^[\s$(\[]+|[\s$]+$")
_UNIT: Final = re.compile(r"(?<=[\d)])[)\]]?\s*(?:[^\W\d_]|[%°])[^\d()]*$")
_LONGEST: Final = 300
_ENDS: Final = re.compile(r"\s*[\[(]([^=±()\[\],;]+)[,;]([^=±()\[\],;]+)[\])]\s*\$?")
"""`(45, 55)`"""
_SLACK: Final = Fraction(1, 100)
"""Share of a margin by which its working may differ: it has rounded numbers."""
_NEARLY_INFINITE: Final = 1e299


class _Exact(NamedTuple):
    """A number, and half of its last digit."""

    value: Fraction
    half: Fraction


ReadNumber = Callable[[str, Hints], StatedNumber]


def last_side(text: str, hints: Hints, read: ReadNumber) -> str:
    """Return the last side of a chain such as `a ± b = 24.33 ± 0.04 = (24.29, 24.37)`.

    Other texts are returned as they are.  Raises UnreadableAnswer where a side has another value.
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
    right = _between(ends, hints, read) if ends else _middle_and_margin(last, hints, read)
    for side in before:
        found = _middle_and_margin(side, hints, read)
        if found is None and all(_is_symbolic(each, hints) for each in _PLUS_MINUS.split(side)):
            continue
        if right is None or found is None:
            return text
        if not all(_is_near(*pair, right[1].value) for pair in zip(found, right, strict=True)):
            raise UnreadableAnswer(f'The sides of "{brief(text)}" are not equal. Write only your final interval.')
    return last


def _is_near(one: _Exact, other: _Exact, margin: Fraction) -> bool:
    """Return whether two numbers differ by at most half of the second's last digit and a hundredth of the margin."""
    return abs(one.value - other.value) <= other.half + _SLACK * margin


def _middle_and_margin(side: str, hints: Hints, read: ReadNumber) -> tuple[_Exact, _Exact] | None:
    """Return the two numbers of a side such as `24.33 ± 0.04`; None if they are unreadable."""
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
    """Return whether a side is a label or a formula in symbols."""
    side = plain(_OUTSIDE.sub("", side).rstrip(")"), _LONGEST)
    return is_label(side, hints.words) or is_formula(_balanced(side), hints)


def is_infinite(value: Any) -> bool:
    """Return whether an end of an interval stands for infinity."""
    return bool(abs(value) >= _NEARLY_INFINITE)


def with_infinite_ends(reading: Reading) -> Reading:
    """Return a reading in which infinite ends are exact and have round brackets."""
    numbers = [
        StatedNumber(INFINITE if each.value > 0 else -INFINITE, 0, None) if is_infinite(each.value) else each
        for each in reading.numbers
    ]
    form = reading.form and "".join(
        opened if is_infinite(each.value) else bracket
        for bracket, each, opened in zip(reading.form, numbers, "()", strict=True)
    )
    return reading._replace(numbers=tuple(numbers), form=form)


def infinity(end: Any) -> str:
    """Return an infinite end as people write it, `∞` or `-∞`; empty for a finite one."""
    return ("-∞" if end < 0 else "∞") if is_infinite(end) else ""


def with_infinity(shown: str, numbers: Sequence[Any]) -> str:
    """Return an interval as text with its infinite ends; `shown` has only the finite ones.

    >>> with_infinity("[4]", [-INFINITE, 4])
    '[-∞, 4]'
    """
    finite = iter(re.split(r"[,;] ", shown.strip("[]")))
    sign = "; " if re.search(r"\d,\d", shown) else ", "
    ends = [infinity(each) or next(finite) for each in numbers]
    return f"[{sign.join(ends)}]"


class EndsJudge(Judge):
    """Compares intervals, whose ends are rounded each by itself."""

    are_alike = False


class OneSidedJudge(EndsJudge):
    """Compares intervals: finite ends within the tolerance, infinite ends must be on the same side."""

    def __init__(self, truth: Any, tolerance: Tolerance) -> None:
        super().__init__(truth, tolerance)
        self._places = [place for place, each in enumerate(self.numbers) if not is_infinite(each)]
        self._finite = EndsJudge(tuple(self.numbers[place] for place in self._places), tolerance)

    def verdict(self, reading: Reading) -> Comparison:
        """Return how an interval compares with the right one: `correct`, `coarse`, `wrong` and so on."""
        if reading.refused or reading.shape != self.shape:
            return super().verdict(reading)
        return "wrong" if self._unlike(reading) else self._finite.verdict(self._finite_part(reading))

    def differing(self, reading: Reading) -> tuple[int, ...]:
        """Return the places, from 0, of ends that are wrong as far as their digits show, or wrongly infinite."""
        return self._with_unlike_ends(reading, self._finite.differing(self._finite_part(reading)))

    def outside(self, reading: Reading) -> tuple[int, ...]:
        """Return the indexes, from 0, of the ends that do not count as right."""
        return self._with_unlike_ends(reading, self._finite.outside(self._finite_part(reading)))

    def may_be_rounded(self, reading: Reading) -> bool:
        """Return whether each finite end is within the tolerance, or is the right one rounded to its digits."""
        is_alike = reading.shape == self.shape and not self._unlike(reading)
        return is_alike and self._finite.may_be_rounded(self._finite_part(reading))

    def with_too_few_digits(self, reading: Reading) -> frozenset[int]:
        """Return the places, from 0, of the ends whose digits are too few to call them right or wrong."""
        return frozenset(self._places[place] for place in self._finite.with_too_few_digits(self._finite_part(reading)))

    def is_coarse(self, reading: Reading) -> bool:
        """Return whether a finite end has too few digits to be called right or wrong."""
        finite = tuple(each for each in reading.numbers if not is_infinite(each.value))
        return bool(finite) and self._finite.is_coarse(reading._replace(shape=(len(finite),), numbers=finite))

    def _unlike(self, reading: Reading) -> list[int]:
        """Return the indexes of ends that are infinite in only one of the two intervals, or on different sides."""
        pairs = zip(self.numbers, reading.numbers, strict=True)
        return [
            place
            for place, (right, given) in enumerate(pairs)
            if (is_infinite(right) or is_infinite(given.value)) and right != given.value
        ]

    def _finite_part(self, reading: Reading) -> Reading:
        """Return the reading with only those ends that are finite in the right answer."""
        return reading._replace(
            shape=(len(self._places),), numbers=tuple(reading.numbers[place] for place in self._places)
        )

    def _with_unlike_ends(self, reading: Reading, found: tuple[int, ...]) -> tuple[int, ...]:
        """Return indexes among the finite ends as indexes of the interval, with those of `_unlike`."""
        return tuple(sorted({*self._unlike(reading), *(self._places[place] for place in found)}))
