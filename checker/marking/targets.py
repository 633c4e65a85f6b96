"""Targets, one class for each sort of answer: the right answer, and how answers are read, compared, shown, explained.

`target_of` makes the target of a part.  `FormulaTarget`, for formulas, is in a file of its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal

from checker.diagnosis import Diagnosis, WrongAnswerIndex
from checker.diagnosis.slips import REARRANGED
from checker.engine.errors import UnreadableAnswer
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.values.complex_number import ComplexNumber
from checker.engine.values.tolerance import as_decimal
from checker.formula.nodes import simple
from checker.kinds import Comparison, Hints, Judge, Reading, fit_shape, flatten, is_whole
from checker.marking.answer_rules import ACCEPTED, NEAR, Accepted
from checker.marking.explained import explained
from checker.marking.feedback import OTHER_COUNTING, Feedback
from checker.marking.indexes import index_of
from checker.marking.question_words import question_words
from checker.marking.unexplained import differing_entries, unexplained, wrong_option, wrong_shape
from checker.problems import Part, Problem
from checker.questions.resized import reading_hints
from checker.questions.variant import Variant
from checker.reading.show import Spelling, nest
from checker.text.numeral import UnclearNumber

LONGEST_SHOWN: Final = 40
"""Characters of the longest answer that is repeated in the message."""

_SIDES: Final = re.compile(r"[=≈]|\\approx(?![A-Za-z])")

TRY_AGAIN: Final = "Fix that and answer again."

Verdict = Comparison | Literal["too_coarse", "not_searched", "review"]
"""A comparison, or `too_coarse`: too few digits to be judged at this level; `not_searched`: a search for the mistakes
would reveal more than this level allows; `review`: a person decides."""


class Target:
    """The right answer to a part, and how answers to it are read, compared and shown."""

    has_digits: ClassVar[bool] = True

    def __init__(self, problem: Problem, part: Part, level: str, *, is_graded: bool = False) -> None:
        self.problem = problem
        self.part = part
        self.level = level
        self.is_graded = is_graded
        """Whether the grade is already known: then few digits may be called wrong below full feedback, too."""
        self.kind = part.answer_kind
        self.other_parts = [other for other in problem.parts if other.id and other.id != part.id]
        self.words = question_words(problem, part, self.other_parts)

    @cached_property
    def truth(self) -> Any:
        """Return the right answer to the part, with the question's own numbers."""
        return truth_of(self.part.variant, self.part.step)

    @cached_property
    def question(self) -> Variant:
        """Return the question to run with mistakes, to explain an answer; a FormulaTarget's has several sizes."""
        return self.part.variant

    @cached_property
    def judge(self) -> Judge:
        """Return what compares an answer with the right one, within the tolerance of the part."""
        return self._judge_of(self.truth)

    @cached_property
    def expected_formula(self) -> str:
        """Return the right formula as text; empty where the part does not ask for one or it is unknown."""
        return ""

    @cached_property
    def hints(self) -> Hints:
        """Return the facts about the question by which answers are read, such as its unit and shape."""
        part = self.part
        return reading_hints(self.question, part.step, self.truth, part.decimal, part.symbols, self.words)

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Return the known wrong answers to the part, which are computed on first use."""
        parts = [part for part in self.other_parts if self.level == "full" or self._is_as_precise(part)]
        values = {f"{part.id}": flatten(truth_of(part.variant, part.step)) for part in parts}
        return index_of(self.problem, self.part, self.question, values)

    @cached_property
    def sibling_steps(self) -> dict[str, str]:
        """Return the other steps of the same question that the problem asks for, each with the id of its part."""
        return {part.step: part.id for part in self.other_parts if part.id and part.question == self.part.question}

    @cached_property
    def accepted(self) -> Sequence[Accepted]:
        """Return other answers that earn credit: by other conventions, the author's, and nearly right ones."""
        by_convention = [
            Accepted(each.credit, self._judge_of(truth_of(each.variant, self.part.step)), OTHER_COUNTING)
            for each in self.part.accept
        ]
        rules = self.part.rules
        values = [Accepted(each.credit, self._judge_of(each.value), ACCEPTED, each.says) for each in rules.accepted]
        near = [Accepted(credit, self.kind.judge(self.truth, width), NEAR) for width, credit in rules.tolerances]
        return [*by_convention, *values, *near]

    def _judge_of(self, truth: Any) -> Judge:
        return self.kind.judge(truth, self.part.tolerance)

    @cached_property
    def spelling(self) -> Spelling:
        """Return how to write numbers in messages so that they can be read back as the same numbers."""
        return Spelling(self.hints.whole, self.hints.decimal, self.part.tolerance)

    def is_blank(self, given: str) -> bool:
        """Return whether a student's text is no answer: empty, a placeholder, or a copy of the prompt."""
        return given.strip() == self._prompt or self.kind.is_blank(given, lambda: self.truth)

    @cached_property
    def _prompt(self) -> str:
        return self.problem.prompt.strip()

    def read(self, given: str) -> Reading:
        """Return the reading of a text.  Raise UnreadableAnswer."""
        try:
            reading = self.kind.read(given, self.hints)
        except UnclearNumber as error:
            raise error.within(given) from None
        return fit_shape(self._as_stated(given, reading), self.judge.shape)

    def _as_stated(self, given: str, reading: Reading) -> Reading:
        """Return the reading of the last side of `√2.0180 ≈ 1.42` where digits are demanded; the verdict stays."""
        if not self.part.rules.digits or reading.shape or (last := _SIDES.split(given)[-1]) == given:
            return reading
        with suppress(UnreadableAnswer):
            stated = self.kind.read(last, self.hints)
            return stated if self.judge.verdict(stated) == self.judge.verdict(reading) else reading
        return reading

    def verdict(self, reading: Reading) -> Verdict:
        """Return how an answer compares with the truth, as far as feedback at this level may reveal it."""
        found = self.judge.verdict(reading)
        if found not in {"correct", "refused"} and self._meets_condition(reading):
            return "correct"
        if self.level == "full" or found in {"correct", "refused"}:
            return found
        if self._is_too_coarse(reading) and not self.best_accepted(reading):
            return "not_searched" if found == "shape" else "too_coarse"
        # a rounding of the truth is as wrong as any other number, and the reply must not reveal which it is
        return "not_searched" if found == "coarse" else found

    def _meets_condition(self, reading: Reading) -> bool:
        """Return whether an answer is right by the condition of its author: `accept_if`."""
        condition = self.part.rules.condition
        if condition is None or not reading.numbers:
            return False
        numbers: list[Any] = [simple(Fraction(each.value)) for each in reading.numbers]
        value = ComplexNumber(*numbers) if isinstance(self.truth, ComplexNumber) else nest(reading.shape, numbers)
        tolerance = self.part.tolerance
        reach = [
            min(float(each.half), float(tolerance.margin(as_decimal(float(each.value))))) for each in reading.numbers
        ]
        return condition.holds(value, tolerance.is_close, reach)

    @property
    def may_judge_digits(self) -> bool:
        """Return whether an answer with too few digits may be called wrong: at level full, or after grading."""
        return self.level == "full" or self.is_graded

    def _is_too_coarse(self, reading: Reading) -> bool:
        """Return whether feedback says "too few digits"; once graded, only of what may be the right answer, rounded."""
        if self.is_graded:
            return self.has_digits and self.judge.may_be_rounded(reading)
        return self.has_too_few_digits(reading)

    def has_too_few_digits(self, reading: Reading) -> bool:
        """Return whether an answer has too few digits to be judged; False at level full, and once it is graded."""
        if self.may_judge_digits or not self.has_digits:
            return False
        # a 0 has no significant digit that could be missing: it goes as far as the numbers next to it
        stated = tuple([number for number in reading.numbers if number.value])
        stated_reading = reading if len(stated) == len(reading.numbers) else reading._replace(numbers=stated)
        return self.judge.is_coarse(stated_reading)

    def best_accepted(self, reading: Reading) -> Accepted | None:
        """Return the accepted answer with the most credit that this reading equals; None if there is none."""
        found = [each for each in self.accepted if each.credit and each.judge.verdict(reading) == "correct"]
        return max(found, key=attrgetter("credit"), default=None)

    def right_share(self, reading: Reading) -> float:
        """Return the share of the entries of an answer that are right."""
        return self.kind.right_share(self.judge, reading)

    def shown(self, reading: Reading) -> str:
        """Return an answer as feedback repeats it; a long one only as "your matrix" or the like."""
        shown = self.kind.show_reading(reading, self.spelling)
        if len(shown) > LONGEST_SHOWN:
            return f"your {self.kind.noun}"
        return f"“{shown}”" if self.kind.has_options else shown

    def at_own_sizes(self, diagnosis: Diagnosis) -> Diagnosis:
        """Return the diagnosis as it is; a FormulaTarget's with values at the question's own sizes only."""
        return diagnosis

    def feedback(self, reading: Reading, shown: str, diagnosis: Diagnosis, answered: Collection[str]) -> Feedback:
        """Return the feedback to a wrong answer, without a headline; `shown` repeats it, `answered` are other steps."""
        is_full = self.level == "full"
        if diagnosis.explanations:
            return explained(self.index, diagnosis, shown, self.sibling_steps, answered, is_full=is_full)
        if not is_full:  # that something near is known would only help guessing
            diagnosis = diagnosis._replace(silenced=False)
        return self.unexplained(reading, diagnosis)

    def unexplained(self, reading: Reading, diagnosis: Diagnosis) -> Feedback:
        """Return the feedback to a wrong answer that no known mistake explains."""
        raise NotImplementedError

    def _is_as_precise(self, other: Part) -> bool:
        """Return whether another part needs the same digits.  Else feedback here could confirm an answer there."""
        truth = truth_of(other.variant, other.step)
        return other.tolerance == self.part.tolerance and is_whole(truth) == self.judge.whole


class NumberTarget(Target):
    """The right answer to a part that is a number, or several, such as a vector, a shape or an interval."""

    def feedback(self, reading: Reading, shown: str, diagnosis: Diagnosis, answered: Collection[str]) -> Feedback:
        """Return the feedback to a wrong answer, with the entries that are wrong."""
        feedback = super().feedback(reading, shown, diagnosis, answered)
        if not self._entries_not_judged(reading) and (said := self.kind.in_words(self.judge, reading)):
            if is_listed(diagnosis) and reading.shape != self.judge.shape:
                return feedback
            is_explained = diagnosis.is_plain and reading.shape == self.judge.shape
            why = (said, *feedback.why) if is_explained else (said,)
            return (
                feedback._replace(why=why) if is_explained else Feedback("", why, next=TRY_AGAIN, steps=feedback.steps)
            )
        is_rearranged = bool(diagnosis.explanations) and diagnosis.explanations[0].slip in REARRANGED
        if not reading.shape or reading.shape != self.judge.shape or is_rearranged:
            return feedback
        entries = differing_entries(reading.shape, self._wrong_entries(reading), self._entries_not_judged(reading))
        return Feedback("", (entries, *feedback.why), *feedback[2:])

    def unexplained(self, reading: Reading, diagnosis: Diagnosis) -> Feedback:
        """Return the feedback to wrong numbers that no known mistake explains."""
        if reading.shape != self.judge.shape:
            return wrong_shape(reading, is_shape=self.kind.name == "shape")
        wrong = () if self._entries_not_judged(reading) else self._wrong_entries(reading)
        return unexplained(self.index, diagnosis, reading, self.kind.noun, wrong, may_be_slip=self.level != "full")

    def _wrong_entries(self, reading: Reading) -> tuple[int, ...]:
        """Return the wrong entries; below full none is called right that is not within the tolerance."""
        if self.level == "full":
            return self.judge.differing(reading)
        not_judged, outside = self._entries_not_judged(reading), self.judge.outside(reading)
        return tuple([place for place in outside if place not in not_judged]) if not_judged else outside

    def _entries_not_judged(self, reading: Reading) -> frozenset[int]:
        """Return the entries of a graded answer that have too few digits to be called right or wrong below full."""
        if self.level == "full" or not self.is_graded or reading.shape != self.judge.shape:
            return frozenset()
        return self.judge.with_too_few_digits(reading)


class EncodedTarget(Target):
    """The right answer to a part that is no number: an order of growth or a choice."""

    has_digits = False

    def unexplained(self, reading: Reading, diagnosis: Diagnosis) -> Feedback:  # noqa: ARG002 - there is nothing to it
        """Return the feedback to a wrong answer that no known mistake explains."""
        return wrong_option(self.kind.difference(reading, self.truth))


class TextTarget(Target):
    """The target of a part that is answered by a text, which a person grades."""

    def verdict(self, reading: Reading) -> Verdict:  # noqa: ARG002 - no text is compared
        """Return "review": a person decides on every text."""
        return "review"


def is_listed(diagnosis: Diagnosis) -> bool:
    """Return whether the likeliest explanation is a wrong answer that the author lists in the problem file."""
    return any(one.point == AUTHOR_LISTED for each in diagnosis.explanations[:1] for one in each.mistakes)


def target_of(problem: Problem, part: Part, level: str, *, is_graded: bool = False) -> Target:
    """Return the target of a part: an object of the class for its kind of answer."""
    kind = part.answer_kind
    if kind.is_formula:
        from checker.marking.formula_target import FormulaTarget  # here, because few questions are answered with one

        return FormulaTarget(problem, part, level, is_graded=is_graded)
    sort = TextTarget if kind.needs_person else EncodedTarget if kind.is_coded else NumberTarget
    return sort(problem, part, level, is_graded=is_graded)


def truth_of(variant: Variant, step: str) -> Any:
    """Return the right value of a step of a question, from the run without mistakes."""
    return variant.board[step].value
