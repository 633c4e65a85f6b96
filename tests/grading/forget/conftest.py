"""The folder of a class with a student to forget."""

from __future__ import annotations

import pytest

from tests.grading import runs
from tests.grading.forget.forgotten import OTHERS, THEIRS
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | {"problems/a/why.yaml": WHY} | CLASS | OTHERS | THEIRS)
