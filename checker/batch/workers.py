"""Processes that work on tasks for this one, and may be killed at any moment.

Each has two pipes of its own, one for tasks and one for results, and nobody else holds their ends.  So half a message
of a killed worker ends with the end of its pipe, and is in nobody's way; and when this process is killed the tasks
end, and the workers with them.  There are no threads on this side, no locks and no queues that workers share.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, Self
from weakref import WeakSet

from checker.batch.ended import WorkersEnded

AT_ONCE: Final = 2
"""Tasks of one worker: the one that it works on, and the next, lest it wait for us."""

AHEAD: Final = 3
"""Tasks for each worker that are given out before the first of them is told."""

MOST_STARTS: Final = 3
"""Workers in a row that may be killed before they can begin to work."""

READY: Final = "ready"

Work = Callable[[Any], Any]
Numbered = tuple[int, Any]
"""A task, and its place among all."""

_ours: WeakSet[Connection] = WeakSet()
"""This side's ends of all pipes.  A worker that is forked has copies, and closes them."""


class Ended(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """A worker was killed."""


class Killed(NamedTuple):
    """In the place of a result: the worker was killed while it worked on this task."""

    task: Any


class Worker:
    """A process that works on its tasks in turn.

    `prepare` is called there, once, and gives what is called with each task; both it and the tasks are pickled.
    """

    def __init__(self, prepare: Callable[[], Work]) -> None:
        theirs, self._tasks = Pipe(duplex=False)
        self.results, answers = Pipe(duplex=False)
        _ours.update((self._tasks, self.results))
        self._process = Process(target=_serve, args=(prepare, theirs, answers), daemon=True)
        try:
            self._process.start()
        finally:
            theirs.close()
            answers.close()
        self.is_ready = False
        self.under_way: deque[Numbered] = deque()

    def give(self, task: Numbered) -> None:
        """Hand a task over; raises Ended."""
        try:
            self._tasks.send(task)
        except OSError:
            raise Ended from None
        self.under_way.append(task)

    def take(self) -> tuple[Numbered, Any] | None:
        """Wait for the next task that is done, and its result; None: ready to begin.  Raises Ended, and what it met."""
        try:
            message = self.results.recv()
        except (EOFError, OSError):  # nothing more, or half a message
            raise Ended from None
        if not self.is_ready:
            self.is_ready = True
            return None
        if isinstance(message, BaseException):
            raise message
        return self.under_way.popleft(), message

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._tasks.close()
        self.results.close()


class Crew:
    """Some workers, and others in the place of those that are killed."""

    def __init__(self, prepare: Callable[[], Work], jobs: int) -> None:
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


def _serve(prepare: Callable[[], Work], tasks: Connection, results: Connection) -> None:
    """In a worker: work on one task after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal interrupts all its processes: ours ends us
    for pipe in tuple(_ours):
        pipe.close()
    given: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(tasks, given), daemon=True).start()
    work = prepare()
    _tell(READY, results)
    while True:
        _, task = given.get()
        try:
            result = work(task)
        except Exception as error:  # noqa: BLE001 - raised over there, as if it had happened there
            result = error
        _tell(result, results)


def _tell(message: Any, results: Connection) -> None:
    """Send it; where nobody listens any more, end."""
    try:
        results.send(message)
    except OSError:
        os._exit(0)


def _listen(tasks: Connection, given: SimpleQueue[Any]) -> None:
    """Take tasks in while others are worked on.  Where there can be no more, nobody waits for us: end at once."""
    try:
        while True:
            given.put(tasks.recv())
    finally:
        os._exit(0)
