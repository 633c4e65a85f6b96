"""Workers: an executor that can be started again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple

PATIENCE: Final = 1.0
"""Seconds without a result after which the executor is looked after."""


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Workers were ended from outside before they could begin, or their executor takes no more tasks."""


class Workers(NamedTuple):
    """Workers that do tasks."""

    start: Callable[[], AbstractContextManager[Executor]]
    """Starts an executor, and ends it.  It is called again when the executor is broken."""
    jobs: int
    """The number of tasks that they do at once."""
    look_after: Callable[[Executor], None] = lambda _: None
    """Breaks an executor that waits for a killed worker.  It is called while there is no result."""
    fatal: tuple[type[BaseException], ...] = ()
    """What an executor that goes on raises for a task that ended its workers."""
    is_lent: bool = False
    """Whether somebody else ends the executor: only what it still has to do for us is cancelled."""

    @classmethod
    def lent(cls, executor: Executor, jobs: int, fatal: tuple[type[BaseException], ...] = ()) -> Workers:
        """Return the workers of somebody else's executor."""
        return cls(lambda: nullcontext(executor), jobs, fatal=fatal, is_lent=True)


def wait_for(future: Future[Any], executor: Executor, workers: Workers) -> None:
    """Wait for a future, and look after its executor."""
    while not wait([future], PATIENCE).done:
        workers.look_after(executor)
