"""Grade batteries of write-ups whose verdicts are known: `python -m tests.writeups.battery [--locked]`.

Each line of `batteries/*.jsonl` is a document, with what a careful person would decide on each of its parts: `correct`,
`incorrect`, `not_answered`, or `ask` where they would have to ask the student.  Those of statements.jsonl and
statements-unseen.jsonl are traps and their plain twins, those of form.jsonl have what hides, quotes or contradicts; the
others are natural.  Half of the first four, of form.jsonl, and all of seven-languages.jsonl and statements-unseen.jsonl,
was opened only once the reader worked; all have been read since.

In `courses/` each folder is one writer's: two assignments of courses that are not in the bank, and whole hand-ins to
them.  Those of statistics-finance were there while the reader was built; the others were opened once, then read.  Cases
with a `kind` are cheats of that kind, and their honest twins.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from checker.grading.course import Course
from checker.grading.grader.answer_marker import AnswerMarker
from checker.grading.grader.found_answers import marks_of
from checker.grading.grader.mark import Mark
from checker.grading.grader.write_ups import ReadHandIn
from checker.grading.submissions.model import Who
from checker.marking.line_findings import LineFinding
from checker.problems import load_problems
from checker.working.equation import Equation
from checker.writeups.all_results import AllResults
from checker.writeups.formats import read_contents
from checker.writeups.read import read_writeup
from tests.bank import BANK

BATTERIES: Final = Path(__file__).parent / "batteries"
COURSES: Final = Path(__file__).parent / "courses"
Case = dict[str, Any]


def cases(name: str, every: int = 1) -> list[Case]:
    """Return the documents of a battery, or each so-many-th of them."""
    own = COURSES / name / "cases.jsonl"
    lines = (own if own.exists() else BATTERIES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::every]]


class _Verdicts(AnswerMarker):
    """A marker that leaves the lines of working alone: they explain wrong answers, and a verdict is none of them."""

    def explained_by_working(
        self, columns: object, given: object, equations: Sequence[Equation], naming: object
    ) -> tuple[dict[str | None, Mark], tuple[LineFinding, ...]]:
        return {}, (LineFinding(),) * len(equations)


class Grader:
    """Grades documents against the bank, or against the problems of a course."""

    def __init__(self, problems: Path = BANK) -> None:
        self._course = Course(load_problems(problems))
        self._sheets = {sheet.assignment: sheet for sheet in self._course.sheets(None)}
        self._marker = _Verdicts()

    @property
    def assignments(self) -> list[str]:
        """Return the names of the assignments."""
        return list(self._sheets)

    def verdicts(self, case: Case, data: bytes | None = None, suffix: str | None = None) -> Iterator[tuple[str, str]]:
        """Yield for each part of a document's key what is right, and the status that it was given.

        `data` are those of a file of another format that was made of the document.
        """
        name = f"{case['id']}{suffix or '.' + case['format']}"
        document = read_contents(case["text"].encode() if data is None else data, name, name)
        sheet, columns = self._sheets[case["assignment"]], self._course.assignments[case["assignment"]]
        reading = read_writeup([document], [sheet])
        results = AllResults([document], sheet)
        found = {"documents": [document], "questions": reading.questions, "results": results}
        read = ReadHandIn(Who("s1"), Path(name), assignments=(columns,), **found)
        marks = marks_of(read, columns, self._marker)
        for (problem, part), mark in zip(columns.keys, marks, strict=False):
            if right := case["key"].get(f"{problem}.{part}" if part else problem):
                yield right, mark.status

    def confidences(self, case: Case) -> Iterator[tuple[float, bool]]:
        """Yield the confidence in what was read for each part that is answered right, and whether this is right."""
        name = f"{case['id']}.{case['format']}"
        document = read_contents(case["text"].encode(), name, name)
        columns = self._course.assignments[case["assignment"]]
        for question in read_writeup([document], [self._sheets[case["assignment"]]]).questions:
            for answer in question.answers:
                key = f"{answer.problem}.{answer.part}" if answer.part else answer.problem
                if answer.text and not answer.is_marked and case["key"].get(key) == "correct":
                    right = self._marker.is_right(columns.keys[answer.problem, answer.part], answer.text)
                    yield answer.confidence, right


@cache
def grader_of(problems: Path) -> Grader:
    """Return the one grader of some problems: batteries that share them find mistakes by the same indexes."""
    return Grader(problems)


def problems_of(name: str) -> Path:
    """Return the problems of a course; those of batteries are the bank's."""
    own = COURSES / name / "problems"
    return own if own.exists() else BANK


def outcome(right: str, status: str) -> str:
    """Return how a verdict compares with the right one: `right`, `review`, `false full` or `false zero`."""
    if status in {"needs_review", "unreadable"}:
        return "review"
    if status == "carried":  # right, given a wrong answer to another part
        return "right"
    if status == "correct":
        return "right" if right == "correct" else "false full"
    return "false zero" if right == "correct" else "right"


def measure(name: str, every: int = 1) -> dict[str, Counter[str]]:
    """Return the outcomes of a battery: of its traps, of right answers and of others."""
    grader = grader_of(problems_of(name))
    found: dict[str, Counter[str]] = {"trap": Counter(), "correct": Counter(), "other": Counter()}
    for case in cases(name, every):
        for right, status in grader.verdicts(case):
            group = "trap" if case.get("trap") else "correct" if right == "correct" else "other"
            found[group][outcome(right, status)] += 1
    return found


if __name__ == "__main__":
    for battery in sorted([*BATTERIES.glob("*.jsonl"), *COURSES.iterdir()]):
        for each, counted in measure(battery.stem).items():
            print(f"{battery.stem:24} {each:8} {dict(counted)}")  # noqa: T201
