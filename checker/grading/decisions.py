"""Reviewers' decisions: `read_reviews` reads them, `decide` applies them, `unapplied` lists those that fit no answer.

    - {group: 4be0643f1d, problem: why-scale, points: 2, comment: The variance is missing.}
    - {student: s1042, problem: bert-size, part: total, points: 1, answer: "31,744"}

Each file in a folder is one reviewer's list, checked like a problem file; an entry with an error is reported and left
out, and the others hold.  Where decisions disagree, the answer waits.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from annotated_types import Ge

from checker.document import DocumentError, DocumentNode, read_bytes
from checker.document import ListNode as List
from checker.document.checks import Section, Text, validated
from checker.document.findings import Finding, Findings, Issue, ProblemError, bounded
from checker.grading.course import GradeColumn
from checker.grading.members import Forgotten
from checker.grading.model import GradingIssue, Record
from checker.grading.records import Reason, fingerprint, waiting
from checker.problems import question_name
from checker.text.words import UnknownName, counted, did_you_mean, first_of, is_near, shortened

_SUFFIXES: Final = (".yaml", ".yml", ".json")
LIMIT: Final = 10_000_000

LEAST: Final = 1e-6

_NO_LIST: Final = "a review file is a list of decisions, each of which begins with `- group: ...` or `- student: ...`"
_BOTH: Final = "give a `group` or a `student`, not both"


class Decision(Section):
    """A reviewer's decision on one student's answer, or on all answers of a group: its keys in a file."""

    noun = "a decision"
    required = ("problem",)

    student: Text = ""
    group: Text = ""
    problem: Text = ""
    part: Text = ""
    points: Annotated[float, Ge(0)] | None = None
    """None in an entry that decides nothing yet."""
    comment: Text = ""
    by: Text = ""
    at: Text = ""
    answer: Text = ""
    """The answer that was decided on, or its fingerprint; empty where any answer is meant."""
    question: Text = ""
    """The `question_digest` of the question that was decided on; empty if the decision holds for any numbers."""

    place = ""
    """The file and the line, for people."""
    file = ""
    """The file's name without folders, so that records are the same everywhere."""
    line = 0

    @property
    def about(self) -> dict[str, str]:
        """Return the keys that say what the decision is on."""
        found = {"group": self.group, "student": self.student, "problem": self.problem, "part": self.part}
        return {name: each for name, each in found.items() if each}

    @property
    def summary(self) -> str:
        """Return the decision for a message: `ada.yaml:12 gives 2 points`."""
        return f"{self.file}:{self.line} gives {counted(f'{self.points:g}', 'point')}"


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
        self._places: dict[tuple[str, str, str, str], list[int]] = {}
        for place, each in enumerate(self.decisions):
            self._places.setdefault((each.student, each.group, each.problem, each.part), []).append(place)

    def on(self, record: Record, student: str, group: str) -> list[Decision]:
        """Return the decisions about a student's answer, or about its group, in their order."""
        question = record["problem"], record["part"] or ""
        found = [self._places.get(key, ()) for key in ((student, "", *question), ("", group, *question))]
        return [self.decisions[place] for place in sorted(chain(*found))] if any(found) else []


def review_files(folder: Path) -> dict[str, bytes | DocumentError]:
    """Return the bytes of each reviewer's file in a folder, by name, or why one cannot be read.  Raise OSError."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    found: dict[str, bytes | DocumentError] = {}
    for path in (folder / each for each in names if each.lower().endswith(_SUFFIXES)):
        name = os.fspath(path).encode("utf-8", "backslashreplace").decode()
        try:
            found[name] = read_bytes(path, limit=LIMIT)
        except DocumentError as error:
            found[name] = error
    return found


def read_reviews(files: ReviewFiles, graded: Iterable[GradeColumn]) -> Reviews:
    """Return the decisions in these files about the problems that are graded, and the errors in the files.

    Of several with a time in one file, on one answer, the last counts: a desk only adds lines.  Decisions on other
    problems are only counted, by file.
    """
    columns: dict[str, list[GradeColumn]] = {}
    for column in graded:
        columns.setdefault(column.id, []).append(column)
    decisions: list[Decision] = []
    findings: list[Finding] = []
    not_graded: Counter[str] = Counter()

    @cache
    def is_misspelt(problem: str) -> bool:
        """Return whether this is no id of another problem; `week-1` and `week-2` are two problems."""
        near = get_close_matches(problem, columns, 1)
        return bool(near) and re.sub(r"\d+", "#", near[0]) != re.sub(r"\d+", "#", problem)

    for name, data in files.items():
        path = Path(name)
        try:
            items = _items(data, path)
        except ProblemError as error:
            message = "{}; until then no decision in this file applies"
            findings += (each._replace(message=message.format(each.message)) for each in error.findings)
            continue
        read: list[tuple[Decision | None, Sequence[Finding]]] = []
        decided_again: set[tuple[tuple[str, str], ...]] = set()
        for item in reversed(items):
            found = Findings(path, item)
            decision = validated(Decision, found)
            problem, about = decision.problem, tuple(decision.about.items())
            if problem and problem not in columns and not is_misspelt(problem):
                not_graded[name] += 1
            elif not (decision.at and about in decided_again):
                decided_again |= {about} if decision.at else set()
                _complete(decision, item.line, found, columns)
                read.append((None if found.sorted or decision.points is None else decision, found.sorted))
        decisions += (decision for decision, _ in reversed(read) if decision)
        findings += (each for _, some in reversed(read) for each in some)
    return Reviews(decisions, bounded(findings), not_graded)


def _items(data: bytes | DocumentError, path: Path) -> Sequence[DocumentNode]:
    if isinstance(data, DocumentError):
        raise ProblemError([Finding(data.source, data.line, data.column, "schema", data.message)])
    found = Findings.of_file(path, data)
    if isinstance(found.root, List):
        return found.root.items
    found.report((), _NO_LIST)
    raise ProblemError(found.sorted)


def _complete(decision: Decision, line: int, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]) -> None:
    """Check a decision that has points, write its texts as they are compared, and set its place."""
    points, group = decision.points, decision.group.strip().lower()
    if findings.sorted or points is None:
        return
    if bool(decision.student.strip()) == bool(group):
        findings.report((), _BOTH if group else "a decision needs a `group` or a `student`")
    if 0 < points < LEAST:
        findings.report(("points",), f"points must be 0, or {LEAST:f} or more")
    column = _column(decision, findings, columns)
    if column and column.points is not None and points > column.points:
        findings.report(("points",), f"{column.name} is worth at most {counted(f'{column.points:g}', 'point')}")
    file = Path(findings.file)
    decision.place, decision.file, decision.line = f"{file}:{line}", file.name, line
    decision.student, decision.group = "" if group else decision.student, group
    decision.points, decision.by = round(points, 6), decision.by.strip() or file.stem
    decision.answer, decision.question = " ".join(decision.answer.split()), decision.question.strip().lower()


def _column(decision: Decision, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]) -> GradeColumn | None:
    problem, part = decision.problem, decision.part
    parts = {column.part_id or "": column for column in columns.get(problem, ())}
    if not parts:
        unknown = UnknownName(problem, tuple(columns))
        findings.add(Issue(("problem",), f"there is no problem {shortened(problem)}", unknown=unknown))
    elif columns[problem][0].part is None:
        findings.report(("problem",), f"the problem file of {problem} is in error: fix it first")
    elif part in parts:
        return parts[part]
    elif "" in parts:
        findings.report(("part",), f"{problem} has no parts")
    elif not part:
        findings.report((), f"{problem} has several parts; name one: `part: {next(iter(parts))}`")
    else:
        unknown = UnknownName(part, tuple(parts))
        findings.add(Issue(("part",), f"{shortened(part)} is not a part of {problem}", unknown=unknown))
    return None


UNDECIDED: Final = frozenset({"unreadable", "needs_review"})
"""Statuses that wait for a person anyway: a decision on one overrides nothing."""

DISPUTED: Final = "disagreement"


_OTHER_QUESTION: Final = "the question's numbers or its right answer have changed since; decide again"
_NO_ANSWERS: Final = "{} handed nothing in, or nothing that could be read; decide once there is something"


@dataclass(slots=True)
class MatchedDecisions:
    """Decisions on an answer of this run; the others are reported."""

    students: dict[Decision, list[str]] = field(default_factory=dict)
    changed: dict[Decision, tuple[str, str]] = field(default_factory=dict)
    """The first student whose answer or question has changed since the decision, and which of them has."""
    applied: set[Decision] = field(default_factory=set)


def why_not(decision: Decision, record: Record) -> str:
    """Return why a decision on an answer does not hold for its record now; empty if it does."""
    given = " ".join(record["given"].split())
    is_other = decision.answer not in ("", given) and decision.answer.lower() != fingerprint(given)
    if is_other or (decision.answer and record["status"] == "not_answered"):  # it was in a file that is read now
        return "the answer has changed since"
    return _OTHER_QUESTION if decision.question not in ("", record.get("question", "")) else ""


def decide(record: Record, student: str, reviews: Reviews, matched: MatchedDecisions) -> Record:
    """Return an answer's record after a reviewer's decision; unchanged if there is none, or what it is on has changed.

    If decisions disagree, the answer waits.  What was found about each decision is added to `matched`.
    """
    applying: list[Decision] = []
    for each in reviews.on(record, student, record.get("waits", {}).get("group", "")):
        matched.students.setdefault(each, []).append(student)
        if why := why_not(each, record):
            matched.changed.setdefault(each, (student, why))
        else:
            applying.append(each)
            matched.applied.add(each)
    if not applying or record["max_points"] is None:
        return record
    if len({decision.points for decision in applying}) > 1:
        return _disputed(record, applying)
    return _applied(record, record["max_points"], applying[0])


def _applied(record: Record, most: float, decision: Decision) -> Record:
    points = decision.points or 0.0
    status = "correct" if points >= most else "partial" if points else "incorrect"
    sentence = f"{decision.by} gave {points:g} of {counted(f'{most:g}', 'point')}."
    is_open = record["status"] in UNDECIDED
    review = {
        "points": points,
        "by": decision.by,
        "at": decision.at or None,
        "comment": decision.comment or None,
        "file": decision.file,
        "line": decision.line,
        "overrides": None if is_open else {"status": record["status"], "points": record["points"]},
    }
    message = f"{sentence} {decision.comment.strip()}".strip()
    kept = {name: each for name, each in record.items() if name != "label" or not (is_open or status == "correct")}
    return kept | {"status": status, "points": points, "message": message, "review": review}


def _disputed(record: Record, decisions: Sequence[Decision]) -> Record:
    places = ", ".join(dict.fromkeys(each.summary for each in decisions))
    reason = f"Decisions disagree: {places}. Correct one of them."
    return waiting(record, Reason(DISPUTED, reason), **record.get("waits", {}))


def unapplied(  # noqa: PLR0913, PLR0917 - everything that a decision may be about
    reviews: Reviews,
    matched: MatchedDecisions,
    students: Collection[str],
    several: Collection[tuple[str, str, str | None]],
    forgotten: Forgotten,
    without_answers: Collection[str] = (),
) -> Iterator[GradingIssue]:
    """Yield the errors in review files, then the decisions that are not applied.

    Their answer is not there, has changed, or is one of several.  A decision on a group of only forgotten students is
    not reported.  `several`: students and questions with different answers.  `without_answers`: students who handed
    nothing in, or nothing that could be read.
    """
    for finding in reviews.findings:
        yield GradingIssue(None, finding.place, finding.message)
    for decision in reviews.decisions:
        student: str | None = decision.student or None
        concerned = [decision.student] if decision.student else matched.students.get(decision, [])
        part = decision.part or None
        if concerned and all((each, decision.problem, part) in several for each in concerned):
            names = first_of([*map(shortened, concerned)], 20)
            why = f"{names} handed in different answers, and only one of them can count"
        elif decision in matched.changed and not (decision.student and decision in matched.applied):
            # of several hand-ins of one student, one may still have the answer that was decided on
            student, why = matched.changed[decision]
        elif decision in matched.students or forgotten.has(decision.student) or forgotten.has_group(decision.group):
            continue
        elif decision.group:
            why = (
                f"no answer that needs a person is in the group {shortened(decision.group)}. The answer has changed "
                "since, or the decision is about another class; --reviews names the folder of decisions"
            )
        elif decision.student in students:
            why = f"{shortened(decision.student)} handed in nothing that it belongs to"
        elif decision.student in without_answers:
            why = _NO_ANSWERS.format(shortened(decision.student))
        else:
            found = get_close_matches(decision.student, students, 1)
            near = [each for each in found if is_near(decision.student, each)]
            why = f"there is no student {shortened(decision.student)}{did_you_mean(decision.student, near)}"
        question = question_name(decision.problem, part)
        yield GradingIssue(student, decision.place, f"A decision on {question} is not applied: {why}")
