"""The sheet of an assignment in Markdown, with lines for the answers that are read back without doubt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from checker.notation.words import counted, in_line
from checker.problems import Folder, Part, Problem
from checker.writeups.marks import answer_line
from checker.writeups.sheets import PartKey

PLACEHOLDER: Final = "____"
HOW_NAMED: Final = f"""\
Replace each {PLACEHOLDER} with your answer, and keep the words before it. Your working goes above the answers. A long
answer may continue on the next lines."""
HOW: Final = f"""\
Write your student id at the top, after `student:`. Replace each {PLACEHOLDER} with your answer, and keep the words
before it. Your working goes above the answers. A long answer may continue on the next lines."""


def lines(folder: Folder, student: str | None = None) -> Iterator[str]:
    """Yield the lines of a sheet that a student fills in: front matter, then the questions with a line for each answer.

    With `student`, the id is filled in already, and the questions have this student's numbers.
    """
    yield from (
        "---",
        f"student: {_in_front_matter(student)}" if student else "student:",
    )
    if folder.name not in {"", "."}:
        yield f"assignment: {json.dumps(folder.name, ensure_ascii=False)}"
    yield from (
        "---",
        "",
        f"# {in_line(folder.title or folder.name or 'Assignment')}",
        "",
        HOW_NAMED if student else HOW,
    )
    for place, problem in enumerate(folder.problems, 1):
        yield from _question(problem, place)


def _in_front_matter(student: str) -> str:
    """Return an id as YAML in which nothing is Markdown: some programs show front matter as text."""
    return '"' + "".join(each if each.isalnum() or each in " .-_@+" else _escaped(each) for each in student) + '"'


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"


def _question(problem: Problem, place: int) -> Iterator[str]:
    label = problem.label or str(place)
    name = label if label[0].isalpha() else f"Question {label}"
    yield from ("", f"## {name}. {in_line(problem.title)}".rstrip(". "), "", problem.prompt.strip(), "")
    yield from (_asked(part) for part in problem.parts)
    if any(part.answer_kind.has_working for part in problem.parts):
        yield from ("", "Working:", "")
    for part in problem.parts:
        yield from ("", f"{answer_line(PartKey(problem.id, part.id))} {PLACEHOLDER}")


def _asked(part: Part) -> str:
    """Return which kind of answer a part takes, and its points."""
    form = f"{part.expected_form}; {counted(part.points, 'point')}"
    return f"Expected: {form}" if part.id is None else f"- {part.id}: {form}"
