"""A formula and a number side by side, as in `N(4d² + 2dh) = 3145728`: what is said of how the two fit.

Where the number is not what the student's own formula gives, that formula is a question of its own: the misconceptions
that follow from its terms say what went wrong on the way to the number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from checker.answers import Judge, Reading
from checker.answers.show import plain_number, show_number
from checker.diagnosis import Diagnosis, MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.causes import Cause
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.window import Window
from checker.diagnosis.wording import sentence
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import TOTAL
from checker.marking import feedback as say
from checker.marking.feedback import Feedback
from checker.marking.formula_target import FormulaTarget
from checker.marking.outcome import Outcome
from checker.notation.names import NAME
from checker.notation.number import Real
from checker.questions.parameters import ParameterFaults, arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

NEAR: Final = 1e-6
"""What is as near to the truth as this, relative to it, gives it away."""

LONGEST: Final = 200
"""Characters of a formula whose evaluation is looked into."""


def merge_outcomes(formulas: FormulaTarget, given: str, asked: Outcome, other: Outcome) -> Outcome:
    """The outcome of both: that of the one that was asked for, with what there is to say of the other."""
    if "too_coarse" in {asked.status, other.status}:  # how the two fit would tell whether the digits are right
        reading = asked.reading
        if asked.status != "too_coarse" and reading:
            reading = reading._replace(note=f"beside {other.read_as}")
        return Outcome(
            asked.marker,
            asked.status,
            given,
            asked.feedback,
            points=asked.points,
            reading=reading,
            diagnosis=asked.diagnosis,
        )
    formula, number = (asked, other) if formulas.part.kind == "formula" else (other, asked)
    fit = Consistency(formulas, formula, number)
    is_told = asked.marker.level in ("explain", "full")
    reading = asked.reading
    return Outcome(
        asked.marker,
        asked.status,
        given,
        fit.feedback(asked) if is_told else asked.feedback,
        points=asked.points,
        reading=reading and reading._replace(note=f"beside {other.read_as}"),
        diagnosis=asked.diagnosis,
        beside=fit.record(other) if is_told else None,
    )


class EvaluationIndex(WrongAnswerIndex):
    """The known wrong ways to evaluate a student's own formula: two mistakes at most, for each formula is a new one."""

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """The causes in the window; none of three mistakes."""
        return super().find(shape, window, stage) if stage < THIRD else []


class Consistency:
    """How a formula and a number fit."""

    def __init__(self, formulas: FormulaTarget, formula: Outcome, number: Outcome) -> None:
        if not formula.reading or not number.reading:
            raise TypeError("both have been read")
        self.part, self.alphabet = formulas.part, formulas.alphabet
        self.formula, self.number = formula, number
        self.text, self.stated = formula.reading.shown, number.reading
        self.gives = _as_number(formula.reading.numbers[0].value)
        self.is_formula_right = formula.status == "correct"
        self._truth = self.part.variant.run(wanted={self.part.step})[self.part.step]
        self._judge = Judge(self._truth, self.part.tolerance)
        near = {"correct", "coarse"} if formula.marker.level == "full" else {"correct"}
        self.is_number_right = number.status == "correct" or self._judge.verdict(self.stated) in near
        self.fits = Judge(self.gives, self.part.tolerance).verdict(self.stated) in near

    @cached_property
    def may_be_told(self) -> bool:
        """Whether what the formula gives may be told: it is not the answer itself, or all is told."""
        if self.formula.marker.level == "full":
            return True
        exact = self.stated.numbers[0]._replace(value=self.gives, half=0, digits=None)
        is_wrong = not self.is_formula_right and self._judge.verdict(Reading((), (exact,))) == "wrong"
        return is_wrong and abs(self.gives - self._truth) > NEAR * abs(self._truth)

    @cached_property
    def evaluation(self) -> tuple[WrongAnswerIndex, Diagnosis] | None:
        """What may have gone wrong from the formula to the number; None where nothing did, or none can say."""
        if self.fits or self.is_number_right or self.stated.refused or len(self.text) > LONGEST:
            return None
        type_ = solver("formula")
        used = set(re.findall(NAME, self.text))
        values = {name: _as_number(value) for name, value in self.alphabet.points[0].items() if name in used}
        symbols = {
            name: {"value": value, "description": f"here {show_number(value)}"} for name, value in values.items()
        }
        try:
            variant = Variant(type_, arguments(type_, {"expression": self.text, "symbols": symbols}))
            index = EvaluationIndex(MistakenRuns(variant, [TOTAL]))
            return index, diagnose(index, self.stated)
        except (*INVALID_RUN, ParameterFaults):  # no question that an author could ask
            return None

    def feedback(self, asked: Outcome) -> Feedback:
        """What is said of both, below the headline of the one that was asked for."""
        told, formula = asked.feedback, self.formula.feedback
        if self.is_formula_right and (self.is_number_right or self.fits):
            return told
        if self.is_formula_right:
            begun = "The" if asked is self.formula else "Your formula is right; the"
            why = (f"{begun} number beside it is not what it gives.", *self._on_the_way())
            return Feedback(told.headline, why, next="Evaluate your formula once more.")
        if self.is_number_right and asked is self.number:
            misses = "gives it here, but not for other sizes." if self.fits else "gives something else."
            return told._replace(why=(*told.why, f"The formula beside it {misses}", *formula.why))
        if self.is_number_right:
            return told._replace(why=(*formula.why, "The number beside it is right."))
        if self.fits:
            return formula._replace(
                headline=told.headline, why=("The number is what your formula gives.", *formula.why)
            )
        why = (*self._on_the_way(), "The formula itself is not right, either:", *formula.why)
        return formula._replace(headline=told.headline, why=why, next="Put both right.")

    def _on_the_way(self) -> tuple[str, ...]:
        """What the formula gives and the number is not, and why."""
        stated = self.number.read_as
        first = f"Your formula gives {show_number(self.gives)}, not {stated}." if self.may_be_told else ""
        if not self.may_be_told and not self.is_formula_right:
            first = "The number is not what your formula gives."
        if not self.evaluation or not self.evaluation[1].explanations:
            return (first,) if first else ()
        index, diagnosis = self.evaluation
        why = say.explained(index, diagnosis, stated, {}).why
        return tuple(filter(None, (first, "On the way from the formula to the number:", *why)))

    def record(self, other: Outcome) -> Mapping[str, Any]:
        """What stands beside the answer, for the record."""
        record = other.record()
        found = {"kind": other.marker.kind.name} | {key: record[key] for key in ("read_as", "status", "explanations")}
        if self.may_be_told:
            found["gives"] = plain_number(self.gives)
        return found | {"fits": self.fits, "evaluation": self._explanations()}

    def _explanations(self) -> list[dict[str, Any]]:
        if not self.evaluation:
            return []
        index, diagnosis = self.evaluation
        return [
            {
                "strength": each.strength,
                "share": round(each.share, 3),
                "mistakes": [
                    {"id": one.id, "where": None, "message": sentence(index.variant, one), "values": {}}
                    for one in each.mistakes
                ],
                "slip": each.slip,
                "first_difference": None,
            }
            for each in diagnosis.explanations
        ]


def _as_number(value: Real) -> int | float:
    return value if isinstance(value, int) else float(value)
