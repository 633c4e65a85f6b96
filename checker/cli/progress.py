"""Shows progress of a long command on stderr: a bar on a terminal, a line every ten seconds in a log."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from checker.cli.views import terminal

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE: Final = 1.0
"""Seconds before a bar is shown; a command that ends sooner needs none."""

INTERVAL: Final = 10.0
"""Seconds between the lines in a log, and before the first."""

Show = Callable[[int, int | Callable[[], int]], None]
"""Takes the number that is done and the total, or a function that estimates it."""


@contextmanager
def progress_bar(noun: str, verb: str = "", *, plain: bool = False) -> Iterator[Show]:
    """Return a context manager that gives `show(done, total)`, to call after each step.

    In a log nothing is shown unless there is a `verb`, such as "graded".
    """
    start = time.monotonic()
    is_plain = plain or os.environ.get("ACCESSIBLE", "0") not in ("", "0")
    is_bar = not is_plain and sys.stderr is not None and sys.stderr.isatty()
    bar = Bar(noun) if is_bar else None
    due = PATIENCE if is_bar else INTERVAL if verb else math.inf

    def show(done: int, total: int | Callable[[], int]) -> None:
        nonlocal due
        seconds = time.monotonic() - start
        if seconds >= due:
            is_estimate = callable(total)
            most = max(done, total() if callable(total) else total)
            if bar:
                bar.show(done, most, seconds, is_estimate=is_estimate)
            else:
                terminal.note(_log_line(done, most, seconds, f"{noun} {verb}", is_estimate=is_estimate))
            due = 0.0 if is_bar else seconds + INTERVAL

    try:
        yield show
    finally:
        if bar:
            bar.close()


def _log_line(done: int, total: int, seconds: float, what: str, *, is_estimate: bool) -> str:
    """Return a line for a log: `1,234 of about 5,000 submissions graded, 210 a second, about 18 s left`."""
    about = "about " if is_estimate else ""
    line = f"{done:,} of {about}{total:,} {what}"
    return f"{line}, {_rate(done, seconds)}, about {_duration((total - done) * seconds / done)} left" if done else line


class Bar:
    """Shows progress as a bar that is removed at the end.  It has no thread, since worker processes may be forked."""

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._bar: Progress | None = None

    def show(self, done: int, total: int, seconds: float, *, is_estimate: bool) -> None:
        """Draw the bar, with the rate and the time left."""
        self._bar = self._bar or self._started()
        count = f"{done:,} of {'about ' if is_estimate else ''}{total:,} {self._noun}"
        left = time.strftime("%H:%M:%S", time.gmtime((total - done) * seconds / done)) if done else ""
        note = f"{count}  {_rate(done, seconds)} · {left} left" if done else count
        self._bar.update(self._bar.task_ids[0], completed=done, total=total, note=note, refresh=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar:
            self._bar.stop()

    def _started(self) -> Progress:
        """Return a new bar, drawn on standard error."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = BarColumn(), TextColumn("{task.fields[note]}")
        bar = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
        bar.add_task("", note="")
        bar.start()
        return bar


def _rate(done: int, seconds: float) -> str:
    """Return `210 a second`, or for what is slow `12 a minute`."""
    rate = done / seconds
    return f"{rate:,.0f} a second" if rate >= 1 else f"{60 * rate:,.0f} a minute"


def _duration(seconds: float) -> str:
    """Return `18 s`, `4 min` or `2 h 5 min`."""
    whole = round(seconds)
    if whole < 2 * 60:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 2 * 60 else f"{minutes // 60} h {minutes % 60} min"
