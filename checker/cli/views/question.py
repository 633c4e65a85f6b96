"""The question as a student reads it; nothing here gives the answer away."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.choice import lettered
from checker.answers.symbols import numeric_arguments
from checker.cli.views.layout import Style, heading, labelled, paragraph
from checker.engine.values.choice import SelectedOptions
from checker.notation.words import counted, enumerated
from checker.problems import Part, Problem
from checker.questions.parameters import in_file

KEPT: Final = re.compile(r"\s|[-*+>|#]|\d+[.)]|```|\$\$")
"""Start of a Markdown line that is not joined to the line before."""


def show(problem: Problem, style: Style) -> list[str]:
    """Return title, prompt, and the parts with their points."""
    lines = heading(problem, style)
    for block in _blocks(problem.prompt.strip()):
        lines += paragraph(block, style) if block else [""]
    if problem.is_multipart:
        return [*lines, "", *labelled(((part.id or "", _asks(part)) for part in problem.parts), style)]
    return [*lines, "", *paragraph(_asks(problem.parts[0]), style)]


def _asks(part: Part) -> str:
    points = counted(part.points, "point")
    return f"{expected(part)}, {points}"


def expected(part: Part) -> str:
    """Return which kind of answer is expected; for a choice, the options."""
    value = part.variant.board[part.step].value
    unit = part.variant.unit_of(part.step)
    if not isinstance(value, SelectedOptions):
        symbols = f" of {enumerated(_symbols(part))}" if part.kind == "formula" else ""
        return f"a {part.kind}{symbols}{f' in {unit}' if unit else ''}"
    return lettered(value.options) + (", or several with commas between them" if len(value.places) > 1 else "")


def _symbols(part: Part) -> list[str]:
    """Return the names that a formula may use: the question's symbols, or else its numbers."""
    return list(part.symbols) or [in_file(name) for name in numeric_arguments(part.variant.arguments)]


def _blocks(prompt: str) -> list[str]:
    """Join lines of running text, to be wrapped again; blank lines, lists and tables stay."""
    blocks: list[str] = []
    runs_on = False
    for line in prompt.splitlines():
        is_text = bool(line.strip()) and not KEPT.match(line)
        if is_text and runs_on:
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.rstrip())
        runs_on = is_text
    return blocks
