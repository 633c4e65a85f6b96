"""Workers: results in order, whatever happens to a process; a Dask cluster of two workers gives the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

import checker
from checker.grading import workers
from checker.grading.workers import ClusterUnavailable, OtherCode, open_workers
from tests.grading import runs
from tests.grading.problems import LAYER

ROOT = Path(checker.__file__).parents[1]
with_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the library `distributed` is not installed")
by_signal = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # those of Dask


def build():
    return 10


def times(ten: int, task: int) -> int:
    return ten * task


def killed_by_13(ten: int, task: int) -> int:
    if task == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return ten * task


def killed_by_13_once(folder: Path, ten: int, task: int) -> int:
    if task == 13 and not (folder / "seen").exists():
        (folder / "seen").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return ten * task


def raises(ten: int, task: int) -> int:
    raise ValueError(task)


@pytest.fixture
def two(monkeypatch):
    monkeypatch.setattr("checker.grading.workers.processors", lambda: 2)
    with open_workers(build, jobs=2) as found:
        yield found


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("count", [0, 1, 100])
def test_results_come_in_the_order_of_the_tasks(jobs, count):
    with open_workers(build, jobs=jobs) as found:
        assert list(found.map(times, iter(range(count)), str, 3)) == [10 * each for each in range(count)]


def test_only_a_few_tasks_are_taken_ahead(two):
    taken = []
    tasks = (taken.append(each) or each for each in range(1_000))
    results = two.map(times, tasks, str, 2)
    assert next(results) == 0
    assert len(taken) <= 2 * 3 * 2


@by_signal
def test_what_ends_its_process_twice_is_reported_and_the_rest_goes_on(two):
    assert list(two.map(killed_by_13, range(40), str, 4)) == ["13" if each == 13 else 10 * each for each in range(40)]


@by_signal
def test_a_task_whose_process_was_killed_is_done_again(two, tmp_path):
    assert list(two.map(partial(killed_by_13_once, tmp_path), range(40), str, 4)) == [10 * each for each in range(40)]


def test_what_a_task_raises_is_raised_here(two):
    with pytest.raises(ValueError, match="0"):
        list(two.map(raises, range(3), str))


@by_signal
def test_workers_end_when_their_parent_is_killed(tmp_path):
    code = (
        "import time\nfrom tests.grading.test_workers import build, slow\nfrom checker.grading.workers import open_workers\n"
        "import checker.grading.workers as w\nw.processors = lambda: 2\n"
        "with open_workers(build, jobs=2) as found:\n    list(found.map(slow, range(4), str, 1))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=os.environ | {"PIDS": str(tmp_path)})
    deadline = time.monotonic() + 30
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    pids = [int(path.name) for path in tmp_path.iterdir()]
    assert len(pids) == 2
    while any(map(runs_still, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(runs_still, pids))


def slow(ten: int, task: int) -> int:
    Path(os.environ["PIDS"], str(os.getpid())).touch()
    time.sleep(60)
    return ten * task


def runs_still(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def course(tmp_path):
    files = {f"submissions/a/s{n:03}.yaml": f"answers: {{encoder-layer: {n % 30}}}" for n in range(60)}
    return runs.write(tmp_path, files | {"problems/a/layer.yaml": LAYER})


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


@with_dask
def test_a_cluster_of_two_workers_grades_to_the_same_bytes(course, cluster):
    runs.run(course)
    runs.run(course, out="others", dask=cluster.scheduler_address)
    for name in ("results.jsonl", "grades.csv", "needs-review.md", "review.yaml"):
        assert (course / "others" / name).read_bytes() == (course / "results" / name).read_bytes()


@with_dask
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://nobody.invalid:8786"])
def test_an_address_without_a_cluster_grades_nothing(course, address, monkeypatch):
    monkeypatch.setattr(workers, "TIMEOUT", 0.5)
    with pytest.raises(ClusterUnavailable, match=r"no Dask scheduler answers at .*; check the address"):
        runs.run(course, dask=address)
    assert not (course / "results").exists()


@with_dask
def test_a_worker_with_other_code_refuses(cluster, monkeypatch):
    monkeypatch.setattr(workers, "code_digest", lambda: "other")
    with (
        pytest.raises(OtherCode, match=r"runs checker .* \(code .*\), but this is checker .* \(code other\)"),
        open_workers(build, dask=cluster.scheduler_address) as found,
    ):
        list(found.map(times, [1], 1))
