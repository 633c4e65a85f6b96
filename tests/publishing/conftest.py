"""Problems from texts."""

from __future__ import annotations

import json

import pytest

from checker.problems import load_problem
from tests.grading import runs


@pytest.fixture
def loaded(tmp_path):
    def load(problem):
        runs.write(tmp_path, {"p/problem.yaml": problem if isinstance(problem, str) else json.dumps(problem)})
        return load_problem(tmp_path / "p/problem.yaml")

    return load
