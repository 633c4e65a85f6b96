"""Worker processes on this machine, which end when this process does, however it ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from checker.grading.executors.in_order import Workers

FORK: Final = "fork"


def local_processes(count: int, begin: Callable[[], None]) -> Workers:
    """Return so many worker processes.  Each calls `begin` first; where processes are spawned it is pickled."""
    return Workers(partial(_pool, count, begin), count, look_after)


@contextmanager
def kept_processes(count: int, begin: Callable[[], None]) -> Iterator[Workers]:
    """Give the same, in a pool that stays until the end; it is started with the first task, and anew if it breaks."""
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
    """Return whether worker processes are copies of this one, which have all that it has built.

    They are on Linux, unless other threads are running: the copies of their locks would never be released.
    """
    method = multiprocessing.get_start_method(allow_none=True)
    if method is None and sys.platform != "linux":
        return False
    return method in {FORK, None} and threading.active_count() == 1


@contextmanager
def _pool(count: int, begin: Callable[[], None]) -> Iterator[Executor]:
    pool = LocalPool(count, begin)
    try:
        yield pool
    finally:
        pool.end()


class LocalPool(ProcessPoolExecutor):
    """A process pool whose workers have a pipe that nobody writes to.  When it is closed, they end at once."""

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
        """Do a task.  Raise BrokenProcessPool."""
        future = super().submit(fn, *args, **kwargs)
        self._started.update(set(multiprocessing.active_children()) - self._others)
        return future

    def end(self) -> None:
        """End the workers, whatever they are doing."""
        self._life.close()
        self.shutdown(cancel_futures=True)
        self._end.close()

    def end_if_stuck(self) -> None:
        """End the workers if one was killed and the pool has not noticed: it waits for the rest of its message."""
        if all(process.is_alive() for process in self._started):
            return
        self._life.close()
        for process in self._started:
            process.join()
        self._results.close()  # the last one who could write the rest is this process


def look_after(executor: Executor) -> None:
    """End a pool of this machine's processes that is stuck after a worker was killed; others are left alone."""
    if isinstance(executor, LocalPool):
        executor.end_if_stuck()


def _spawning() -> str | None:
    """Return a start method that copies no threads; None for the usual one."""
    return "spawn" if multiprocessing.get_start_method(allow_none=True) in {FORK, None} else None


def _begin(end: Connection, life: Connection | None, begin: Callable[[], None]) -> None:
    """Prepare a worker.  Its terminal interrupts all processes at once, and this one is ended by its parent."""
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
