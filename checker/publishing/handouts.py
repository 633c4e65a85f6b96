"""Handouts: a sheet of questions for each student, and a table of all drawn values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Final, Literal

from checker.lms.names import safe_names
from checker.lms.students import Student
from checker.notation.spreadsheet import Table
from checker.notation.words import counted
from checker.problems import Folder
from checker.publishing.sheet import lines
from checker.publishing.texts import questions_page

Form = Literal["md", "html", "pdf"]

HEADINGS: Final = ("student", "problem", "parameter", "value")


def handouts(folder: Folder, students: Iterable[Student], form: Form) -> Iterator[tuple[str, bytes]]:
    """Yield a file for each student, by its name; no sheet has an answer.  Raise ProblemError, and NoBrowser."""
    everyone = list(students)
    names = safe_names(each.id for each in everyone)
    if form == "pdf":
        from checker.publishing.pdf import printed  # here, because the other forms need no browser

        yield from printed({f"{names[each.id]}.pdf": _page(folder, each).encode() for each in everyone})
        return
    sheet: Callable[[Folder, Student], str] = _sheet if form == "md" else _page
    for each in everyone:
        yield f"{names[each.id]}.{form}", sheet(folder, each).encode()


def variants_table(folder: Folder, students: Iterable[Student]) -> bytes:
    """Return the drawn values of all students as CSV.  Raise ProblemError."""
    text = StringIO()
    table = Table(text)
    table.row(HEADINGS)
    drawing = [each for each in folder.problems if each.variants]
    for student in students:
        for problem in drawing:
            for name, value in problem.of_student(student.id).values:
                table.row([student.id, problem.id, name, _number(value)])
    return text.getvalue().encode()


def _number(text: str) -> str | Decimal:
    """Return a number as it is written; a text that is none is made safe by the table."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def _sheet(folder: Folder, student: Student) -> str:
    return "\n".join(lines(folder.of_student(student.id), student.id)) + "\n"


def _page(folder: Folder, student: Student) -> str:
    questions = [
        {
            "heading": f"{problem.label or place}. {problem.title}".removesuffix(f" {problem.id}"),
            "prompt": problem.prompt,
            "asked": [_asked(each.id, each.expected_form, each.points) for each in problem.parts],
            "solution": "",
        }
        for place, problem in enumerate(folder.of_student(student.id).problems, 1)
    ]
    return questions_page(folder.title or folder.name or "Assignment", questions, student)


def _asked(part: str | None, form: str, points: float) -> Mapping[str, str]:
    return {"part": part or "", "form": f"{form}; {counted(points, 'point')}"}
