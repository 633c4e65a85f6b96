"""Questions to read, in Markdown and HTML: sheets for students to fill in, and what `checker publish` makes.

A sheet has each student's own numbers and no solution; a table lists everybody's numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Final

from checker.document.tables import TableWriter
from checker.lms.names import safe_names
from checker.lms.students import Student
from checker.problems import Problem, ProblemFolder, QuestionKey
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import counted
from checker.writeups.marks import answer_line

_PLACEHOLDER: Final = "____"
_HOW: Final = f"""\
Replace each {_PLACEHOLDER} with your answer, and keep the words before it. Your working goes above the answers. A long
answer may continue on the next lines."""

Question = tuple[str, Problem, str]
"""The heading of a problem, the problem or a variant of it, and its solution as text, perhaps empty."""


def _asked(problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield for each part what is expected, and how the line for its answer begins."""
    for each in problem.parts:
        expected = f"{each.id or 'Expected'}: {each.expected_form}; {counted(each.points, 'point')}"
        yield expected, answer_line(QuestionKey(problem.id, each.id))


def handouts(folder: ProblemFolder, students: Iterable[Student], form: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each student's sheet.  Raise ProblemError."""
    everyone = list(students)
    names = safe_names(each.id for each in everyone)
    for each in everyone:
        own = folder.of_student(each.id)
        text = sheet(folder, each.id) if form == "md" else html(_title(folder), _questions(own), each)
        yield f"{names[each.id]}.{form}", text


def variants_table(folder: ProblemFolder, students: Iterable[Student]) -> str:
    """Return a CSV table of the values drawn for each student.  Raise ProblemError."""
    text = StringIO()
    table = TableWriter(text)
    table.row(("student", "problem", "parameter", "value"))
    drawing = [each for each in folder.problems if each.variants]
    for student in students:
        for problem in drawing:
            for name, value in problem.of_student(student.id).values:
                shown: str | Decimal = value
                with suppress(InvalidOperation):  # a number is written as it is
                    shown = Decimal(value)
                table.row([student.id, problem.id, name, shown])
    return text.getvalue()


def sheet(folder: ProblemFolder, student: str | None = None) -> str:
    """Return a sheet to fill in, with front matter, for a student with own numbers or anybody.  Raise ProblemError."""
    # some programs show front matter: every sign that Markdown may use is escaped
    id_ = re.sub(r"[^\w .@+-]", lambda sign: f"\\U{ord(sign[0]):08x}", student or "")
    front = ["---", f'student: "{id_}"' if student else "student:"]
    if folder.name not in {"", "."}:
        front.append(f"assignment: {json.dumps(folder.name, ensure_ascii=False)}")
    questions = _questions(folder.of_student(student or ""))
    how = _HOW if student else f"Write your student id at the top, after `student:`.\n{_HOW}"
    return _text(["\n".join([*front, "---"]), *_blocks(_title(folder), questions, how)])


def markdown(title: str, questions: Sequence[Question]) -> str:
    """Return a text to read."""
    return _text(_blocks(title, questions))


def html(title: str, questions: Sequence[Question], student: Student | None = None) -> str:
    """Return an HTML page; that of a student has the student's name and lines for answers."""
    from checker.reports.page import html_page  # here, because a sheet in Markdown needs no templates

    shown = [(heading, each, list(_asked(each)), solution) for heading, each, solution in questions]
    return html_page("questions.html", "handout.css", is_result=False, title=title, questions=shown, student=student)


def _title(folder: ProblemFolder) -> str:
    return folder.title or folder.name or "Assignment"


def _questions(folder: ProblemFolder) -> list[Question]:
    found: list[Question] = []
    for place, problem in enumerate(folder.problems, 1):
        label = problem.label or str(place)
        name = label if label[0].isalpha() else f"Question {label}"
        found.append((f"{name}. {problem.title}".rstrip(". "), problem, ""))
    return found


def _text(blocks: Iterable[str]) -> str:
    return without_steering("\n\n".join(blocks) + "\n")


def _blocks(title: str, questions: Iterable[Question], how: str = "") -> Iterator[str]:
    """Yield blocks of Markdown; with `how`, which says how to answer, there are lines for answers."""
    yield from (f"# {escaped_in_markdown(title)}", *([how] if how else []))
    for heading, problem, solution in questions:
        yield from (f"## {escaped_in_markdown(heading)}", problem.prompt.strip())
        asked = list(_asked(problem))
        yield "\n".join(expected if len(asked) == 1 else f"- {expected}" for expected, _ in asked)
        if how:
            yield from ["Working:\n"] if any(part.answer_kind.has_working for part in problem.parts) else []
            yield from (f"{line} {_PLACEHOLDER}" for _, line in asked)
        if solution:
            fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", solution))])
            yield f"{fence}text\n{solution}\n{fence}"
