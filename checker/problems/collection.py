"""Loads all problems below a folder, by assignment; files in error are kept apart from the others.

Also checks what each assignment.yaml says about problems: headings of columns, rules of grading, extensions.  If that
is wrong, none of its problems can be graded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import orjson

from checker.document import DocumentError
from checker.document.findings import DataPath, Finding, Findings, ProblemError, bounded
from checker.problems.assignment import AssignmentFile, AssignmentSettings, ColumnContent, Rule
from checker.problems.dates import read_extensions
from checker.problems.load import ASSIGNMENT, load_assignment, load_in, problem_files, written_id
from checker.problems.model import Broken, Problem, QuestionKey
from checker.problems.outline import Outline, Sources, sources_of
from checker.solvers.outside import use_types_near
from checker.text.words import UnknownName, shortened

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


_IGNORE: Final = "ignore"
_FIELDS: Final[tuple[Literal["student", "name", "email", "time"], ...]] = ("student", "name", "email", "time")

Parts = Mapping[str, tuple[str, ...] | None]
"""The ids of the parts of each problem in a folder; None of a file in error, whose parts are not known."""


def _has_part(parts: Parts, question: tuple[str, str], findings: Findings, path: DataPath, instead: str) -> bool:
    """Return whether a problem has a part, or may have; report at `path` if not, and what to write `instead`."""
    problem, part = question
    known = parts[problem]
    if known is None or part in known:
        return True
    unknown, message = None, f"{problem} has no parts; write {instead}"
    if known:
        message = f"{problem} has no part {shortened(part) or 'without an id'}"
        unknown = UnknownName(part, known)
    findings.report(path, message, at_key=part == path[-1], unknown=unknown)
    return False


def _column_headings(file: AssignmentFile, parts: Parts, findings: Findings) -> dict[str, ColumnContent]:
    """Return which question each heading of a column means; several may mean one, as sections have other exports."""
    headings: dict[str, ColumnContent] = {}
    for heading, name in file.columns.items():
        path, (problem, dot, part) = ("columns", heading), name.partition(".")
        if name == _IGNORE:
            headings[heading] = None
        elif name not in parts and (field := next((each for each in _FIELDS if each == name), None)):
            headings[heading] = field
        elif problem not in parts:
            names = (*parts, *(f"{id_}.{each}" for id_, known in parts.items() for each in known or ()))
            message = f"there is no problem {shortened(problem) or 'without an id'} in this folder"
            findings.report(path, message, unknown=UnknownName(name, (_IGNORE, *_FIELDS, *names)))
        elif not dot or _has_part(parts, (problem, part), findings, path, problem):
            headings[heading] = QuestionKey(problem, part or None)
    return headings


def _grading_rules(file: AssignmentFile, parts: Parts, findings: Findings) -> dict[QuestionKey, Rule]:
    rules: dict[QuestionKey, Rule] = {}
    for number, listed in enumerate(file.problems):
        if listed.id not in parts:
            continue  # it is reported where the list of problems is checked
        if isinstance(listed.grading, str):
            rules |= {QuestionKey(listed.id, part): listed.grading for part in parts[listed.id] or (None,)}
            continue
        for part, rule in listed.grading.items():
            path = "problems", number, "grading", part
            if _has_part(parts, (listed.id, part), findings, path, f"`grading: {rule}`"):
                rules[QuestionKey(listed.id, part)] = rule
    return rules


def _read_settings(
    assignment: Assignment, folder: Path, top: Path | None, loaded: Sequence[Outline | Broken]
) -> tuple[AssignmentSettings, tuple[Finding, ...]]:
    """Return the settings of an assignment, and all findings in its references and extensions.

    With wrong settings all points would be wrong, so the assignment is as broken as one with a wrong key.  Extensions
    may be anywhere below `top`, the problems folder; without it they are not read.
    """
    file, findings = assignment.file, assignment.findings()
    parts: dict[str, tuple[str, ...] | None] = {
        each.id: tuple(part.id for part in each.parts if part.id) for each in loaded if isinstance(each, Outline)
    }
    for each in loaded:
        if isinstance(each, Broken):  # without a readable id it is known by its file name
            parts.setdefault(each.id or each.path.stem, None)
    dates, in_extensions = assignment.dates, list[Finding]()
    if top and "extensions" in file.data:
        extensions, in_extensions = _extensions(file.extensions, folder, top, dates.timezone, findings)
        dates = replace(dates, extensions=extensions)
    settings = AssignmentSettings(
        dates,
        roster_headings=file.roster.data,
        column_headings=_column_headings(file, parts, findings),
        rules=_grading_rules(file, parts, findings),
    )
    return settings, tuple(bounded([*findings.sorted, *in_extensions]))


def _extensions(
    name: str, folder: Path, top: Path, zone: tzinfo, findings: Findings
) -> tuple[dict[str, datetime], list[Finding]]:
    """Return the students' due dates in a file, and what is wrong in it; report it if it cannot be read."""
    path = folder / name
    try:
        is_below = path.resolve().is_relative_to(top.resolve())
    except (OSError, ValueError, RuntimeError):  # a NUL, or links in a circle: reading it reports why
        is_below = True
    try:
        if is_below:
            return read_extensions(path, zone)
        message = f"{shortened(name)} is not in the problems folder; move it next to assignment.yaml"
    except DocumentError as error:
        message = f"{shortened(name) or 'the file'} {error.message}"
    findings.report(("extensions",), message)
    return {}, []


@dataclass(frozen=True)
class ProblemFolder:
    """A folder of problems with its settings and its broken files, which is one assignment."""

    name: str
    """The path below the problems folder; empty for the folder itself."""
    title: str
    outlines: tuple[Outline, ...]
    """Of its problems, in the order of its assignment.yaml; problems that it does not list follow, by file name."""
    broken: tuple[Broken, ...]
    settings: AssignmentSettings = field(default_factory=AssignmentSettings)
    id: str = ""
    """The id in its assignment.yaml; empty if its name is the id."""

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems.  Raise ProblemError if a file is no more what it was."""
        return tuple(each.problem for each in self.outlines)

    def of_student(self, student: str) -> ProblemFolder:
        """Return the assignment with a student's own numbers in its problems.  Raise ProblemError."""
        if not any(each.drawn for each in self.outlines):
            return self
        return replace(self, outlines=tuple(Outline.of(each.of_student(student)) for each in self.problems))


@dataclass(frozen=True)
class Problems:
    """All problems below a folder, by assignment, and the findings in their files."""

    assignments: Mapping[str, ProblemFolder]
    findings: tuple[Finding, ...]
    name: str = ""
    kept: Mapping[Sources, bytes] = field(default_factory=dict)
    """What is known of each file, as JSON: whoever keeps it need not build all problems the next time."""

    @cached_property
    def outlines(self) -> dict[str, Outline]:
        """Return what is known of the problems without building them, by id."""
        return {each.id: each for folder in self.assignments.values() for each in folder.outlines}

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """Return the problems by id."""
        return {id_: each.problem for id_, each in self.outlines.items()}

    @cached_property
    def broken(self) -> tuple[Broken, ...]:
        """Return the problem files with errors, in all assignments."""
        return tuple(broken for folder in self.assignments.values() for broken in folder.broken)


Known = Callable[[Sources], Any]
"""Returns what was kept of a file (`Problems.kept`), or None."""


def load_problems(
    folder: str | os.PathLike[str], *, extensions: bool = True, known: Known = lambda _: None
) -> Problems:
    """Return all problems below a folder, with the findings of their files.

    Raises NoProblemError, and ProblemError if a question type next to the folder has a name that is taken.

    Without `extensions` these files are not read: a student's own check needs none, and should not show who has one.
    What is `known` is not built before it is needed.
    """
    top = Path(folder)
    use_types_near(top)
    loader = _Loader(top if extensions else None, known)
    assignments = {}
    for folder_path, paths in groupby(problem_files(top), key=lambda path: path.parent):
        name = folder_path.relative_to(top).as_posix()
        name = "" if name == "." else name
        assignments[name] = loader.folder(name, folder_path, paths)
    top_name = top.resolve().name
    assignments |= loader.clashing_folders(assignments, top, top_name)
    return Problems(assignments, tuple(bounded(loader.findings)), top_name, loader.kept)


def _broken(folder: ProblemFolder, wrong: tuple[Finding, ...]) -> ProblemFolder:
    problems = (Broken(each.path, each.id, wrong) for each in folder.outlines)
    return replace(folder, outlines=(), broken=(*problems, *folder.broken))


class _Loader:
    def __init__(self, top: Path | None, known: Known) -> None:
        self.findings: dict[Finding, None] = {}
        self.kept: dict[Sources, bytes] = {}
        self._known = known
        self._top = top
        self._taken: dict[str, Path] = {}
        self._assignments: dict[str, Assignment] = {}

    def folder(self, name: str, folder_path: Path, paths: Iterable[Path]) -> ProblemFolder:
        """Return the assignment in a folder with these problem files, and collect its findings."""
        assignment: Assignment | None = None
        wrong: tuple[Finding, ...] = ()
        try:
            assignment = load_assignment(folder_path)
        except ProblemError as error:
            wrong = error.findings
        self.findings |= dict.fromkeys(wrong)
        loaded = [self._load(assignment, path) for path in paths]
        unique = [each for each in loaded if self._claims_id(each)]
        title, id_, order, settings = "", "", dict[str, int](), AssignmentSettings()
        if assignment:
            title, id_ = assignment.file.title, assignment.file.id
            order = {listed: number for number, listed in enumerate(assignment.labels)}
            findings, known = assignment.findings(), tuple(dict.fromkeys(each.id for each in loaded if each.id))
            for number, listed in assignment.listed.items():
                if listed not in known:
                    message = f"there is no problem {listed} in this folder"
                    findings.report(("problems", number, "id"), message, unknown=UnknownName(listed, known))
            self.findings |= dict.fromkeys(findings.sorted)
            self._assignments[name] = assignment
            settings, wrong = _read_settings(assignment, folder_path, self._top, loaded)
            self.findings |= dict.fromkeys(wrong)
        problems = [each for each in unique if isinstance(each, Outline)]
        problems.sort(key=lambda problem: order.get(problem.id, len(order)))
        broken = tuple(each for each in unique if isinstance(each, Broken))
        folder = ProblemFolder(name, title, tuple(problems), broken, settings, id_)
        return _broken(folder, wrong) if wrong else folder

    def clashing_folders(
        self, folders: Mapping[str, ProblemFolder], top: Path, top_name: str
    ) -> dict[str, ProblemFolder]:
        """Return, by name, the folders with another folder's id, as broken: their grades could not be told apart."""
        taken: dict[str, str] = {}
        found: dict[str, ProblemFolder] = {}
        for name, folder in sorted(folders.items(), key=lambda item: bool(item[1].id)):
            first = taken.setdefault(id_ := folder.id or name or top_name, name)
            if first != name:
                other = os.fspath(top / first)
                message = (
                    f"has the name of {other}, which is its id; rename it, or write `id: NAME` in its assignment.yaml"
                )
                wrong: tuple[Finding, ...] = (Finding(os.fspath(top / name), None, None, "schema", message),)
                if folder.id:
                    findings = self._assignments[name].findings()
                    findings.report(("id",), f"the id {shortened(id_)} is that of {other}; choose another id")
                    wrong = findings.sorted
                self.findings |= dict.fromkeys(wrong)
                found[name] = _broken(folder, wrong)
        return found

    def _load(self, assignment: Assignment | None, path: Path) -> Outline | Broken:
        read = sources_of(path, path.parent / ASSIGNMENT)
        sources, data = read or (None, None)
        build = partial(load_in, assignment, path, data=data)  # an edit from here on counts in the next run
        kept = self._known(sources) if sources else None
        try:
            found = Outline.from_json(kept, path, build) if kept else Outline.of(build())
        except ProblemError as error:
            self.findings |= dict.fromkeys(error.findings)
            written = written_id(path)
            return Broken(path, written and written.id, tuple(error.findings))
        if sources and (kept or read == sources_of(path, path.parent / ASSIGNMENT)):
            with suppress(TypeError):  # a text that is no Unicode is not kept
                self.kept[sources] = orjson.dumps(found.to_json())
        return found

    def _claims_id(self, loaded: Outline | Broken) -> bool:
        """Return whether no earlier file has this problem's id; if one has, report it for this file."""
        if loaded.id is None:
            return True
        first = self._taken.setdefault(loaded.id, loaded.path)
        if first == loaded.path:
            return True
        written = written_id(loaded.path)
        place = (written.line, written.column) if written else (1, 1)
        message = f"the id {loaded.id} is already used by {first}; choose another id"
        self.findings[Finding(os.fspath(loaded.path), *place, "schema", message)] = None
        return False
