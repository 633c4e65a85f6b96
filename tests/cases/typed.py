"""Typed answers: the verdict on each, as it is graded.

A file of rows has its questions next to it: problem files without `id`, by name, or the name of the file that has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import yaml

from checker import check, load_problem
from checker.problems import Problem
from tests.bank import bank
from tests.cases.table import HERE, Row, lines, verdict_difference

FOLDER: Final = HERE / "typed"
VERDICTS: Final = {
    "correct": "correct",
    "carried": "correct",
    "incorrect": "incorrect",
    "partial": "partial",
    "too_coarse": "asked",
    "unreadable": "refused",
    "needs_review": "person",
    "not_answered": "empty",
    "error": "fault",
}

difference = verdict_difference


def rows() -> list[Row]:
    """Return the rows of all files."""
    return [_row(path, line) for path in sorted(FOLDER.glob("*.jsonl")) for line in lines(path)]


def _row(path: Path, line: dict[str, Any]) -> Row:
    question, expect = line.get("question") or line["problem"], line["expect"]
    key = f"{path.stem}/{question} {line['answer']!r}"
    return Row(key, (expect,) if isinstance(expect, str) else tuple(expect), {**line, "file": path.stem})


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return the verdict on each answer, by the key of its row."""
    return {row.key: _verdict(row.data) for row in rows}


def _verdict(line: dict[str, Any]) -> str:
    if "problem" in line:
        id_, _, part = line["problem"].partition(".")
        problem = bank().problems[id_]
    else:
        problem, part = question(line["file"], line["question"]), ""
    try:
        status = _status(problem, line["answer"], part or None, "full")
        if status == "partial" and _status(problem, line["answer"], part or None, "verdict") == "too_coarse":
            status = "too_coarse"
        return VERDICTS[status]
    except Exception:  # noqa: BLE001 - a fault of ours is the outcome of one row, not the end of the run
        return "fault"


def _status(problem: Problem, answer: str, part: str | None, level: str) -> str:
    return str(check(problem, {part: answer}, feedback=level).status)


@cache
def questions(file: str) -> dict[str, dict[str, Any]]:
    """Return the questions of a file of rows, as their authors would write them, by name."""
    found = yaml.load((FOLDER / f"{file}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)["questions"]
    return questions(found) if isinstance(found, str) else found


@cache
def question(file: str, name: str) -> Problem:
    """Return a question, loaded from files as any other: `decimal` is a setting of its assignment."""
    data = {"id": "question", "type": "numeric", **questions(file)[name]}
    path = Path(_folder(data.pop("decimal", "")).name, "question.yaml")
    path.write_text(yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True), encoding="utf-8")
    return load_problem(path)


@cache
def _folder(decimal: str) -> TemporaryDirectory[str]:
    """Return the folder of an assignment that declares this decimal sign, or none."""
    folder = TemporaryDirectory()
    if decimal:
        Path(folder.name, "assignment.yaml").write_text(f"title: Cases\ndecimal: {decimal}\n", encoding="utf-8")
    return folder
