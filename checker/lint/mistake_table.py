"""The asked questions of a problem, answered by a student who makes one mistake: what most checks compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.answers import Judge, Reading, StatedNumber, Tolerance, flatten
from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import Answers, identity
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED, MenuError
from checker.engine.trace import EMPTY
from checker.questions.parameters import arguments, in_file
from checker.questions.variant import Variant

LARGE: Final = 20_000
"""So many numbers in all different answers are too many for trying other parameters."""


class LintQuestion(NamedTuple):
    """One asked step, and how near an answer must come."""

    variant: Variant
    step: str
    tolerance: Tolerance


class MistakeTable:
    """Some questions that one student answers; equal variants are one object."""

    def __init__(self, questions: Iterable[LintQuestion]) -> None:
        self.questions = tuple(questions)
        self.variants: dict[Variant, set[str]] = {}
        """The steps that are asked of each."""
        for question in self.questions:
            self.variants.setdefault(question.variant, set()).add(question.step)
        self._under: dict[Mistake, Answers] = {}
        self._judges: dict[LintQuestion, Judge] = {}
        self._agreeing: dict[tuple[int, int], tuple[Any, bool]] = {}

    def taken(self, wrong: Mapping[str, str] = EMPTY) -> Answers:
        """The answers of a student with these beliefs."""
        values = {variant: _values(variant, wrong, steps) for variant, steps in self.variants.items()}
        return tuple(values[variant].get(step) for variant, step, _ in self.questions)

    @property
    def first(self) -> Variant:
        """The variant of the first question, whose parameters are looked at."""
        return self.questions[0].variant

    @cached_property
    def whole(self) -> MistakeTable:
        """Every step of the same variants, asked: all that there is to see."""
        return MistakeTable(asking(variant, step) for variant in self.variants for step in variant.board)

    @cached_property
    def truth(self) -> Answers:
        """The right answers."""
        return self.taken()

    @cached_property
    def mistaken(self) -> Mapping[Mistake, Answers]:
        """The answers by single mistake: an option that is wrong in some question, held wherever it acts."""
        mistakes = (
            Mistake(point.name, option)
            for variant in self.variants
            for point in variant.menu.values()
            if not (variant.listed and point.name == AUTHOR_LISTED)  # see listed.py
            for option in point.wrong
        )
        return {mistake: self.under(mistake) for mistake in dict.fromkeys(mistakes)}

    def under(self, mistake: Mistake) -> Answers:
        """The answers with this one mistake; where its option is the right one it changes nothing."""
        if mistake not in self._under:
            self._under[mistake] = self.taken({mistake.point: mistake.option})
        return self._under[mistake]

    def is_seen(self, answers: Answers) -> bool:
        """Whether all questions have an answer, and any differs from the truth, be it within the tolerance."""
        return is_complete(answers) and identity(answers) != self._identity

    def noticed(self, answers: Answers) -> bool:
        """Whether any answer lies outside the tolerance."""
        return any(self.is_noticed(i, value) for i, value in enumerate(answers))

    def is_noticed(self, i: int, value: Any) -> bool:
        """Whether this answer to question i lies outside the tolerance."""
        judge = self._judge(self.questions[i], self.truth[i])
        key = id(judge), id(value)
        if key not in self._agreeing:
            self._agreeing[key] = value, agrees(judge, value)  # kept, lest its id be given again
        return not self._agreeing[key][1]

    def weight(self, mistake: Mistake) -> int:
        """How common a mistake is."""
        return self.first.weight(mistake.point, mistake.option)

    def changed(self, parameter: str, value: Any) -> MistakeTable:
        """The same questions with another value of a parameter, where they share it with the first.

        Raises ParameterFaults where the question type does not allow that value.
        """
        first = _plain(self.first.arguments[parameter])
        return self.on(
            {
                variant: _changed(variant, parameter, value)
                for variant in self.variants
                if _plain(variant.arguments[parameter]) == first
            }
        )

    def on(self, variants: Mapping[Variant, Variant]) -> MistakeTable:
        """The same questions on other variants."""
        return MistakeTable(one._replace(variant=variants.get(one.variant, one.variant)) for one in self.questions)

    def asking_also(self, i: int) -> MistakeTable:
        """The same questions and one of the whole exam, with the answers that are known from there."""
        other = MistakeTable([*self.questions, self.whole.questions[i]])
        other.whole = self.whole
        other._under = {mistake: (*taken, self.whole.under(mistake)[i]) for mistake, taken in self.mistaken.items()}
        return other

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        return identity(self.truth)

    def _judge(self, question: LintQuestion, truth: Any) -> Judge:
        """Who judges the answers to a question; of equal questions one."""
        if question not in self._judges:
            self._judges[question] = Judge(truth, question.tolerance)
        return self._judges[question]

    @cached_property
    def is_large(self) -> bool:
        """Whether there are so many numbers in its answers that many such exams would take too long."""
        answers = {id(value): value for value in self.truth}
        return sum(len(flatten(value)[1]) for value in answers.values()) > LARGE


def asking(variant: Variant, step: str) -> LintQuestion:
    """A step as a file would ask for it, with the tolerance that it has by default."""
    whole = all(isinstance(number, int) for number in flatten(variant.board[step].value)[1])
    return LintQuestion(variant, step, Tolerance.default(whole=whole, unit=variant.unit_of(step)))


def is_complete(answers: Answers) -> bool:
    """Whether no run has failed."""
    return all(value is not None for value in answers)


def agrees(judge: Judge, value: Any) -> bool:
    """Whether a value is right, as far as this judge can see."""
    if value is None:
        return False
    shape, numbers = flatten(value)
    return judge.verdict(Reading(shape, tuple(StatedNumber(number, 0, None) for number in numbers))) == "correct"


def _values(variant: Variant, wrong: Mapping[str, str], steps: set[str]) -> Mapping[str, Any]:
    try:
        return variant.run(wrong, steps)
    except MenuError:  # an option that other parameters have, and these have not: nobody can be wrong like that here
        return variant.run(wanted=steps)
    except INVALID_RUN:
        return {}


def _changed(variant: Variant, parameter: str, value: Any) -> Variant:
    """The variant with another value of a parameter, checked as a file's would be."""
    values = variant.arguments | {parameter: value}
    written = {in_file(name): _plain(each) for name, each in values.items() if each is not None}
    return Variant(variant.solver, arguments(variant.solver, written), variant.declared)


def _plain(argument: Any) -> Any:
    return argument.tolist() if hasattr(argument, "tolist") else argument
