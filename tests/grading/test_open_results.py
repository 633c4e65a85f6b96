"""The folder of results: a damaged store is kept aside, a foreign one refused, and nothing is half-written."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from checker.cli.app import cli
from checker.grading.output.output_folder import OutputFolder, Unwritable
from checker.grading.output.write import FILES
from checker.grading.store import Store, StoreError
from checker.grading.store.database import FOREIGN, NEWER
from tests.grading import runs
from tests.grading.weeks import CLASS, PROBLEMS, grades, stored, views


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | CLASS)


@pytest.fixture
def grade(capsys):
    def grade(*more: str) -> tuple[int, str]:
        code = cli.main(["grade", "submissions", *more], standalone_mode=False)
        return code, capsys.readouterr().err

    return grade


def spoiled(data: bytes) -> bytes:
    """Return a database of which a page in the middle is overwritten."""
    middle = len(data) // 2 // 4096 * 4096
    return data[:middle] + b"\xff" * 4096 + data[middle + 4096 :]


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"no database, " * 500, lambda data: data[: len(data) // 2], spoiled, lambda data: data[:100]],
)
def test_a_damaged_store_is_kept_aside_and_told_and_grading_goes_on(top, grade, damage):
    grade()
    before, store = views(top), top / "results/checker.db"
    content = damage(store.read_bytes())
    store.write_bytes(content)
    code, err = grade()
    told = (
        "results/checker.db was damaged and is kept as checker.db.damaged-1; "
        "everything is graded again, the history of grades begins anew, decisions come from the folder of reviews only, and "
        "students who were forgotten are graded again\n"
    )
    assert (code, err) == (3, told)
    assert (top / "results/checker.db.damaged-1").read_bytes() == content
    assert views(top) == before
    assert grade() == (3, "")
    store.write_bytes(b"damaged again " * 100)
    assert "kept as checker.db.damaged-2" in grade()[1]
    assert (top / "results/checker.db.damaged-1").read_bytes() == content


def test_an_empty_file_is_no_damage(top, grade):
    runs.write(top, {"results/checker.db": b""})
    assert grade() == (3, "")
    assert len(grades(top)) == 3


def other_program(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (text)")
    other.close()


def newer(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 1000")
    other.close()


def other_program_with_wal(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA journal_mode = WAL")
    other.close()
    other_program(path)


def other_program_that_runs(path: Path) -> None:
    script = f"""
import os, sqlite3
found = sqlite3.connect({str(path)!r}, isolation_level=None)
found.execute("PRAGMA journal_mode = WAL")
found.execute("CREATE TABLE notes (text)")
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9


@pytest.mark.parametrize(
    ("make", "message"),
    [(other_program, FOREIGN), (other_program_with_wal, FOREIGN), (other_program_that_runs, FOREIGN), (newer, NEWER)],
)
@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_a_store_that_is_not_ours_is_refused_and_left_as_it_is(top, grade, make, message, more):
    (top / "results").mkdir()
    store = top / "results/checker.db"
    make(store)
    before, there = (store.read_bytes(), store.stat().st_mtime_ns), set((top / "results").iterdir())
    code, err = grade(*more)
    assert code == 2
    assert err.startswith(f"results/checker.db {message}\n")
    assert (store.read_bytes(), store.stat().st_mtime_ns) == before
    assert set((top / "results").iterdir()) == there


def test_a_store_that_another_program_holds_is_told(top, grade, monkeypatch):
    grade()
    before = views(top)
    monkeypatch.setattr("checker.grading.store.database.PATIENCE", 0.1)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    other = sqlite3.connect(top / "results/checker.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    code, err = grade()
    other.close()
    assert code == 2
    assert "results/checker.db cannot be used: database is locked" in err
    assert views(top) == before
    assert grade() == (3, "")


def test_two_runs_never_write_into_one_folder(top, grade):
    grade()
    before = views(top)
    with OutputFolder(top / "results", ()):
        code, err = grade()
    assert code == 2
    assert "another command of checker is writing there; wait for it" in err
    assert views(top) == before


def test_a_disk_that_is_full_when_the_store_is_written(top, grade):
    """SQLite's own limit of pages has the same error as a full disk."""
    grade()
    before = views(top)
    runs.write(top, {f"submissions/a/t{n}.yaml": f"answers: {{encoder-layer: {n}}}" for n in range(500)})

    make = Store.__init__

    def limited(self: Store, *arguments: object, **more: object) -> None:
        make(self, *arguments, **more)
        ((pages,),) = self._connection.execute("PRAGMA page_count")
        self._connection.execute(f"PRAGMA max_page_count = {pages + 20}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "__init__", limited)
        code, err = grade()
    assert code == 2
    assert "results/checker.db cannot be used: database or disk is full" in err
    assert views(top) == before
    with stored(top) as store:
        store.check()
        assert len(list(store.history.standings())) == 4
    code, err = grade()
    assert (code, err) == (3, "")
    assert len(grades(top)) == 503


@pytest.mark.parametrize("name", ["results.jsonl", "grades.csv", "needs-review.md", "review.yaml", "summary.json"])
def test_a_disk_that_is_full_when_a_view_is_written(top, monkeypatch, name):
    runs.run(top)
    before = views(top)
    with stored(top) as store:
        known = list(store.history.standings())
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    text, opened = OutputFolder.text, OutputFolder.open

    def full(method):
        def write(self: OutputFolder, wanted: str):
            if wanted == name:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return method(self, wanted)

        return write

    with monkeypatch.context() as patch:
        patch.setattr(OutputFolder, "text", full(text))
        patch.setattr(OutputFolder, "open", full(opened))
        with pytest.raises(Unwritable, match="No space left on device"):
            runs.run(top)
    assert views(top) == before
    with stored(top) as store:
        assert list(store.history.standings()) == known
        assert store.history.last_run().id == 1
    again = runs.run(top)
    assert (again.graded, [each.to_points for each in again.changes]) == (0, [1.0]), "it was kept, and is told now"


def test_a_folder_that_may_not_be_written(top, grade, monkeypatch):
    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    grade()
    before = views(top)
    monkeypatch.setattr("checker.grading.output.output_folder.acquire", refused)
    code, err = grade()
    assert code == 2
    assert "cannot write into results: Permission denied" in err
    assert views(top) == before


def test_a_store_that_may_not_be_written(top, monkeypatch):
    runs.run(top)
    before = views(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    connect = sqlite3.connect

    def read_only(path: object, **more: object) -> sqlite3.Connection:
        found = connect(path, **more)
        found.execute("PRAGMA query_only = ON")
        return found

    monkeypatch.setattr("checker.grading.store.database.sqlite3.connect", read_only)
    with pytest.raises(StoreError, match=r"checker\.db cannot be used: attempt to write a readonly database"):
        runs.run(top)
    assert views(top) == before


def test_a_store_in_which_nothing_was_kept_does_not_stay(top, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("checker.grading.run.GradingRun.grade", interrupted)
    with pytest.raises(KeyboardInterrupt):
        runs.run(top)
    assert not (top / "results").exists()


@pytest.mark.parametrize("is_there", [True, False])
def test_results_without_their_store_are_reported(top, grade, is_there):
    grade()
    before, store = views(top), top / "results/checker.db"
    store.unlink()
    if is_there:
        store.touch()
    told = (
        "results has results, but no checker.db: everything is graded again, the history of grades begins anew, decisions "
        "come from the folder of reviews only, and students who were forgotten are graded again\n"
    )
    assert grade("--dry-run") == (3, told)
    assert grade() == (3, told)
    assert views(top) == before
    assert grade() == (3, "")


def test_a_disk_that_is_full_when_a_store_is_made_leaves_nothing_next_to_older_results(top, grade, monkeypatch):
    grade()
    (top / "results/checker.db").unlink()
    before = {path.name: path.read_bytes() for path in (top / "results").iterdir()}
    connect = sqlite3.connect

    def full(path: object, **more: object) -> sqlite3.Connection:
        found = connect(path, **more)
        found.execute("PRAGMA max_page_count = 3")
        return found

    with monkeypatch.context() as patch:
        patch.setattr("checker.grading.store.database.sqlite3.connect", full)
        code, err = grade()
    assert code == 2
    assert "results/checker.db cannot be used: database or disk is full" in err
    assert {path.name: path.read_bytes() for path in (top / "results").iterdir()} == before
    assert grade()[0] == 3


def kill_inside_a_transaction(store: Path) -> None:
    """Change everything, and end without a word: what was written half is in the file, and its journal next to it."""
    script = f"""
import os, sqlite3
found = sqlite3.connect({str(store)!r}, isolation_level=None)
for each in ("journal_mode = TRUNCATE", "cache_size = 1"):
    found.execute(f"PRAGMA {{each}}")
found.execute("BEGIN IMMEDIATE")
found.execute("UPDATE mark SET points = 0, label = hex(zeroblob(20000))")
found.execute("DELETE FROM standing")
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9


def test_a_dry_run_after_one_that_was_killed_inside_a_transaction(top, grade):
    grade()
    before = views(top)
    kill_inside_a_transaction(top / "results/checker.db")
    assert (top / "results/checker.db-journal").stat().st_size
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    there = {path.name: path.read_bytes() for path in (top / "results").iterdir()}
    assert grade("--dry-run") == (3, "")
    draft = runs.run(top, is_draft=True)
    assert [(each.student, each.from_points, each.to_points) for each in draft.changes] == [("s2", 0.0, 1.0)]
    assert {path.name: path.read_bytes() for path in (top / "results").iterdir()} == there
    runs.write(top, {"submissions/a/s2.yaml": CLASS["submissions/a/s2.yaml"]})
    assert grade() == (3, "")
    assert views(top) == before
    assert not (top / "results/checker.db-journal").exists()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_files_that_may_be_the_users_own_are_not_overwritten(top, grade, name, more):
    runs.write(top, {f"results/{name}": "mine\n"})
    code, err = grade(*more)
    assert code == 2
    assert err.startswith(
        f"cannot write results/{name}: it is not known to be a file of checker, since there is no summary.json of a run"
        " next to it; move it away, or use another folder of results\n"
    )
    assert [(path.name, path.read_text()) for path in (top / "results").iterdir()] == [(name, "mine\n")]


@pytest.mark.parametrize("count", range(len(FILES)))
def test_the_run_after_a_first_one_that_was_killed_while_it_published(top, grade, monkeypatch, count):
    replace, done = Path.replace, []

    def killed(source: Path, target: Path) -> Path:
        if len(done) == count:
            raise KeyboardInterrupt
        done.append(target)
        return replace(source, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", killed)
        runs.run(top)
    assert {path.name for path in (top / "results").iterdir()} == {"checker.db", *(path.name for path in done)}
    assert grade() == (3, "")
    assert len(grades(top)) == 3


def test_a_file_that_came_while_the_first_run_was_interrupted_is_not_overwritten(top, grade, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("checker.grading.run.GradingRun.finish", interrupted)
        runs.run(top)
    assert (top / "results/checker.db").exists()
    (top / "results/grades.csv").write_text("mine")
    assert grade()[0] == 2
    assert (top / "results/grades.csv").read_text() == "mine"
    (top / "results/grades.csv").unlink()
    assert grade() == (3, "")
