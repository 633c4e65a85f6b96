"""Progress of a long command on standard error, for a user at a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE: Final = 1.0
"""Seconds before anything is shown."""


@contextmanager
def counter(text: str, *, plain: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function that shows progress in `text` ({done}, {total}), or None if nobody watches."""
    is_plain = plain or os.environ.get("ACCESSIBLE", "0") not in ("", "0")
    if is_plain or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    shown: list[Status] = []

    def tell(done: int, total: int) -> None:
        if not shown and time.monotonic() - start > PATIENCE:
            shown.append(_started())
        for status in shown:
            status.update(text.format(done=done, total=total))

    try:
        yield tell
    finally:
        for status in shown:
            status.stop()


def _started() -> Status:
    from rich.console import Console
    from rich.status import Status

    status = Status("", console=Console(stderr=True))
    status.start()
    return status
