"""Shows progress of a long command on stderr: a line that changes on a terminal, one every ten seconds in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from checker.cli import output

_PATIENCE: Final = 1.0
"""Seconds before the line is shown; a command that ends sooner needs none."""
_STEP: Final = 0.1
"""Seconds between changes of the line."""
_INTERVAL: Final = 10.0
"""Seconds between the lines in a log, and before the first."""
_LONGEST: Final = 79
_AGAIN: Final = "\r\x1b[K"
"""Goes back to the beginning of a line and deletes it."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[..., None]]:
    """Return a context manager that gives `show(done, total)`, to call after each step; `what`: `problems checked`.

    Where the total is not known, it is left out.
    """
    start = time.monotonic()
    is_live = not output.is_plain() and sys.stderr is not None and sys.stderr.isatty()
    due = _PATIENCE if is_live else _INTERVAL
    is_shown = False

    def show(done: int, total: int | None = None) -> None:
        nonlocal due, is_shown
        seconds = time.monotonic() - start
        if seconds < due:
            return
        said = _progress(done, total, seconds, what)
        if is_live:
            print(f"{_AGAIN}{said[:_LONGEST]}", end="", file=sys.stderr, flush=True)  # noqa: T201 - the codes are ours
        else:
            output.note(said)
        due, is_shown = seconds + (_STEP if is_live else _INTERVAL), is_live

    try:
        yield show
    finally:
        if is_shown:
            print(_AGAIN, end="", file=sys.stderr, flush=True)  # noqa: T201


def _progress(done: int, total: int | None, seconds: float, what: str) -> str:
    """Return `1,234 of 5,000 submissions graded, 210 a second, about 18 s left`; of an unknown total what is known."""
    of_all = "" if total is None else f" of {max(done, total):,}"
    said = f"{done:,}{of_all} {what}"
    if not done:
        return said
    rate = done / seconds
    said += f", {rate:,.0f} a second" if rate >= 1 else f", {60 * rate:,.0f} a minute"
    return said if total is None else f"{said}, about {_duration(max(total - done, 0) / rate)} left"


def _duration(seconds: float) -> str:
    """Return `18 s`, `4 min` or `2 h 5 min`."""
    minutes = round(seconds / 60)
    if seconds < 2 * 60:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 2 * 60 else f"{minutes // 60} h {minutes % 60} min"
