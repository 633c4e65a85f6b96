"""A formula and a number next to each other, as in `N(4d² + 2dh) = 3145728`: the feedback on how the two fit.

Where the number is not the value of the student's formula, that formula is taken as a question: the mistakes that
follow from its terms explain what went wrong from the formula to the number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from checker.answers import Judge, Reading
from checker.answers.legible import legible
from checker.answers.show import json_number
from checker.diagnosis import Diagnosis, MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.causes import Cause
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.window import Window
from checker.diagnosis.wording import sentence
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import TOTAL
from checker.marking.explained import explained
from checker.marking.feedback import EXPLAINING, Feedback
from checker.marking.formula_target import FormulaTarget
from checker.marking.outcome import Outcome
from checker.marking.record import explanation_record
from checker.marking.solution import spelled
from checker.marking.targets import Target
from checker.notation.names import NAME
from checker.notation.number import Real
from checker.questions.parameters import ParameterFaults, arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

NEAR: Final = 1e-6
"""Distance from the truth, relative to it, within which a value gives it away."""

LONGEST: Final = 200
"""Characters of the longest formula whose evaluation is explained."""


def merge_outcomes(target: Target, given: str, main: Outcome, companion: Outcome) -> Outcome:
    """Return the outcome `main` of the part's answer with remarks on the formula or number next to it.

    No remark is added below the levels that explain, or where digits are too few.
    """
    reading = main.reading and main.reading._replace(note=f"next to {companion.read_as}")
    if "too_coarse" in {main.status, companion.status}:  # how the two fit would reveal whether the digits are right
        return replace(main, given=given, reading=main.reading if main.status == "too_coarse" else reading)
    if main.question.level not in EXPLAINING:
        return replace(main, given=given, reading=reading)
    found = Consistency(target, main, companion)
    return replace(main, given=given, feedback=found.feedback, reading=reading, companion=found.record())


class EvaluationIndex(WrongAnswerIndex):
    """Wrong ways to evaluate a student's formula, with at most two mistakes since each formula is a new one."""

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """Return the mistakes that give a number within the window's bounds; sets of three are never tried."""
        return super().find(shape, window, stage) if stage < THIRD else []


class Consistency:
    """Compares a student's formula with the number next to it, and says how the two fit."""

    def __init__(self, target: Target, main: Outcome, companion: Outcome) -> None:
        is_formula = isinstance(target, FormulaTarget)
        self.formula, self.number = (main, companion) if is_formula else (companion, main)
        formulas = target if is_formula else target.companion
        if not isinstance(formulas, FormulaTarget) or not self.formula.reading or not self.number.reading:
            raise TypeError("both have been read")
        self.main, self.companion = main, companion
        self.part, self.alphabet = target.part, formulas.alphabet
        self.text, self.stated = self.formula.reading.shown, self.number.reading
        self.value = _as_number(self.formula.reading.numbers[0].value)
        self.is_formula_right = self.formula.status == "correct"
        self._truth = target.truth
        self._judge = Judge(self._truth, self.part.tolerance)
        right = {"correct", "coarse"} if target.may_judge_digits else {"correct"}
        self.is_number_right = self.number.status == "correct" or self._judge.verdict(self.stated) in right
        self.fits = Judge(self.value, self.part.tolerance).verdict(self.stated) in right

    @cached_property
    def may_show_value(self) -> bool:
        """Return whether feedback may show the formula's value: at level full, or where it is not the right answer."""
        if self.main.question.level == "full":
            return True
        exact = self.stated.numbers[0]._replace(value=self.value, half=0, digits=None, written=None)
        is_wrong = not self.is_formula_right and self._judge.verdict(Reading((), (exact,))) == "wrong"
        return is_wrong and abs(self.value - self._truth) > NEAR * abs(self._truth)

    @cached_property
    def evaluation(self) -> tuple[WrongAnswerIndex, Diagnosis] | None:
        """Return the index and the diagnosis of the number as a wrong value of the student's own formula.

        Return None if the two fit, the number is right, or the formula cannot be asked as a question.
        """
        if self.fits or self.is_number_right or self.stated.refused or len(self.text) > LONGEST:
            return None
        type_ = solver("formula")
        used = set(re.findall(NAME, self.text))
        values = {name: _as_number(value) for name, value in self.alphabet.points[0].items() if name in used}
        symbols = {
            name: {"value": value, "description": f"here {legible(value, self.part.decimal)}"}
            for name, value in values.items()
        }
        try:
            variant = Variant(type_, arguments(type_, {"expression": self.text, "symbols": symbols}))
            index = EvaluationIndex(MistakenRuns(variant, [TOTAL]))
            return index, diagnose(index, self.stated)
        except (*INVALID_RUN, ParameterFaults):  # no question that an author could ask
            return None

    @cached_property
    def feedback(self) -> Feedback:
        """Return the feedback to both formula and number, below the headline of the part's answer."""
        main, formula = self.main.feedback, self.formula.feedback
        if self.is_formula_right and (self.is_number_right or self.fits):
            return main
        if self.is_formula_right:
            subject = "The" if self.main is self.formula else "Your formula is correct, but the"
            why = (f"{subject} number next to it is not its value.", *self._evaluation_lines())
            return Feedback(main.headline, why, next="Evaluate your formula again.")
        if self.is_number_right and self.main is self.number:
            misses = "gives it here, but not for other sizes." if self.fits else "gives something else."
            return main._replace(why=(*main.why, f"The formula next to it {misses}", *formula.why))
        if self.is_number_right:
            return main._replace(why=(*formula.why, "The number next to it is correct."))
        if self.fits:
            why = ("The number is the value of your formula.", *formula.why)
            return formula._replace(headline=main.headline, why=why)
        why = (*self._evaluation_lines(), "The formula itself is wrong, too:", *formula.why)
        return formula._replace(headline=main.headline, why=why, next="Fix both.")

    def _evaluation_lines(self) -> tuple[str, ...]:
        """Return the value of the formula, which the number is not, and why it is not."""
        stated = self.number.read_as
        first = f"Your formula gives {spelled(self.part, self.value)}, not {stated}." if self.may_show_value else ""
        if not self.may_show_value and not self.is_formula_right:
            first = "The number is not the value of your formula."
        if not self.evaluation or not self.evaluation[1].explanations:
            return (first,) if first else ()
        why = explained(*self.evaluation, stated, {}, is_full=True).why
        return tuple(filter(None, (first, "From the formula to the number:", *why)))

    def record(self) -> Mapping[str, Any]:
        """Return the fields for JSON about the formula or number next to the answer."""
        record = self.companion.record()
        found: dict[str, Any] = {"kind": self.companion.question.kind.name}
        found |= {key: record[key] for key in ("read_as", "status", "explanations")}
        if self.may_show_value:
            found["gives"] = json_number(self.value)
        return found | {"fits": self.fits, "evaluation": self._evaluation_records()}

    def _evaluation_records(self) -> list[dict[str, Any]]:
        """Return the records of the explanations of the number as a wrong value of the student's own formula."""
        if not self.evaluation:
            return []
        index, diagnosis = self.evaluation
        bare = [each._replace(first_difference=None) for each in diagnosis.explanations]
        messages = {one: sentence(index.variant, one) for each in bare for one in each.mistakes}
        return [explanation_record(each, messages, "full") for each in bare]


def _as_number(value: Real) -> int | float:
    """Return a number as an int if it is one, else as a float."""
    return value if isinstance(value, int) else float(value)
