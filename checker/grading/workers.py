"""`Workers`: does tasks in this process, in others, or on a Dask cluster, by one `concurrent.futures.Executor`.

Results come in the order of the tasks, of which only a few are handed out ahead, so memory stays flat.  What was lost
with a killed worker is done once more, in one process alone; what ends that one too is a fault.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import platform
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final, Generic, TypeVar

from checker.engine import VERSION
from checker.engine.errors import UserError
from checker.grading.cache import code_digest
from checker.text.packaged import extra

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")

TIMEOUT: Final = 10.0


class ClusterUnavailable(UserError):  # noqa: N818 - the name of a state
    """Raised where no Dask cluster can be used; the message says why and what to do."""


def processors() -> int:
    """Return how many processors this process may use, which is also the number of workers worth starting."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return min(os.cpu_count() or 1, 61)  # Windows can wait for no more


@contextmanager
def open_workers(build: Callable[[], S], *, jobs: int = 1, dask: str | None = None) -> Iterator[Workers[S]]:
    """Give the workers for a `with` block: this process, others, or a cluster.  Raise ClusterUnavailable.

    `build` makes what tasks are done with.
    """
    most = min(jobs, processors())
    with ExitStack() as stack:
        if dask:
            found = stack.enter_context(_on_dask(build, dask))
        else:
            found = Workers(build, partial(_processes, most, build), most) if jobs > 1 else Workers(build)
        try:
            yield found
        except BaseException:
            found.end()
            raise
        found.end(wait=True)


class Workers(Generic[S]):
    """Does tasks with something that takes long to build: each process has its own."""

    def __init__(
        self,
        build: Callable[[], S],
        start: Callable[[], Executor] | None = None,
        jobs: int = 1,
        fatal: tuple[type[BaseException], ...] = (BrokenExecutor,),
        call: tuple[Any, ...] = (),
    ) -> None:
        """`start`: starts an executor; None does tasks in this process.  `fatal`: raised where a worker was killed.

        `call`: what a worker calls, with its first arguments, to do a batch of tasks.
        """
        self._build, self._start, self._jobs, self._fatal = build, start, jobs, fatal
        self._call = call or (_in_worker,)
        self._executor: Executor | None = None
        self._alone: Executor | None = None
        """One process, in which a task is done again that may have ended a worker."""
        self._here: S | None = None

    def end(self, *, wait: bool = False) -> None:
        """End the processes, whatever they are doing.

        `wait`: return when they have ended; Python may print an error at exit if one was killed and nobody waited.
        """
        for each in filter(None, (self._executor, self._alone)):
            if isinstance(each, ProcessPoolExecutor):
                each.shutdown(wait=wait, cancel_futures=True)
            else:
                each.shutdown(wait=False)  # a cluster cancels what it still has to do for us, and is not ours to end
        self._executor = self._alone = None

    def map(
        self, do: Callable[[S, T], R], tasks: Iterable[T], lost: Callable[[T], R], at_once: int = 32
    ) -> Iterator[R]:
        """Yield `do(built, task)` for each task, in order; `do` is a function of a module.

        `lost`: gives what stands for the result of a task that ended each process that did it.
        """
        remaining = iter(tasks)
        if self._start is None:
            for first in remaining:  # nothing is built where there is nothing to do
                self._here = self._here or self._build()
                yield do(self._here, first)
            return
        batches = iter(lambda: list(islice(remaining, at_once)), [])
        given: deque[tuple[list[T], Future[list[R]]]] = deque()
        while True:
            # handed out before the result of the first is given
            for batch in islice(batches, 3 * self._jobs - len(given)):
                given.append((batch, self._submit(do, batch)))
            if not given:
                return
            batch, future = given.popleft()
            try:
                yield from future.result()
            except self._fatal:
                for task in batch:
                    yield self._again(do, task, lost)

    def _submit(self, do: Callable[[S, T], R], batch: list[T]) -> Future[list[R]]:
        assert self._start  # noqa: S101 - for mypy
        self._executor = self._executor or self._start()
        submit: Callable[..., Future[list[R]]] = self._executor.submit
        try:
            return submit(*self._call, do, batch)
        except BrokenExecutor:  # a task has ended one of its processes
            self.end(wait=True)
            return self._submit(do, batch)

    def _again(self, do: Callable[[S, T], R], task: T, lost: Callable[[T], R]) -> R:
        self._alone = self._alone or _processes(1, self._build)
        try:
            return self._alone.submit(_in_worker, do, [task]).result()[0]
        except BrokenExecutor:
            self._alone.shutdown(wait=True)
            self._alone = None
            return lost(task)


_built: Any = None
"""What this worker process does its tasks with."""


def _in_worker(do: Callable[[Any, T], R], batch: list[T]) -> list[R]:
    return [do(_built, task) for task in batch]


def _processes(jobs: int, build: Callable[[], Any]) -> ProcessPoolExecutor:
    """Start processes on this machine; they are copies of this one on Linux, unless other threads are running."""
    is_copied = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if is_copied else "spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(build,))


def _begin(build: Callable[[], Any]) -> None:
    """Prepare a worker process: Ctrl-C is left to the parent, and it ends with the parent."""
    global _built  # noqa: PLW0603 - one process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _built = build()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(0)


class OtherCode(UserError):  # noqa: N818 - the name of a state
    """Raised where a worker has another version of checker, which might grade differently."""


@contextmanager
def _on_dask(build: Callable[[], S], address: str) -> Iterator[Workers[S]]:
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise ClusterUnavailable(f"--dask needs {extra('cluster')}") from None
    try:
        _connect(address)
        client = Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError):
        advice = "check the address (such as tcp://10.0.0.5:8786), then try again"
        raise ClusterUnavailable(f"no Dask scheduler answers at {address}; {advice}") from None
    with client:
        count = sum(client.nthreads().values())
        if not count:
            advice = f"start some with: dask worker {address}"
            raise ClusterUnavailable(f"the Dask cluster at {address} has no workers; {advice}")
        recipe = client.scatter((pickle.dumps(build), _version()), broadcast=True)
        try:
            lend, fatal = partial(client.get_executor, pure=False), (BrokenExecutor, KilledWorker)
            yield Workers(build, lend, count, fatal, (_on_cluster, recipe))
        except CancelledError:
            lost = f"the connection to the Dask cluster at {address} was lost; grade again when it is back"
            raise ClusterUnavailable(lost) from None


def _connect(address: str) -> None:
    """Connect once: a client that cannot do so prints its own errors.  Raise OSError or ValueError."""
    import asyncio

    from distributed.comm import connect

    async def try_once() -> None:
        await (await connect(address, timeout=TIMEOUT)).close()

    asyncio.run(try_once())


_kept = threading.local()
"""The last recipe of each thread of a cluster's worker, and what was built by it."""


def _version() -> str:
    return f"checker {VERSION} (code {code_digest()})"


def _on_cluster(recipe: tuple[bytes, str], do: Callable[[Any, T], R], batch: list[T]) -> list[R]:
    if getattr(_kept, "recipe", None) != recipe:
        pickled, version = recipe
        if version != _version():
            runs = f"the worker on {platform.node()} runs {_version()}, but this is {version}"
            raise OtherCode(f"{runs}. Install the same checker on every worker")
        _kept.built = pickle.loads(pickled)()  # noqa: S301 - from the process that hands out the work
        _kept.recipe = recipe
    return [do(_kept.built, task) for task in batch]
