"""Does tasks in processes of this machine or on another executor; results are in order, even if a worker is killed."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from copy import copy
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST_AHEAD: Final = 3
"""Maximum number of tasks for each worker that are handed out before the result of the first is given."""

MOST_STARTS: Final = 3
"""Number of processes killed in a row before they begin, after which no more are started."""

PATIENCE: Final = 1.0
"""Seconds without a result after which the executor is looked after."""


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Raised where workers were ended from outside before they could begin."""


class TaskEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Raised where a task ended its process, which did only this task."""


class Workers(NamedTuple):
    """An executor (a pool of processes, or a cluster) that can be started again after a worker was killed."""

    start: Callable[[], AbstractContextManager[Executor]]
    """Starts an executor, and ends it.  It is called again after it was left with BrokenExecutor."""
    jobs: int
    """The number of tasks that they do at once."""
    look_after: Callable[[Executor], None] = lambda _: None
    """Breaks an executor that waits for a killed worker.  It is called while there is no result."""
    fatal: tuple[type[BaseException], ...] = ()
    """What an executor that goes on raises for a task that ended its workers."""
    is_lent: bool = False
    """Whether the caller ends the executor: only what it still has to do for us is cancelled."""

    @classmethod
    def lent(cls, executor: Executor, jobs: int, fatal: tuple[type[BaseException], ...] = ()) -> Workers:
        """Return workers made of an executor that belongs to the caller, who also ends it."""
        return cls(lambda: nullcontext(executor), jobs, fatal=fatal, is_lent=True)

    def wait_for_error(self, future: Future[Any], executor: Executor) -> BaseException | None:
        """Wait for a task, and return the exception that it raised; None if it has a result."""
        while not wait([future], PATIENCE).done:
            self.look_after(executor)
        return future.exception()


Do = Callable[[Callable[[T], R], T], R]
"""A function that does one task in a process of its own.  It raises TaskEnded, WorkersEnded, what the task raises."""


def in_order(
    function: Callable[[T], R],
    tasks: Iterable[T],
    workers: Workers,
    alone: Workers,
    divided: Callable[[T, Do[T, R]], Iterator[R]],
) -> Generator[R, None, None]:
    """Yield `function(task)` for each task, in order, computed by workers.  Raise WorkersEnded.

    What the function raises is raised here.  `alone`: one process, which does again what was lost with a worker.
    `divided`: is called with a task that ends this process too, and yields its results.
    """
    remaining = iter(tasks)
    given: deque[tuple[T, Future[R]]] = deque()
    again = partial(_again, function, alone, divided)
    while True:
        with suppress(BrokenExecutor), workers.start() as executor:
            try:
                while True:
                    room = MOST_AHEAD * workers.jobs - len(given)
                    given.extend((task, _submitted(executor, function, task)) for task in islice(remaining, room))
                    if not given:
                        return
                    task, future = given[0]
                    error = workers.wait_for_error(future, executor)
                    if isinstance(error, BrokenExecutor):
                        raise error
                    given.popleft()
                    yield from again(task) if isinstance(error, workers.fatal) else [future.result()]
            finally:
                for _, future in given if workers.is_lent else ():
                    future.cancel()
        while given:  # a broken executor has done some of them
            task, future = given.popleft()
            is_lost = future.cancelled() or isinstance(future.exception(), BrokenExecutor)
            yield from again(task) if is_lost else [future.result()]


def _submitted(executor: Executor, function: Callable[[T], R], task: T) -> Future[R]:
    """Hand out a task; if the executor is broken, the future says so."""
    try:
        return executor.submit(function, task)
    except BrokenExecutor as broken:
        future = Future[R]()
        future.set_exception(broken)
        return future


def _again(
    function: Callable[[T], R], alone: Workers, divided: Callable[[T, Do[T, R]], Iterator[R]], task: T
) -> Iterator[R]:
    """Yield the result of a task whose worker was killed, done `alone`; if it ends that too, from `divided`."""
    try:
        yield do_alone(alone, function, task)
    except TaskEnded:
        yield from divided(task, partial(do_alone, alone))


def do_alone(alone: Workers, function: Callable[[T], R], task: T) -> R:
    """Return `function(task)`, computed in a process of its own.

    Raise TaskEnded, WorkersEnded, and what the function raises.
    """
    for _ in range(MOST_STARTS):
        with alone.start() as executor:
            if alone.wait_for_error(_submitted(executor, _begun, None), executor):
                continue
            future = _submitted(executor, function, task)
            if isinstance(alone.wait_for_error(future, executor), BrokenExecutor):
                raise TaskEnded
            return future.result()
    raise WorkersEnded


def _begun(_: None) -> None:
    """Do nothing: a process that does this has begun."""


FORK: Final = "fork"


def local_processes(count: int, begin: Callable[[], None]) -> Workers:
    """Return `count` worker processes on this machine, each of which calls `begin` first.

    Where processes are spawned, `begin` is pickled.
    """
    return Workers(partial(LocalPool, count, begin), count, look_after)


@contextmanager
def kept_processes(count: int, begin: Callable[[], None]) -> Iterator[Workers]:
    """Give, for a `with` block, worker processes that are started with the first task and stay until the end.

    The pool is started anew if it breaks.
    """
    pools: list[LocalPool] = []

    @contextmanager
    def start() -> Iterator[Executor]:
        if not pools:
            pools.append(LocalPool(count, begin))
        try:
            yield pools[-1]
        except BrokenExecutor:
            pools.pop().end()
            raise

    try:
        yield Workers(start, count, look_after)
    finally:
        for pool in pools:
            pool.end()


def forks() -> bool:
    """Return whether new worker processes are copies of this one, and so have all that it has built.

    They are on Linux, unless other threads are running: the copies of their locks would never be released.
    """
    method = multiprocessing.get_start_method(allow_none=True)
    if method is None and sys.platform != "linux":
        return False
    return method in {FORK, None} and threading.active_count() == 1


class LocalPool(ProcessPoolExecutor):
    """A process pool whose workers end at once when this process closes a pipe that each of them has."""

    def __init__(self, count: int, begin: Callable[[], None]) -> None:
        self._others = set(multiprocessing.active_children())
        self._started: set[Any] = set()
        """All its processes, also those that have ended."""
        self._end, self._life = multiprocessing.Pipe(duplex=False)
        is_forked = forks()
        context = copy(multiprocessing.get_context(FORK if is_forked else _spawning()))
        self._results = results = context.SimpleQueue()
        context.SimpleQueue = lambda: results  # type: ignore[method-assign] # the queue that the pool asks for
        arguments = self._end, self._life if is_forked else None, begin
        super().__init__(count, mp_context=context, initializer=_begin, initargs=arguments)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a task to a worker, and return its future.  Raise BrokenProcessPool."""
        future = super().submit(fn, *args, **kwargs)
        self._started.update(set(multiprocessing.active_children()) - self._others)
        return future

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """End the workers, whatever they are doing."""
        self._life.close()
        self.shutdown(cancel_futures=True)
        self._end.close()

    def end_if_stuck(self) -> None:
        """End the workers if one was killed: the pool would wait for ever for the rest of its message."""
        if all(process.is_alive() for process in self._started):
            return
        self._life.close()
        for process in self._started:
            process.join()
        self._results.close()  # the last one who could write the rest is this process


def look_after(executor: Executor) -> None:
    """End an executor that is stuck after a worker was killed, if it is a pool of this machine."""
    if isinstance(executor, LocalPool):
        executor.end_if_stuck()


def _spawning() -> str | None:
    """Return a start method that copies no threads; None for the usual one."""
    return "spawn" if multiprocessing.get_start_method(allow_none=True) in {FORK, None} else None


def _begin(end: Connection, life: Connection | None, begin: Callable[[], None]) -> None:
    """Prepare a worker: Ctrl-C is left to the parent, the end of the pipe `end` ends it, and `begin` is called."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if life:
        life.close()  # a copy would keep all workers alive
        gc.freeze()  # what was copied stays: to look for garbage in it would copy every page
    threading.Thread(target=_end_with, args=(end,), daemon=True).start()
    begin()


def _end_with(end: Connection) -> None:
    """End this process when the pipe is closed."""
    with suppress(EOFError, OSError):
        end.recv()
    os._exit(0)
