"""Rules for a later part that follows from wrong earlier answers: whether it earns points.

`unrounded_value` allows for more digits than were written: a student who gives 0.87 may have continued with 0.8734.
`is_trivial` finds parts that earlier answers leave without any work, such as 0 times something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from checker.diagnosis.mistakes import value_with
from checker.diagnosis.parts import CarriedAnswer, EarlierAnswers, PartAnswer, Steps, shaped_like
from checker.diagnosis.values import nearest_float, numbers_in
from checker.engine.values.tolerance import Tolerance
from checker.kinds import flatten
from checker.solvers.signature import are_possible
from checker.solvers.variant import Variant

_MAX_REACH: Final = 0.05
"""Maximum change of a later answer by unrounded values, relative to it.  If rounding can change it further, only the
earlier answer as it was given counts: nearly any number would follow from it."""

_PRECISE: Final = 0.01
"""Maximum half unit of the last digit, relative to the number: 0.87 is precise enough to continue with, 0.9 is not."""

_MAX_VARIED: Final = 24
"""Maximum number of stated numbers that are moved within their rounding, and of parameters that are varied."""

NEUTRAL: Final = frozenset({-1, 0, 1})
"""Numbers that leave nothing to calculate: a factor of 1, a weight of 0."""


def unrounded_value(answer: PartAnswer, carried: CarriedAnswer) -> Any:
    """Return the value closest to an answer that its earlier answers can give when they are not rounded.

    Return None if rounding cannot explain the difference.  To first order: the effects of all rounded numbers are added
    up.
    """
    shape, numbers = flatten(carried.value)
    if answer.reading.shape != shape:
        return None
    stated = [nearest_float(number.value) for number in answer.reading.numbers]
    if any(abs(one - other) > 2 * _MAX_REACH * abs(other) for one, other in zip(stated, numbers, strict=True)):
        return None
    moved = [*islice(_moved(carried), _MAX_VARIED + 1)]
    if not moved or len(moved) > _MAX_VARIED:
        return None
    reach = [0.0] * len(numbers)
    for steps in moved:
        value = value_with(answer.index.variant, answer.index.step, steps={**carried.steps, **steps})
        if value is None or flatten(value)[0] != shape:
            return None
        reach = [far + abs(new - old) for far, new, old in zip(reach, flatten(value)[1], numbers, strict=True)]
    if not any(reach) or any(most > _MAX_REACH * abs(value) for most, value in zip(reach, numbers, strict=True)):
        return None
    nearest = [
        min(max(one, value - most), value + most) for one, value, most in zip(stated, numbers, reach, strict=True)
    ]
    return shaped_like(carried.value, nearest, shape)


def _moved(carried: CarriedAnswer) -> Iterator[Steps]:
    """Yield each rounded number of the earlier answers as high as its digits allow, as {step: value}."""
    for answer in filter(_is_precise, carried.used):
        step = answer.index.step
        shape, numbers = flatten(carried.steps[step])
        for place, (number, truth) in enumerate(zip(answer.reading.numbers, answer.truth[1], strict=True)):
            is_exact = isinstance(truth, int) and number.value == int(number.value)
            if (half := float(number.half)) and not is_exact:
                high = [*numbers[:place], numbers[place] + half, *numbers[place + 1 :]]
                yield {step: shaped_like(answer.value, high, shape)}


def _is_precise(answer: PartAnswer) -> bool:
    """Return whether an earlier answer is a rounded number with nearly as many digits as its question asks for."""
    if answer.is_count or answer.has_variable_sizes or answer.tolerance is None:
        return False
    judge = answer.judge(answer.index.variant.board[answer.index.step].value, answer.tolerance)
    numbers = answer.reading.numbers
    return not judge.is_coarse(answer.reading) or all(
        float(each.half) <= _PRECISE * abs(float(each.value)) for each in numbers
    )


def is_trivial(answer: PartAnswer, used: Steps, earlier: EarlierAnswers, tolerance: Tolerance) -> bool:
    """Return whether a student's earlier answers leave nothing to compute at a part; never for a formula as the answer.

    `used` are the earlier answers that give this one.  A part is trivial if its answer stays the same when any
    parameter of the question changes, although with the right earlier answers it would not.  It is also trivial if the
    earlier answers are only numbers such as 0 and 1, and the answer has only numbers of the question.
    """
    variant, step = answer.index.variant, answer.index.step
    if answer.has_variable_sizes:
        return False
    if all(number in NEUTRAL for value in used.values() for number in flatten(value)[1]):
        given = {abs(float(number)) for number in numbers_in(variant.arguments)} | {0.0, 1.0}
        if all(abs(nearest_float(number.value)) in given for number in answer.reading.numbers):
            return True
    stated = {**earlier.stated(answer.index), **used}
    right = {path: variant.board[path].value for path in stated}
    has_changed = False
    possible = (each for each in _changed_in_turn(variant.arguments) if are_possible(variant.solver, each))
    for arguments in islice(possible, _MAX_VARIED):
        other = Variant(variant.solver, arguments, variant.declared)
        truth = value_with(other, step, steps=right)
        if truth is None or flatten(truth) == answer.truth:
            continue
        has_changed = True
        value = value_with(other, step, steps=stated)
        if value is None or answer.judge(value, tolerance).verdict(answer.reading) != "correct":
            return False
    return has_changed


def _changed_in_turn(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            yield from ({**arguments, name: inner} for inner in _changed_in_turn(value))
        elif (other := _changed(value)) is not None:
            yield {**arguments, name: other}


def _changed(value: Any) -> Any:
    """Return a value with 2·x + 1 in place of each number x; None if it holds anything else."""
    if isinstance(value, bool | str) or value is None:
        return None
    if isinstance(value, list | tuple):
        others = [_changed(each) for each in value]
        return None if None in others or not others else type(value)(others)
    return 2 * value + 1 if isinstance(value, int | float) or hasattr(value, "shape") else None
