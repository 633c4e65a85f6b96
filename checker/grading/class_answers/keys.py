"""Suspicious keys: those that contradict the solver, and wrong answers that most of the class give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from checker.grading.class_answers.shared import relation, safely
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.mark import TOO_COARSE, Mark
from checker.grading.results.findings import KeptFindings
from checker.marking.authors_key import differing_keys
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.problems import Problem

DIFFERS: Final = (
    "Your key, {}, is not the solver's answer, by which students are graded. {} Check which of the two is right."
)

SHARE: Final = 0.5
"""Share of those who answered from which on a wrong answer is that of most, however many give the right one."""

LOOK: Final = "Look at the problem file: does it ask what you meant?"

FEWEST: Final = 3
"""Minimum number of students who give it."""


class KeyThatDiffers(NamedTuple):
    """A key that is not the solver's answer."""

    column: GradeColumn
    message: str

    def record(self) -> dict[str, Any]:
        """Return the fields for scripts."""
        return {"problem": self.column.id, "part": self.column.part_id, "message": self.message}


def keys_that_differ(assignment: AssignmentColumns, known: KeptFindings) -> Iterator[KeyThatDiffers]:
    """Yield the keys of an assignment that differ from the solver's answers."""
    for places in assignment.by_problem:
        columns = assignment.columns[places.start : places.stop]
        if problem := columns[0].problem:
            messages = cache(partial(_messages, problem))
            for column in (each for each in columns if each.part and each.part.key is not None):
                if message := known.of_key(column, partial(_message, column.part_id, messages)):
                    yield KeyThatDiffers(column, message)


def _message(part: str | None, messages: Callable[[], dict[str | None, str]]) -> str:
    """Return the warning; an empty text if the key is the solver's answer."""
    return safely(lambda: messages().get(part, ""))


def _messages(problem: Problem) -> dict[str | None, str]:
    """Return the warnings by part: the keys of one problem are explained together."""
    return {each.part.id: DIFFERS.format(each.key, each.why) for each in differing_keys(problem)}


class Suspicion(NamedTuple):
    """A wrong answer that most students gave, or more than gave the right one."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    right: int
    """Number of students who gave the right answer, also with too few digits."""
    why: str

    @property
    def is_of_most(self) -> bool:
        """Return whether most students gave it."""
        return self.gave >= SHARE * self.of

    @property
    def message(self) -> str:
        """Return `31 of 40 gave 31,744: right for ...`, or `9 of 40 gave 31,744, and 5 the right answer: ...`."""
        others = "" if self.is_of_most else f", and {self.right or 'nobody'} the right answer"
        return f"{self.gave} of {self.of} gave {self.answer}{others}: {self.why}"

    def record(self) -> dict[str, Any]:
        """Return the fields for scripts."""
        problem, part = self.column.id, self.column.part_id
        return {
            "problem": problem,
            "part": part,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "right": self.right,
            "message": self.message,
        }


def suspicions(assignment: AssignmentColumns, counts: Mapping[Mark, int], findings: KeptFindings) -> list[Suspicion]:
    """Return the wrong answers of an assignment that most students gave, or more than gave the right one.

    Of several that more gave than the right one, those are returned that come most often.
    """
    answered: Counter[int] = Counter()
    right: Counter[int] = Counter()
    wrong: Counter[tuple[int, str]] = Counter()
    for cell, count in counts.items():
        if cell.status != "not_answered":
            answered[cell.column] += count
        if cell.status == "correct" or cell.label == TOO_COARSE:
            right[cell.column] += count
        if cell.status in ("partial", "incorrect") and cell.answer and not cell.is_consequence:
            wrong[cell.column, cell.answer] += count
    most = {index: max(count, right[index] + 1) for (index, _), count in sorted(wrong.items(), key=itemgetter(1))}
    columns = {column.index: column for column in assignment.columns}
    return [
        Suspicion(
            columns[index],
            answer,
            count,
            answered[index],
            right[index],
            findings.get("suspicion", columns[index], answer, suggested)[0],
        )
        for (index, answer), count in sorted(wrong.items())
        if count >= FEWEST and count >= min(SHARE * answered[index], most[index])
    ]


def suggested(marker: Marker, outcome: Outcome) -> list[str]:
    """Return what a wrong answer suggests about the key."""
    return [safely(lambda: _reason(marker, outcome))]


def _reason(marker: Marker, outcome: Outcome) -> str:
    explanations = outcome.diagnosis.explanations if outcome.diagnosis else ()
    if outcome.reading and outcome.reading.refused:
        return f"{outcome.reading.refused} {LOOK}"
    if outcome.status == "partial" and outcome.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many digits it wants?"
    if not (outcome.diagnosis and outcome.diagnosis.is_identified):
        known = relation(marker, outcome)
        if explanations or (outcome.diagnosis and outcome.diagnosis.silenced):
            return f"{known or 'no known mistake fits it well enough'}. {LOOK}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {LOOK}"
    mistakes = explanations[0].mistakes
    variant = marker.part.variant
    point = variant.menu.get(mistakes[0].point) if len(mistakes) == 1 and not explanations[0].slip else None
    if point and point.is_convention:
        return f"right for anyone who {variant.sentences[mistakes[0].id]}. Declare it, or accept both."
    return f"{' '.join(outcome.feedback.why)} Is this a common mistake, or does the problem file ask something else?"
