"""Progress of a long command on a terminal: a bar on stderr, with the rate and the time left."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE: Final = 1.0
"""Seconds before a bar is shown; a command that ends sooner needs none."""


@contextmanager
def progress_bar(noun: str, *, plain: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that shows how many of how many `noun` are done; None where nobody waits at a terminal."""
    is_plain = plain or os.environ.get("ACCESSIBLE", "0") not in ("", "0")
    if is_plain or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    bars: list[Progress] = []

    def show(done: int, total: int) -> None:
        elapsed = time.monotonic() - start
        if not bars and elapsed > PATIENCE:
            bars.append(_bar(noun, total))
        for bar in bars:
            rate = done / elapsed
            left = time.gmtime(max(total - done, 0) / rate) if done else None
            note = f"{rate:,.0f} a second · {time.strftime('%H:%M:%S', left)} left" if left else ""
            bar.update(bar.task_ids[0], completed=done, total=total, note=note, refresh=True)

    try:
        yield show
    finally:
        for bar in bars:
            bar.stop()


def _bar(noun: str, total: int) -> Progress:
    """Start a bar that is removed at the end.  It has no thread, since worker processes may be forked."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = BarColumn(), TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {noun}  {{task.fields[note]}}")
    bar = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
    bar.add_task(noun, total=total, note="")
    bar.start()
    return bar
