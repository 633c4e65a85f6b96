"""Several processes give the same results as one."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path

import pytest

import checker
from checker.grading.course import Course
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER

ROOT = Path(checker.__file__).parents[1]


@pytest.fixture
def top(write, monkeypatch):
    monkeypatch.setattr("checker.grading.executors.jobs.CHUNK", 5)
    answers = "answers: {{encoder-layer: {}, block: {{queries: {}}}, nothing: 1}}"
    files = {f"submissions/a/s{n:02}.yaml": answers.format(27000 + n % 7, 40200 + n) for n in range(30)}
    return write(files | {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK})


def test_the_results_are_the_same(top):
    alone, together = (runs.chunks(top, jobs=jobs) for jobs in (1, 2))
    assert together == alone
    course = Course(load_problems(top / "problems"))
    records = [list(runs.lines(alone, partial(runs.grade_tasks, course=course, jobs=jobs))) for jobs in (1, 2)]
    assert records[0] == records[1]
    assert len(records[0]) == 90


def test_every_problem_of_the_bank_can_be_sent_to_workers():
    course = Course(load_problems(ROOT / "problems"))
    copy = pickle.loads(pickle.dumps(course))
    assert [column.name for column in copy.columns] == [column.name for column in course.columns]
