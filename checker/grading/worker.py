"""A process that works on tasks for this one, and may be killed at any moment.

It has two pipes of its own, one for tasks and one for results, and nobody else holds their ends.  So half a message
of a killed worker ends with the end of its pipe, and is in nobody's way; and when this process is killed the tasks
end, and the workers with them.  There are no threads on this side, no locks and no queues that workers share.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final
from weakref import WeakSet

READY: Final = "ready"

WorkerTask = Callable[[Any], Any]
Numbered = tuple[int, Any]
"""A task, and its place among all."""

_ours: WeakSet[Connection] = WeakSet()
"""This side's ends of all pipes.  A worker that is forked has copies, and closes them."""


class Ended(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """A worker was killed."""


class Worker:
    """A process that works on its tasks in turn.

    `prepare` is called there, once, and gives what is called with each task; both it and the tasks are pickled.
    """

    def __init__(self, prepare: Callable[[], WorkerTask]) -> None:
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


def _serve(prepare: Callable[[], WorkerTask], tasks: Connection, results: Connection) -> None:
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
