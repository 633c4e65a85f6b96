"""What a later part comes to with the unrounded values behind a student's earlier answers.

A student who gives 0.87 may have gone on with 0.87, or with the 0.8734 that the calculator still showed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.answers import Judge, flatten
from checker.diagnosis.earlier_answers import CarriedAnswer, EarlierAnswers, Steps, evaluate_with
from checker.diagnosis.part_answer import PartAnswer, formed

WIDEST: Final = 0.05
"""How far unrounded values may move a later answer, relative to it.  Where rounding moves it further, the earlier
answer as it was given counts alone: nearly any number would follow from it."""

PRECISE: Final = 0.01
"""Half a unit of the last digit, relative to the number: 0.87 is precise enough to go on with, 0.9 is not."""

MOST_MOVED: Final = 24
"""At most this many stated numbers are moved within their rounding."""


def unrounded_value(item: PartAnswer, carried: CarriedAnswer, own: EarlierAnswers) -> Any:
    """Return the value nearest to an answer that the earlier answers give within their rounding; None if there is none.

    To first order: the moves that each rounded number allows are added up.
    """
    shape, numbers = flatten(carried.value)
    stated = item.reading
    if stated.shape != shape or not all(map(_is_near, (number.value for number in stated.numbers), numbers)):
        return None
    reach = _reach(item, carried, own)
    if not any(reach):
        return None
    nearest = []
    for number, value, most in zip(stated.numbers, numbers, reach, strict=True):
        if most > WIDEST * abs(value):
            return None
        nearest.append(min(max(float(number.value), value - most), value + most))
    return formed(nearest, shape, carried.value)


def _is_near(answer: Any, value: float) -> bool:
    try:
        return abs(float(answer) - value) <= 2 * WIDEST * abs(value)
    except OverflowError:
        return False


def _reach(item: PartAnswer, carried: CarriedAnswer, own: EarlierAnswers) -> list[float]:
    """Return how far the rounding of the earlier answers can move each number of a later one."""
    shape, base = flatten(carried.value)
    reach = [0.0] * len(base)
    for moves, (lower, upper) in enumerate(_moved(carried, own.used(item.index, carried))):
        values = [evaluate_with(item.index, {**carried.steps, **steps}) for steps in (lower, upper)]
        if moves == MOST_MOVED or any(value is None or flatten(value)[0] != shape for value in values):
            return [0.0] * len(base)
        found = [flatten(value)[1] for value in values]
        reach = [
            far + max(abs(low - old), abs(high - old)) for far, old, low, high in zip(reach, base, *found, strict=True)
        ]
    return reach


def _moved(carried: CarriedAnswer, used: Sequence[PartAnswer]) -> Iterator[tuple[Steps, Steps]]:
    """Yield, for each rounded number of the earlier answers, these with it as low and as high as its digits allow."""
    for one in filter(is_precise, used):
        step = one.index.step
        shape, numbers = flatten(carried.steps[step])
        for place, (number, truth) in enumerate(zip(one.reading.numbers, one.truth[1], strict=True)):
            is_exact = isinstance(truth, int) and number.value == int(number.value)
            if (half := float(number.half)) and not is_exact:
                low, high = (
                    [each + move if at == place else each for at, each in enumerate(numbers)] for move in (-half, half)
                )
                yield {step: formed(low, shape, one.value)}, {step: formed(high, shape, one.value)}


def is_precise(one: PartAnswer) -> bool:
    """Return whether an earlier answer has the digits that its question asks for, or nearly, and can be unrounded."""
    if one.is_count or one.has_variable_sizes or one.tolerance is None:
        return False
    if not Judge(one.index.traces.variant.board[one.index.step].value, one.tolerance).is_coarse(one.reading):
        return True
    return all(float(number.half) <= PRECISE * abs(float(number.value)) for number in one.reading.numbers)
