"""Workers that are killed: what they had is graded by others, and what kills twice is a fault of checker."""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import suppress

import pytest

from checker.grading.executors.workers import WorkersEnded
from checker.grading.grader import submission_grader as grader
from checker.kinds import Judge
from tests.grading import runs
from tests.grading.problems import LAYER, brief


@pytest.fixture
def kill(monkeypatch, tmp_path):
    """Let an answer end the process that marks it, so many times; never this one."""
    here, judge = os.getpid(), Judge.verdict

    def kill(value: int, times: int) -> None:
        def verdict(self, reading):
            if os.getpid() != here and reading.numbers[0].value == value:
                for each in range(times):
                    with suppress(FileExistsError):
                        (tmp_path / f"killed-{each}").touch(exist_ok=False)
                        os.kill(os.getpid(), signal.SIGKILL)
            return judge(self, reading)

        monkeypatch.setattr(Judge, "verdict", verdict)

    return kill


MANY_TIMES = 1_000
by_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="the patch reaches workers only by fork"
)


@by_fork
def test_what_a_killed_worker_had_is_graded_by_another(grade, kill):
    files = {f"a/s{n:03}.yaml": f"answers: {{encoder-layer: {n}}}" for n in range(200)} | {"a/bad.yaml": "["}
    alone, book = grade(files, {"a/layer.yaml": LAYER})
    kill(77, times=1)
    together, other = grade({}, {}, jobs=2)
    assert together == alone
    assert list(other.rows.values()) == list(book.rows.values())
    assert other.issues == book.issues
    assert other.other_faults == []


@by_fork
def test_what_kills_its_worker_again_is_an_error_and_the_rest_is_graded(grade, kill, tmp_path):
    files = {f"a/s{n:03}.yaml": f"answers: {{block: {{queries: 40200}}, encoder-layer: {n}}}" for n in range(80)}
    alone, _ = grade(files)
    kill(77, times=MANY_TIMES)
    together, book = grade({}, {"a/layer.yaml": LAYER}, jobs=2)
    assert [r for r in together if r["student"] != "s077"] == [r for r in alone if r["student"] != "s077"]
    assert brief([record for record in together if record["student"] == "s077"]) == [
        ("s077", "block", "queries", "correct", 1.0),
        ("s077", "block", "total", "not_answered", 0.0),
        ("s077", "encoder-layer", None, "error", None),
    ]
    (record,) = [r for r in together if (r["student"], r["problem"]) == ("s077", "encoder-layer")]
    assert (record["given"], record["max_points"]) == ("77", 1.0)
    assert record["message"] == (
        "A fault of checker, not of this answer: the process that marked it was ended twice. Please report it."
    )
    assert [(cell.answer, cell.label) for cell in book.faults] == [("77", record["message"])]
    assert book.other_faults == []
    assert len(list(tmp_path.glob("killed-*"))) == 3  # with others, with its chunk, and alone


@by_fork
def test_only_the_row_of_a_table_that_kills_is_lost(grade, kill):
    table = "student,encoder-layer\n" + "".join(f"s{n},{n}\n" for n in range(30))
    kill(13, times=MANY_TIMES)
    records, book = grade({"a/all.csv": table}, {"a/layer.yaml": LAYER}, jobs=2)
    assert [record["student"] for record in records] == [f"s{n}" for n in range(30)]
    assert [record["student"] for record in records if record["status"] == "error"] == ["s13"]
    assert [cell.answer for cell in book.faults] == ["13"]


@by_fork
def test_a_file_whose_reading_kills_is_named_and_the_rest_is_graded(grade, monkeypatch, tmp_path):
    here = os.getpid()

    def read(source, names, plain=grader.read_file):
        if source.path.endswith("s1.yaml") and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return plain(source, names=names)

    monkeypatch.setattr(grader, "read_file", read)
    files = {f"a/s{n}.yaml": "answers: {encoder-layer: 27648}" for n in range(3)}
    records, book = grade(files, {"a/layer.yaml": LAYER}, jobs=2)
    assert [record["student"] for record in records] == ["s0", "s2"]
    file = str(tmp_path / "submissions/a/s1.yaml")
    assert [(issue.place, issue.message) for issue in book.issues] == [
        (file, "the process that read it was ended twice; nothing in it is graded")
    ]
    assert book.other_faults == [f"{file}: the process that read it was ended twice; nothing in it is graded"]


@by_fork
def test_workers_that_cannot_begin_end_the_run(write, monkeypatch):
    top = write({"problems/a/layer.yaml": LAYER, "submissions/a/s1.yaml": "answers: {encoder-layer: 1}"})
    monkeypatch.setattr("checker.grading.executors.jobs.begin", lambda _: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(WorkersEnded):
        runs.chunks(top, jobs=2)


def test_one_pool_reads_and_marks_with_no_more_workers_than_there_are_processors(write, monkeypatch):
    from checker.grading.executors import workers

    started = []

    def pool(count, begin, plain=workers.LocalPool):
        started.append(count)
        return plain(count, begin)

    monkeypatch.setattr(workers, "LocalPool", pool)
    monkeypatch.setattr("checker.engine.processors.available", lambda: 2)
    monkeypatch.setattr("checker.grading.executors.jobs.CHUNK", 1)
    files = {f"submissions/a/s{n}.yaml": f"answers: {{encoder-layer: {n}}}" for n in range(6)}
    top = write(files | {"problems/a/layer.yaml": LAYER})
    assert runs.run(top, jobs=999).graded == 6
    assert started == [2]
    assert [record["status"] for record in runs.records(top)] == ["incorrect"] * 6
