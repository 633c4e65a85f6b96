"""Results on any executor, and workers that are killed at the worst moments."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

import checker
from checker.grading.executors.workers import (
    MOST_AHEAD,
    LocalPool,
    TaskEnded,
    Workers,
    WorkersEnded,
    in_order,
    local_processes,
)
from tests.grading.executors import tasks

ALONE = local_processes(1, tasks.nothing)


def lost(task, _):
    yield f"lost {task}"


def results(function, given, count=2, begin=tasks.nothing, divided=lost):
    return in_order(function, given, local_processes(count, begin), ALONE, divided)


def test_results_come_in_the_order_of_the_tasks():
    assert list(results(tasks.slow_at_first, range(50), 3)) == [number**2 for number in range(50)]
    assert list(results(tasks.square, [])) == []


def test_large_tasks_and_results_wait_for_nobody():
    large = ["x" * 1_000_000 for _ in range(20)]
    assert list(results(tasks.doubled, large)) == [text * 2 for text in large]


def test_no_more_is_handed_out_than_is_bounded():
    taken = []
    found = results(tasks.square, (number for number in range(100) if not taken.append(number)))
    assert next(found) == 0
    assert len(taken) == 2 * MOST_AHEAD
    assert next(found) == 1
    assert len(taken) == 2 * MOST_AHEAD + 1
    found.close()


def test_only_the_tasks_that_kill_are_lost():
    expected = [f"lost {number}" if number in {3, 40} else number for number in range(50)]
    assert list(results(tasks.unless_3_or_40, range(50))) == expected


def test_a_task_whose_worker_was_killed_once_is_done_again(tmp_path):
    given = [(number, tmp_path / "killed") for number in range(20)]
    assert list(results(tasks.unless_first_time, given)) == list(range(20))
    assert (tmp_path / "killed").exists()


def test_a_divided_task_gives_several_results_in_its_place():
    def divided(task, do):
        with pytest.raises(TaskEnded):
            do(tasks.unless_3_or_40, task)
        yield do(tasks.square, 100)  # the process is another one
        yield do(tasks.square, 200)

    found = list(results(tasks.unless_3_or_40, range(2, 5), divided=divided))
    assert found == [2, 10_000, 40_000, 4]


@pytest.mark.skipif(sys.platform == "win32", reason="messages are sent otherwise")
def test_half_a_message_is_in_nobody_s_way(monkeypatch):
    monkeypatch.setattr("checker.grading.executors.workers.PATIENCE", 0.2)
    assert list(results(tasks.half_a_message, range(6))) == [0, 1, 2, "lost 3", 4, 5]


def test_workers_that_are_killed_while_they_wait_cost_nothing():
    found = results(tasks.square, range(10))
    before = set(multiprocessing.active_children())
    assert next(found) == 0
    workers = set(multiprocessing.active_children()) - before
    assert len(workers) == 2
    time.sleep(0.3)  # all that was handed out is done
    for each in workers:
        each.kill()
        each.join()
    assert list(found) == [number**2 for number in range(1, 10)]


def test_workers_that_cannot_begin_are_not_started_for_ever():
    found = in_order(tasks.square, [1, 2], *[local_processes(1, tasks.killed)] * 2, lost)
    with pytest.raises(WorkersEnded):
        list(found)


def test_what_a_task_raises_is_raised_here():
    with pytest.raises(LookupError, match="5"):
        list(results(tasks.fails, [5]))


def test_workers_end_when_nobody_wants_more():
    before = set(multiprocessing.active_children())
    found = results(time.sleep, [0, *[600] * 20], 3)
    assert next(found) is None
    started = time.monotonic()
    found.close()
    assert time.monotonic() - started < 10
    assert set(multiprocessing.active_children()) <= before


def test_any_executor_will_do_and_is_not_ended():
    with ThreadPoolExecutor(2) as threads:
        lent = Workers.lent(threads, 2)
        assert list(in_order(tasks.slow_at_first, range(9), lent, ALONE, lost)) == [number**2 for number in range(9)]
        assert list(in_order(tasks.square, [3], lent, ALONE, lost)) == [9]


def test_what_a_lent_executor_has_not_begun_is_cancelled():
    begun, go_on = [], Event()

    def work(number):
        begun.append(number)
        return number == 0 or go_on.wait(60)

    with ThreadPoolExecutor(1) as threads:
        found = in_order(work, range(100), Workers.lent(threads, 1), ALONE, lost)
        assert next(found) is True
        found.close()
        go_on.set()
    assert begun in ([0], [0, 1])


def test_what_a_lent_pool_that_is_broken_takes_no_more_is_done_here():
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(BrokenExecutor):
            pool.submit(tasks.killed).result()
        assert list(in_order(tasks.square, range(9), Workers.lent(pool, 1), ALONE, lost)) == [n**2 for n in range(9)]


def test_a_task_that_ended_its_workers_elsewhere_is_done_here():
    with ThreadPoolExecutor(1) as threads:
        lent = Workers.lent(threads, 1, fatal=(ConnectionAbortedError,))
        assert list(in_order(tasks.Elsewhere(os.getpid()), range(5), lent, ALONE, lost)) == [0, 1, 2, 3, 4]


def test_an_interrupt_of_the_terminal_is_the_parent_s():
    pool = LocalPool(1, tasks.nothing)
    assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
    pool.end()


def run(script: str) -> tuple[str, str]:
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


SCRIPT = """
import math, multiprocessing, threading
from functools import partial
from checker.grading.executors.workers import in_order
from checker.grading.executors.workers import forks, local_processes

{}
workers = local_processes(1, partial(int, 0))
print(forks(), list(in_order(partial(math.pow, 2), range(5), workers, workers, None)))
"""


def test_workers_may_be_spawned():
    assert run(SCRIPT.format("multiprocessing.set_start_method('spawn')")) == ("False [1.0, 2.0, 4.0, 8.0, 16.0]\n", "")


def test_with_other_threads_workers_are_no_copies():
    thread = "threading.Thread(target=threading.Event().wait, daemon=True).start()"
    assert run(SCRIPT.format(thread)) == ("False [1.0, 2.0, 4.0, 8.0, 16.0]\n", "")


ENDLESS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background ignores it
from checker.grading.executors.workers import in_order
from checker.grading.executors.workers import local_processes

def endless(task):
    print("working", flush=True)
    while True:
        pass

def begin():
    pass

workers = local_processes(3, begin)
list(in_order(endless, range(3), workers, workers, None))
"""

by_fork = pytest.mark.skipif(sys.platform != "linux", reason="functions of a script reach workers only by fork")


@by_fork
@pytest.mark.parametrize("end", ["kill", "interrupt"])
def test_workers_end_with_their_parent_while_they_work(end):
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    command = [sys.executable, "-c", ENDLESS]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment, start_new_session=True) as parent:
        for _ in range(3):
            parent.stdout.readline()
        if end == "kill":
            parent.kill()
        else:
            os.killpg(parent.pid, signal.SIGINT)  # as a terminal does
        _, told = parent.communicate(timeout=10)  # until nobody has these pipes any more
    assert told.count(b"Traceback") == (end == "interrupt")  # the parent's own
    assert b"SpawnProcess" not in told
    assert b"ForkProcess" not in told
