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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Annotated, Final

from checker.document import DocumentError, DocumentNode, read_bytes
from checker.document import ListNode as List
from checker.document.checks import Section, Text, validated
from checker.document.findings import Finding, Findings, Issue, ProblemError, bounded
from checker.engine.bounds import Ge
from checker.grading.course import GradeColumn
from checker.grading.model import Record
from checker.grading.records import Reason, fingerprint, waiting
from checker.marking.mark import UNDECIDED, Status
from checker.text.words import UnknownName, counted, shortened

LIMIT: Final = 10_000_000

LEAST: Final = 1e-6


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


@dataclass(frozen=True)
class Reviews:
    """All decisions, in the order of their files and lines, and the errors in the files."""

    decisions: Sequence[Decision] = ()
    findings: Sequence[Finding] = ()
    not_graded: Mapping[str, int] = field(default_factory=dict)
    """By file, the number of decisions about problems that are not graded now."""

    @cached_property
    def _places(self) -> dict[tuple[str, str, str, str], list[int]]:
        found: dict[tuple[str, str, str, str], list[int]] = {}
        for place, each in enumerate(self.decisions):
            found.setdefault((each.student, each.group, each.problem, each.part), []).append(place)
        return found

    def on(self, record: Record, student: str, group: str) -> list[Decision]:
        """Return the decisions about a student's answer, or about its group, in their order."""
        question = record["problem"], record["part"] or ""
        found = [self._places.get(key, ()) for key in ((student, "", *question), ("", group, *question))]
        return [self.decisions[place] for place in sorted(chain(*found))] if any(found) else []


def review_files(folder: Path) -> dict[str, bytes | DocumentError]:
    """Return the bytes of each reviewer's file in a folder, by name, or why one cannot be read.  Raise OSError."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    found: dict[str, bytes | DocumentError] = {}
    for path in (folder / each for each in names if each.lower().endswith((".yaml", ".yml", ".json"))):
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
        read: list[tuple[Decision, Findings]] = []
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
                read.append((decision, found))
        for decision, found in reversed(read):
            findings += found.sorted
            decisions += [] if found.sorted or decision.points is None else [decision]
    return Reviews(tuple(decisions), tuple(bounded(findings)), not_graded)


def _items(data: bytes | DocumentError, path: Path) -> Sequence[DocumentNode]:
    if isinstance(data, DocumentError):
        raise ProblemError([Finding(data.source, data.line, data.column, "schema", data.message)])
    found = Findings.of_file(path, data)
    if not isinstance(found.root, List):
        begins = "each of which begins with `- group: ...` or `- student: ...`"
        found.report((), f"a review file is a list of decisions, {begins}")
        raise ProblemError(found.sorted)
    return found.root.items


def _complete(decision: Decision, line: int, findings: Findings, columns: Mapping[str, Sequence[GradeColumn]]) -> None:
    """Check a decision that has points, write its texts as they are compared, and set its place."""
    points, group = decision.points, decision.group.strip().lower()
    if findings.sorted or points is None:
        return
    if bool(decision.student.strip()) == bool(group):
        findings.report(
            (), "give a `group` or a `student`, not both" if group else "a decision needs a `group` or a `student`"
        )
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


DISPUTED: Final = "disagreement"


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
    if is_other or (decision.answer and record["status"] == Status.NOT_ANSWERED):  # it was in a file that is read now
        return "the answer has changed since"
    if decision.question not in ("", record.get("question", "")):
        return "the question's numbers or its right answer have changed since; decide again"
    return ""


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
        places = ", ".join(dict.fromkeys(each.summary for each in applying))
        reason = Reason(DISPUTED, f"Decisions disagree: {places}. Correct one of them.")
        return waiting(record, reason, **record.get("waits", {}))
    decision, most = applying[0], record["max_points"]
    points = decision.points or 0.0
    status = Status.earned(points, most)
    is_open = record["status"] in UNDECIDED  # it waits anyway, so that nothing is overridden
    review = {
        "points": points,
        "by": decision.by,
        "at": decision.at or None,
        "comment": decision.comment or None,
        "file": decision.file,
        "line": decision.line,
        "overrides": None if is_open else {"status": record["status"], "points": record["points"]},
    }
    sentence = f"{decision.by} gave {points:g} of {counted(f'{most:g}', 'point')}."
    message = f"{sentence} {decision.comment.strip()}".strip()
    kept = {name: each for name, each in record.items() if name != "label" or not (is_open or status is Status.CORRECT)}
    return kept | {"status": status.value, "points": points, "message": message, "review": review}
