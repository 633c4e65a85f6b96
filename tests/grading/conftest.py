"""Folders that are graded."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from checker.grading.api import NothingGraded
from checker.grading.gradebook import Gradebook
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import PROBLEMS, Graded


@pytest.fixture
def write(tmp_path):
    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


@pytest.fixture
def grade(tmp_path):
    def grade(
        files: dict[str, str], problems: dict[str, str] | None = None, **settings: Any
    ) -> tuple[list[dict], Gradebook]:
        problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK} if problems is None else problems
        both = {f"problems/{name}": text for name, text in problems.items()}
        top = runs.write(tmp_path, both | {f"submissions/{name}": text for name, text in files.items()})
        shutil.rmtree(top / "results", ignore_errors=True)
        try:
            finished = runs.run(top, **settings)
        except NothingGraded as nothing:
            return [], nothing.run.book
        return runs.records(top), finished.book

    return grade


@pytest.fixture
def grade_reviewed(tmp_path):
    def grade(answers: dict[str, dict], reviews: dict[str, str] | None = None, jobs: int = 1) -> Graded:
        shutil.rmtree(tmp_path / "reviews", ignore_errors=True)
        files = {f"problems/a/{name}.yaml": text for name, text in PROBLEMS.items()}
        files |= {f"submissions/a/{name}.yaml": json.dumps({"answers": each}) for name, each in answers.items()}
        files |= {f"reviews/{name}": text for name, text in (reviews or {}).items()}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Graded(tmp_path, jobs)

    return grade
