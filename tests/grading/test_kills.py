"""The parent of a run is killed: one of the cases of benchmarks/kills.py, which kills at random moments."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import kills
from checker.cli.app import cli


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds workers in /proc")
def test_the_run_after_a_killed_one_starts_at_once_and_ends_with_the_same_bytes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kills, "STUDENTS", 70)
    monkeypatch.chdir(tmp_path)
    kills.make(tmp_path)
    again = ["grade", "submissions", "--jobs", "2"]
    assert cli.main(again, standalone_mode=False) == 3
    expected = kills.bytes_of(tmp_path)
    shutil.rmtree(tmp_path / "results")
    run = kills.start(tmp_path)
    while not kills.workers(run.pid):
        assert run.poll() is None
    run.kill()
    run.wait()
    assert cli.main(again, standalone_mode=False) == 3
    assert kills.bytes_of(tmp_path) == expected
    assert kills.ended(run) == ""  # nobody is left who holds its pipe
