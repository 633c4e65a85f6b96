"""`changes`: which grades differ from those of the last results, and why.

The reasons are the submission, the problem, a decision of a person, the dates, and the code of checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from checker.grading.cache import code_digest
from checker.grading.decisions import DISPUTED
from checker.grading.gradebook import Gradebook
from checker.grading.model import Record, code_of, question_of
from checker.grading.published import About, Before
from checker.grading.totals import StudentResult
from checker.marking.mark import UNDECIDED, Status
from checker.problems import QuestionKey

SCHEMA: Final = "checker.changes/1"

Why = Literal["submission", "problem", "review", "dates", "checker"]
_Grade = tuple[str | None, float | None]
"""A status and the points as they count."""
_Change = dict[str, Any]


def changes(book: Gradebook) -> list[_Change]:
    """Return changed grades as changes.json has them, student by student, but for an assignment's first grades."""
    before = book.rules.before
    graded = {assignment for assignment, _ in before.students}
    now = {(each.assignment, each.who.id): each for each in book.results.values()}
    ids = {each.id for each in book.course.assignments.values()}
    found: list[_Change] = []
    for about, result in now.items():
        old = before.students.get(about)
        if old is None:
            if result.handed_in and about[0] in graded:
                found.append(_change(about, (None, None), (None, None), _total(vars(result)), "submission"))
        elif old["handed_in"] != result.handed_in:
            is_same = old["file"] == result.file and before.versions != book.course.versions
            totals = _total(old), _total(vars(result))
            found.append(_change(about, (None, None), *totals, "problem" if is_same else "submission"))
        elif result.handed_in:
            records = {question_of(each): each for each in reversed([*result.records, *result.more])}
            found += _of_student(before, about, records, result, book.course.versions)
    for about, old in before.students.items():
        if about not in now and old["handed_in"]:
            why: Why = "submission" if about[0] in ids else "problem"
            found.append(_change(about, (None, None), _total(old), (None, None), why))
    return found


def _of_student(
    before: Before, about: About, records: Mapping[QuestionKey, Record], new: StudentResult, versions: Mapping[str, str]
) -> Iterator[_Change]:
    """Yield each question with another grade, and the total if late work keeps another share."""
    olds, student = before.records.get(about, {}), before.students[about]
    for question in dict.fromkeys((*olds, *records)):
        first, second = olds.get(question), records.get(question)
        start, end = (((each["status"], each["counted"]) if each else (None, None)) for each in (first, second))
        if start == end or ({start[0], end[0]} <= UNDECIDED and start[1] == end[1]):
            continue
        why = _why(first, second, before, versions, is_same_file=student["content"] == new.content)
        yield _change(about, question, start, end, why)
    if student["late_credit"] != new.late_credit and student["points"] != new.points:
        is_later = student["submitted"] != new.submitted
        totals = _total(student), _total(vars(new))
        yield _change(about, (None, None), *totals, "submission" if is_later else "dates")


def _why(
    old: Record | None, new: Record | None, before: Before, versions: Mapping[str, str], *, is_same_file: bool
) -> Why:
    if old is None or new is None:
        return "problem"  # it is new or gone
    is_decided = old.get("review") != new.get("review")
    if (is_decided and "review" in new) or (_is_disputed(new) and not _is_disputed(old)):
        return "review"
    version: Why = "submission" if before.code == code_digest() else "checker"
    if before.versions.get(new["problem"]) != versions.get(new["problem"]):
        version = "problem"
    if old["given"] != new["given"]:
        return version if is_same_file else "submission"
    if is_decided or _is_disputed(old):
        return "review"
    is_other = any(old.get(name) != new.get(name) for name in ("rule", "question"))  # also of a grade that was held
    return "problem" if version == "submission" and is_other else version


def _is_disputed(record: Record) -> bool:
    return bool(code_of(record) == DISPUTED and record["points"] is None)


def _total(result: Mapping[str, Any]) -> _Grade:
    """Return a student's total: no points of who handed nothing in, nor where all that is not 0 waits."""
    if result["waiting"] and not result["points"]:
        return Status.NEEDS_REVIEW.value, None
    return None, result["points"] if result["handed_in"] else None


def _change(about: About, question: tuple[str | None, str | None], before: _Grade, after: _Grade, why: Why) -> _Change:
    start, end = ({"status": status, "points": points} for status, points in (before, after))
    (assignment, student), (problem, part) = about, question
    asked = {"student": student, "assignment": assignment, "problem": problem, "part": part}
    return {**asked, "from": start, "to": end, "why": why}
