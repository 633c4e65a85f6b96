"""Shows progress of a long command on stderr: a bar on a terminal, a line every ten seconds in a log."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from checker.cli import output

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE: Final = 1.0
"""Seconds before a bar is shown; a command that ends sooner needs none."""

INTERVAL: Final = 10.0
"""Seconds between the lines in a log, and before the first."""


@contextmanager
def progress_bar(noun: str, verb: str = "", *, plain: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Return a context manager that gives `show(done, total)`, to call after each step.

    In a log nothing is shown unless there is a `verb`, such as "graded".
    """
    start = time.monotonic()
    is_bar = not output.is_accessible(plain=plain) and sys.stderr is not None and sys.stderr.isatty()
    due = PATIENCE if is_bar else INTERVAL if verb else math.inf
    bar: Progress | None = None

    def show(done: int, total: int) -> None:
        nonlocal bar, due
        seconds = time.monotonic() - start
        if seconds < due:
            return
        said = _progress(done, max(done, total), seconds, f"{noun} {verb}".strip())
        if is_bar:
            bar = bar or _started()
            bar.update(bar.task_ids[0], completed=done, total=max(done, total), said=said, refresh=True)
        else:
            output.note(said)
            due = seconds + INTERVAL

    try:
        yield show
    finally:
        if bar:
            bar.stop()


def _started() -> Progress:
    """Return a bar on standard error, removed at the end.  It has no thread, since worker processes may be forked."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    bar = Progress(
        BarColumn(),
        TextColumn("{task.fields[said]}", markup=False),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
    bar.add_task("", said="")
    bar.start()
    return bar


def _progress(done: int, total: int, seconds: float, what: str) -> str:
    """Return `1,234 of 5,000 submissions graded, 210 a second, about 18 s left`."""
    count = f"{done:,} of {total:,} {what}"
    if not done:
        return count
    rate = done / seconds
    speed = f"{rate:,.0f} a second" if rate >= 1 else f"{60 * rate:,.0f} a minute"
    return f"{count}, {speed}, about {_duration((total - done) / rate)} left"


def _duration(seconds: float) -> str:
    """Return `18 s`, `4 min` or `2 h 5 min`."""
    minutes = round(seconds / 60)
    if seconds < 2 * 60:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 2 * 60 else f"{minutes // 60} h {minutes % 60} min"
