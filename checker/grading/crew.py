"""Tasks for several workers; their results in the order of the tasks, whoever is killed meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Final, NamedTuple, Self

from checker.grading.killed import WorkersEnded
from checker.grading.worker import Ended, Numbered, Worker, WorkerTask

AT_ONCE: Final = 2
"""Tasks of one worker: the one that it works on, and the next, lest it wait for us."""

AHEAD: Final = 3
"""Tasks for each worker that are given out before the first of them is told."""

MOST_STARTS: Final = 3
"""Workers in a row that may be killed before they can begin to work."""


class Killed(NamedTuple):
    """In the place of a result: the worker was killed while it worked on this task."""

    task: Any


class Crew:
    """Some workers, and others in the place of those that are killed."""

    def __init__(self, prepare: Callable[[], WorkerTask], jobs: int) -> None:
        self._prepare = prepare
        self._jobs = jobs
        self._workers: list[Worker] = []
        self._waiting: deque[Numbered] = deque()
        """Tasks that no worker has, the first first."""
        self._done: dict[int, Any] = {}
        """Results by number, until their turn comes."""
        self._in_vain = 0
        """Workers in a row that were killed before they were ready."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._workers:
            self._workers.pop().end()

    def results(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """The result of each task, or Killed, in the order of the tasks.  Raises WorkersEnded."""
        left = enumerate(tasks)
        told = given = 0
        while True:
            if not self._waiting and given - told < AHEAD * self._jobs:
                self._waiting.extend(islice(left, 1))
                given += len(self._waiting)
            if self._waiting and (worker := self._free()):
                self._give(worker)
            elif told in self._done:
                yield self._done.pop(told)
                told += 1
            elif told < given:
                self._collect()
            else:
                return

    def _free(self) -> Worker | None:
        """Who takes a task: one with nothing to do, a new one, one that will soon be done; or nobody."""
        for worker in self._workers:
            if not worker.under_way:
                return worker
        if len(self._workers) < self._jobs:
            self._workers.append(Worker(self._prepare))
            return self._workers[-1]
        return next((worker for worker in self._workers if len(worker.under_way) < AT_ONCE), None)

    def _give(self, worker: Worker) -> None:
        """Hand it the next task."""
        try:
            worker.give(self._waiting[0])
        except Ended:
            self._lose(worker)
        else:
            self._waiting.popleft()

    def _collect(self) -> None:
        """Wait until some worker has done something, or is killed."""
        working: dict[Any, Worker] = {worker.results: worker for worker in self._workers if worker.under_way}
        for pipe in wait(list(working)):
            worker = working[pipe]
            try:
                if done := worker.take():
                    (number, _), self._done[number] = done
                self._in_vain = 0
            except Ended:
                self._lose(worker)

    def _lose(self, worker: Worker) -> None:
        """One was killed: only the task that it worked on may be the reason, and others do the rest."""
        self._workers.remove(worker)
        worker.end()
        if not worker.is_ready:
            self._in_vain += 1
            if self._in_vain == MOST_STARTS:
                raise WorkersEnded
        elif worker.under_way:
            number, task = worker.under_way.popleft()
            self._done[number] = Killed(task)
        self._waiting.extendleft(reversed(worker.under_way))
