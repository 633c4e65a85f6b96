"""The line that somebody at a terminal sees while a long command runs, and the lines of a log."""

from __future__ import annotations

import io
from contextlib import redirect_stderr
from types import SimpleNamespace

import pytest

from checker.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def at(monkeypatch):
    """Let it be so many seconds since the beginning."""
    now = [100.0]
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for name, value in {"TERM": "xterm", "COLUMNS": "120", "NO_COLOR": "1", "ACCESSIBLE": ""}.items():
        monkeypatch.setenv(name, value)
    return lambda seconds: now.__setitem__(0, 100 + seconds)


def shown(at, steps, *, stream=Terminal):
    """What is on standard error after steps of (seconds, done, total)."""
    stderr = stream()
    with redirect_stderr(stderr), output.progress_bar("submissions graded") as show:
        for seconds, done, total in steps:
            at(seconds)
            show(done, total)
    return stderr.getvalue()


def test_the_line_shows_the_count_and_the_time_left(at):
    written = shown(at, [(2, 0, 3000), (4, 1000, 3000), (9, 3600, 3000)])
    assert written.split("\r\x1b[K") == [
        "",
        "0 of 3,000 submissions graded",
        "1,000 of 3,000 submissions graded, about 8 s left",
        "3,600 of 3,600 submissions graded, about 0 s left",
        "",
    ]


def test_a_short_command_shows_nothing(at):
    assert shown(at, [(0.9, 1, 2)]) == ""


@pytest.mark.parametrize("why", ["accessible", "no terminal"])
def test_a_log_gets_a_line_every_ten_seconds(monkeypatch, at, why):
    monkeypatch.setenv("ACCESSIBLE", "1" if why == "accessible" else "0")
    steps = [(5, 500), (10, 1000), (12, 1300), (19.9, 1900), (20, 4200), (30, 4800), (40, 10), (400, 10)]
    stream = io.StringIO if why == "no terminal" else Terminal
    written = shown(at, [(*each, 5000) for each in steps], stream=stream)
    assert written.splitlines() == [
        "1,000 of 5,000 submissions graded, about 40 s left",
        "4,200 of 5,000 submissions graded, about 4 s left",
        "4,800 of 5,000 submissions graded, about 1 s left",
        "10 of 5,000 submissions graded, about 333 min left",
        "10 of 5,000 submissions graded, about 3,327 min left",
    ]


def test_an_unknown_total_is_left_out(at):
    assert shown(at, [(9, 0, None), (20, 13, None)], stream=io.StringIO).splitlines() == ["13 submissions graded"]
