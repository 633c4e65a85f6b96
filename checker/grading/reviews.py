"""What reviewers decided: each file below a folder is one reviewer's list of decisions, checked like a problem file.

    - {group: 4be0643f1d, problem: why-scale, points: 2, comment: The variance is missing.}
    - {student: s1042, problem: bert-size, part: total, points: 1, answer: "31,744"}

A faulty file or decision is told and left out; the others hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from annotated_types import Ge

from checker.document import DocumentError, DocumentNode, read
from checker.document import Sequence as List
from checker.document.findings import Finding, Findings, ProblemError, bounded
from checker.document.issues import Issue
from checker.document.section import Section
from checker.document.validate import validated
from checker.grading.course import Course, GradeColumn
from checker.notation.words import UnknownName, counted, shortened

SUFFIXES: Final = (".yaml", ".yml", ".json")
LIMIT: Final = 10_000_000
"""Bytes of a file."""

LEAST: Final = 1e-6
"""The smallest amount of points that is something."""

NO_LIST: Final = "a review file is a list of decisions, each of which begins with `- group: ...` or `- student: ...`"
NO_ONE: Final = "a decision needs a `group` or a `student`"
BOTH: Final = "give a `group` or a `student`, not both"
BROKEN: Final = "the problem file of {} is in error: mend it first"


class Written(Section):
    """What may stand in a decision."""

    called = "a decision"
    required = ("problem",)
    as_text = ("student", "group", "problem", "part", "comment", "by", "at", "answer")

    student: str = ""
    group: str = ""
    problem: str = ""
    part: str = ""
    points: Annotated[float, Ge(0)] | None = None
    comment: str = ""
    by: str = ""
    at: str = ""
    answer: str = ""


class Decision(NamedTuple):
    """What one answer, or all of a group, earns."""

    place: str
    """The file and the line, for people."""
    file: str
    """The file's name, without folders: records are the same everywhere."""
    line: int
    student: str
    group: str
    problem: str
    part: str | None
    points: float
    comment: str
    by: str
    at: str
    answer: str
    """The answer that was decided on, or its fingerprint; empty where it does not matter."""

    @property
    def said(self) -> str:
        """`ada.yaml:12 gives 2 points`."""
        return f"{self.file}:{self.line} gives {counted(self.points, 'point')}"


class Reviews:
    """All decisions, in the order of their files and lines, and what is wrong in the files.

    `elsewhere`: by file, how many decisions are about problems that are not graded now.
    """

    def __init__(
        self,
        decisions: Sequence[Decision] = (),
        findings: Iterable[Finding] = (),
        elsewhere: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.decisions = tuple(decisions)
        self.findings = tuple(findings)
        self.elsewhere = dict(elsewhere)
        self._numbers: dict[tuple[str, str, str, str | None], list[int]] = {}
        for number, each in enumerate(self.decisions):
            self._numbers.setdefault((each.student, each.group, each.problem, each.part), []).append(number)

    def about(self, student: str, group: str, problem: str, part: str | None) -> list[int]:
        """The numbers of the decisions about a student's answer, and about the group it belongs to, if any."""
        found = self._numbers.get((student, "", problem, part), [])
        return sorted({*found, *(self._numbers.get(("", group, problem, part), []) if group else [])})


def review_files(folder: Path) -> list[Path]:
    """The files of reviewers in a folder, by name.  Raises OSError."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    return [folder / each for each in names if each.lower().endswith(SUFFIXES)]


def read_reviews(files: Iterable[Path], course: Course) -> Reviews:
    """The decisions in these files about the problems of a course."""
    columns: dict[str, list[GradeColumn]] = {}
    for column in course.columns:
        columns.setdefault(column.id, []).append(column)
    decisions: list[Decision] = []
    findings: list[Finding] = []
    elsewhere: Counter[str] = Counter()
    near: dict[str, bool] = {}
    for path in files:
        try:
            root = read(path, limit=LIMIT)
        except DocumentError as error:
            broken = ProblemError.unreadable(error).findings
            findings += [
                each._replace(message=f"{each.message}; until then no decision in this file holds") for each in broken
            ]
            continue
        for item in _items(root, path, findings):
            found = Findings(path, item)
            said = validated(Written, found)
            if said.problem and said.problem not in columns and not _is_meant(said.problem, columns, near):
                elsewhere[str(path)] += 1
                continue
            if decision := _decision(said, item, path, found, columns):
                decisions.append(decision)
            findings += found.sorted
    return Reviews(decisions, bounded(findings), elsewhere)


def _is_meant(problem: str, columns: Iterable[str], near: dict[str, bool]) -> bool:
    """Whether a problem that is not graded now is one that is, misspelt; not `week-2` for `week-1`."""
    if problem not in near:
        found = get_close_matches(problem, columns, 1)
        near[problem] = bool(found) and _without_numbers(found[0]) != _without_numbers(problem)
    return near[problem]


def _without_numbers(problem: str) -> str:
    return re.sub(r"\d+", "#", problem)


def _items(root: DocumentNode, path: Path, findings: list[Finding]) -> Iterator[DocumentNode]:
    if isinstance(root, List):
        yield from root.items
        return
    told = Findings(path, root)
    told.tell((), NO_LIST)
    findings += told.sorted


def _decision(
    said: Written, item: DocumentNode, path: Path, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]
) -> Decision | None:
    """The decision; None for one that is not made yet, and for one with anything wrong in it."""
    if findings.sorted or said.points is None:
        return None
    student, group = said.student, said.group.strip().lower()
    if bool(student.strip()) == bool(group):
        findings.tell((), BOTH if group else NO_ONE)
    if 0 < said.points < LEAST:
        findings.tell(("points",), f"points must be 0, or {LEAST:f} or more")
    column = _column(said, findings, columns)
    if column and column.part and said.points > column.part.points:
        most = f"{column.part.points:g}"
        findings.tell(("points",), f"points must be {most} or less: more is not to be had for {column.name}")
    if findings.sorted or column is None:
        return None
    file = path.name.encode("utf-8", "backslashreplace").decode()
    place = f"{findings.file}:{item.line}"
    points = round(said.points, 6)
    by = said.by.strip() or path.stem.encode("utf-8", "backslashreplace").decode()
    answer = " ".join(said.answer.split())
    who = "" if group else student
    return Decision(
        place, file, item.line, who, group, said.problem, column.part_id, points, said.comment, by, said.at, answer
    )


def _column(said: Written, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]) -> GradeColumn | None:
    """The column that is decided on."""
    of = columns.get(said.problem)
    if of is None:
        unknown = UnknownName(said.problem, tuple(columns))
        findings.add(Issue(("problem",), f"there is no problem {shortened(said.problem)}", unknown=unknown))
        return None
    if of[0].part is None:
        findings.tell(("problem",), BROKEN.format(said.problem))
        return None
    parts = {column.part_id or "": column for column in of}
    if said.part in parts:
        return parts[said.part]
    if "" in parts:
        findings.tell(("part",), f"{said.problem} has no parts")
    elif not said.part:
        findings.tell((), f"{said.problem} has several parts; say which: `part: {next(iter(parts))}`")
    else:
        unknown = UnknownName(said.part, tuple(parts))
        findings.add(Issue(("part",), f"{shortened(said.part)} is not a part of {said.problem}", unknown=unknown))
    return None
