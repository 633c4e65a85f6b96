"""The workers of a Dask cluster, and `PortableRecipe`, from which a process on another machine builds the grader.

A worker with another version or other code of checker refuses, since it might grade differently.  `jobs` hands out the
tasks.
"""

from __future__ import annotations

import asyncio
import pickle
import platform
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Final, NamedTuple, Self

from checker.engine.code_digest import code_digest
from checker.engine.errors import UserError
from checker.engine.version import VERSION
from checker.grading.course import Course
from checker.grading.executors.workers import Workers
from checker.grading.grader.submission_grader import SubmissionGrader
from checker.text.packaged import extra

TIMEOUT: Final = 10.0
"""Seconds to wait for the scheduler."""

NOT_INSTALLED: Final = f"--dask needs {extra('cluster')}"
NO_ANSWER: Final = "no Dask scheduler answers at {}; check the address (such as tcp://10.0.0.5:8786), then try again"
NO_WORKERS: Final = "the Dask cluster at {} has no workers; start some with: dask worker {}"
LOST: Final = "the connection to the Dask cluster at {} was lost; grade again when it is back"


class ClusterUnavailable(UserError):  # noqa: N818 - the name of a state
    """Raised where no Dask cluster can be used; the message says why and what to do."""


@contextmanager
def dask_workers(address: str, timeout: float = TIMEOUT) -> Iterator[Workers]:
    """Give, for a `with` block, the workers of the Dask cluster at an address.  Raise ClusterUnavailable."""
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise ClusterUnavailable(NOT_INSTALLED) from None
    try:
        asyncio.run(_connect(address, timeout))
        client = Client(address, timeout=timeout, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterUnavailable(NO_ANSWER.format(address)) from None
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise ClusterUnavailable(NO_WORKERS.format(address, address))
        try:
            yield Workers.lent(client.get_executor(pure=False), count, fatal=(KilledWorker,))
        except CancelledError:
            raise ClusterUnavailable(LOST.format(address)) from None


async def _connect(address: str, seconds: float) -> None:
    """Connect once: a client that cannot do so prints its own errors.  Raise OSError or ValueError."""
    from distributed.comm import connect

    connection = await connect(address, timeout=seconds)
    await connection.close()


class OtherCode(UserError):  # noqa: N818 - the name of a state
    """Raised where a worker has another version of checker, which might grade differently."""


class PortableRecipe(NamedTuple):
    """All that a process on another machine needs to build the grader, and the digest of its code."""

    pickled: bytes
    code: str
    version: str

    @classmethod
    def of(cls, course: Course) -> Self:
        """Return the recipe for grading this course."""
        return cls(pickle.dumps(course), code_digest(), VERSION)

    def grader(self) -> SubmissionGrader:
        """Return the grader that the recipe describes.  Raise OtherCode.

        Each thread keeps its last one, with the indexes of wrong answers.
        """
        if getattr(_kept, "recipe", None) != self:
            if (VERSION, code_digest()) != (self.version, self.code):
                raise OtherCode(
                    f"the worker on {platform.node()} runs checker {VERSION} (code {code_digest()}), but this is "
                    f"checker {self.version} (code {self.code}). Install the same checker on every worker"
                )
            course = pickle.loads(self.pickled)  # noqa: S301 - from the process that hands out the work
            _kept.grader = SubmissionGrader(course)
            _kept.recipe = self
        grader: SubmissionGrader = _kept.grader
        return grader


_kept = threading.local()
"""The last grader of each thread."""
