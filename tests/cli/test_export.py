"""`checker export`: whose grades are blank, what students read, and when it ends with exit code 3."""

from __future__ import annotations

import csv
import json

import pytest

from tests.cases.command import command
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER


@pytest.fixture
def top(tmp_path, monkeypatch):
    """Ada is graded, an answer of Bo waits, and Cy handed nothing in."""
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    runs.write(tmp_path, {"submissions/ada.yaml": "answers: {encoder-layer: 31744, block: {queries: 40200}}"})
    runs.write(tmp_path, {"submissions/bo.yaml": "answers: {encoder-layer: 27648, block: {queries: 1 or 2}}"})
    monkeypatch.chdir(runs.write(tmp_path, {"roster.csv": "id\nada\nbo\ncy\n"}))
    command("grade", "submissions", "--roster", "roster.csv")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"ada": "1", "bo": "", "cy": ""}),
        (["--provisional"], {"ada": "1", "bo": "1", "cy": ""}),
        (["--missing", "zero"], {"ada": "1", "bo": "", "cy": "0"}),
    ],
)
def test_what_waits_and_what_is_missing_is_blank(top, options, expected):
    assert command("export", "--to", "csv", "--out", "grades.csv", *options).exit_code == 0
    with (top / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["student"]: row["points"] for row in csv.DictReader(file)} == expected


@pytest.mark.parametrize(
    ("level", "shown", "hidden"),
    [
        ("verdict", "Incorrect.", "attention"),
        ("hint", "The first step that differs is attention.", "W_O"),
        ("explain", "Your answer counts the output projection W_O", "27,648"),
        ("full", "Your answer counts the output projection W_O", "Expected"),
    ],
)
def test_messages_for_students_are_told_at_a_level(top, level, shown, hidden):
    assert command("export", "--to", "gradescope", "--out", "out", "--level", level).exit_code == 0
    text = json.dumps(json.loads((top / "out/ada.json").read_text()), ensure_ascii=False)
    assert (shown in text, hidden in text) == (True, False)


def test_an_export_that_writes_no_grade_ends_with_exit_code_3(top):
    (top / "submissions/ada.yaml").unlink()
    command("grade", "submissions", "--roster", "roster.csv")
    result = command("export", "--to", "csv")
    assert result.exit_code == 3
    assert "0 of 3 grades written" in result.stdout


@pytest.mark.parametrize("name", ["results.jsonl", "summary.json", "annotated"])
def test_no_file_of_the_results_is_replaced(top, name):
    result = command("export", "--to", "csv", "--out", f"results/{name}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"results/{name} is a file of `checker grade`; choose another name with --out\n")
