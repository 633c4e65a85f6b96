"""A problem as lint's checks see it: with its file (`LintTarget`), and with the answers that mistakes give.

These are in a `MistakeTable`, for all parts of the problem or for any other questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import Answers, identity
from checker.document import DocumentNode, Scalar, read_document
from checker.document import Mapping as Map
from checker.document.findings import DataPath, Findings
from checker.document.nodes import node_at
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED, MenuError
from checker.engine.trace import EMPTY
from checker.kinds import Judge, Reading, StatedNumber, Tolerance, flatten
from checker.problems import Finding, Part, Problem
from checker.questions.variant import Variant
from checker.text.plain import brief


class LintTarget:
    """One problem with its file, as the checks of lint see it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.root = read_document(problem.path)
        self.file = Findings(problem.path, self.root).file  # as the findings of its form name it

    @cached_property
    def table(self) -> MistakeTable:
        """Return the table of mistakes for all parts of the problem, in their order."""
        return MistakeTable(LintQuestion(part.variant, part.step, part.tolerance) for part in self.problem.parts)

    @cached_property
    def prompt(self) -> str:
        """Return the problem's prompt as written, with its names in braces."""
        return self.own_prompt(())

    def own_prompt(self, section: DataPath) -> str:
        """Return the prompt of the problem or of a part as written; empty if it has none."""
        found = self.entry((*section, "prompt"))
        return found[1].text if found else ""

    @cached_property
    def _numbers(self) -> dict[str | None, int]:
        return {part.id: number for number, part in enumerate(self.problem.parts)}

    def entry(self, path: DataPath) -> tuple[Scalar, DocumentNode] | None:
        """Return the key at the end of a path in the file, and the node of its value; None if there is no such key."""
        holder = node_at(self.root, path[:-1])
        return holder.entries.get(str(path[-1])) if path and isinstance(holder, Map) else None

    def section(self, part: Part) -> DataPath:
        """Return the path of a part in the file; the empty path for a problem without parts."""
        return ("parts", self._numbers[part.id]) if self.problem.is_multipart else ()

    def nearest(self, part: Part, *keys: DataPath) -> list[DataPath]:
        """Return the paths at which these keys may be set for a part: first its own, then the problem's."""
        return [(*section, *key) for key in keys for section in dict.fromkeys((self.section(part), ()))]

    def finding(self, code: str, message: str, *paths: DataPath) -> Finding:
        """Return a finding at the first of these keys that the file has, or else at the key `type`."""
        found = filter(None, map(self.entry, (*paths, ("type",))))
        key, _ = next(found)
        return Finding(self.file, key.line, key.column, code, message)


def shown_value(part: Part, value: Any) -> str:
    """Return a value as people write it, short enough for a message."""
    return brief(part.answer_kind.show(value, part.decimal, part.tolerance))


RARE: Final = 1
"""Weight of mistakes that an author need not provide for."""

LARGE: Final = 20_000
"""Maximum count of numbers in the answers for which other parameters are tried."""


class LintQuestion(NamedTuple):
    """A step that students are asked for, and the tolerance for its answers."""

    variant: Variant
    step: str
    tolerance: Tolerance


class MistakeTable:
    """The answers that a student gives to several questions with each possible mistake."""

    def __init__(self, questions: Iterable[LintQuestion]) -> None:
        self.questions = tuple(questions)
        self.steps: dict[Variant, set[str]] = {}
        """The steps asked for, by variant."""
        for question in self.questions:
            self.steps.setdefault(question.variant, set()).add(question.step)
        self._answers: dict[Mistake, Answers] = {}
        self._incorrect: dict[tuple[int, int], tuple[Any, bool]] = {}

    def run(self, options: Mapping[str, str] = EMPTY) -> Answers:
        """Return the answers to all questions with these options, {choice point: option}; None where a run fails."""
        values = {variant: _values(variant, options, steps) for variant, steps in self.steps.items()}
        return tuple(values[variant].get(step) for variant, step, _ in self.questions)

    @property
    def first_variant(self) -> Variant:
        """Return the first question's variant, whose numbers lint changes."""
        return self.questions[0].variant

    @cached_property
    def truth(self) -> Answers:
        """Return the right answers to all questions of the table."""
        return self.run()

    @cached_property
    def wrong_answers(self) -> Mapping[Mistake, Answers]:
        """Return {mistake: answers to all questions} of a student who makes it everywhere; without listed mistakes."""
        mistakes = (
            Mistake(point.name, option)
            for variant in self.steps
            for point in variant.menu.values()
            if not (variant.listed and point.name == AUTHOR_LISTED)  # lint/draws.py checks these
            for option in point.wrong
        )
        return {mistake: self.answers(mistake) for mistake in dict.fromkeys(mistakes)}

    def answers(self, mistake: Mistake) -> Answers:
        """Return the answers of a student who makes this mistake.

        A question in which it cannot be made has its right answer.
        """
        if mistake not in self._answers:
            self._answers[mistake] = self.run({mistake.point: mistake.option})
        return self._answers[mistake]

    def is_effective(self, mistake: Mistake) -> bool:
        """Return whether every question has an answer with this mistake, and any answer differs from the right one."""
        answers = self.answers(mistake)
        return is_complete(answers) and identity(answers) != self._identity

    def is_visible(self, mistake: Mistake) -> bool:
        """Return whether any answer with this mistake is outside the tolerance, so that it is marked wrong."""
        return any(self.is_incorrect(i, value) for i, value in enumerate(self.answers(mistake)))

    def is_incorrect(self, i: int, value: Any) -> bool:
        """Return whether this answer to question number i is outside the tolerance."""
        judge = self._judges[self.questions[i]]
        key = id(judge), id(value)  # mistakes share the values that they do not change
        if key not in self._incorrect:
            self._incorrect[key] = value, not agrees(judge, value)  # the value is kept so that its id is not reused
        return self._incorrect[key][1]

    def grouped(self, mistakes: Iterable[Mistake]) -> list[list[Mistake]]:
        """Return these mistakes in groups that give the same answers."""
        groups: dict[Any, list[Mistake]] = {}
        for mistake in mistakes:
            groups.setdefault(identity(self.answers(mistake)), []).append(mistake)
        return list(groups.values())

    def weight(self, mistake: Mistake) -> int:
        """Return how common a mistake is, relative to others."""
        return self.first_variant.weight(mistake.point, mistake.option)

    def is_common(self, mistake: Mistake) -> bool:
        """Return whether a mistake is so common that an author should provide for it."""
        return self.weight(mistake) > RARE

    def on(self, variants: Mapping[Variant, Variant]) -> MistakeTable:
        """Return the table of the same steps for other variants, {old: new}."""
        return MistakeTable(one._replace(variant=variants[one.variant]) for one in self.questions)

    @cached_property
    def is_large(self) -> bool:
        """Return whether the answers hold so many numbers that few such tables can be computed."""
        different = {id(value): value for value in self.truth}
        return sum(len(flatten(value)[1]) for value in different.values()) > LARGE

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        return identity(self.truth)

    @cached_property
    def _judges(self) -> dict[LintQuestion, Judge]:
        truths = dict(zip(self.questions, self.truth, strict=True))
        return {question: Judge(truth, question.tolerance) for question, truth in truths.items()}


def is_complete(answers: Answers) -> bool:
    """Return whether every question has an answer, so that no run failed."""
    return all(value is not None for value in answers)


def agrees(judge: Judge, value: Any) -> bool:
    """Return whether a value is right according to a judge; False for None."""
    if value is None:
        return False
    shape, numbers = flatten(value)
    return judge.verdict(Reading(shape, tuple(StatedNumber(number, 0, None) for number in numbers))) == "correct"


def _values(variant: Variant, options: Mapping[str, str], steps: set[str]) -> Mapping[str, Any]:
    """Return the values of these steps with these options, by step; none if the run fails.

    An option that exists at other parameters only changes nothing.
    """
    try:
        return variant.run(options, steps)
    except MenuError:  # an option that exists at other parameters only: nobody can make this mistake here
        return variant.run(wanted=steps)
    except INVALID_RUN:
        return {}
