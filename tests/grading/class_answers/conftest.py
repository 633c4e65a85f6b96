"""The summary of a class."""

from __future__ import annotations

import json
import shutil

import pytest

from checker.grading.output.summary import Summary
from tests.grading import runs


@pytest.fixture
def graded(tmp_path, monkeypatch):
    """The summary of what students give: one mapping of answers each."""
    found: list[Summary] = []

    def kept(*arguments: object) -> Summary:
        found.append(Summary(*arguments))
        return found[-1]

    def grade(problems: dict[str, str], *students: dict, jobs: int = 1, is_anew: bool = True) -> Summary:
        files = {f"problems/a/{name}.yaml": text for name, text in problems.items()}
        files |= {f"submissions/a/s{n:03}.json": json.dumps({"answers": each}) for n, each in enumerate(students, 1)}
        runs.write(tmp_path, files)
        if is_anew:
            shutil.rmtree(tmp_path / "results", ignore_errors=True)
        with monkeypatch.context() as patch:
            patch.setattr("checker.grading.computed_grades.Summary", kept)
            finished = runs.run(tmp_path, jobs=jobs)
        assert finished.summary == found[-1].record() | {"neighbours_answers": []}
        return found[-1]

    return grade
