"""A Dask cluster, which grades on many machines.  It does all the work: it moves tasks when one of its workers ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Final

from checker.grading.executors.in_order import Workers
from checker.notation.extras import extra

TIMEOUT: Final = 10.0
"""Seconds to wait for the scheduler."""

NOT_INSTALLED: Final = f"--dask needs {extra('cluster')}"
NO_ANSWER: Final = "no Dask scheduler answers at {}; check the address (such as tcp://10.0.0.5:8786), then try again"
NO_WORKERS: Final = "the Dask cluster at {} has no workers; start some with: dask worker {}"
LOST: Final = "the connection to the Dask cluster at {} was lost; grade again when it is back"


class ClusterUnavailable(Exception):  # noqa: N818 - not an error of the program
    """A Dask cluster cannot be used; the message says why and what to do."""


@contextmanager
def dask_workers(address: str, timeout: float = TIMEOUT) -> Iterator[Workers]:
    """Give the workers of the Dask cluster at an address.  Raise ClusterUnavailable."""
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
