"""A class of a few students in two assignments, which is graded again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading import pipeline as grading
from checker.grading.own_files import FILES
from checker.grading.rows import MarkTask
from tests.grading.problems import BLOCK, LAYER

RIGHT = "27648"
WRONG = "31744"
"""The answer of somebody who counts the output projection."""

PROBLEMS = {
    "problems/a/layer.yaml": LAYER,
    "problems/a/block.yaml": BLOCK,
    "problems/b/sum.yaml": "id: sum\ntype: numeric\nparameters: {value: 4}\n",
}
CLASS = {
    "submissions/a/s1.yaml": f"answers: {{encoder-layer: {RIGHT}, block: {{queries: 40200, total: 7}}}}",
    "submissions/a/s2.yaml": f"answers: {{encoder-layer: {WRONG}}}",
    "submissions/a/s3.yaml": f"answers: {{encoder-layer: {WRONG}, block: {{queries: 1 or 2}}}}",
    "submissions/b/s1.yaml": "answers: {sum: 4}",
}
VIEWS = tuple(name for name in FILES if name not in {"summary.json", "changes.json"})
"""The files that are the same bytes for the same input."""


def views(top: Path, out: str = "results") -> dict[str, bytes]:
    """Return the files that are the same bytes for the same input."""
    paths = [*(top / out / name for name in VIEWS), *sorted((top / out).glob("annotated/*.md"))]
    return {path.name: path.read_bytes() for path in paths if path.exists()}


def without_place(top: Path, out: str = "results") -> dict[str, str]:
    """Return the files that are the same bytes for the same input, with paths from the folder of the class."""
    return {name: data.decode().replace("\\_", "_").replace(f"{top}/", "") for name, data in views(top, out).items()}


def grades(top: Path, out: str = "results") -> list[str]:
    """Return the lines of the gradebook without its header."""
    return (top / out / "grades.csv").read_text().splitlines()[1:]


def brief(changes: list[dict]) -> list[tuple]:
    """Return who has another grade, from what to what, and why."""
    return [
        (
            each["student"],
            ".".join(filter(None, (each["problem"], each["part"]))),
            (each["from"]["status"], each["from"]["points"]),
            (each["to"]["status"], each["to"]["points"]),
            each["why"],
        )
        for each in changes
    ]


def count_marking(monkeypatch: pytest.MonkeyPatch) -> list[MarkTask]:
    """Return a list that gets everything that is marked from now on."""
    marked: list[MarkTask] = []
    mark = grading.mark_answers

    def counted(grader, task):
        marked.append(task)
        return mark(grader, task)

    monkeypatch.setattr(grading, "mark_answers", counted)
    return marked
