"""Markdown: all questions as one text for reading, without answers unless worked solutions are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from checker.publishing.bank import BankPart, BankQuestion, Category, Request
from checker.publishing.formats import BankFormat
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import counted


def written(categories: Sequence[Category], request: Request) -> bytes:
    """Return the text, with solutions if they are wanted."""
    lines = [f"# {escaped_in_markdown(request.title)}"]
    for path, questions in categories:
        lines += ["", f"## {escaped_in_markdown(path[-1])}"] if len(categories) > 1 else []
        for question in questions:
            lines += ["", *_question(question, request)]
    return ("\n".join(lines) + "\n").encode()


def _question(question: BankQuestion, request: Request) -> Iterator[str]:
    yield from (f"### {escaped_in_markdown(question.name)}", "", without_steering(question.prompt).strip(), "")
    yield from (_asked(part) for part in question.parts)
    if solution := request.solution(question):
        fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", solution))])
        yield from ("", f"{fence}text", solution, fence)


def _asked(part: BankPart) -> str:
    name = f"{part.id}: " if part.id else ""
    return f"- {name}{escaped_in_markdown(part.asked)} ({counted(part.points, 'point')})"


FORMAT: Final = BankFormat(written, is_read_only=True)
