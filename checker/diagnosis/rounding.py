"""Finds later answers that were computed with more digits than the student wrote for the earlier ones.

A student who gives 0.87 may have continued with 0.87, or with the 0.8734 that the calculator still showed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.diagnosis.earlier_answers import CarriedAnswer, EarlierAnswers, Steps, evaluate_with
from checker.diagnosis.part_answer import PartAnswer, shaped_like
from checker.diagnosis.window import nearest_float
from checker.kinds import flatten

MAX_REACH: Final = 0.05
"""Maximum change of a later answer by unrounded values, relative to it.  If rounding can change it further, only the
earlier answer as it was given counts: nearly any number would follow from it."""

PRECISE: Final = 0.01
"""Maximum half unit of the last digit, relative to the number: 0.87 is precise enough to continue with, 0.9 is not."""

MAX_MOVED: Final = 24
"""Maximum number of stated numbers that are moved within their rounding."""


def unrounded_value(answer: PartAnswer, carried: CarriedAnswer, earlier: EarlierAnswers) -> Any:
    """Return the value closest to an answer that its earlier answers can give when they are not rounded.

    Return None if rounding cannot explain the difference.  To first order: the effects of all rounded numbers are added
    up.
    """
    shape, numbers = flatten(carried.value)
    stated = answer.reading
    if stated.shape != shape or not all(map(_is_near, (number.value for number in stated.numbers), numbers)):
        return None
    reach = _reach(answer, carried, earlier)
    if not any(reach):
        return None
    nearest = []
    for number, value, most in zip(stated.numbers, numbers, reach, strict=True):
        if most > MAX_REACH * abs(value):
            return None
        nearest.append(min(max(float(number.value), value - most), value + most))
    return shaped_like(carried.value, nearest, shape)


def _is_near(answer: Any, value: float) -> bool:
    """Return whether an answer is within twice MAX_REACH of a value."""
    return abs(nearest_float(answer) - value) <= 2 * MAX_REACH * abs(value)


def _reach(answer: PartAnswer, carried: CarriedAnswer, earlier: EarlierAnswers) -> list[float]:
    """Return how far the rounding of the earlier answers can change each number of a later one."""
    shape, base = flatten(carried.value)
    reach = [0.0] * len(base)
    for moves, (lower, upper) in enumerate(_moved(carried, earlier.used(answer.index, carried))):
        values = [evaluate_with(answer.index, {**carried.steps, **steps}) for steps in (lower, upper)]
        if moves == MAX_MOVED or any(value is None or flatten(value)[0] != shape for value in values):
            return [0.0] * len(base)
        lows, highs = (flatten(value)[1] for value in values)
        reach = [
            far + max(abs(low - old), abs(high - old))
            for far, old, low, high in zip(reach, base, lows, highs, strict=True)
        ]
    return reach


def _moved(carried: CarriedAnswer, used: Sequence[PartAnswer]) -> Iterator[tuple[Steps, Steps]]:
    """Yield, for each rounded number of the earlier answers, a pair of {step: value}.

    They have this number as low, and as high, as its digits allow.
    """
    for answer in filter(_is_precise, used):
        step = answer.index.step
        shape, numbers = flatten(carried.steps[step])
        for place, (number, truth) in enumerate(zip(answer.reading.numbers, answer.truth[1], strict=True)):
            is_exact = isinstance(truth, int) and number.value == int(number.value)
            if (half := float(number.half)) and not is_exact:
                low, high = (
                    [*numbers[:place], numbers[place] + change, *numbers[place + 1 :]] for change in (-half, half)
                )
                yield {step: shaped_like(answer.value, low, shape)}, {step: shaped_like(answer.value, high, shape)}


def _is_precise(answer: PartAnswer) -> bool:
    """Return whether an earlier answer is a rounded number with nearly as many digits as its question asks for."""
    if answer.is_count or answer.has_variable_sizes or answer.tolerance is None:
        return False
    if not answer.judge(answer.index.variant.board[answer.index.step].value, answer.tolerance).is_coarse(
        answer.reading
    ):
        return True
    return all(float(number.half) <= PRECISE * abs(float(number.value)) for number in answer.reading.numbers)
