"""The whole flow, on one page: an answer is read, compared, explained and marked.  Read this first.

    text ──► Reading ──► verdict ──► Diagnosis ──► Outcome (points, feedback) ──► Result (with the student's name)

A `Marker` (here) takes answers through the flow, at one level of feedback, and remembers the outcomes, since students
give the same answers.  A `Target` (`targets`) knows how those of one sort are read, compared and explained.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from checker.diagnosis import Diagnosis, Explanation, diagnose, every_way
from checker.engine.errors import UnreadableAnswer
from checker.engine.memory import Memory
from checker.kinds import Judge, Reading
from checker.marking import feedback as say
from checker.marking.answer_rules import Credit, credit_for, lacking
from checker.marking.feedback import Feedback
from checker.marking.outcome import MarkedQuestion, Outcome
from checker.marking.record import plain_truth
from checker.marking.targets import target_of
from checker.problems import Part, Problem
from checker.text.number import TypedNumber

MOST_REMEMBERED: Final = 1024
"""Maximum number of answers to a problem that are remembered: more than a large class gives.  Each takes 1 to 5 kB."""

MOST_SHARED: Final = 16_384
"""Maximum number of answers in a memory that the markers of several problems share."""

LONGEST_REMEMBERED: Final = 1_000
"""Characters of the longest answer that is remembered: longer ones are hardly given twice."""

MOST_SIDES: Final = 5
"""Number of equals signs in an answer that is looked at as a calculation."""

_RESULT: Final = re.compile(r"[=≈≃]|\\approx(?![A-Za-z])")
"""The signs before the result of a calculation."""

OutcomeMemory = Memory[Hashable, Any]
"""Outcomes, by the marker of a part and the text of the answer, and diagnoses, by what they depend on."""


class Marker:
    """Marks answers to one part of a problem at one level of feedback, and remembers their outcomes in `memory`.

    `is_graded`: the grade is final, so that feedback may call a coarse answer wrong.
    """

    def __init__(
        self,
        problem: Problem,
        part: Part,
        level: str = "full",
        memory: OutcomeMemory | None = None,
        *,
        is_graded: bool = False,
    ) -> None:
        self.problem = problem
        self.part = part
        self.level = level
        self.target = target_of(problem, part, level, is_graded=is_graded)
        self._outcomes: OutcomeMemory = Memory(MOST_REMEMBERED) if memory is None else memory

    @cached_property
    def marked_question(self) -> MarkedQuestion:
        """Return the data about the question that records contain."""
        part, target, is_full = self.part, self.target, self.level == "full"
        expected = plain_truth(target.truth) if is_full else None
        formula = target.expected_formula if is_full else ""
        return MarkedQuestion(
            *(part.problem, part.id, part.public_key, target.kind, target.spelling, part.points, self.level),
            *(expected, formula, part.variant, part.step),
        )

    def mark(self, given: str) -> Outcome:
        """Return the outcome of an answer: status, points and feedback."""
        given = self._spelled(given)
        if len(given) > LONGEST_REMEMBERED:
            return self._mark(given)
        outcome: Outcome = self._outcomes.get((self, given), lambda: self._mark(given))
        return outcome

    def is_right(self, given: str) -> bool:
        """Return whether an answer is right, without explaining a wrong one."""
        try:
            return self.target.verdict(self.target.read(self._spelled(given))) == "correct"
        except UnreadableAnswer:
            return False

    def has_the_form(self, given: str) -> bool:
        """Return whether an answer has the right unit dimension and shape, so that it could be right."""
        try:
            return self.target.verdict(self.target.read(self._spelled(given))) not in {"refused", "shape"}
        except UnreadableAnswer:
            return False

    def is_another_step(self, given: str) -> bool:
        """Return whether an answer is the value of another step of the solution; False if it cannot be read."""
        try:
            reading = self.target.read(given)
        except UnreadableAnswer:
            return False
        return any(judge.verdict(reading) == "correct" for judge in self._judges_of_steps)

    @cached_property
    def _judges_of_steps(self) -> list[Judge]:
        """Return a Judge for each other step of the solution whose value could be an answer of this kind."""
        board, asked = self.part.variant.board, self.part.step
        values = (step.value for path, step in board.items() if path != asked)
        kind = self.target.kind
        return [kind.judge(value, self.part.tolerance) for value in values if kind.fits(value)]

    def _spelled(self, given: str) -> str:
        """Return an answer as text.  A number passed from Python is spelled so that it can be read in one way only."""
        if not isinstance(given, TypedNumber):
            return given
        return str(given) if self.target.kind.is_coded else given.spelled(self.target.hints)

    def _mark(self, given: str) -> Outcome:
        """Return the outcome of an answer that is not remembered."""
        if self.target.is_blank(given):
            return self._outcome("not_answered", given, Feedback(say.no_answer(given)), 0.0)
        try:
            return self.mark_reading(given, self.target.read(given))
        except UnreadableAnswer as error:
            feedback = Feedback(error.message, self._unequal_sides(given))
            return self._outcome("unreadable", given, feedback.limited_to(self.level), None)

    def _unequal_sides(self, given: str) -> tuple[str, ...]:
        """Return sentences about an unreadable answer that is a calculation with a wrong result; else nothing."""
        if (
            not self.target.kind.is_one_number
            or len(given) > LONGEST_REMEMBERED
            or not 0 < given.count("=") <= MOST_SIDES
        ):
            return ()
        from checker.marking.line_findings import unequal_sides  # here, because few answers have two sides

        return unequal_sides(self, given)

    def mark_reading(self, given: str, reading: Reading) -> Outcome:  # noqa: PLR0911 - one for each verdict
        """Return the outcome of an answer that was read: compared with the truth, and explained where it is wrong."""
        target = self.target
        match target.verdict(reading):
            case "correct" if lack := lacking(self.part.rules, reading, target.kind):
                status = "partial" if lack.credit else "incorrect"
                headline = say.right_value(target.shown(reading), lack.credit)
                feedback = Feedback(headline, next=lack.says, steps=lack.says).limited_to(self.level)
                return self._outcome(status, given, feedback, self._points(lack.credit), reading)
            case "correct":
                remarks = (reading.remark,) if reading.remark else ()
                headline = say.correct(target.shown(reading))
                return self._outcome("correct", given, Feedback(headline, remarks), self.part.points, reading)
            case "refused":
                headline = say.not_correct(target.shown(reading))
                feedback = Feedback(headline, (reading.refused,), steps=reading.refused).limited_to(self.level)
                return self._outcome("incorrect", given, feedback, 0.0, reading)
            case "review":
                return self._for_review(given)
            case "too_coarse":
                asked = self._too_few_digits(reading)
                asked = asked if self.target.is_graded else say.not_judged(asked)
                return self._outcome("too_coarse", given, asked, None, reading)
            case "coarse":
                points = self._points(self.part.imprecise_credit)
                return self._outcome("partial", given, self._too_few_digits(reading), points, reading)
            case "not_searched":
                return self.explain(given, reading, Diagnosis())
        diagnosis = self._diagnosis(reading)
        if not diagnosis.is_identified and (result := self._written_result(given, reading)):
            of_result = self._diagnosis(result)
            if of_result.factor > diagnosis.factor:
                return self.explain(given, result, of_result)
        return self.explain(given, reading, diagnosis)

    def alone(self, outcome: Outcome) -> Diagnosis | None:
        """Return the diagnosis of a marked answer without regard to other parts; None if it needed none."""
        if outcome.diagnosis is None or outcome.reading is None or not outcome.diagnosis.explanations:
            return outcome.diagnosis
        return self._diagnosis(outcome.reading)

    def _diagnosis(self, reading: Reading) -> Diagnosis:
        """Return the diagnosis of a wrong answer, which is remembered."""
        index = self.target.index
        diagnosis: Diagnosis = self._outcomes.get((index, reading), lambda: diagnose(index, reading))
        return diagnosis

    def _written_result(self, given: str, reading: Reading) -> Reading | None:
        """Return the number at the end of a calculation, which was read as the value of its arithmetic.

        Numbers on the way are rounded, so `14.5 · 3.757 = 54.5` states 54.5 and no digit more.
        """
        if not self.target.kind.is_one_number or len(given) > LONGEST_REMEMBERED or not _RESULT.search(given):
            return None
        try:
            result = self.target.read(_RESULT.split(given)[-1])
        except UnreadableAnswer:
            return None
        is_rounded = result.numbers[0].half > reading.numbers[0].half if reading.numbers else False
        return result if is_rounded and self.target.verdict(result) == "wrong" else None

    def _for_review(self, given: str) -> Outcome:
        """Return the outcome of a text that a person decides on.  Below full feedback the rubric stays unseen."""
        if self.level != "full":
            return self._outcome("needs_review", given, Feedback(say.A_PERSON), None)
        from checker.marking.essay_matches import (  # here, because few questions are essays
            essay_matches,
            rubric_matches,
        )

        matches = essay_matches(given, self.target.truth)
        feedback = Feedback(say.A_PERSON, rubric_matches(self.target.truth, matches))
        return replace(self._outcome("needs_review", given, feedback, None), evidence=matches)

    def explain(self, given: str, reading: Reading, diagnosis: Diagnosis, answered: Collection[str] = ()) -> Outcome:
        """Return the outcome of an answer that is not right: accepted with credit, explained, or unexplained.

        `answered`: the other steps of this question that the same student has answered.
        """
        target = self.target
        diagnosis = target.at_own_sizes(diagnosis)
        best = target.best_accepted(reading)
        accepted, accepted_as = (best.credit, best.accepted_as) if best else (0.0, say.OTHER_COUNTING)
        by_mistake = self._credit_for_mistake(reading, diagnosis)
        by_entry = target.right_share(reading) if self.part.rules.by_entry else 0.0
        credit = max(accepted, by_mistake.share, by_entry)
        if best and credit == accepted and (lack := lacking(self.part.rules, reading, target.kind)):
            credit = min(credit, lack.credit)
        status = "correct" if credit == 1 else "partial" if credit else "incorrect"
        reported = diagnosis if self.level == "full" else diagnosis.below_full()
        reason = "" if self.level in {"verdict", "hint"} else by_mistake.reason(reported)
        reason = "" if credit > by_mistake.share else reason
        shown = target.shown(reading)
        feedback = Feedback(say.not_correct(shown, accepted, credit, reason, accepted_as))
        if best and best.says:
            feedback = feedback.with_reason(best.says, self.level)
        elif credit < 1:
            why = target.feedback(reading, shown, reported, answered)
            feedback = why._replace(headline=feedback.headline).limited_to(self.level)
        return self._diagnosed(status, given, feedback, self._points(credit), reading, diagnosis)

    def carry_forward(self, outcome: Outcome, since: tuple[str, ...], wrong: tuple[str, ...]) -> Outcome:
        """Return the outcome of an answer that is right given the student's answers to the parts `since`.

        `wrong` are those of these answers that are wrong.
        """
        reading = outcome.reading
        assert reading is not None  # noqa: S101 - for mypy: what was judged was read
        feedback = say.carried_on(self.target.shown(reading), since, wrong)
        diagnosis = Diagnosis((Explanation("exact", 1.0, (), None, "", None, since),))
        lack = lacking(self.part.rules, reading, self.target.kind)
        if lack:
            feedback = feedback._replace(next=f"{lack.says} {feedback.next}".strip())
        points = self._points(self.part.follow_through * (lack.credit if lack else 1))
        carried = self._diagnosed("carried", outcome.given, feedback, points, reading, diagnosis)
        return replace(carried, carried_from=since)

    def _outcome(
        self, status: str, given: str, feedback: Feedback, points: float | None, reading: Reading | None = None
    ) -> Outcome:
        """Return an outcome of this part without a diagnosis."""
        return Outcome(self.marked_question, status, given, feedback, points, reading)

    def _diagnosed(  # noqa: PLR0913, PLR0917 - an outcome has as many
        self, status: str, given: str, feedback: Feedback, points: float, reading: Reading, diagnosis: Diagnosis
    ) -> Outcome:
        """Return an outcome with its diagnosis."""
        return Outcome(self.marked_question, status, given, feedback, points, reading, diagnosis)

    def _too_few_digits(self, reading: Reading) -> Feedback:
        """Return the feedback to an answer with too few digits, in the unit in which it is written."""
        judge, _ = self.target.judge.in_its_unit(reading)
        return say.too_coarse(judge.tolerance, whole=judge.whole)

    def _credit_for_mistake(self, reading: Reading, diagnosis: Diagnosis) -> Credit:
        """Return the partial credit for a known mistake or slip.

        An answer with too few digits earns at most what a right one with so few digits earns, and nothing if it cannot
        be judged.
        """
        if not self.part.credit or self.target.has_too_few_digits(reading):
            return Credit()
        found = credit_for(every_way(self.target.index, reading, diagnosis), self.part.credit)
        most = self.part.imprecise_credit if self.target.judge.is_coarse(reading) else 1.0
        return found._replace(share=min(found.share, most))

    def _points(self, credit: float) -> float:
        """Return the points of this share of the part's points."""
        return round(credit * self.part.points, 6)
