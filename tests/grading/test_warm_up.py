"""What several processes would work out first is worked out once, and the results are the same."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from functools import partial
from pathlib import Path

import pytest

import checker
from checker.diagnosis import MistakenRuns
from checker.grading import Course
from checker.grading.executors.jobs import _structured
from checker.grading.executors.recipe import GraderRecipe
from checker.grading.executors.warm_up import warm_up
from checker.grading.submissions import walk_sources
from checker.marking import indexes
from checker.marking.parts import PartsMarker
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER

ROOT = Path(checker.__file__).parents[1]

by_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="only copies of a process have what it has worked out"
)


@pytest.fixture
def top(write, monkeypatch):
    monkeypatch.setattr("checker.grading.executors.jobs.CHUNK", 5)
    monkeypatch.setattr(indexes, "_questions", type(indexes._questions)(64))  # noqa: SLF001 - no index is known yet
    answers = "answers: {{encoder-layer: {}, block: {{queries: {}}}, nothing: 1}}"
    files = {f"submissions/a/s{n:02}.yaml": answers.format(27000 + n % 7, 40200 + n) for n in range(30)}
    return write(files | {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK})


def warmed_up(top, files=10):
    course = Course(load_problems(top / "problems"))
    recipe = GraderRecipe(course)
    sources = list(walk_sources(str(top / "submissions"), course.folder_names))[:files]
    return recipe, warm_up(recipe, partial(_structured, recipe, sources), 2)


@by_fork
def test_the_first_answers_are_marked_and_their_indexes_kept(top):
    recipe, findings = warmed_up(top)
    known = {recipe.course.columns[column].name: set(marks) for column, marks in enumerate(recipe.grader.marker.known)}
    assert known["encoder-layer"] == {str(27000 + n) for n in range(7)}
    assert known["block.queries"] == {str(40200 + n) for n in range(10)}
    assert len(indexes.known_questions()) == 2
    wrong = {f"{27000 + n:,}" for n in range(7)} | {f"{40200 + n:,}" for n in range(1, 10)}  # 40,200 is right
    assert {answer for _, answer in findings} == wrong


@by_fork
def test_workers_build_no_index_again(top, monkeypatch):
    recipe, _ = warmed_up(top)
    monkeypatch.setattr(MistakenRuns, "__init__", lambda *_: pytest.fail("built again"))
    sources = list(walk_sources(str(top / "submissions"), recipe.course.folder_names))[14:15]
    assert len(recipe.grader.grade(sources).sources[0].rows) == 1


@by_fork
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


@by_fork
def test_a_process_that_is_killed_costs_only_what_it_would_have_worked_out(top, monkeypatch):
    monkeypatch.setattr(PartsMarker, "__init__", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    recipe, findings = warmed_up(top)
    assert findings == {}
    assert not any(recipe.grader.marker.known)


@pytest.fixture(scope="module")
def bank():
    return load_problems(ROOT / "problems")


def test_every_problem_of_the_bank_can_be_sent_to_workers(bank):
    course = Course(bank)
    copy = pickle.loads(pickle.dumps(course))
    assert [column.name for column in copy.columns] == [column.name for column in course.columns]


@pytest.mark.parametrize(
    "id_", ["lenet-5", "encoder-layer", "flying-attention", "head-output", "pendulum", "buffer-ph"]
)
def test_indexes_give_the_same_after_they_were_sent(bank, id_, monkeypatch):
    problem = bank.problems[id_]
    given = {part.id: "123.45" for part in problem.parts}
    monkeypatch.setattr(indexes, "_questions", type(indexes._questions)(64))  # noqa: SLF001
    expected = PartsMarker(problem).mark(given)
    sent = indexes.pickled_indexes(())
    monkeypatch.setattr(indexes, "_questions", type(indexes._questions)(64))  # noqa: SLF001
    for each in sent:
        indexes.keep_indexes(each)
    known = indexes.known_questions()
    found = PartsMarker(problem).mark(given)
    assert indexes.known_questions() == known
    assert [(each.status, each.feedback, each.diagnosis) for each in found.values()] == [
        (each.status, each.feedback, each.diagnosis) for each in expected.values()
    ]
