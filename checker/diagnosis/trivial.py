"""Finds parts that a student's earlier wrong answers make trivial, such as 0 times something: they earn no credit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from checker.diagnosis.earlier_answers import EarlierAnswers, Steps
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.part_answer import PartAnswer
from checker.diagnosis.window import nearest_float
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import EMPTY
from checker.engine.values.tolerance import Tolerance
from checker.kinds import flatten
from checker.questions.parameters import are_possible
from checker.questions.variant import Variant

MAX_VARIED: Final = 24
"""Maximum number of parameters that are varied."""

NEUTRAL: Final = frozenset({-1, 0, 1})
"""Numbers that leave nothing to calculate: a factor of 1, a weight of 0."""


def is_trivial(answer: PartAnswer, used: Steps, earlier: EarlierAnswers, tolerance: Tolerance) -> bool:
    """Return whether a student's earlier answers leave nothing to compute at a part; never for a formula as the answer.

    `used` are the earlier answers that give this one.  A part is trivial if its answer stays the same when any
    parameter of the question changes, although with the right earlier answers it would not.  It is also trivial if the
    earlier answers are only numbers such as 0 and 1, and the answer has only numbers of the question.
    """
    variant = answer.index.variant
    if answer.has_variable_sizes:
        return False
    if all(number in NEUTRAL for value in used.values() for number in flatten(value)[1]) and _is_given(answer, variant):
        return True
    stated = {**earlier.stated(answer.index), **used}
    right = {path: variant.board[path].value for path in stated}
    has_changed = False
    for other in _varied(variant):
        truth = _step_value(other, answer.index.step, right)
        if truth is None or flatten(truth) == answer.truth:
            continue
        has_changed = True
        value = _step_value(other, answer.index.step, stated)
        if value is None or answer.judge(value, tolerance).verdict(answer.reading) != "correct":
            return False
    return has_changed


def _is_given(answer: PartAnswer, variant: Variant) -> bool:
    """Return whether all numbers of an answer are numbers of the question, up to their signs."""
    given = {abs(float(number)) for number in numbers_in(variant.arguments)} | {0.0, 1.0}
    return all(abs(nearest_float(number.value)) in given for number in answer.reading.numbers)


def _varied(variant: Variant) -> Iterator[Variant]:
    """Yield the question with one parameter changed, for each that holds numbers and may have the other one."""
    changed = _changed_in_turn(variant.arguments)
    for place, arguments in enumerate(each for each in changed if are_possible(variant.solver, each)):
        if place == MAX_VARIED:
            return
        yield Variant(variant.solver, arguments, variant.declared)


def _changed_in_turn(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parameters with the numbers of one of them changed, also of one inside another."""
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            yield from ({**arguments, name: inner} for inner in _changed_in_turn(value))
        elif (other := _changed(value)) is not None:
            yield {**arguments, name: other}


def _changed(value: Any) -> Any:
    """Return a value with 2·x + 1 in place of each number x; None if it holds anything else."""
    if isinstance(value, bool | str) or value is None:
        return None
    if isinstance(value, int | float):
        return 2 * value + 1
    if isinstance(value, list | tuple):
        others = [_changed(each) for each in value]
        return None if None in others or not others else type(value)(others)
    return 2 * value + 1 if hasattr(value, "shape") else None


def _step_value(variant: Variant, step: str, steps: Steps) -> Any:
    """Return the value of a step with earlier steps replaced; None where the run fails."""
    try:
        return variant.run(EMPTY, {step}, steps.get)[step]
    except INVALID_RUN:
        return None
