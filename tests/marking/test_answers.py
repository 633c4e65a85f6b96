"""What an answer earns and hears: a line of answers.jsonl is a problem, of the bank or as its author writes it.

Each of its answers has the status, the points, and pieces of the message, at `full` unless it has another level.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker import check, load_problem
from tests.bank import bank

ROWS = [json.loads(line) for line in Path(__file__).with_name("answers.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["from"])
def test_answers(tmp_path, row):
    if isinstance(row["problem"], str):
        problem = bank().problems[row["problem"]]
    else:
        path = tmp_path / "problem.yaml"
        path.write_text(json.dumps(row["problem"]), encoding="utf-8")
        problem = load_problem(path)
    for each in row["answers"]:
        part = each.get("part")
        found = check(problem, {part: each["answer"]}, feedback=each.get("level", "full")).parts[part]
        assert (found.status, found.points) == (each["status"], each["points"]), each
        assert all(piece in found.message for piece in each.get("says", ())), each
