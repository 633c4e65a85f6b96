"""A process that works on tasks for this one, and may be killed at any moment.

Each worker has two pipes, one for tasks and one for results, and no other process holds their ends.  So half a message
of a killed worker disturbs nobody, and when this process is killed the pipes close and the workers end.  There are no
threads on this side, and no locks or queues that workers share.
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
"""A task and its number."""

_ours: WeakSet[Connection] = WeakSet()
"""This side's ends of all pipes.  A forked worker has copies, and closes them."""


class Ended(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """A worker was killed."""


class Worker:
    """A process that works on its tasks in turn.

    `prepare` is called in the process, once, and returns the function that is called with each task.  It is pickled,
    and so are the tasks.
    """

    def __init__(self, prepare: Callable[[], WorkerTask]) -> None:
        theirs, self._pipe = Pipe(duplex=False)
        self.results, answers = Pipe(duplex=False)
        _ours.update((self._pipe, self.results))
        self._process = Process(target=_serve, args=(prepare, theirs, answers), daemon=True)
        try:
            self._process.start()
        finally:
            theirs.close()
            answers.close()
        self.is_ready = False
        self.tasks: deque[Numbered] = deque()

    def give(self, task: Numbered) -> None:
        """Send a task.  Raise Ended."""
        try:
            self._pipe.send(task)
        except OSError:
            raise Ended from None
        self.tasks.append(task)

    def take(self) -> tuple[Numbered, Any] | None:
        """Wait for the next result and return it with its task; None: ready.  Raise Ended, and the task's error."""
        try:
            message = self.results.recv()
        except (EOFError, OSError):  # nothing more, or half a message
            raise Ended from None
        if not self.is_ready:
            self.is_ready = True
            return None
        if isinstance(message, BaseException):
            raise message
        return self.tasks.popleft(), message

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()
        self.results.close()


def _serve(prepare: Callable[[], WorkerTask], tasks: Connection, results: Connection) -> None:
    """Work on one task after the other, in the worker."""
    # a terminal interrupts all its processes, and the parent ends this one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for pipe in tuple(_ours):
        pipe.close()
    given: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_receive, args=(tasks, given), daemon=True).start()
    work = prepare()
    _send(READY, results)
    while True:
        _, task = given.get()
        try:
            result = work(task)
        except Exception as error:  # noqa: BLE001 - raised over there, as if it had happened there
            result = error
        _send(result, results)


def _send(message: Any, results: Connection) -> None:
    """Send a message; end where nobody reads any more."""
    try:
        results.send(message)
    except OSError:
        os._exit(0)


def _receive(tasks: Connection, given: SimpleQueue[Any]) -> None:
    """Receive tasks while others are worked on.  End at once when there can be no more, since nobody waits."""
    try:
        while True:
            given.put(tasks.recv())
    finally:
        os._exit(0)
