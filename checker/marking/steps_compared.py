"""Rows for a table of the student's steps, as the likeliest mistakes imply them, next to the right ones."""

from __future__ import annotations

from typing import Any, NamedTuple

from checker.diagnosis import preceding_steps
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.wording import may_be_mentioned
from checker.kinds import flatten
from checker.marking.outcome import Outcome
from checker.marking.solution import NOTHING
from checker.problems import Part


class DifferenceRow(NamedTuple):
    """A step of the solution: its value with the student's mistakes, and the right value."""

    path: str
    yours: Any
    expected: Any
    step: str
    """The step's name, without those of the steps around it."""

    @property
    def differs(self) -> bool:
        """Return whether the student's value differs from the right one."""
        return flatten(self.yours) != flatten(self.expected)


def rows_of(part: Part, outcome: Outcome) -> list[DifferenceRow]:
    """Return the steps up to the asked one, with their values by the likeliest mistakes and their right values.

    It is empty where no mistake is known, or where earlier answers of the student enter.  Steps that are 0 in both are
    left out.
    """
    diagnosis = outcome.diagnosis
    best = diagnosis.explanations[0] if diagnosis and diagnosis.explanations else None
    if (
        best is None or not best.mistakes or best.since or best.again
    ):  # the student's earlier numbers: other steps are unknown
        return []
    variant, asked_step = part.variant, part.step
    paths = [*(path for path in preceding_steps(variant.board, asked_step) if path != asked_step), asked_step]
    yours, right = variant.run(options_of(best.mistakes), paths), variant.run(wanted=paths)
    said = variant.in_words
    names = {path: (said and said.steps.get(path)) or path.rpartition(".")[2] for path in paths}
    rows = [
        DifferenceRow(path, yours[path], right[path], names[path]) for path in paths if may_be_mentioned(variant, path)
    ]
    return [row for row in rows if row.differs or flatten(row.expected) != NOTHING]
