"""Load the small problems of `questions.yaml`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from checker import check, load_problem
from checker.marking.outcome import Result
from checker.problems import Problem

HERE = Path(__file__).parent


@cache
def questions() -> dict[str, dict[str, Any]]:
    """Return the problems as their authors would write them, by name."""
    return yaml.load((HERE / "questions.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


@cache
def question(name: str) -> Problem:
    """Return one problem, loaded from a file as any other."""
    data = {"id": name.replace("_", "-"), "type": "numeric", **questions()[name]}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "problem.yaml"
        file.write_text(json.dumps(data), encoding="utf-8")
        return load_problem(file)


def checked(name: str, text: str) -> Result:
    """Return the result of an answer to one of the problems, with everything that an instructor is told."""
    return check(question(name), text, feedback="full")
