"""Reads reviewers' decisions: each file in a folder is one reviewer's list, checked like a problem file.

    - {group: 4be0643f1d, problem: why-scale, points: 2, comment: The variance is missing.}
    - {student: s1042, problem: bert-size, part: total, points: 1, answer: "31,744"}

A decision with an error is reported and left out; the others hold.  `redacted` leaves forgotten students out of a copy.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from annotated_types import Ge

from checker.document import DocumentError, DocumentNode, Scalar, parse_document, read_bytes
from checker.document import Mapping as Map
from checker.document import Sequence as List
from checker.document.checks import Section, Text, validated
from checker.document.findings import Finding, Findings, Issue, ProblemError, bounded
from checker.document.nodes import FRAGILE, UNTIDY
from checker.grading.course import GradeColumn
from checker.grading.left_out import LeftOut
from checker.text.words import UnknownName, shortened

SUFFIXES: Final = (".yaml", ".yml", ".json")
LIMIT: Final = 10_000_000
"""Maximum number of bytes of a file."""

LEAST: Final = 1e-6
"""The smallest number of points above 0."""

NO_LIST: Final = "a review file is a list of decisions, each of which begins with `- group: ...` or `- student: ...`"
NO_ONE: Final = "a decision needs a `group` or a `student`"
BOTH: Final = "give a `group` or a `student`, not both"
PROBLEM_IN_ERROR: Final = "the problem file of {} is in error: fix it first"


class DecisionFields(Section):
    """The keys of a decision in a reviewer's file."""

    noun = "a decision"
    required = ("problem",)

    student: Text = ""
    group: Text = ""
    problem: Text = ""
    part: Text = ""
    points: Annotated[float, Ge(0)] | None = None
    comment: Text = ""
    by: Text = ""
    at: Text = ""
    answer: Text = ""
    question: Text = ""


class Decision(NamedTuple):
    """A reviewer's decision on one student's answer, or on all answers of a group."""

    place: str
    """The file and the line, for people."""
    file: str
    """The file's name without folders, so that records are the same everywhere."""
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
    """The answer that was decided on, or its fingerprint; empty where any answer is meant."""
    question: str = ""
    """The `question_digest` of the question that was decided on; empty if the decision holds for any numbers."""

    @property
    def summary(self) -> str:
        """Return the decision for a message: `ada.yaml:12 gives 2 points`."""
        return f"{self.file}:{self.line} gives {self.points:g} point{'' if self.points == 1 else 's'}"


ReviewFiles = Mapping[str, bytes | DocumentError]
"""The contents of review files by their paths, or why one cannot be read."""


class Reviews:
    """All decisions, in the order of their files and lines, and the errors in the files.

    `not_graded`: by file, the number of decisions about problems that are not graded now.
    """

    def __init__(
        self,
        decisions: Iterable[Decision] = (),
        findings: Iterable[Finding] = (),
        not_graded: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.decisions = tuple(decisions)
        self.findings = tuple(findings)
        self.not_graded = dict(not_graded)
        self._numbers: dict[tuple[str, str, str, str | None], list[int]] = {}
        groups: dict[tuple[str, str | None], set[str]] = {}
        for number, each in enumerate(self.decisions):
            self._numbers.setdefault((each.student, each.group, each.problem, each.part), []).append(number)
            groups.setdefault((each.problem, each.part), set()).add(each.group)
        self.groups = {question: frozenset(ids - {""}) for question, ids in groups.items()}
        """By question, the groups that are decided on."""
        self.students = frozenset((each.student, each.problem, each.part) for each in self.decisions if each.student)
        """The students with a decision of their own, with its question."""

    def numbers(self, student: str, group: str, problem: str, part: str | None) -> list[int]:
        """Return the places in the list of the decisions about a student's answer, or about its group."""
        keys = (student, "", problem, part), ("", group, problem, part)
        return sorted({number for key in keys for number in self._numbers.get(key, ())})


def review_files(folder: Path) -> dict[str, bytes | DocumentError]:
    """Return the bytes of each reviewer's file in a folder, by name, or why one cannot be read.  Raise OSError."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    paths = [folder / each for each in names if each.lower().endswith(SUFFIXES)]
    return {os.fspath(path).encode("utf-8", "backslashreplace").decode(): _contents(path) for path in paths}


def _contents(path: Path) -> bytes | DocumentError:
    try:
        return read_bytes(path, limit=LIMIT)
    except DocumentError as error:
        return error


def read_reviews(files: ReviewFiles, graded: Iterable[GradeColumn]) -> Reviews:
    """Return the decisions in these files about the problems that are graded, and the errors in the files.

    Of other problems the decisions are only counted, by file.
    """
    columns: dict[str, list[GradeColumn]] = {}
    for column in graded:
        columns.setdefault(column.id, []).append(column)
    decisions: list[Decision] = []
    findings: list[Finding] = []
    not_graded: Counter[str] = Counter()
    misspelt: dict[str, bool] = {}
    for name, data in files.items():
        path, root = Path(name), _parsed(data, name)
        if not isinstance(root, List):
            findings += _why_none_applies(root, path)
            continue
        for item in root.items:
            found = Findings(path, item)
            fields = validated(DecisionFields, found)
            problem = fields.problem
            if problem and problem not in columns and not _is_misspelt(problem, columns, misspelt):
                not_graded[name] += 1
                continue
            if decision := _decision(fields, item, path, found, columns):
                decisions.append(decision)
            findings += found.sorted
    return Reviews(decisions, bounded(findings), not_graded)


def _why_none_applies(root: DocumentNode | DocumentError, path: Path) -> Iterator[Finding]:
    """Yield what is wrong with a file that is no list of decisions."""
    if isinstance(root, DocumentError):
        found = ProblemError.unreadable(root).findings
    else:
        whole = Findings(path, root)
        whole.report((), NO_LIST)
        found = whole.sorted
    for each in found:
        yield each._replace(message=f"{each.message}; until then no decision in this file applies")


def _parsed(data: bytes | DocumentError, name: str) -> DocumentNode | DocumentError:
    """Return the document in a file, or why it cannot be read."""
    try:
        return data if isinstance(data, DocumentError) else parse_document(data, source=name)
    except DocumentError as error:
        return error


def _is_misspelt(problem: str, columns: Iterable[str], known: dict[str, bool]) -> bool:
    """Return whether a problem's id is a misspelt one of `columns`, and not the id of another problem.

    Ids that differ only in a number, `week-1` and `week-2`, are two problems.  `known` keeps results.
    """
    if problem not in known:
        found = get_close_matches(problem, columns, 1)
        known[problem] = bool(found) and _without_numbers(found[0]) != _without_numbers(problem)
    return known[problem]


def _without_numbers(problem: str) -> str:
    return re.sub(r"\d+", "#", problem)


def _decision(
    fields: DecisionFields,
    item: DocumentNode,
    path: Path,
    findings: Findings,
    columns: Mapping[str, Sequence[GradeColumn]],
) -> Decision | None:
    """Return the decision; None for one that is not made yet or has an error."""
    if findings.sorted or fields.points is None:
        return None
    student, group = fields.student, fields.group.strip().lower()
    if bool(student.strip()) == bool(group):
        findings.report((), BOTH if group else NO_ONE)
    if 0 < fields.points < LEAST:
        findings.report(("points",), f"points must be 0, or {LEAST:f} or more")
    column = _column(fields, findings, columns)
    if column and column.part and fields.points > column.part.points:
        most = f"{column.part.points:g} point{'' if column.part.points == 1 else 's'}"
        findings.report(("points",), f"{column.name} is worth at most {most}")
    if findings.sorted or column is None:
        return None
    file = path.name.encode("utf-8", "backslashreplace").decode()
    place = f"{findings.file}:{item.line}"
    points = round(fields.points, 6)
    by = fields.by.strip() or path.stem.encode("utf-8", "backslashreplace").decode()
    answer = " ".join(fields.answer.split())
    who = "" if group else student
    question = fields.problem, column.part_id
    asked = fields.question.strip().lower()
    return Decision(place, file, item.line, who, group, *question, points, fields.comment, by, fields.at, answer, asked)


def _column(
    fields: DecisionFields, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]
) -> GradeColumn | None:
    """Return the column that is decided on; None, with a finding, where there is none."""
    problem = fields.problem
    candidates = columns.get(problem)
    if candidates is None:
        unknown = UnknownName(problem, tuple(columns))
        findings.add(Issue(("problem",), f"there is no problem {shortened(problem)}", unknown=unknown))
        return None
    if candidates[0].part is None:
        findings.report(("problem",), PROBLEM_IN_ERROR.format(problem))
        return None
    parts = {column.part_id or "": column for column in candidates}
    if fields.part in parts:
        return parts[fields.part]
    if "" in parts:
        findings.report(("part",), f"{problem} has no parts")
    elif not fields.part:
        findings.report((), f"{problem} has several parts; name one: `part: {next(iter(parts))}`")
    else:
        unknown = UnknownName(fields.part, tuple(parts))
        findings.add(Issue(("part",), f"{shortened(fields.part)} is not a part of {problem}", unknown=unknown))
    return None


def redacted(files: ReviewFiles, left_out: LeftOut, *, with_groups: bool = True) -> ReviewFiles:
    """Return reviewers' files without the decisions about students who are left out.

    Without groups, decisions on answers that only these students gave are left out, too.
    """
    return {name: _redacted_file(data, name, left_out, with_groups=with_groups) for name, data in files.items()}


def about_left_out(files: ReviewFiles, left_out: LeftOut) -> list[str]:
    """Return the names of files with decisions about forgotten students; also those that cannot be read."""
    found = []
    for name, data in files.items():
        root = _parsed(data, name)
        items = root.items if isinstance(root, List) else [root]
        if any(isinstance(each, DocumentError) or _is_left_out(each, left_out, with_groups=False) for each in items):
            found.append(name)
    return found


def _redacted_file(
    data: bytes | DocumentError, name: str, left_out: LeftOut, *, with_groups: bool
) -> bytes | DocumentError:
    """Return a file without the decisions about students who are left out, or why no decision in it applies."""
    root = _parsed(data, name)
    if isinstance(root, DocumentError):
        return root
    if isinstance(root, List):
        root.items = [each for each in root.items if not _is_left_out(each, left_out, with_groups=with_groups)]
    return _Writer().written(root)


def _is_left_out(item: DocumentNode, left_out: LeftOut, *, with_groups: bool) -> bool:
    """Return whether an entry is about a forgotten student, or (without groups) about a group of only these."""
    if not isinstance(item, Map):
        return False
    student, group = item.get("student"), item.get("group")
    if isinstance(student, Scalar) and left_out.has(student.text):
        return True
    return not with_groups and isinstance(group, Scalar) and left_out.has_group(group.text.strip().lower())


class _Writer:
    """Writes a review file again, with each decision in brackets on its line."""

    def __init__(self) -> None:
        self._lines = [""]

    def written(self, root: DocumentNode) -> bytes:
        """Return a document as the bytes of a YAML file."""
        self._write(root)
        return "\n".join(self._lines).encode("utf-8", "surrogatepass") + b"\n"

    def _write(self, node: DocumentNode) -> None:
        if isinstance(node, Scalar):
            self._move(node, 0)
            self._lines[-1] += _text(node)
        elif isinstance(node, List):
            self._lines[-1] += "["
            for each in node.items:
                self._write(each)
                self._lines[-1] += ","
            self._lines[-1] += "]"
        else:
            self._move(node, 1)
            self._lines[-1] += "{"
            for key, value in node.entries.values():
                self._write(key)
                self._lines[-1] += ": "
                self._write(value)
                self._lines[-1] += ","
            self._lines[-1] += "}"

    def _move(self, node: DocumentNode, room: int) -> None:
        """Go to the place of a node; `room`: the number of characters that are written before it."""
        self._lines += [""] * (node.line - len(self._lines))
        if node.line == len(self._lines):
            self._lines[-1] = self._lines[-1].ljust(node.column - 1 - room)


def _text(node: Scalar) -> str:
    """Return a scalar as YAML in brackets: without quotes only if it had none and reads the same without them."""
    is_plain = not node.quoted and node.text and not FRAGILE.search(node.text) and not UNTIDY.search(node.text)
    return node.text if is_plain else json.dumps(node.text) if node.quoted or node.text else "null"
