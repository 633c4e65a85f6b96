"""Grades in one table, with a row for each student, and in JSON documents, one for each student."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from checker.lms.gradebooks.notes import Notes, why_missing
from checker.lms.grades import ExportRequest, StudentGrade
from checker.lms.names import safe_names
from checker.notation.spreadsheet import writable
from checker.notation.steering import escaped_in_json

TEXTS: Final = ("student", "name", "email", "section")
ENDS: Final = ("handed_in", "provisional", "comment")
WAITING: Final = "Blank, because an answer is still to review"

MISSING: Final = "Blank, because {}"

Cell = str | float | None

_NO_SUBMISSION: Final = "No file, because {}"


def header(request: ExportRequest) -> list[str]:
    """Return the headings: who, points, a column for each question, and the comment."""
    return [*TEXTS, "points", "max_points", *_questions(request), *ENDS]


def rows(request: ExportRequest) -> Iterator[list[Cell]]:
    """Yield the row of each student; None is a blank cell."""
    names = _questions(request)
    for grade in request.grades:
        student, points = grade.student, {question.name: question.points for question in grade.questions}
        who = (student.id, student.name, student.email, student.section)
        flags = ("yes" if grade.handed_in else "no", "yes" if grade.is_provisional else "no")
        yield [*who, grade.points, grade.max_points, *(points.get(name) for name in names), *flags, grade.comment]


def _questions(request: ExportRequest) -> list[str]:
    return list(dict.fromkeys(question.name for grade in request.grades for question in grade.questions))


def documents(grades: Sequence[StudentGrade], content: Callable[[StudentGrade], Mapping[str, Any]]) -> dict[str, bytes]:
    """Return a JSON document for each student, by file name."""
    names = safe_names(grade.student.id for grade in grades)
    return {f"{names[grade.student.id]}.json": document(content(grade)) for grade in grades}


def document(content: Mapping[str, Any]) -> bytes:
    """Return a value as the text of a JSON document."""
    return f"{escaped_in_json(json.dumps(content, ensure_ascii=False, indent=2))}\n".encode()


def handed_in(request: ExportRequest, notes: Notes) -> list[StudentGrade]:
    """Return the grades of submissions; who has none is noted."""
    for grade in request.grades:
        if not grade.handed_in:
            notes.add(why_missing(_NO_SUBMISSION, grade), grade.student.shown)
    return [grade for grade in request.grades if grade.handed_in]


def text(words: str) -> str:
    r"""Return a text for a document: line ends are `\n`, and control characters are visible."""
    return writable(words.replace("\r\n", "\n").replace("\r", "\n"))
