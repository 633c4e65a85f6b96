"""A process that does one task at a time, so that a task that ends it is known."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack
from typing import Any, Final, Self, TypeVar

from checker.grading.executors.workers import Workers, WorkersEnded, wait_for

T = TypeVar("T")
R = TypeVar("R")

MOST_STARTS: Final = 3
"""Number of processes killed in a row before they begin, after which no more are started."""


class TaskEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """A task ended a process that did nothing else."""


class Alone:
    """One process, which is replaced when a task ends it."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._executor: Executor | None = None
        self._end = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def do(self, function: Callable[[Any], R], task: Any) -> R:
        """Return the result of a task.  Raise TaskEnded, WorkersEnded, and what the function raises."""
        executor = self._executor = self._executor or self._started()
        try:
            return self._result(executor, function, task)
        except BrokenExecutor:
            self._executor = None
            self._end.close()
            raise TaskEnded from None

    def _started(self) -> Executor:
        """Return an executor whose process has begun."""
        for _ in range(MOST_STARTS):
            executor = self._end.enter_context(self._workers.start())
            try:
                self._result(executor, _begun, None)
            except BrokenExecutor:
                self._end.close()
            else:
                return executor
        raise WorkersEnded

    def _result(self, executor: Executor, function: Callable[[Any], R], task: Any) -> R:
        future = executor.submit(function, task)
        wait_for(future, executor, self._workers)
        return future.result()


def _begun(_: None) -> None:
    """Do nothing: a process that does this has begun."""
