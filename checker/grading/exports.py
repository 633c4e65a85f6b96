"""Grades of an assignment for an export to a learning management system, and warnings to print with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.grading.published import GradedAssignment, StudentResult
from checker.lms.gradebooks import QuestionGrade, StudentGrade
from checker.marking.told_record import told_record
from checker.problems import question_name
from checker.text.words import shortened

NOT_READ: Final = (
    "{} could not be read, or its id is unclear, and it may hold the answers of students who handed nothing else in."
    " They get no grade, and no 0, until you fix or remove it and grade again: {}."
)
LOOK: Final = "Look at these in needs-review.md before you upload, whatever grade they have: {}."


def noted(assignment: GradedAssignment) -> list[str]:
    """Return sentences to print with an export: whose file could not be read, and who has other things to review."""
    hidden: dict[str, list[str]] = {}
    others = []
    for each in assignment.students:
        if each.file and not each.handed_in:
            hidden.setdefault(each.file, []).append(each.who.shown)
        elif each.issues:
            others.append(each.who.shown)
    found = [NOT_READ.format(shortened(file), "; ".join(names)) for file, names in hidden.items()]
    return [*found, LOOK.format("; ".join(others))] if others else found


def student_grades(
    assignment: GradedAssignment, level: str | None, *, provisional: bool = False, missing_as_zero: bool = False
) -> list[StudentGrade]:
    """Return the grades of all students in an assignment, in the order of the gradebook.

    A total with an answer still waiting is blank, unless it is `provisional`; so is that of somebody who handed nothing
    in, unless it is `missing_as_zero`.  `level` is that of the messages for students; None if no question is wanted.
    """
    found = []
    for each in assignment.students:
        points: float | None = each.points
        if not each.handed_in:  # what could not be read is not missing
            points = 0.0 if missing_as_zero and not each.issues else None
        elif each.waiting and not provisional:
            points = None
        found.append(
            StudentGrade(
                each.who,
                points,
                each.max_points,
                tuple(_questions(assignment, each, level)) if level else (),
                each.late_reason,
                handed_in=each.handed_in,
                is_unread=bool(not each.handed_in and each.issues),
                is_provisional=bool(each.waiting),
                so_far=each.points,
            )
        )
    return found


def _questions(assignment: GradedAssignment, student: StudentResult, level: str) -> Iterator[QuestionGrade]:
    for about, record in zip(assignment.questions, student.records, strict=False):
        points, part, title = record["counted"], record["part"], about["title"]
        if points is not None or record["points"] is None:
            title = f"{title} ({part})" if title and part is not None else title
            told = told_record(record, level).message
            name, most = question_name(record["problem"], part), about["max_points"] or 0.0
            yield QuestionGrade(name, title, points, most, record["status"], told)
