"""Handouts: a sheet of questions for each student, in Markdown or HTML.

Also the table of the values that were drawn for each student.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Final, Literal

from checker.lms.names import safe_names
from checker.lms.students import Student
from checker.lms.tables import TableWriter
from checker.problems import Folder, Part, Problem
from checker.publishing.reading import ReadableQuestion, html
from checker.text.words import counted, in_line
from checker.writeups.marks import answer_line
from checker.writeups.sheets import PartKey

PLACEHOLDER: Final = "____"
HOW: Final = f"""\
Replace each {PLACEHOLDER} with your answer, and keep the words before it. Your working goes above the answers. A long
answer may continue on the next lines."""
WHO: Final = "Write your student id at the top, after `student:`."


def lines(folder: Folder, student: str | None = None) -> Iterator[str]:
    """Yield the lines of a sheet that a student fills in: front matter, then the questions with a line for each answer.

    With `student`, the id is filled in already, and the questions have this student's numbers.
    """
    yield from ("---", f"student: {_in_front_matter(student)}" if student else "student:")
    if folder.name not in {"", "."}:
        yield f"assignment: {json.dumps(folder.name, ensure_ascii=False)}"
    yield from (
        "---",
        "",
        f"# {in_line(folder.title or folder.name or 'Assignment')}",
        "",
        HOW if student else f"{WHO}\n{HOW}",
    )
    for place, problem in enumerate(folder.problems, 1):
        yield from _question(problem, place)


def _in_front_matter(student: str) -> str:
    """Return an id in double quotes, with every sign escaped that Markdown may use: some programs show front matter."""
    return '"' + "".join(each if each.isalnum() or each in " .-_@+" else _escaped(each) for each in student) + '"'


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"


def _question(problem: Problem, place: int) -> Iterator[str]:
    """Yield the lines of a question: heading, prompt, what is expected, room for working, a line for each answer."""
    label = problem.label or str(place)
    name = label if label[0].isalpha() else f"Question {label}"
    yield from ("", f"## {name}. {in_line(problem.title)}".rstrip(". "), "", problem.prompt.strip(), "")
    yield from (
        f"Expected: {_form(each)}" if each.id is None else f"- {each.id}: {_form(each)}" for each in problem.parts
    )
    if any(part.answer_kind.has_working for part in problem.parts):
        yield from ("", "Working:", "")
    for part in problem.parts:
        yield from ("", f"{answer_line(PartKey(problem.id, part.id))} {PLACEHOLDER}")


def _form(part: Part) -> str:
    """Return which kind of answer a part takes, and its points."""
    return f"{part.expected_form}; {counted(part.points, 'point')}"


Form = Literal["md", "html"]

HEADINGS: Final = ("student", "problem", "parameter", "value")


def handouts(folder: Folder, students: Iterable[Student], form: Form) -> Iterator[tuple[str, bytes]]:
    """Yield the name and bytes of each student's sheet, which has no answers.  Raise ProblemError."""
    everyone = list(students)
    names = safe_names(each.id for each in everyone)
    sheet = _sheet if form == "md" else _page
    for each in everyone:
        yield f"{names[each.id]}.{form}", sheet(folder, each)


def variants_table(folder: Folder, students: Iterable[Student]) -> bytes:
    """Return variants.csv, the table of the values drawn for each student.  Raise ProblemError."""
    text = StringIO()
    table = TableWriter(text)
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


def _sheet(folder: Folder, student: Student) -> bytes:
    return ("\n".join(lines(folder.of_student(student.id), student.id)) + "\n").encode()


def _page(folder: Folder, student: Student) -> bytes:
    problems = enumerate(folder.of_student(student.id).problems, 1)
    questions = [ReadableQuestion.of(each, f"{each.label or place}. {each.title}") for place, each in problems]
    return html(folder.title or folder.name or "Assignment", questions, student)
