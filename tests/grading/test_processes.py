"""Several processes give the same results as one."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import checker
from checker.grading import Course
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
    assert runs.lines(together) == runs.lines(alone)
    assert [chunk.sources for chunk in together] == [chunk.sources for chunk in alone]
    found, expected = ({}, {})
    for chunks, all_of_them in ((together, found), (alone, expected)):
        for chunk in chunks:
            for key, finding in chunk.findings.items():
                all_of_them.setdefault(key, finding)
    assert found == expected


def test_every_problem_of_the_bank_can_be_sent_to_workers():
    course = Course(load_problems(ROOT / "problems"))
    copy = pickle.loads(pickle.dumps(course))
    assert [column.name for column in copy.columns] == [column.name for column in course.columns]
