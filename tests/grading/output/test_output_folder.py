"""Where results go: all or none, what was there untouched, and never two runs in one place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.grading.output.lock import let_go
from checker.grading.output.output_folder import OutputFolder, Unwritable

NAMES = ("a.txt", "b.txt")


def fill(place: OutputFolder, text: str) -> None:
    for name in NAMES:
        with place.told(), place.text(name) as file:
            file.write(text)


def publish(out: Path, text: str, spoil: Callable[[OutputFolder], object] = lambda _: None) -> None:
    """A whole run; `spoil` is called when it is about to publish."""
    with OutputFolder(out, NAMES) as place:
        fill(place, text)
        spoil(place)
        with place.told():
            place.publish()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def tree(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_all_is_published_and_nothing_else_is_left(tmp_path):
    out = tmp_path / "new" / "results"
    publish(out, "new")
    assert tree(tmp_path) == {"new/results/a.txt": "new", "new/results/b.txt": "new"}
    assert not (out / ".checker").exists()


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
        if self.name == "b.txt" and self.parent.name == ".checker":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    with pytest.raises(Unwritable, match="No space left on device"):
        publish(tmp_path, "new", lambda _: monkeypatch.setattr(Path, "replace", fail))
    assert tree(tmp_path) == {"a.txt": "old", "b.txt": "old"}


def test_two_runs_never_mix(tmp_path):
    with OutputFolder(tmp_path, NAMES) as first:
        fill(first, "first")
        with pytest.raises(Unwritable, match="another `checker grade` is writing there"), OutputFolder(tmp_path, NAMES):
            pass
        first.publish()
    assert tree(tmp_path) == {"a.txt": "first", "b.txt": "first"}


def test_what_a_killed_run_left_is_no_obstacle(tmp_path):
    (tmp_path / ".checker" / "old").mkdir(parents=True)
    (tmp_path / ".checker" / "lock").write_text("")
    (tmp_path / ".checker" / "a.txt").write_text("half")
    publish(tmp_path, "new")
    assert tree(tmp_path) == {"a.txt": "new", "b.txt": "new"}


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
        (place.hidden / "b.txt").unlink()
        (place.hidden / "b.txt").symlink_to("/dev/full")
        fill(place, "new")

    with pytest.raises(Unwritable, match="No space left on device"):
        publish(tmp_path, "new", spoil)
    assert tree(tmp_path) == {"a.txt": "old"}


@pytest.mark.parametrize(
    "strange",
    [
        {"mine.txt": "mine"},
        {"mine.txt": "mine", "lock": ""},
        {"a.txt": "mine"},  # a run makes its lock before all else
        {"lock": "mine"},
        {"old/mine.txt": "mine", "lock": ""},
        {"mine/a.txt": "mine", "lock": ""},
    ],
)
def test_what_a_run_did_not_leave_is_not_touched(tmp_path, strange):
    (tmp_path / "a.txt").write_text("before")
    for name, text in strange.items():
        path = tmp_path / ".checker" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    before = tree(tmp_path)
    with pytest.raises(Unwritable, match="not a file of ours; move it away, or choose another folder"):
        publish(tmp_path, "new")
    assert tree(tmp_path) == before


def test_no_link_is_followed(tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "a.txt").write_text("precious")
    out = tmp_path / "out"
    out.mkdir()
    (out / ".checker").symlink_to("../precious")
    with pytest.raises(Unwritable, match="is not a folder of ours"):
        publish(out, "new")
    (out / ".checker").unlink()
    (out / ".checker").mkdir()
    (out / ".checker" / "lock").symlink_to("../../precious/made")
    with pytest.raises(Unwritable, match="is not a file of ours"):
        publish(out, "new")
    (out / ".checker" / "lock").unlink()
    (out / ".checker" / "lock").touch()
    (out / ".checker" / "old").symlink_to("../../precious")
    with pytest.raises(Unwritable, match="is not a file of ours"):
        publish(out, "new")
    assert tree(tmp_path / "precious") == {"a.txt": "precious"}


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
        let_go(held)
        with OutputFolder(tmp_path / "results", NAMES):
            pass
        os.close(goes_on)
        os.waitpid(child, 0)
        for each in (waits, is_up, tells):
            os.close(each)
