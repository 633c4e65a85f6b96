"""Questions to read, in Markdown and HTML: sheets for students to fill in, and what `checker publish` makes.

A sheet has each student's own numbers and no solution; a table lists everybody's numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Final, NamedTuple

from checker.document.tables import TableWriter
from checker.lms.names import safe_names
from checker.lms.students import Student
from checker.problems import Folder, Problem
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import counted
from checker.writeups.marks import answer_line
from checker.writeups.sheets import PartKey

_PLACEHOLDER: Final = "____"
_HOW: Final = f"""\
Replace each {_PLACEHOLDER} with your answer, and keep the words before it. Your working goes above the answers. A long
answer may continue on the next lines."""

_HEADINGS: Final = ("student", "problem", "parameter", "value")


class Question(NamedTuple):
    """A problem as somebody reads it."""

    heading: str
    prompt: str
    """Markdown."""
    asked: tuple[tuple[str, str], ...]
    """For each part what is expected, and how the line for its answer begins."""
    has_working: bool
    solution: str = ""


def question(problem: Problem, heading: str, solution: str = "") -> Question:
    """Return a problem, or a variant of one, as it is read."""
    asked = (
        (
            f"{each.id or 'Expected'}: {each.expected_form}; {counted(each.points, 'point')}",
            answer_line(PartKey(problem.id, each.id)),
        )
        for each in problem.parts
    )
    has_working = any(part.answer_kind.has_working for part in problem.parts)
    return Question(heading, problem.prompt.strip(), tuple(asked), has_working, solution)


def handouts(folder: Folder, students: Iterable[Student], form: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each student's sheet.  Raise ProblemError."""
    everyone = list(students)
    names = safe_names(each.id for each in everyone)
    for each in everyone:
        name = f"{names[each.id]}.{form}"
        if form == "md":
            yield name, sheet(folder, each.id)
        else:
            yield name, html(_title(folder), _questions(folder.of_student(each.id)), each)


def variants_table(folder: Folder, students: Iterable[Student]) -> str:
    """Return a CSV table of the values drawn for each student.  Raise ProblemError."""
    text = StringIO()
    table = TableWriter(text)
    table.row(_HEADINGS)
    drawing = [each for each in folder.problems if each.variants]
    for student in students:
        for problem in drawing:
            for name, value in problem.of_student(student.id).values:
                table.row([student.id, problem.id, name, _number(value)])
    return text.getvalue()


def _number(text: str) -> str | Decimal:
    """Return a number as one, which a table writes as it is."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def sheet(folder: Folder, student: str | None = None) -> str:
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

    return html_page(
        "questions.html", "handout.css", is_result=False, title=title, questions=questions, student=student
    )


def _title(folder: Folder) -> str:
    return folder.title or folder.name or "Assignment"


def _questions(folder: Folder) -> list[Question]:
    found = []
    for place, problem in enumerate(folder.problems, 1):
        label = problem.label or str(place)
        name = label if label[0].isalpha() else f"Question {label}"
        found.append(question(problem, f"{name}. {problem.title}".rstrip(". ")))
    return found


def _text(blocks: Iterable[str]) -> str:
    return without_steering("\n\n".join(blocks) + "\n")


def _blocks(title: str, questions: Iterable[Question], how: str = "") -> Iterator[str]:
    """Yield blocks of Markdown; with `how`, which says how to answer, there are lines for answers."""
    yield from (f"# {escaped_in_markdown(title)}", *([how] if how else []))
    for each in questions:
        yield from (f"## {escaped_in_markdown(each.heading)}", each.prompt)
        is_single = len(each.asked) == 1
        yield "\n".join(expected if is_single else f"- {expected}" for expected, _ in each.asked)
        if how:
            yield from ["Working:\n"] if each.has_working else []
            yield from (f"{line} {_PLACEHOLDER}" for _, line in each.asked)
        if each.solution:
            fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", each.solution))])
            yield f"{fence}text\n{each.solution}\n{fence}"
