"""Answers that make a later part trivial, so that working it out shows nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from checker.answers import Judge, flatten
from checker.answers.tolerance import Tolerance
from checker.diagnosis.earlier_answers import EarlierAnswers, Steps
from checker.diagnosis.part_answer import PartAnswer
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import EMPTY
from checker.questions.variant import Variant

MOST_VARIED: Final = 24
"""At most this many parameters are varied."""

NEUTRAL: Final = frozenset({-1, 0, 1})
"""Numbers that leave nothing to compute: a factor of 1, a weight of 0."""


def is_trivial(item: PartAnswer, used: Steps, own: EarlierAnswers, tolerance: Tolerance) -> bool:
    """Return whether nothing is left to work out at a part, given the student's earlier answers.

    `used` are the earlier answers that give this one.  It is trivial if it would be right whatever the rest of the
    question says, where the right earlier answers leave something to work out; or if the earlier answers are only 0
    and 1 and leave nothing but numbers of the question.
    """
    variant = item.index.traces.variant
    if item.has_variable_sizes:
        return False
    if all(number in NEUTRAL for value in used.values() for number in flatten(value)[1]) and _is_given(item, variant):
        return True
    stated = {**own.stated(item.index), **used}
    right = {path: variant.board[path].value for path in stated}
    does_matter = False
    for other in _varied(variant):
        truth = _at(other, item.index.step, right)
        if truth is None or flatten(truth) == item.truth:
            continue
        does_matter = True
        value = _at(other, item.index.step, stated)
        if value is None or Judge(value, tolerance).verdict(item.reading) != "correct":
            return False
    return does_matter


def _is_given(item: PartAnswer, variant: Variant) -> bool:
    """Return whether all numbers of an answer are numbers of the question, up to their signs."""
    given = {abs(float(number)) for number in _numbers(variant.arguments)} | {0.0, 1.0}
    try:
        return all(abs(float(number.value)) in given for number in item.reading.numbers)
    except OverflowError:  # beyond every number of the question
        return False


def _varied(variant: Variant) -> Iterator[Variant]:
    """Yield the question with one parameter changed, for each that holds numbers."""
    for place, arguments in enumerate(_changed_in_turn(variant.arguments)):
        if place == MOST_VARIED:
            return
        yield Variant(variant.solver, arguments, variant.declared)


def _changed_in_turn(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            yield from ({**arguments, name: inner} for inner in _changed_in_turn(value))
        elif (other := _other(value)) is not None:
            yield {**arguments, name: other}


def _other(value: Any) -> Any:
    """Return other numbers in the same form; None for what holds no numbers."""
    if isinstance(value, bool | str) or value is None:
        return None
    if isinstance(value, int | float):
        return 2 * value + 1
    if isinstance(value, list | tuple):
        others = [_other(each) for each in value]
        return None if None in others or not others else type(value)(others)
    return 2 * value + 1 if hasattr(value, "shape") else None


def _numbers(value: Any) -> Iterator[Any]:
    """Yield every number in a parameter, however deep it is."""
    if isinstance(value, Mapping):
        value = list(value.values())
    elif hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _at(variant: Variant, step: str, steps: Steps) -> Any:
    """Return a step with earlier steps replaced; None where it has no value."""
    try:
        return variant.run(EMPTY, {step}, steps.get)[step]
    except INVALID_RUN:
        return None
