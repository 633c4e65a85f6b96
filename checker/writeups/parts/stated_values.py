"""Groups results that state the same value, so that a result and its rounded repetition count once."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from checker.kinds import Reading, StatedNumber
from checker.writeups.parts.typed_candidate import TypedCandidate

_MOST_VALUES: Final = 100
"""Maximum number of different values that are compared for one part."""
_FEWEST_DIGITS: Final = 2
"""Significant digits from which a number may restate another, rounded."""
_ALL_DIGITS: Final = 99
"""Significant digits of a number that is exact."""
_EQUAL: Final = 1e-9
"""Relative difference up to which two numbers are equal."""
_OF_WHOLE: Final = 0.5
"""Half of the last digit of a whole number; two of them with as many digits differ."""
_ROUNDED: Final = 2.02
"""Halves of the last digit by which a number that is rounded or cut off differs at most."""


class Weighed(NamedTuple):
    """A result that may answer a part, with the weight of the evidence for it."""

    answer: TypedCandidate
    weight: float


class StatedValue(NamedTuple):
    """A value that a text states, with all results that state it, exactly or rounded."""

    candidates: list[Weighed]

    @property
    def weight(self) -> float:
        """Return the total weight of the results that state the value."""
        return sum(each.weight for each in self.candidates)

    @property
    def likeliest(self) -> TypedCandidate:
        """Return the result with the most weight of the first group of equal readings."""
        return self.candidates[0].answer

    def most_precise(self, *, whole: bool, unit: bool) -> TypedCandidate:
        """Return the result with the most digits (`whole`: whole ones first); `unit`: the weightiest with a unit."""
        if unit:
            return max(self.candidates, key=lambda each: (each.answer.has_unit, each.weight)).answer
        return max(
            self.candidates,
            key=lambda each: (
                whole and is_whole(each.answer.reading),
                sum(map(_digits, each.answer.reading.numbers)),
                each.weight,
            ),
        ).answer


def stated_values(weighed: Iterable[Weighed]) -> list[StatedValue]:
    """Return the different values of some results, the weightiest first.

    Equal readings are joined first; of many different ones, only those with the most weight are compared.
    """
    equal: dict[object, list[Weighed]] = {}
    for each in sorted(weighed, key=lambda each: -each.weight):
        reading = each.answer.reading
        equal.setdefault(reading.shown or (reading.shape, reading.numbers), []).append(each)
    values: list[tuple[StatedValue, list[Reading]]] = []
    for number, several in enumerate(equal.values()):
        reading = several[0].answer.reading
        compared = values if number < _MOST_VALUES else ()
        same = next((each for each in compared if any(is_same(reading, other) for other in each[1])), None)
        if same:
            same[0].candidates.extend(several)
            same[1].append(reading)
        else:
            values.append((StatedValue(several), [reading]))
    return sorted((value for value, _ in values), key=lambda value: -value.weight)


def is_same(one: Reading, other: Reading) -> bool:
    """Return whether two readings state the same value; one of them may be rounded or cut off."""
    if one.shown or other.shown:
        return one.shown == other.shown
    if one.shape != other.shape:
        return False
    return all(_agree(*pair) for pair in zip(one.numbers, other.numbers, strict=True))


def _agree(first: StatedNumber, second: StatedNumber) -> bool:
    """Return whether two numbers may state one value: equal, or apart by at most one in the coarser's last digit.

    Whole numbers with as many digits must be equal.
    """
    if first.value == second.value:
        return True
    try:
        difference = abs(float(first.value) - float(second.value))
    except OverflowError:  # beyond the largest float only equal values are the same
        return False
    if difference <= _EQUAL * abs(float(first.value)):
        return True
    if _digits(first) == _digits(second) and float(first.half) >= _OF_WHOLE:
        return False
    fewest = min(_digits(first), _digits(second))
    return fewest >= _FEWEST_DIGITS and difference <= _ROUNDED * max(float(first.half), float(second.half))


def is_whole(reading: Reading) -> bool:
    """Return whether all numbers of a reading are whole."""
    return all(Fraction(each.value).denominator == 1 for each in reading.numbers)


def _digits(number: StatedNumber) -> int:
    return _ALL_DIGITS if number.digits is None else number.digits
