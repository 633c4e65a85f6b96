"""JSON documents, one for each student, in files that are named by the ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from checker.lms.gradebooks.notes import Notes, why_missing
from checker.lms.grades import ExportRequest, StudentGrade
from checker.lms.names import safe_names
from checker.notation.spreadsheet import writable
from checker.notation.steering import escaped_in_json

NO_SUBMISSION: Final = "No file, because {}"


def documents(grades: Sequence[StudentGrade], content: Callable[[StudentGrade], Mapping[str, Any]]) -> dict[str, bytes]:
    """Return the document of each student by file name."""
    names = safe_names(grade.student.id for grade in grades)
    return {f"{names[grade.student.id]}.json": document(content(grade)) for grade in grades}


def document(content: Mapping[str, Any]) -> bytes:
    """Return a JSON document."""
    return f"{escaped_in_json(json.dumps(content, ensure_ascii=False, indent=2))}\n".encode()


def handed_in(request: ExportRequest, notes: Notes) -> list[StudentGrade]:
    """Return the grades of submissions; who has none is noted."""
    for grade in request.grades:
        if not grade.handed_in:
            notes.add(why_missing(NO_SUBMISSION, grade), grade.student.shown)
    return [grade for grade in request.grades if grade.handed_in]


def text(words: str) -> str:
    r"""Return a text for a document: line ends are `\n`, and control characters are visible."""
    return writable(words.replace("\r\n", "\n").replace("\r", "\n"))
