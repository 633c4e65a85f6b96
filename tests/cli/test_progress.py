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


def test_the_bar_shows_the_count_the_rate_and_the_time_left(terminal, monkeypatch):
    seconds = iter([0.0, 4.0, 8.0])
    clock = SimpleNamespace(monotonic=lambda: next(seconds), strftime=time.strftime, gmtime=time.gmtime)
    monkeypatch.setattr(progress, "time", clock)
    stderr = terminal()
    with progress.progress_bar("submissions") as show:
        show(1000, 3000)
        show(2000, 3000)
    shown = stderr.getvalue()
    assert "1,000 of 3,000 submissions  250 a second · 00:00:08 left" in shown
    assert "2,000 of 3,000 submissions  250 a second · 00:00:04 left" in shown


def test_a_short_command_shows_no_bar(terminal):
    stderr = terminal()
    with progress.progress_bar("problems") as show:
        show(1, 2)
    assert stderr.getvalue() == ""


def test_nobody_who_reads_no_terminal_gets_a_bar(terminal, monkeypatch):
    terminal()
    with progress.progress_bar("problems", plain=True) as show:
        assert show is None
    monkeypatch.setenv("ACCESSIBLE", "1")
    with progress.progress_bar("problems") as show:
        assert show is None
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with progress.progress_bar("problems") as show:
        assert show is None


def test_the_number_of_submissions_is_estimated(tmp_path):
    (tmp_path / "all.csv").write_text("student,a\ns1,1\ns2,2\n")
    (tmp_path / "s3.yaml").write_text("answers: {a: 1}")
    (tmp_path / "s4.json").write_text('{"answers": {"a": 1}}')
    (tmp_path / "s5.md").write_text("A document")
    (tmp_path / "notes.zip").write_text("nothing")
    assert estimated_count(str(tmp_path)) == 5
