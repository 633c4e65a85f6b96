"""Several workers, whose results come in the order of the tasks, whichever worker is killed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Final, NamedTuple, Self

from checker.grading.killed import WorkersEnded
from checker.grading.worker import Ended, Numbered, Worker, WorkerTask

MOST_AT_ONCE: Final = 2
"""Maximum number of tasks of one worker: the one that it works on and the next, so that it need not wait."""

MOST_AHEAD: Final = 3
"""Maximum number of tasks for each worker that are handed out before the result of the first is given."""

MOST_STARTS: Final = 3
"""Number of workers killed in a row before they begin, after which no more are started."""


class Killed(NamedTuple):
    """A result of a task whose worker was killed."""

    task: Any


class Crew:
    """Workers; those that are killed are replaced."""

    def __init__(self, prepare: Callable[[], WorkerTask], jobs: int) -> None:
        self._prepare = prepare
        self._jobs = jobs
        self._workers: list[Worker] = []
        self._waiting: deque[Numbered] = deque()
        """Tasks that no worker has yet, in their order."""
        self._done: dict[int, Any] = {}
        """Results by number, until it is their turn."""
        self._failed_starts = 0
        """Number of workers killed in a row before they were ready."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._workers:
            self._workers.pop().end()

    def results(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield the result of each task, or Killed, in the order of the tasks.  Raise WorkersEnded."""
        numbered = enumerate(tasks)
        yielded = given = 0
        while True:
            if not self._waiting and given - yielded < MOST_AHEAD * self._jobs:
                self._waiting.extend(islice(numbered, 1))
                given += len(self._waiting)
            if self._waiting and (worker := self._free()):
                self._give(worker)
            elif yielded in self._done:
                yield self._done.pop(yielded)
                yielded += 1
            elif yielded < given:
                self._collect()
            else:
                return

    def _free(self) -> Worker | None:
        """Return a worker for a task: one with nothing to do, a new one, or one with room for another task."""
        for worker in self._workers:
            if not worker.tasks:
                return worker
        if len(self._workers) < self._jobs:
            self._workers.append(Worker(self._prepare))
            return self._workers[-1]
        return next((worker for worker in self._workers if len(worker.tasks) < MOST_AT_ONCE), None)

    def _give(self, worker: Worker) -> None:
        """Give a worker the next task."""
        try:
            worker.give(self._waiting[0])
        except Ended:
            self._lose(worker)
        else:
            self._waiting.popleft()

    def _collect(self) -> None:
        """Wait until a worker has a result or is killed."""
        working: dict[Any, Worker] = {worker.results: worker for worker in self._workers if worker.tasks}
        for pipe in wait(list(working)):
            worker = working[pipe]
            try:
                if done := worker.take():
                    (number, _), self._done[number] = done
                self._failed_starts = 0
            except Ended:
                self._lose(worker)

    def _lose(self, worker: Worker) -> None:
        """Replace a killed worker: only the task that it worked on may be the reason, so others do the rest."""
        self._workers.remove(worker)
        worker.end()
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts == MOST_STARTS:
                raise WorkersEnded
        elif worker.tasks:
            number, task = worker.tasks.popleft()
            self._done[number] = Killed(task)
        self._waiting.extendleft(reversed(worker.tasks))
