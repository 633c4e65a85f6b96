"""`Course`: the assignments that a run grades, with a `GradeColumn` for each part; for a student, with drawn numbers.

It also finds the assignments that answers may be for, and what they ask (`sheets`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from checker.engine.memory import Memory
from checker.grading.members import NOBODY, Members
from checker.problems import (
    AssignmentSettings,
    Broken,
    Outline,
    Part,
    Problem,
    ProblemError,
    ProblemFolder,
    Problems,
    QuestionKey,
)

if TYPE_CHECKING:
    from checker.writeups.sheets import Sheet


@dataclass(frozen=True, slots=True)
class GradeColumn:
    """A column of the gradebook: one part of a problem, or a problem whose file is in error.

    In the latter case `outline` is None, and `error` is the place of the error, such as `size.yaml:9`.
    """

    index: int
    assignment: str
    id: str
    outline: Outline | None
    error: str = ""
    part_id: str | None = None
    """None where the problem has only one part, or its file is in error."""
    title: str = ""
    points: float | None = None
    """The maximum points of the part; None where the problem's file is in error."""

    @property
    def key(self) -> QuestionKey:
        """Return the ids of its problem and its part."""
        return QuestionKey(self.id, self.part_id)

    @property
    def drawn(self) -> str:
        """Return the values drawn for this variant, as text; empty where all students have the same numbers."""
        return self.outline.drawn if self.outline else ""

    @property
    def problem(self) -> Problem | None:
        """Return the problem, which is built for the first who asks for it."""
        return self.outline.problem if self.outline else None

    @property
    def part(self) -> Part | None:
        """Return the part of the problem."""
        return self.outline.problem.part(self.part_id) if self.outline else None

    @property
    def name(self) -> str:
        """Return the name of the column: `bert-size`, or `bert-size.total` for a part."""
        return str(self.key)


@dataclass(frozen=True)
class AssignmentColumns:
    """The columns of one assignment; an assignment is a folder of problems."""

    folder: ProblemFolder
    columns: tuple[GradeColumn, ...]
    id: str = ""
    """Its id: by default its name, and `week-3` for the problems directly in `week-3`."""

    @property
    def name(self) -> str:
        """Return the path of its folder below the problems folder."""
        return self.folder.name

    @property
    def title(self) -> str:
        """Return its title."""
        return self.folder.title

    @property
    def settings(self) -> AssignmentSettings:
        """Return its dates, headings and rules."""
        return self.folder.settings

    @cached_property
    def keys(self) -> dict[QuestionKey, GradeColumn]:
        """Return the columns by problem id and part id."""
        return {column.key: column for column in self.columns}

    @property
    def problems(self) -> Iterator[tuple[GradeColumn, ...]]:
        """Yield the columns of each problem."""
        return (tuple(some) for _, some in groupby(self.columns, key=lambda column: column.id))


class Course:
    """All assignments in a problems folder, as a run grades them."""

    def __init__(self, problems: Problems, members: Members = NOBODY) -> None:
        self.members = members
        """The students on the roster; it decides by which of several ids the numbers of a student are drawn."""
        self._sheets: dict[str, Sheet] = {}
        self._variants: Memory[tuple[str, str], tuple[GradeColumn, ...]] = Memory(4_000)
        self._taken = set(problems.outlines).union(broken.id or "" for broken in problems.broken)
        places = count()
        self.assignments = {
            name: AssignmentColumns(folder, tuple(self._columns(folder, places)), folder.id or name or problems.name)
            for name, folder in problems.assignments.items()
        }
        self.columns = [column for each in self.assignments.values() for column in each.columns]
        self.home = {column.id: column.assignment for column in self.columns}
        """The assignment of each problem."""
        self.folder_names = {name: name for name in self.assignments}
        """By the name that a folder of submissions may have, its assignment.

        `--problems problems/001` has the one in `001`, and an id is such a name, too.
        """
        if "" in self.assignments:
            self.folder_names.setdefault(problems.name, "")
        for name, each in self.assignments.items():
            self.folder_names.setdefault(each.id, name)

    @cached_property
    def versions(self) -> dict[str, str]:
        """Return, by problem, a hash of all that its author decides; that of a file in error is one of its error."""
        texts = {each.id: each.outline.version if each.outline else each.error for each in self.columns}
        return {id_: sha256(text.encode()).hexdigest()[:16] for id_, text in texts.items()}

    @cached_property
    def has_draws(self) -> bool:
        """Return whether any problem draws its numbers for each student."""
        return any(each.drawn for each in self.columns)

    def of_student(self, assignment: AssignmentColumns, student: str) -> AssignmentColumns:
        """Return an assignment with a student's own numbers; `student` is an id from `members.owner`."""
        if not any(each.drawn for each in assignment.columns):
            return assignment
        columns = (column for some in assignment.problems for column in self._of_student(some, student))
        return replace(assignment, columns=tuple(columns))

    def _of_student(self, columns: Sequence[GradeColumn], student: str) -> Sequence[GradeColumn]:
        """Return the columns of a problem with the student's own numbers; in error if no numbers can be drawn."""
        problem = columns[0].problem if columns[0].drawn else None
        if problem is None or problem.variants is None:
            return columns
        try:
            return self._variant(columns[0].id, problem.variants.drawn(student))
        except ProblemError as error:
            place = _place(Broken(problem.path, problem.id, error.findings))
            return [replace(each, outline=None, error=place) for each in columns]

    def _variant(self, problem: str, drawn: str) -> tuple[GradeColumn, ...]:
        columns = self.of_problem(problem).columns
        known = columns[0].problem
        variants = known and known.variants

        def make() -> tuple[GradeColumn, ...]:
            outline = Outline.of(variants.at(drawn)) if variants else None
            return tuple(replace(each, outline=outline) for each in columns) if outline else columns

        return self._variants.get((problem, drawn), make)

    def of_problem(self, problem: str, drawn: str = "") -> AssignmentColumns:
        """Return one problem, or its variant with these drawn values, as an assignment of its own."""
        if drawn:
            return replace(self.of_problem(problem), columns=self._variant(problem, drawn))
        return self._by_problem[problem]

    @cached_property
    def _by_problem(self) -> dict[str, AssignmentColumns]:
        return {
            columns[0].id: replace(each, columns=columns)
            for each in self.assignments.values()
            for columns in each.problems
        }

    def fitting(self, hint: str | None, problems: Iterable[str]) -> list[AssignmentColumns]:
        """Return the assignments that answers may be for: that of their folder, or those of the problems' ids."""
        name = self.folder_names.get(hint or "", hint or "")
        if hint and name in self.assignments:
            return [self.assignments[name]]
        homes = dict.fromkeys(self.home[problem] for problem in problems if problem in self.home)
        below = [home for home in homes if home.startswith(f"{name}/")]  # SUBMISSIONS/a/... against PROBLEMS/a/b
        return [self.assignments[home] for home in below or homes]

    def of_folder(self, hint: str | None) -> list[AssignmentColumns]:
        """Return the assignments that files in this folder may belong to: that of its name, or those below it.

        Return all if `hint` is None, and none if no name fits.
        """
        if hint is None:
            return list(self.assignments.values())
        if hint in self.folder_names:
            return [self.assignments[self.folder_names[hint]]]
        return [each for name, each in self.assignments.items() if f"{name}/".startswith(f"{hint}/")]

    def sheets(self, hint: str | None, student: str | None = None) -> list[Sheet]:
        """Return what these assignments ask, as students see it; with a student's own numbers if one is given."""
        from checker.writeups.sheets import sheet_of  # here, because only documents need them

        if student is not None and self.has_draws:
            return [sheet_of(each.folder.of_student(student)) for each in self.of_folder(hint)]
        for each in self.of_folder(hint):
            if each.name not in self._sheets:
                self._sheets[each.name] = sheet_of(each.folder)
        return [self._sheets[each.name] for each in self.of_folder(hint)]

    def _columns(self, folder: ProblemFolder, places: Iterator[int]) -> Iterator[GradeColumn]:
        for outline in folder.outlines:
            for part in outline.parts:
                about = "", part.id, part.title, part.points
                yield GradeColumn(next(places), folder.name, outline.id, outline, *about)
        for broken in folder.broken:
            if id_ := broken.id or self._unused(broken.path.stem):
                yield GradeColumn(next(places), folder.name, id_, None, _place(broken))

    def _unused(self, name: str) -> str:
        """Return a file's name as the id of its problem; an empty one where another problem has that id."""
        if name in self._taken:
            return ""
        self._taken.add(name)
        return name


def _place(broken: Broken) -> str:
    """Return the place of an error, `size.yaml:9`, without folders, so that records are the same everywhere."""
    first = broken.findings[0]
    return f"{Path(first.file).name}{'' if first.line is None else f':{first.line}'}"
