"""Made-up write-ups: the questions of an assignment, answered with a chain of working for each part, in any format.

The same number of a student gives the same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from checker.problems import QuestionKey
from checker.writeups.sheets import AskedQuestion, Sheet

Answers = Mapping[QuestionKey, str]
"""The answers of a student."""

REMARKS: Final = (
    "I count weights and biases, as the question says.",
    "First every part alone, then the sum of all of them.",
    "The sizes are those of the question; I checked them twice.",
)


def markdown(sheet: Sheet, answers: Answers, student: int = 0) -> str:
    """Return a write-up in Markdown."""
    return "\n\n".join(f"## Question {each.label}\n\n{_section(each, answers, student)}" for each in sheet.questions)


def html(sheet: Sheet, answers: Answers, student: int = 0) -> str:
    """Return a write-up as an LMS saves it: a paragraph for each line."""
    lines = (line for line in markdown(sheet, answers, student).split("\n") if line)
    return "".join(f"<p><strong>{line[3:]}</strong></p>" if line[0] == "#" else f"<p>{line}</p>" for line in lines)


def latex(sheet: Sheet, answers: Answers, student: int = 0) -> str:
    """Return a write-up in LaTeX, its chains in displayed formulas."""
    lines = map(_latex_line, markdown(sheet, answers, student).split("\n"))
    return "\\documentclass{article}\n\\begin{document}\n" + "\n".join(lines) + "\n\\end{document}\n"


def _latex_line(line: str) -> str:
    if line.startswith("## "):
        return rf"\section*{{{line[3:]}}}"
    words, _, chain = line.partition(": ")
    if " = " not in chain:
        return line
    chain = chain.replace("×", r"\times").replace(",", "{,}")
    return f"\\textbf{{{words}}}:\n\\[ {chain} \\]"


def notebook(sheet: Sheet, answers: Answers, student: int = 0) -> str:
    """Return a write-up as a notebook: for each question a cell of text and one of code with its output."""
    cells: list[dict[str, object]] = []
    for each in sheet.questions:
        text = f"## Question {each.label}\n\n{_section(each, answers, student)}"
        printed = [f"{part.key.part or 'answer'}: {answers[part.key]}\n" for part in each.parts]
        output = {"output_type": "stream", "name": "stdout", "text": printed}
        cells.append({"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)})
        cells.append({"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["report()"],
                      "outputs": [output]})  # fmt: skip
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


WRITERS: Final[Mapping[str, Callable[[Sheet, Answers, int], str]]] = {
    ".md": markdown,
    ".html": html,
    ".tex": latex,
    ".ipynb": notebook,
}
"""By suffix."""


def longer(text: str, characters: int) -> str:
    """Return a text of this length: its lines again and again, without a heading twice."""
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    found, length = [text], len(text)
    while length < characters:
        found.append(f"{lines[len(found) % len(lines)]} ({len(found)})")
        length += len(found[-1]) + 2
    return "\n\n".join(found)


def headings(number: int) -> str:
    """Return a text of nothing but headings."""
    return "".join(f"## Question {place}\n" for place in range(1, number + 1))


def made_up(sheet: Sheet, student: int = 0) -> dict[QuestionKey, str]:
    """Return made-up answers: numbers of about the usual size."""
    random = Random(student)
    return {key: f"{random.randrange(10_000, 100_000_000):,}" for key in sheet.parts}


def _section(question: AskedQuestion, answers: Answers, student: int) -> str:
    random = Random(f"{question.problem} {student}")
    lines = [REMARKS[random.randrange(len(REMARKS))]]
    for part in question.parts:
        name = (part.key.part or "answer").replace("-", " ")
        lines.append(f"{name}: {' = '.join((*_working(random), answers[part.key]))}")
    return "\n\n".join(lines)


def _working(random: Random) -> Iterator[str]:
    """Yield the terms of a sum, and their values."""
    sizes = [(random.choice((2, 4, 6)), 64 * random.randrange(2, 40), random.choice((64, 512, 2048))) for _ in range(2)]
    yield " + ".join(" × ".join(map(str, each)) for each in sizes)
    yield " + ".join(f"{one * two * three:,}" for one, two, three in sizes)
