"""`LintedProblem`: a problem with its file, and with the answers that known mistakes give to its parts."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import Any

from checker.diagnosis import Mistake
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.values import Value, comparable
from checker.document.findings import DataPath, Findings
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.weights import RARE
from checker.kinds import Reading, StatedNumber
from checker.marking.question import Question
from checker.problems import Finding, Problem
from checker.text.plain import brief


class LintedProblem:
    """A problem as the checks see it; its parts are numbered from 0."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.parts = problem.parts
        self.questions = [Question.of(problem, part) for part in problem.parts]

    @cached_property
    def file(self) -> Findings:
        """Return the file as its author wrote it."""
        return Findings.of_file(self.problem.path)

    @cached_property
    def prompt(self) -> str:
        """Return the prompt with its values, in one line."""
        return " ".join(self.problem.prompt.split())

    def has(self, path: DataPath) -> bool:
        """Return whether the file has the key at the end of a path."""
        return str(path[-1]) in self.file.keys(path[:-1])

    def section(self, i: int) -> DataPath:
        """Return the path of a part in the file; the empty path for a problem without parts."""
        return ("parts", i) if self.problem.is_multipart else ()

    def nearest(self, i: int, *keys: DataPath) -> list[DataPath]:
        """Return the paths at which keys may be set for a part: of each key first its own, then the problem's."""
        return [(*section, *key) for key in keys for section in dict.fromkeys((self.section(i), ()))]

    def finding(self, code: str, message: str, *paths: DataPath) -> Finding:
        """Return a finding at the first of these keys that the file has, or else at the key `type`."""
        path = next(filter(self.has, paths), ("type",))
        return Finding(self.file.file, *self.file.place(path, at_key=True), code, message)

    def shown(self, i: int, mistake: Mistake | None = None) -> str:
        """Return the answer to a part in words, also with a mistake, short enough for a message."""
        part = self.parts[i]
        value = part.variant.run(options_of([mistake] if mistake else ()), {part.step})[part.step]
        return brief(part.answer_kind.show(value, part.decimal, part.tolerance))

    def for_part(self, i: int) -> str:
        """Return ` for` and the name of a part, for messages; empty for a problem without parts."""
        return f" for `{self.parts[i].id}`" if self.problem.is_multipart else ""

    @cached_property
    def answers(self) -> list[dict[Mistake, Value | None]]:
        """Return, for each part, the answer with each of its known mistakes; None where the run fails."""
        found = []
        for question in self.questions:
            runs, step = question.index.runs, question.part.step
            values = {run.mistakes[0]: run.values.get(step) for run in runs.singles}
            found.append({mistake: values.get(mistake) for mistake in runs.named})
        return found

    def is_changed(self, i: int, mistake: Mistake) -> bool:
        """Return whether a part has another answer with this mistake."""
        value = self.answers[i].get(mistake)
        return value is not None and comparable(value) != self._truths[i]

    def is_accepted(self, i: int, mistake: Mistake) -> bool:
        """Return whether a part accepts the answer with this mistake, because it lies within the tolerance."""
        value = self.answers[i].get(mistake, self.questions[i].index.truth)
        if value is None:
            return False
        shape, numbers = value
        reading = Reading(shape, tuple(StatedNumber(number, 0, None) for number in numbers))
        return self.questions[i].judge.verdict(reading) == "correct"

    @cached_property
    def _truths(self) -> tuple[Any, ...]:
        return tuple(comparable(question.index.truth) for question in self.questions)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Return the mistakes of all parts but those that the file lists, each of which belongs to one part."""
        found = dict.fromkeys(mistake for answers in self.answers for mistake in answers)
        return [mistake for mistake in found if mistake.point != AUTHOR_LISTED]

    @cached_property
    def effects(self) -> dict[Mistake, tuple[Any, ...]]:
        """Return the mistakes that change an answer, each with a key that is equal where all answers are."""
        found = {}
        for mistake in self.mistakes:
            effect = tuple(
                comparable(answers[mistake]) if mistake in answers else truth
                for answers, truth in zip(self.answers, self._truths, strict=True)
            )
            if effect != self._truths and None not in effect:
                found[mistake] = effect
        return found

    @cached_property
    def accepted(self) -> list[Mistake]:
        """Return the mistakes with which all answers are right, at least within the tolerance."""
        return [each for each in self.mistakes if all(self.is_accepted(i, each) for i in range(len(self.parts)))]

    @cached_property
    def groups(self) -> list[list[Mistake]]:
        """Return the mistakes that are marked as wrong, in groups that give the same answers to all parts."""
        groups: dict[tuple[Any, ...], list[Mistake]] = {}
        for mistake, effect in self.effects.items():
            if mistake not in self.accepted:
                groups.setdefault(effect, []).append(mistake)
        return list(groups.values())

    @property
    def pairs(self) -> dict[tuple[Mistake, Mistake], int]:
        """Return pairs of common mistakes that give the same answers, with the size of their group."""
        groups = [[*filter(self.is_common, group)] for group in self.groups]
        return {pair: len(group) for group in groups for pair in combinations(group, 2)}

    def is_common(self, mistake: Mistake) -> bool:
        """Return whether a mistake is so common that an author should provide for it."""
        return self.parts[0].variant.weight(*mistake) > RARE

    def first_changed(self, mistake: Mistake) -> int:
        """Return the first part that a mistake changes."""
        return next(i for i in range(len(self.parts)) if self.is_changed(i, mistake))
