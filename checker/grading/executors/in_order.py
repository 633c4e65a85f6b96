"""Results of a function on an executor, in the order of the tasks, whichever worker is killed.

The number of tasks in progress is bounded, so memory stays flat.  When a worker is killed, a process pool fails
everything that it had.  What was in progress is then done again, one task at a time in a process of its own, and a
fresh pool does the rest.  A task that ends this process too is divided by the caller.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import chain, islice
from typing import Final, Generic

from checker.grading.executors.alone import Alone, R, T, TaskEnded
from checker.grading.executors.workers import Workers, WorkersEnded, wait_for

MOST_AHEAD: Final = 3
"""Maximum number of tasks for each worker that are handed out before the result of the first is given."""


def in_order(
    function: Callable[[T], R],
    tasks: Iterable[T],
    workers: Workers,
    alone: Workers,
    divided: Callable[[T, Alone], Iterator[R]],
) -> Generator[R, None, None]:
    """Yield the result of the function for each task, in the order of the tasks.  Raise WorkersEnded.

    What the function raises is raised here.  `alone`: one process, for tasks that were lost with their worker.
    `divided` does a task that ends this process too.
    """
    return _InOrder(function, tasks, workers, alone, divided).results()


class _InOrder(Generic[T, R]):
    """Tasks that are handed out, and their results."""

    def __init__(
        self,
        function: Callable[[T], R],
        tasks: Iterable[T],
        workers: Workers,
        alone: Workers,
        divided: Callable[[T, Alone], Iterator[R]],
    ) -> None:
        self._function = function
        self._remaining = iter(tasks)
        self._workers = workers
        self._alone = alone
        self._divided = divided
        self._given: deque[tuple[T, Future[R]]] = deque()
        """Tasks that are handed out, in their order."""

    def results(self) -> Generator[R, None, None]:
        """Yield all results."""
        while True:
            with self._workers.start() as executor:
                try:
                    yield from self._until_broken(executor)
                except BrokenExecutor:
                    if not self._given:  # it is broken from the start
                        raise WorkersEnded from None
                else:
                    return
            yield from self._lost()

    def _until_broken(self, executor: Executor) -> Iterator[R]:
        """Yield results until all tasks are done.  Raise BrokenExecutor."""
        try:
            while True:
                self._hand_out(executor)
                if not self._given:
                    return
                task, future = self._given[0]
                wait_for(future, executor, self._workers)
                if isinstance(future.exception(), self._workers.fatal):
                    self._given.popleft()
                    yield from self._again([task])
                else:
                    result = future.result()
                    self._given.popleft()
                    yield result
        except BrokenExecutor:
            raise
        except BaseException:  # nobody wants the other results
            if self._workers.is_lent:
                for _, future in self._given:
                    future.cancel()
            raise

    def _hand_out(self, executor: Executor) -> None:
        """Hand out tasks, as many as may be in progress.  Raise BrokenExecutor."""
        for task in islice(self._remaining, MOST_AHEAD * self._workers.jobs - len(self._given)):
            try:
                future = executor.submit(self._function, task)
            except BrokenExecutor:
                self._remaining = chain([task], self._remaining)
                raise
            self._given.append((task, future))

    def _lost(self) -> Iterator[R]:
        """Yield the results of the tasks that a broken executor had, of which it has done some."""
        lost: list[T] = []
        while self._given:
            task, future = self._given.popleft()
            if future.cancelled() or isinstance(future.exception(), BrokenExecutor):
                lost.append(task)
            else:
                yield from self._again(lost)
                lost = []
                yield future.result()
        yield from self._again(lost)

    def _again(self, tasks: list[T]) -> Iterator[R]:
        """Yield the results of tasks of which one may have ended its worker, each done in a process of its own."""
        with Alone(self._alone) as process:
            for task in tasks:
                try:
                    result = process.do(self._function, task)
                except TaskEnded:
                    yield from self._divided(task, process)
                else:
                    yield result
