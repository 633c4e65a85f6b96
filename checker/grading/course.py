"""Which problems a submission is graded against: assignments, and in each the columns of its gradebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from checker.grading.submissions import Submission
from checker.problems import Broken, Collection, Folder, Part, Problem

QuestionKey = tuple[str, str | None]
"""A problem's id, and that of its part."""


@dataclass(frozen=True, slots=True)
class GradeColumn:
    """One part of a problem; or a whole problem whose file is in error: then `part` is None and `error` says where."""

    index: int
    assignment: str
    id: str
    """The problem's."""
    problem: Problem | None
    part: Part | None
    error: str = ""

    @property
    def part_id(self) -> str | None:
        """None where the problem has only one part, or nobody knows which it has."""
        return self.part.id if self.part else None

    @property
    def name(self) -> str:
        """`bert-size`, or `bert-size.total`."""
        return self.part.name if self.part else self.id


@dataclass(frozen=True)
class AssignmentColumns:
    """A folder of problems."""

    name: str
    title: str
    columns: tuple[GradeColumn, ...]

    @cached_property
    def keys(self) -> dict[QuestionKey, GradeColumn]:
        """What a submission calls each column."""
        return {(column.id, column.part_id): column for column in self.columns}

    @cached_property
    def multipart(self) -> list[range]:
        """Where the columns of each problem with several parts stand."""
        ids = [column.id for column in self.columns]
        starts = (ids.index(id_) for id_ in dict.fromkeys(ids))
        return [range(start, start + count) for start in starts if (count := ids.count(ids[start])) > 1]

    @cached_property
    def max_points(self) -> float:
        """What all its parts are worth, those of problem files in error apart: nobody knows them."""
        return round(sum(column.part.points for column in self.columns if column.part), 6)


class Course:
    """All assignments below a problems folder."""

    def __init__(self, problems: Collection) -> None:
        self.columns: list[GradeColumn] = []
        self._taken = set(problems.problems).union(broken.id or "" for broken in problems.broken)
        self.assignments = {
            name: AssignmentColumns(name, folder.title, tuple(self._columns(folder)))
            for name, folder in problems.assignments.items()
        }
        self.home = {column.id: column.assignment for column in self.columns}
        """The assignment of each problem."""

    def fitting(self, submission: Submission) -> list[AssignmentColumns]:
        """The assignments it is graded against: its folder's, or those whose problems it answers; or none."""
        hint = submission.assignment_hint
        if hint in self.assignments:
            return [self.assignments[hint]]
        homes = dict.fromkeys(self.home[problem] for problem in submission.problems if problem in self.home)
        below = [home for home in homes if home.startswith(f"{hint}/")]  # SUBMISSIONS/a/... against PROBLEMS/a/b
        return [self.assignments[home] for home in below or homes]

    def _columns(self, folder: Folder) -> Iterator[GradeColumn]:
        for problem in folder.problems:
            for part in problem.parts:
                yield self._added(folder.name, problem.id, problem, part)
        for broken in folder.broken:
            if id_ := broken.id or self._free(broken.path.stem):
                yield self._added(folder.name, id_, None, None, _place(broken))

    def _free(self, name: str) -> str:
        """The name of a file that tells no id, in the place of one; nothing where that is another problem's."""
        if name in self._taken:
            return ""
        self._taken.add(name)
        return name

    def _added(
        self, assignment: str, id_: str, problem: Problem | None, part: Part | None, error: str = ""
    ) -> GradeColumn:
        column = GradeColumn(len(self.columns), assignment, id_, problem, part, error)
        self.columns.append(column)
        return column


def _place(broken: Broken) -> str:
    """Where a problem file is in error: `size.yaml:9`; without folders, so that records are the same everywhere."""
    first = broken.findings[0]
    return f"{Path(first.file).name}{'' if first.line is None else f':{first.line}'}"
