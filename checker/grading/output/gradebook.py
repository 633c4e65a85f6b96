"""The gradebook, grades.csv: a row a student, a column a question; blank where a person decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import IO

from checker.grading import CourseResults, RecordRow
from checker.grading.output.cells import Table, safe
from checker.grading.output.summary import Summary


def write(summary: Summary, file: IO[str]) -> None:
    """Write the gradebook.  Of several assignments a column is `assignment/problem`; a student has one row for all."""
    results = summary.results
    students: dict[str, list[RecordRow]] = {}
    to_review = results.to_review()
    for row in results.rows.values():
        students.setdefault(row.student, []).append(row)
    has_name = any(row.name for row in results.rows.values())
    has_email = any(row.email for row in results.rows.values())
    table = Table(file)
    who = ["student", *["name"] * has_name, *["email"] * has_email]
    table.row([*who, *map(safe, headers(results)), "total", "max", "needs_person"])
    for student, rows in students.items():
        name = next((row.name for row in rows if row.name), "")
        email = next((row.email for row in rows if row.email), "")
        known = [student, *[name] * has_name, *[email] * has_email]
        table.row([*map(safe, known), *_points(results, rows), to_review[student]])


def headers(results: CourseResults) -> list[str]:
    """Return the headers of the questions."""
    columns = results.course.columns
    if len(results.course.assignments) == 1:
        return [column.name for column in columns]
    return [f"{column.assignment}/{column.name}" if column.assignment else column.name for column in columns]


@lru_cache(maxsize=4096)
def format_points(points: float | None) -> str:
    """Return points as people write them.

    >>> format_points(2.0), format_points(0.5), format_points(None)
    ('2', '0.5', '')
    """
    if points is None:
        return ""
    points = round(points, 6)
    return str(int(points) if points == int(points) else points)


def _points(results: CourseResults, rows: Sequence[RecordRow]) -> list[str]:
    """Return the points of each question, their sum, and the maximum of the assignments that were handed in."""
    earned = {cell.column: cell.points for row in rows for cell in row.cells}
    total = sum(points for points in earned.values() if points is not None)
    most = sum(results.course.assignments[row.assignment].max_points for row in rows)
    each = [earned.get(column.index) for column in results.course.columns]
    return [format_points(points) for points in (*each, total, most)]
