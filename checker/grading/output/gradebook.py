"""grades.csv: a row a student, a column a question; blank where a person decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import IO

from checker.grading import CourseResults, RecordRow
from checker.grading.output.cells import Table, safe


def write(book: CourseResults, file: IO[str]) -> None:
    """The gradebook.  Of several assignments a column is `assignment/problem`, and a student has one row for all."""
    students: dict[str, list[RecordRow]] = {}
    to_review = book.to_review()
    for row in book.rows.values():
        students.setdefault(row.student, []).append(row)
    has_name = any(row.name for row in book.rows.values())
    has_email = any(row.email for row in book.rows.values())
    table = Table(file)
    who = ["student", *["name"] * has_name, *["email"] * has_email]
    table.row([*who, *map(safe, headers(book)), "total", "max", "needs_person"])
    for student, rows in students.items():
        name = next((row.name for row in rows if row.name), "")
        email = next((row.email for row in rows if row.email), "")
        known = [student, *[name] * has_name, *[email] * has_email]
        table.row([*map(safe, known), *_points(book, rows), to_review[student]])


def headers(book: CourseResults) -> list[str]:
    """The questions."""
    columns = book.course.columns
    if len(book.course.assignments) == 1:
        return [column.name for column in columns]
    return [f"{column.assignment}/{column.name}" if column.assignment else column.name for column in columns]


@lru_cache(maxsize=4096)
def number(points: float | None) -> str:
    """Points as people write them.

    >>> number(2.0), number(0.5), number(None)
    ('2', '0.5', '')
    """
    if points is None:
        return ""
    points = round(points, 6)
    return str(int(points) if points == int(points) else points)


def _points(book: CourseResults, rows: Sequence[RecordRow]) -> list[str]:
    """The points of each question, their sum, and what could be had in the assignments that were handed in."""
    earned = {fate.column: fate.points for row in rows for fate in row.fates}
    total = sum(points for points in earned.values() if points is not None)
    most = sum(book.course.assignments[row.assignment].max_points for row in rows)
    each = [earned.get(column.index) for column in book.course.columns]
    return [number(points) for points in (*each, total, most)]
