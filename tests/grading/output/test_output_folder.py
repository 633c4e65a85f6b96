"""Where results go: all or none, what was there untouched, and never two runs in one place."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.grading.output.output_folder import OutputFolder, Unwritable, release

NAMES = ("a.txt", "b.txt")


def fill(place: OutputFolder, text: str) -> None:
    for name in NAMES:
        with place.disk_errors(), place.text(name) as file:
            file.write(text)


def publish(out: Path, text: str, spoil: Callable[[OutputFolder], object] = lambda _: None) -> None:
    """A whole run; `spoil` is called when it is about to publish."""
    with OutputFolder(out, NAMES) as place:
        fill(place, text)
        spoil(place)
        with place.disk_errors():
            place.publish()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def tree(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_all_is_published_and_nothing_else_is_left(tmp_path):
    out = tmp_path / "new" / "results"
    publish(out, "new")
    assert tree(tmp_path) == {"new/results/a.txt": "new", "new/results/b.txt": "new"}
    assert names(out) == ["a.txt", "b.txt"]


def test_only_our_own_files_are_replaced(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "mine.txt").write_text("mine")
    publish(tmp_path, "new")
    assert tree(tmp_path) == {"a.txt": "new", "b.txt": "new", "mine.txt": "mine"}


def test_what_was_there_is_untouched_where_a_run_fails(tmp_path):
    (tmp_path / "a.txt").write_text("old")

    def spoil(_):
        raise KeyError

    with pytest.raises(KeyError):
        publish(tmp_path, "new", spoil)
    assert tree(tmp_path) == {"a.txt": "old"}
    assert names(tmp_path) == ["a.txt"]


def test_folders_that_were_made_for_nothing_go_again(tmp_path):
    with pytest.raises(KeyError), OutputFolder(tmp_path / "x" / "y", NAMES):
        raise KeyError
    assert names(tmp_path) == []


def test_old_files_come_back_where_publishing_fails_halfway(tmp_path, monkeypatch):
    for name in NAMES:
        (tmp_path / name).write_text("old")
    replace = Path.replace

    def fail(self, target):
        if self.name == "b.txt" and self.parent.name.startswith(".checker-"):
            raise OSError(28, "No space left on device")
        return replace(self, target)

    with pytest.raises(Unwritable, match="No space left on device"):
        publish(tmp_path, "new", lambda _: monkeypatch.setattr(Path, "replace", fail))
    assert tree(tmp_path) == {"a.txt": "old", "b.txt": "old"}


def test_two_runs_never_mix(tmp_path):
    with OutputFolder(tmp_path, NAMES) as first:
        fill(first, "first")
        with (
            pytest.raises(Unwritable, match="another command of checker is writing there"),
            OutputFolder(tmp_path, NAMES),
        ):
            pass
        first.publish()
    assert tree(tmp_path) == {"a.txt": "first", "b.txt": "first"}


def test_what_a_killed_run_left_is_removed(tmp_path):
    (tmp_path / ".checker-0123456789abcdef").mkdir()
    (tmp_path / ".checker-0123456789abcdef" / "a.txt").write_text("half")
    (tmp_path / ".checker.lock").write_text(".checker-0123456789abcdef")
    publish(tmp_path, "new")
    assert names(tmp_path) == ["a.txt", "b.txt"]
    assert tree(tmp_path) == {"a.txt": "new", "b.txt": "new"}


def test_a_run_that_was_killed_before_it_wrote_anything_is_no_obstacle(tmp_path):
    (tmp_path / ".checker.lock").touch()
    publish(tmp_path, "new")
    assert names(tmp_path) == ["a.txt", "b.txt"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the process that is killed is a copy of this one")
def test_the_files_of_a_killed_run_are_never_published(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    child = os.fork()
    if not child:
        place = OutputFolder(tmp_path, NAMES).__enter__()
        fill(place, "half")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert len(names(tmp_path)) == 3  # the old file, the lock and the temporary folder
    with OutputFolder(tmp_path, NAMES) as place:
        assert names(tmp_path) == [place.temporary.name, ".checker.lock", "a.txt"]
    assert tree(tmp_path) == {"a.txt": "old"}
    assert names(tmp_path) == ["a.txt"]


def test_a_place_that_is_a_file(tmp_path):
    (tmp_path / "results").write_text("mine")
    for out in (tmp_path / "results", tmp_path / "results" / "below"):
        with pytest.raises(Unwritable, match=r"cannot write into .*results"), OutputFolder(out, NAMES):
            pass
    assert tree(tmp_path) == {"results": "mine"}


def test_a_folder_in_the_place_of_a_file(tmp_path):
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(Unwritable, match=r"a\.txt: it is a folder"), OutputFolder(tmp_path, NAMES):
        pass
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk(tmp_path):
    (tmp_path / "a.txt").write_text("old")

    def spoil(place):
        (place.temporary / "b.txt").unlink()
        (place.temporary / "b.txt").symlink_to("/dev/full")
        fill(place, "new")

    with pytest.raises(Unwritable, match="No space left on device"):
        publish(tmp_path, "new", spoil)
    assert tree(tmp_path) == {"a.txt": "old"}


@pytest.mark.parametrize("strange", [".checker/a.txt", ".checker/old/b.txt", ".checker-mine/a.txt", ".checker-1"])
def test_other_hidden_files_are_not_touched(tmp_path, strange):
    (tmp_path / strange).parent.mkdir(exist_ok=True, parents=True)
    (tmp_path / strange).write_text("mine")
    publish(tmp_path, "new")
    assert tree(tmp_path) == {strange: "mine", "a.txt": "new", "b.txt": "new"}


@pytest.mark.parametrize("text", ["mine", ".checker-0123456789abcdef\n", "../.checker-0123456789abcdef", "x" * 1000])
def test_a_lock_file_that_no_run_wrote_is_not_touched(tmp_path, text):
    (tmp_path / "a.txt").write_text("before")
    (tmp_path / ".checker.lock").write_text(text)
    for _ in range(2):
        with pytest.raises(Unwritable, match="was not written by checker; move it away, or use another folder"):
            publish(tmp_path, "new")
    assert tree(tmp_path) == {".checker.lock": text, "a.txt": "before"}


def test_no_link_is_followed(tmp_path):
    precious, out = tmp_path / "precious", tmp_path / "out"
    precious.mkdir()
    (precious / "a.txt").write_text("precious")
    out.mkdir()
    (out / ".checker.lock").symlink_to("../precious/made")
    with pytest.raises(Unwritable, match="cannot write into"):
        publish(out, "new")
    (out / ".checker.lock").unlink()
    (out / ".checker.lock").write_text(".checker-0123456789abcdef")
    (out / ".checker-0123456789abcdef").symlink_to(precious)
    publish(out, "new")
    assert tree(precious) == {"a.txt": "precious"}
    assert names(precious) == ["a.txt"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only a forked process has copies of what is open")
def test_a_process_that_is_forked_holds_no_lock(tmp_path):
    waits, goes_on = os.pipe()
    is_up, tells = os.pipe()
    with OutputFolder(tmp_path / "results", NAMES) as place:
        child = os.fork()
        if not child:
            os.close(goes_on)
            os.write(tells, b"x")
            os.read(waits, 1)
            os._exit(0)
        os.read(is_up, 1)
        held, place._lock = place._lock, None  # noqa: SLF001 - the end of a process that is killed, in this one
        release(held)
        with OutputFolder(tmp_path / "results", NAMES):
            pass
        os.close(goes_on)
        os.waitpid(child, 0)
        for each in (waits, is_up, tells):
            os.close(each)
