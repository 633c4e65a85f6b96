"""The bar that somebody at a terminal sees while a long command runs."""

from __future__ import annotations

import io
import time
from types import SimpleNamespace

import pytest

from checker.cli import progress
from checker.grading.submissions import estimated_count


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ACCESSIBLE", raising=False)

    def use() -> Terminal:  # in the test itself, since pytest replaces sys.stderr before it
        monkeypatch.setattr("sys.stderr", found := Terminal())
        return found

    return use


@pytest.fixture
def clock(monkeypatch):
    """Let it be so many seconds since the beginning."""
    now = [100.0]
    functions = SimpleNamespace(monotonic=lambda: now[0], strftime=time.strftime, gmtime=time.gmtime)
    monkeypatch.setattr(progress, "time", functions)

    def at(seconds: float) -> None:
        now[0] = 100 + seconds

    return at


def test_the_bar_shows_the_count_the_rate_and_the_time_left(terminal, clock):
    stderr = terminal()
    with progress.progress_bar("submissions") as show:
        clock(4)
        show(1000, 3000)
        assert "1,000 of 3,000 submissions  250 a second · 00:00:08 left" in stderr.getvalue()
        clock(8)
        show(2000, lambda: 3000)
        assert "2,000 of about 3,000 submissions  250 a second · 00:00:04 left" in stderr.getvalue()
        clock(9)
        show(3600, lambda: 3000)  # more than was estimated
        assert "3,600 of about 3,600 submissions  400 a second · 00:00:00 left" in stderr.getvalue()


def test_a_short_command_shows_no_bar_and_estimates_nothing(terminal, clock):
    stderr = terminal()
    with progress.progress_bar("problems") as show:
        clock(0.9)
        show(1, lambda: pytest.fail("estimated"))
    assert stderr.getvalue() == ""


def test_nothing_done_has_no_rate(terminal, clock):
    stderr = terminal()
    with progress.progress_bar("problems") as show:
        clock(2)
        show(0, 5)
    assert "0 of 5 problems" in stderr.getvalue()
    assert "left" not in stderr.getvalue()


@pytest.mark.parametrize("why", ["plain", "accessible", "no terminal"])
def test_a_log_gets_a_line_every_ten_seconds(terminal, clock, monkeypatch, capsys, why):
    stderr = terminal()
    if why == "no terminal":
        monkeypatch.setattr("sys.stderr", stderr := io.StringIO())
    monkeypatch.setenv("ACCESSIBLE", "1" if why == "accessible" else "0")
    with progress.progress_bar("submissions", "graded", plain=why == "plain") as show:
        for seconds, done in ((5, 500), (9.9, 990), (10, 1000), (12, 1300), (19.9, 1900), (20, 4200), (30, 4800)):
            clock(seconds)
            show(done, lambda: 5000)
    assert stderr.getvalue().splitlines() == [
        "1,000 of about 5,000 submissions graded, 100 a second, about 40 s left",
        "4,200 of about 5,000 submissions graded, 210 a second, about 4 s left",
        "4,800 of about 5,000 submissions graded, 160 a second, about 1 s left",
    ]
    assert capsys.readouterr().out == ""


def test_a_log_of_what_is_slow(terminal, clock):
    stderr = terminal()
    with progress.progress_bar("problems", "checked", plain=True) as show:
        for seconds, done, total in ((10, 0, 40), (40, 10, 40), (60, 10, 40), (100, 10, 1000)):
            clock(seconds)
            show(done, total)
    assert stderr.getvalue().splitlines() == [
        "0 of 40 problems checked",
        "10 of 40 problems checked, 15 a minute, about 2 min left",
        "10 of 40 problems checked, 10 a minute, about 3 min left",
        "10 of 1,000 problems checked, 6 a minute, about 2 h 45 min left",
    ]


def test_the_number_of_submissions_is_estimated(tmp_path):
    (tmp_path / "all.csv").write_text("student,a\ns1,1\ns2,2\n")
    (tmp_path / "s3.yaml").write_text("answers: {a: 1}")
    (tmp_path / "s4.json").write_text('{"answers": {"a": 1}}')
    (tmp_path / "s5.md").write_text("A document")
    (tmp_path / "notes.zip").write_text("nothing")
    assert estimated_count(str(tmp_path)) == 5


def test_a_command_without_a_verb_writes_no_lines(terminal, clock):
    stderr = terminal()
    with progress.progress_bar("problems", plain=True) as show:
        clock(100)
        show(1, 2)
    assert stderr.getvalue() == ""
