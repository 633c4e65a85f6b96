"""--dry-run: what was found, and which grades would change; nothing is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.cli.app import cli
from tests.grading import runs
from tests.grading.weeks import CLASS, PROBLEMS, brief


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | CLASS)


def everything(top: Path) -> dict[str, tuple]:
    """Return all files and folders with their contents and times."""
    return {
        os.fspath(path.relative_to(top)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in [top, *sorted(top.rglob("*"))]
    }


def test_a_first_run_makes_no_folder(top):
    before = everything(top)
    finished = runs.run(top, is_draft=True)
    assert everything(top) == before
    assert finished.graded == 4
    assert [each["assignment"] for each in finished.summary["assignments"]] == ["a", "b"]


def test_a_later_run_shows_what_would_change_and_changes_nothing(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    before = everything(top)
    draft = runs.run(top, is_draft=True)
    assert everything(top) == before
    assert brief(draft.changes) == [("s2", "encoder-layer", ("incorrect", 0.0), ("correct", 1.0), "submission")]
    again = runs.run(top)
    assert (again.graded, again.changes) == (1, draft.changes)
    assert again.summary == draft.summary


def test_on_the_command_line(top, capsys):
    runs.run(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    before = everything(top)
    assert cli.main(["grade", "submissions", "--dry-run", "--plain"], standalone_mode=False) == 3
    shown = capsys.readouterr().out.splitlines()
    assert everything(top) == before
    assert "a/s2.yaml:1: s2" in shown
    assert any("would change" in line for line in shown)
    assert not any(line.startswith("Written") for line in shown)


def test_a_damaged_store_stays_where_it_is(top):
    runs.run(top)
    (top / "results/checker.db").write_bytes(b"no database, " * 500)
    before = everything(top)
    assert cli.main(["grade", "submissions", "--dry-run"], standalone_mode=False) == 2
    assert everything(top) == before
