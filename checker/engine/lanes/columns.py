"""`LaneColumn`: the values of one step of a solution for all imagined students of a run.

A student is an int with a bit for each of its mistakes; a value is kept once for all whose mistakes in it are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from checker.engine.lanes.bits import union


class LaneColumn(NamedTuple):
    """The values of one step for many students: `values` has one for each combination of the mistakes in `mask`."""

    mask: int
    values: Mapping[int, Any]

    def value_for(self, student: int) -> Any:
        """Return the value for one student, given as the set of their mistakes; None where there is none."""
        return self.values.get(student & self.mask)

    def with_answers(self, answers: Mapping[int, Any], students: Iterable[int]) -> LaneColumn:
        """Return the column in which students with a bit of `answers`, {bit: value}, have its value.

        Each student has at most one of these bits.
        """
        answered = union(answers)
        mask = self.mask | answered
        values = {key: self.value_for(key) for key in {student & mask for student in students}}
        return LaneColumn(
            mask,
            {
                key: answers[key & answered] if key & answered else value
                for key, value in values.items()
                if value is not None
            },
        )


def columns_of_runs(recorded: Mapping[int, Mapping[str, Any]]) -> dict[str, LaneColumn]:
    """Return a column for each step, made of the values that separate runs recorded: {student: {step: value}}."""
    mask = union(recorded)
    steps = dict.fromkeys(step for values in recorded.values() for step in values)
    return {
        step: LaneColumn(mask, {student: values[step] for student, values in recorded.items() if step in values})
        for step in steps
    }


def zip_columns(columns: Sequence[LaneColumn], students: Iterable[int]) -> LaneColumn:
    """Return one column that has, for each student, the tuple of the values of these columns."""
    mask = union(column.mask for column in columns)
    keys = {student & mask for student in students}
    return LaneColumn(mask, {key: tuple([column.value_for(key) for column in columns]) for key in keys})
