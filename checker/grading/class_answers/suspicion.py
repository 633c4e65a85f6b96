"""Keys that are perhaps wrong: one and the same wrong answer, given by most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from checker.grading import AssignmentColumns, Cell, GradeColumn
from checker.grading.class_answers.found import FoundByMarking
from checker.grading.class_answers.relation import relation, safely
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

SHARE: Final = 0.5
"""So many of those who answered give the same wrong answer."""

LOOK: Final = "Look at the problem file: does it ask what you meant?"

FEWEST: Final = 3
"""And at least so many students."""


class Suspicion(NamedTuple):
    """A wrong answer that most gave."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    why: str

    @property
    def message(self) -> str:
        """`31 of 40 gave 31,744: right if ...`."""
        return f"{self.gave} of {self.of} gave {self.answer}: {self.why}"

    def record(self) -> dict[str, Any]:
        """For scripts."""
        problem, part = self.column.id, self.column.part_id
        return {
            "problem": problem,
            "part": part,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "message": self.message,
        }


def suspicions(assignment: AssignmentColumns, counts: Mapping[Cell, int], known: FoundByMarking) -> list[Suspicion]:
    """The wrong answers of an assignment that most gave."""
    answered: Counter[int] = Counter()
    wrong: Counter[tuple[int, str]] = Counter()
    for fate, count in counts.items():
        if fate.status != "not_answered":
            answered[fate.column] += count
        if fate.status in ("partial", "incorrect") and fate.answer and not fate.follows:
            wrong[fate.column, fate.answer] += count
    columns = {column.index: column for column in assignment.columns}
    return [
        Suspicion(columns[at], answer, count, answered[at], _why(columns[at], answer, known))
        for (at, answer), count in sorted(wrong.items())
        if count >= FEWEST and count >= SHARE * answered[at]
    ]


def _why(column: GradeColumn, answer: str, found: FoundByMarking) -> str:
    """When it would be right."""

    def why() -> str:
        known = found.of(column, answer)
        return _reason(*known) if known else ""

    return safely(why)


def _reason(marker: Marker, outcome: Outcome) -> str:
    explanations = outcome.diagnosis.explanations if outcome.diagnosis else ()
    if outcome.reading and outcome.reading.refused:
        return f"{outcome.reading.refused} {LOOK}"
    if outcome.status == "partial" and outcome.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many it wants?"
    if not explanations:
        known = relation(marker, outcome)
        if outcome.diagnosis and outcome.diagnosis.silenced:
            return f"{known or 'it fits no known mistake well enough to say why'}. {LOOK}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {LOOK}"
    mistakes = explanations[0].mistakes
    variant = marker.part.variant
    if len(mistakes) == 1 and not explanations[0].slip and variant.menu[mistakes[0].point].is_convention:
        return f"right for one who {variant.sentences[mistakes[0].id]}. Declare it, or accept both."
    return f"{' '.join(outcome.feedback.why)} A mistake that most make, or a problem file that asks something else?"
