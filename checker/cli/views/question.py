"""The question as a student reads it; nothing here gives the answer away."""

from __future__ import annotations

import re
from typing import Final

from checker.cli.views.layout import Style, heading, labelled, paragraph
from checker.notation.words import counted
from checker.problems import Part, Problem

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
    return f"{part.expected_form}, {points}"


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
