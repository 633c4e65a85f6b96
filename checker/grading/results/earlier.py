"""Grades of other folders of submissions, which stay as they were: their assignments need not be graded now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from checker.grading.course import AssignmentColumns, Course, EarlierPart
from checker.grading.grader.cell import Cell
from checker.grading.results.course_results import CourseResults
from checker.grading.results.identity import folder_of
from checker.grading.store import NO_MARK, Row, Standing, Store
from checker.problems import QuestionKey


def described(course: Course, problems: str, versions: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return what the next run has to know of the assignments that are graded now.

    `problems`: the folder of problems, relative to the results; `versions`: that of each problem.
    """
    return {
        each.stored_name: {
            "title": each.title,
            "problems": folder_of(each, problems),
            "top": problems,
            "rules": rules_of(each),
            "versions": {column.id: versions[column.id] for column in each.columns},
            "parts": [[column.id, column.part_id, column.title, column.points] for column in each.columns],
        }
        for each in course.assignments.values()
        if not each.is_earlier
    }


def rules_of(assignment: AssignmentColumns) -> str:
    """Return the digest of what decides points beside the problems: title, dates and rules."""
    return hashlib.sha256(repr((assignment.title, assignment.settings)).encode()).hexdigest()[:16]


def add_staying(
    results: CourseResults, staying: Sequence[Standing], everyone: Iterable[Standing], store: Store
) -> list[Standing]:
    """Add the grades that stay as they were, and the assignments that they need; `everyone` gives the order.

    Return everyone's grades with the points in the columns of today.
    """
    course = results.course
    names = {each.stored_name: each for each in course.assignments.values()}
    known = store.history.assignments()
    in_columns: dict[tuple[str, str], Standing] = {}
    for standing in staying:
        if standing.assignment not in names:
            names[standing.assignment] = _added(course, standing.assignment, known[standing.assignment])
        if standing.marks:
            assignment = names[standing.assignment]
            questions = _by_question(standing, store)
            results.add_earlier(_row(assignment, standing, questions, store))
            points = tuple(questions.get((each.id, each.part_id), (NO_MARK, None))[1] for each in assignment.columns)
            in_columns[standing.assignment, standing.student] = standing._replace(counted=points)
    if staying:  # the order is the same whichever of the assignments is graded last
        course.assignments = dict(sorted(course.assignments.items(), key=lambda item: item[1].stored_name))
        places = {(each.assignment, each.student): place for place, each in enumerate(everyone)}
        stored = {name: each.stored_name for name, each in course.assignments.items()}
        results.rows = dict(sorted(results.rows.items(), key=lambda item: places[stored[item[0][0]], item[0][1]]))
    return [in_columns.get((each.assignment, each.student), each) for each in everyone]


def _added(course: Course, name: str, description: Mapping[str, Any]) -> AssignmentColumns:
    parts = [(id_, EarlierPart(part, title, points)) for id_, part, title, points in description["parts"]]
    return course.add_earlier(name, description["title"], parts)


def _by_question(standing: Standing, store: Store) -> dict[QuestionKey, tuple[int, float | None]]:
    """Return the mark and the points of each question, as they were."""
    marks = standing.marks[: len(standing.counted)]
    keys = store.marks.keys(marks)
    return {keys[mark][:2]: (mark, points) for mark, points in zip(marks, standing.counted, strict=True)}


def _row(
    assignment: AssignmentColumns,
    standing: Standing,
    questions: Mapping[QuestionKey, tuple[int, float | None]],
    store: Store,
) -> Row:
    """Return a row in the columns of today; a question that is new since then has no mark."""
    cells = store.marks.cells([mark for mark, _ in questions.values()])
    marks = tuple(questions.get((column.id, column.part_id), (NO_MARK, None))[0] for column in assignment.columns)
    found = [
        (cells[mark][0] if mark else Cell(0, "not_answered", None))._replace(column=column.index)
        for mark, column in zip(marks, assignment.columns, strict=True)
    ]
    others = tuple(mark for mark in standing.marks if mark not in marks)
    return Row(assignment.name, standing.who, standing.file, standing.line, tuple(found), (), marks, others)
