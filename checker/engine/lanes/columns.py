"""Columns: the value of one step for each student of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from checker.engine.lanes.bits import union


class LaneColumn(NamedTuple):
    """The values of one step for many students: one for each combination of the mistakes in `mask`."""

    mask: int
    values: Mapping[int, Any]

    def value_for(self, student: int) -> Any:
        """Return the value of this step that a student gets; None where the student has none."""
        return self.values.get(student & self.mask)

    def with_answers(self, answers: Mapping[int, Any], students: Iterable[int]) -> LaneColumn:
        """Return the column in which some mistakes, by their bits, replace the value where there is one."""
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
    """Return the columns of students with a run each, from the values that each run recorded."""
    mask = union(recorded)
    steps = dict.fromkeys(step for values in recorded.values() for step in values)
    return {
        step: LaneColumn(mask, {student: values[step] for student, values in recorded.items() if step in values})
        for step in steps
    }


def zip_columns(columns: Sequence[LaneColumn], students: Iterable[int]) -> LaneColumn:
    """Return one column with a tuple of the values of all columns."""
    mask = union(column.mask for column in columns)
    keys = {student & mask for student in students}
    return LaneColumn(mask, {key: tuple([column.value_for(key) for column in columns]) for key in keys})
