"""The example downloads of docs/lms.md are what their script makes."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from checker.cli.app import cli

REPOSITORY = Path(__file__).parent.parent.parent
PROBLEMS = REPOSITORY / "problems" / "001"
DOWNLOADS = REPOSITORY / "docs" / "downloads"


def test_the_files_are_those_that_the_script_makes():
    made = runpy.run_path(str(DOWNLOADS / "make.py"))["files"]()
    paths = [path for path in DOWNLOADS.rglob("*") if path.suffix in {".zip", ".csv"}]
    there = {path.relative_to(DOWNLOADS).as_posix(): path.read_bytes() for path in paths}
    assert there == made
    assert len(made) == 8


def test_the_tests_of_gradescope_name_the_parts_of_a_problem(tmp_path, capsys):
    download, out = str(DOWNLOADS / "gradescope" / "submissions.zip"), str(tmp_path)
    cli.main(["grade", download, "--problems", str(PROBLEMS), "--out", out], standalone_mode=False)
    scores = tmp_path / "scores"
    options = ["--problems", str(PROBLEMS), "--out", str(scores)]
    assert cli.main(["export", "--to", "gradescope", out, *options], standalone_mode=False) == 0
    assert [each["name"] for each in json.loads((scores / "1042.json").read_text())["tests"]] == [
        "Parameters of one encoder layer",
        "What one head gives out (shape)",
        "What one head gives out (elements)",
        "What one head gives out (values)",
    ]
