"""A Dask cluster of two processes on this machine, of which one is killed."""

from __future__ import annotations

import socket
import subprocess
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

import checker
from checker.grading.course import Course
from checker.grading.executors import cluster
from checker.grading.executors.cluster import ClusterUnavailable, OtherCode, PortableRecipe, dask_workers
from checker.grading.executors.jobs import grade_task, task_grader
from checker.grading.executors.workers import Workers
from checker.grading.left_out import LeftOut
from checker.grading.submissions import walk_sources
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import LAYER

ROOT = Path(checker.__file__).parents[1]

with_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the library `distributed` is not installed")
by_signal = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # those of Dask


@pytest.fixture
def course(write):
    files = {f"submissions/a/s{n:03}.yaml": f"answers: {{encoder-layer: {n % 30}}}" for n in range(120)}
    return Course(load_problems(write(files | {"problems/a/layer.yaml": LAYER}) / "problems"))


@with_dask
@by_signal
def test_no_grade_is_lost_or_double_when_a_worker_is_killed(course, tmp_path):
    command = [sys.executable, "-m", "tests.grading.executors.killed_cluster", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.stderr.decode() == "2 workers\nkilled one\n"
    expected = list(runs.lines(runs.chunks(tmp_path), partial(runs.grade_tasks, course=course)))
    assert len(expected) == 120
    assert done.stdout.decode() == "".join(expected)


def test_what_a_task_gives_depends_on_its_submissions_alone(course, tmp_path):
    recipe = PortableRecipe.of(course)
    files = list(walk_sources(str(tmp_path / "submissions"), course.folder_names))[1:3]
    read = grade_task(recipe, files)
    responses = [response for source in read for response in source.rows[0].responses]
    assert [each.texts for each in responses] == [("1",), ("2",)]
    first, again = (grade_task(recipe, responses) for _ in range(2))
    assert [mark.status for each in first for mark in each.marks] == ["incorrect", "incorrect"]
    assert again == first


def test_students_who_are_left_out_by_the_time_of_grading_are_not_graded(course, tmp_path):
    files = list(walk_sources(str(tmp_path / "submissions"), course.folder_names))[1:4]
    with ThreadPoolExecutor(1) as threads, task_grader(course, workers=Workers.lent(threads, 1)) as grade:
        some = LeftOut(b"salt")
        course.left_out = LeftOut(b"salt", dict.fromkeys(some.hashes(["s002"]), 7))
        (read,) = grade([files])
    assert [[row.student for row in source.rows] for source in read] == [["s001"], [], ["s003"]]
    assert [source.left_out for source in read] == [set(), {7}, set()]


NOBODY = """
import sys
from checker.grading.executors.cluster import ClusterUnavailable, dask_workers
for address in sys.argv[1:]:
    try:
        with dask_workers(address, timeout=0.5):
            sys.exit("somebody answers")
    except ClusterUnavailable as unavailable:
        print(unavailable)
"""


@with_dask
def test_nobody_answers():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # where nobody listens
        addresses = [f"tcp://127.0.0.1:{taken.getsockname()[1]}", "nowhere", "tcp://", "ftp://127.0.0.1:8786", ""]
        command = [sys.executable, "-c", NOBODY, *addresses]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout.splitlines() == [
        f"no Dask scheduler answers at {each}; check the address (such as tcp://10.0.0.5:8786), then try again"
        for each in addresses
    ]
    assert (done.stderr, done.returncode) == ("", 0)


def test_dask_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(
            ClusterUnavailable,
            match=r"--dask needs the extra `cluster`; run: pip install 'answer-checker\[cluster\]'",
        ),
        dask_workers("x"),
    ):
        pass


class Client:
    """A cluster with these workers."""

    def __init__(self, *workers):
        self.workers = dict.fromkeys(workers, 2)

    def __call__(self, *_, **__):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def nthreads(self):
        return self.workers

    def get_executor(self, **_):
        return None


@pytest.fixture
def client(monkeypatch):
    async def connect(*_):
        pass

    monkeypatch.setattr(cluster, "_connect", connect)
    return lambda *workers: monkeypatch.setattr("distributed.Client", Client(*workers))


@with_dask
def test_a_cluster_without_workers(client):
    client()
    with pytest.raises(ClusterUnavailable) as raised, dask_workers("tcp://a:1"):
        pass
    assert str(raised.value) == cluster.NO_WORKERS.format("tcp://a:1", "tcp://a:1")


@with_dask
def test_a_cluster_that_is_lost(client):
    client("one", "two")
    with pytest.raises(ClusterUnavailable) as raised, dask_workers("tcp://a:1") as workers:
        assert workers.jobs == 4
        raise CancelledError
    assert str(raised.value) == cluster.LOST.format("tcp://a:1")


def test_a_worker_with_other_code_is_refused(course):
    recipe = PortableRecipe.of(course)
    assert recipe.grader() is recipe.grader()
    with pytest.raises(
        OtherCode, match=r"runs checker .* \(code .*\), but this is checker .* \(code 0123\). Install the"
    ):
        recipe._replace(code="0123").grader()
    with pytest.raises(OtherCode, match=r"but this is checker 0\.0 \(code"):
        recipe._replace(version="0.0").grader()
