"""Questions to read: pages for a browser, and a text in Markdown; no answers but the worked solutions asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from checker.problems import Problem
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import as_sentence, counted

if TYPE_CHECKING:
    from checker.lms.students import Student


class ReadableQuestion(NamedTuple):
    """A problem as somebody reads it."""

    heading: str
    prompt: str
    """Markdown."""
    asked: tuple[tuple[str, str], ...]
    """The parts, empty where there is only one, and what kind of answer each takes."""
    solution: str = ""

    @classmethod
    def of(cls, problem: Problem, heading: str, solution: str = "") -> ReadableQuestion:
        """Return a problem, or a variant of one, as it is read."""
        asked = (
            (each.id or "", f"{as_sentence(each.expected_form)} ({counted(each.points, 'point')})")
            for each in problem.parts
        )
        return cls(heading, problem.prompt, tuple(asked), solution)


def html(title: str, questions: Sequence[ReadableQuestion], student: Student | None = None) -> bytes:
    """Return an HTML page; that of a student has the student's name and lines for answers."""
    from checker.reports.page import html_page  # here, because a sheet in Markdown needs no templates

    page = html_page(
        "questions.html", "handout.css", is_result=False, title=title, questions=questions, student=student
    )
    return page.encode()


def markdown(title: str, questions: Iterable[ReadableQuestion]) -> bytes:
    """Return a text in Markdown."""
    lines = [f"# {escaped_in_markdown(title)}"]
    for each in questions:
        lines += ["", *_lines(each)]
    return ("\n".join(lines) + "\n").encode()


def _lines(question: ReadableQuestion) -> Iterator[str]:
    yield from (f"## {escaped_in_markdown(question.heading)}", "", without_steering(question.prompt).strip(), "")
    for part, form in question.asked:
        yield f"- {f'{part}: ' if part else ''}{escaped_in_markdown(form)}"
    if question.solution:
        fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", question.solution))])
        yield from ("", f"{fence}text", question.solution, fence)
