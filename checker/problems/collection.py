"""All problems below a folder, by assignment.  What is broken is kept aside, so that the rest can be graded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from checker.document.findings import Finding, ProblemError, bounded
from checker.document.issues import Issue
from checker.notation.words import UnknownName
from checker.problems.find import problem_files, written_id
from checker.problems.load import load_assignment, load_in
from checker.problems.model import Problem

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


@dataclass(frozen=True, slots=True)
class Broken:
    """A problem file in error."""

    path: Path
    id: str | None
    """None where the file does not tell it."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """An assignment: a folder of problem files."""

    name: str
    """The path below the problems folder; empty for the files that stand in it directly."""
    title: str
    problems: tuple[Problem, ...]
    """In the order of its assignment.yaml; those that it does not list come after, by file name."""
    broken: tuple[Broken, ...]


@dataclass(frozen=True)
class Collection:
    """All problems below a folder."""

    assignments: Mapping[str, Folder]
    """By name."""
    findings: tuple[Finding, ...]
    """All that is wrong with their files."""

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """By id."""
        return {problem.id: problem for folder in self.assignments.values() for problem in folder.problems}

    @cached_property
    def broken(self) -> tuple[Broken, ...]:
        """The problem files in error, of all assignments."""
        return tuple(broken for folder in self.assignments.values() for broken in folder.broken)


def load_problems(folder: str | os.PathLike[str]) -> Collection:
    """All problems below a folder.  What is wrong with their files is in the findings; raises only NoProblemError."""
    top = Path(folder)
    loader = _Loader()
    assignments = {}
    for place, paths in groupby(problem_files(top), key=lambda path: path.parent):
        name = place.relative_to(top).as_posix()
        name = "" if name == "." else name
        assignments[name] = loader.folder(name, place, paths)
    return Collection(assignments, tuple(bounded(loader.findings)))


class _Loader:
    """Loads folder after folder, and remembers which file took an id first."""

    def __init__(self) -> None:
        self.findings: dict[Finding, None] = {}
        self._taken: dict[str, Path] = {}

    def folder(self, name: str, place: Path, paths: Iterable[Path]) -> Folder:
        assignment: Assignment | None = None
        wrong: tuple[Finding, ...] = ()
        try:
            assignment = load_assignment(place)
        except ProblemError as error:
            wrong = error.findings
        self.findings |= dict.fromkeys(wrong)
        loaded = [self._load(assignment, wrong, path) for path in paths]
        unique = [each for each in loaded if self._is_first(each)]
        problems = [each for each in unique if isinstance(each, Problem)]
        broken = tuple(each for each in unique if isinstance(each, Broken))
        title = ""
        if assignment:
            title, order = assignment.title, {listed: place for place, listed in enumerate(assignment.labels)}
            problems.sort(key=lambda problem: order.get(problem.id, len(order)))
            self._check_listed(assignment, dict.fromkeys(each.id for each in loaded if each.id))
        return Folder(name, title, tuple(problems), broken)

    def _load(self, assignment: Assignment | None, wrong: tuple[Finding, ...], path: Path) -> Problem | Broken:
        """With a broken assignment nothing is known of its conventions: its problems are broken, too."""
        try:
            problem = load_in(assignment, path)
        except ProblemError as error:
            self.findings |= dict.fromkeys(error.findings)
            written = written_id(path)
            return Broken(path, written and written.id, (*wrong, *error.findings))
        return Broken(path, problem.id, wrong) if wrong else problem

    def _is_first(self, loaded: Problem | Broken) -> bool:
        if loaded.id is None:
            return True
        first = self._taken.setdefault(loaded.id, loaded.path)
        if first == loaded.path:
            return True
        written = written_id(loaded.path)
        place = (written.line, written.column) if written else (1, 1)
        message = f"the id {loaded.id} is taken by {first}; ids are unique below the problems folder"
        self.findings[Finding(os.fspath(loaded.path), *place, "schema", message)] = None
        return False

    def _check_listed(self, assignment: Assignment, ids: Mapping[str, None]) -> None:
        findings, known = assignment.findings(), tuple(ids)
        for place, listed in assignment.listed.items():
            if listed not in ids:
                message = f"there is no problem {listed} in this folder"
                findings.add(Issue(("problems", place, "id"), message, unknown=UnknownName(listed, known)))
        self.findings |= dict.fromkeys(findings.sorted)
