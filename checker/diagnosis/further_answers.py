"""Wrong answers that are tried only where nothing else surely explains a student's answer.

They come of another number in place of one, of what is left out of all but one of several equal steps, and, for vectors
and matrices, from `array_answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from checker.diagnosis.array_answers import array_answers
from checker.diagnosis.causes import Cause, StudentAnswer
from checker.diagnosis.flat_values import Shape
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import ONCE, PRIOR
from checker.diagnosis.used_numbers import answers_with_other_numbers
from checker.diagnosis.wording import sentence
from checker.engine.recording import ALIKE, DERIVED
from checker.notation.words import enumerated

ONCE_FOR_ALL: Final = 0.3
"""How likely something is counted in one of several equal steps only, relative to leaving it out of all."""

IN_STEP: Final = " in the step"


def further_answers(index: WrongAnswerIndex) -> Iterator[tuple[Shape, Cause]]:
    """Return the shapes and causes of all these wrong answers."""
    return chain(answers_with_other_numbers(index), _once_for_all(index), array_answers(index))


def _once_for_all(index: WrongAnswerIndex) -> Iterator[tuple[Shape, Cause]]:
    """Yield the answers that leave something out of all but one of the steps with the same formula, as one bias of all.

    The steps are added up where it is the same to leave it out of any of them.
    """
    if index.shape or index.is_coded:
        return
    (right,) = index.numbers
    alone: dict[tuple[str, str], StudentAnswer] = {}
    for answer in index.derived_answers:
        (mistake,) = index.runs.students.mistakes(answer.student)
        if mistake.option == "left_out" and not mistake.scope and answer.shape == index.shape:
            step, _, piece = mistake.point.partition(DERIVED)
            alone[step, piece] = answer
    terms = dict.fromkeys(
        point
        for formula in index.variant.derived.values()
        for point, options in formula.mistakes.items()
        if any(each.option == "left_out" and formula.pieces[each.within or 0].kind == "terms" for each in options)
    )
    for steps, _, piece in (point.partition(DERIVED) for point in terms):
        names = steps.split(ALIKE)
        found = [alone[name, piece] for name in names if (name, piece) in alone]
        if len(names) == 1 or len(found) < len(names) or len({each.numbers for each in found}) > 1:
            continue
        (mistake,) = index.runs.students.mistakes(found[0].student)
        first = sentence(index.variant, mistake).replace(f" {names[0].replace('_', ' ')}.", ".")
        text = f"{first.removesuffix('.').removesuffix(IN_STEP)} in all but one of the steps {enumerated(names)}."
        prior = (1 - PRIOR) * index.prior(mistake) * ONCE_FOR_ALL
        value = right - (len(names) - 1) * (right - found[0].numbers[0])
        yield index.shape, Cause((), ONCE, text.replace("_", " "), prior, (value,), is_estimated=True)
