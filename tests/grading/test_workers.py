"""Workers that are killed at the worst moments."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

import checker
from checker.grading.crew import Crew, Killed
from checker.grading.worker import Ended, Worker

pytestmark = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="functions of a test reach workers only by fork"
)


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def squares():
    return lambda number: number**2


def test_results_come_in_the_order_of_the_tasks():
    def slow_at_first():
        return lambda number: time.sleep(0.01 * (number < 2)) or number**2

    with Crew(slow_at_first, 3) as crew:
        assert list(crew.results(range(50))) == [number**2 for number in range(50)]
        assert list(crew.results([7])) == [49]  # and again
        assert list(crew.results([])) == []


def test_large_tasks_and_results_wait_for_nobody():
    with Crew(lambda: lambda text: text * 2, 2) as crew:
        large = ["x" * 1_000_000 for _ in range(20)]
        assert list(crew.results(large)) == [text * 2 for text in large]


def test_no_more_is_given_out_than_is_bounded():
    taken = []
    with Crew(squares, 2) as crew:
        results = crew.results(number for number in range(100) if not taken.append(number))
        next(results)
        assert len(taken) <= 3 * 2 + 1


def test_only_the_task_that_was_worked_on_is_lost():
    with Crew(lambda: lambda number: killed() if number in {3, 40} else number, 2) as crew:
        assert list(crew.results(range(50))) == [Killed(n) if n in {3, 40} else n for n in range(50)]


def test_half_a_message_is_in_nobodys_way():
    def work(_):
        Thread(target=lambda: time.sleep(0.05) or killed()).start()
        return b"x" * 10_000_000

    worker = Worker(lambda: work)
    worker.give((0, None))
    assert worker.take() is None
    time.sleep(0.2)  # it waits for us to read, and is killed
    with pytest.raises(Ended):
        worker.take()
    worker.end()


def test_a_worker_that_is_killed_while_it_waits_costs_nothing():
    with Crew(squares, 1) as crew:
        assert list(crew.results([1, 2])) == [1, 4]
        (worker,) = crew._workers  # noqa: SLF001 - whom to kill
        worker._process.kill()  # noqa: SLF001
        worker._process.join()  # noqa: SLF001
        assert list(crew.results([3, 4])) == [9, 16]


def test_what_a_worker_raises_is_raised_here():
    def work(number):
        raise LookupError(number)

    with Crew(lambda: work, 2) as crew, pytest.raises(LookupError, match="5"):
        list(crew.results([5]))


SPAWNED = """
import multiprocessing
from functools import partial
from checker.grading.crew import Crew

multiprocessing.set_start_method("spawn")
with Crew(partial(partial, pow, 2), 1) as crew:
    print(list(crew.results(range(5))))
"""


def test_workers_may_be_spawned():
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    command = [sys.executable, "-c", SPAWNED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[1, 2, 4, 8, 16]\n", "")


ENDLESS = """
from checker.grading.crew import Crew

def endless(task):
    print("working", flush=True)
    while True:
        pass

def prepare():
    return endless

with Crew(prepare, 3) as crew:
    list(crew.results(range(3)))
"""


def test_workers_end_with_their_parent_while_they_work():
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    command = [sys.executable, "-c", ENDLESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as parent:
        for _ in range(3):
            parent.stdout.readline()
        parent.kill()
        _, told = parent.communicate(timeout=10)  # until nobody has these pipes any more
    assert told == b""
