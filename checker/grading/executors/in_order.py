"""Results of a function on an executor, in the order of the tasks, whichever worker is killed.

The number of tasks in progress is bounded, so memory stays flat.  When a worker is killed, a process pool fails
everything that it had.  What was in progress is then done again, each task in a process of its own, and a fresh pool
does the rest.  A task that ends this process too goes to `divided`, a function of the caller that does it in smaller
pieces.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST_AHEAD: Final = 3
"""Maximum number of tasks for each worker that are handed out before the result of the first is given."""

MOST_STARTS: Final = 3
"""Number of processes killed in a row before they begin, after which no more are started."""

PATIENCE: Final = 1.0
"""Seconds without a result after which the executor is looked after."""


class WorkersEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """Workers were ended from outside before they could begin."""


class TaskEnded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """A task ended a process that did nothing else."""


class Workers(NamedTuple):
    """Workers that do tasks: an executor that can be started again."""

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
        """Return the workers of an executor that the caller ends."""
        return cls(lambda: nullcontext(executor), jobs, fatal=fatal, is_lent=True)

    def error(self, future: Future[Any], executor: Executor) -> BaseException | None:
        """Return what a task raised, once it is done."""
        while not wait([future], PATIENCE).done:
            self.look_after(executor)
        return future.exception()


class Do(Protocol):
    """A function that does one task in a process of its own.

    It raises TaskEnded, WorkersEnded, and what the task raises.
    """

    def __call__(self, function: Callable[[Any], R], task: Any, /) -> R:
        """Return the result of the function."""


def in_order(
    function: Callable[[T], R],
    tasks: Iterable[T],
    workers: Workers,
    alone: Workers,
    divided: Callable[[T, Do], Iterator[R]],
) -> Generator[R, None, None]:
    """Yield the result of the function for each task, in the order of the tasks.  Raise WorkersEnded.

    What the function raises is raised here.  `alone`: one process, for tasks that were lost with their worker.
    `divided` does a task that ends this process too.
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
                    error = workers.error(future, executor)
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


def _again(function: Callable[[T], R], alone: Workers, divided: Callable[[T, Do], Iterator[R]], task: T) -> Iterator[R]:
    """Yield the results of a task that may have ended its worker."""
    try:
        yield do_alone(alone, function, task)
    except TaskEnded:
        yield from divided(task, partial(do_alone, alone))


def do_alone(alone: Workers, function: Callable[[T], R], task: T) -> R:
    """Return the result of a task, done in a process of its own.

    Raise TaskEnded, WorkersEnded, and what the function raises.
    """
    for _ in range(MOST_STARTS):
        with alone.start() as executor:
            if alone.error(_submitted(executor, _begun, None), executor):
                continue
            future = _submitted(executor, function, task)
            if isinstance(alone.error(future, executor), BrokenExecutor):
                raise TaskEnded
            return future.result()
    raise WorkersEnded


def _begun(_: None) -> None:
    """Do nothing: a process that does this has begun."""
