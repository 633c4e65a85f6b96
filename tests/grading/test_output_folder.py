"""The folder of results: a run publishes all files or none, leaves those of others alone, and never mixes with another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import checker
from checker.grading.output_folder import OutputFolder, Unwritable, is_half_published
from checker.grading.published import Results, ResultsError

NAMES = ("a.txt", "b.txt")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from checker.grading.output_folder import OutputFolder
calls, replace = 0, Path.replace
def killed(self, target):
    global calls
    if str(calls - 1) == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)
    calls += 1
    return replace(self, target)
Path.replace = killed
if sys.argv[2] == "after":
    shutil.rmtree = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
with OutputFolder(Path(sys.argv[1]), ("a.txt", "b.txt")) as folder:
    for name in folder.names:
        with folder.text(name) as file:
            file.write("new")
    with folder.text("pages/s1.md") as file:
        file.write("ours new")
    folder.publish({"pages": lambda path: path.read_text().startswith("ours")})
"""
"""A run that is killed when it has moved some files."""


def publish(out: Path, text: str, spoil: Callable[[OutputFolder], object] = lambda _: None, **pages: str) -> None:
    """Publish two files and pages, as a run does; `spoil` is called just before."""
    with OutputFolder(out, NAMES) as folder, folder.disk_errors():
        for name in NAMES:
            with folder.text(name) as file:
                file.write(text)
        for name, page in pages.items():
            with folder.text(f"pages/{name}.md") as file:
                file.write(page)
        spoil(folder)
        folder.publish({"pages": lambda path: path.read_text().startswith("ours")})


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()
    }


NEW = {"a.txt": "new", "b.txt": "new"}


@pytest.mark.parametrize(
    ("before", "pages", "after"),
    [
        ({}, {}, NEW),
        ({"a.txt": "old", "mine.txt": "mine"}, {}, NEW | {"mine.txt": "mine"}),
        ({"pages/s1.md": "ours", "pages/s2.md": "ours"}, {"s1": "ours new"}, NEW | {"pages/s1.md": "ours new"}),
        ({"pages/s1.md": "ours", "pages/notes.md": "mine"}, {}, NEW | {"pages/notes.md": "mine"}),
        ({"pages/s1.md": "ours"}, {}, NEW),
        ({".checker-mine/a.txt": "mine", ".checker-1": "mine"}, {}, None),
        ({".checker.lock": ".checker-0123456789abcdef", ".checker-0123456789abcdef/a.txt": "half"}, {}, NEW),
        ({".checker.lock": ""}, {}, NEW),
    ],
)
def test_our_files_are_replaced_and_others_stay(tmp_path, before, pages, after):
    write(tmp_path, before)
    publish(tmp_path, "new", **pages)
    assert tree(tmp_path) == (before | NEW if after is None else after)
    assert not (tmp_path / "pages").exists() or list((tmp_path / "pages").iterdir())


@pytest.mark.parametrize(
    ("before", "pages", "message"),
    [
        (
            {"pages/s1.md": "mine"},
            {"s1": "ours"},
            r"cannot write .*s1\.md: it was not written by checker; move it away",
        ),
        ({"pages": "mine"}, {"s1": "ours"}, r"cannot write into .*pages: it is a file; move it away"),
        ({"a.txt/x": "mine"}, {}, r"cannot write .*a\.txt: it is a folder"),
        *(
            (
                {"a.txt": "old", ".checker.lock": text},
                {},
                "was not written by checker; move it away, or use another folder",
            )
            for text in ("mine", ".checker-0123456789abcdef\n", "../.checker-0123456789abcdef", "x" * 1000)
        ),
    ],
)
def test_where_a_file_of_somebody_has_our_name_nothing_changes(tmp_path, before, pages, message):
    write(tmp_path, before)
    for _ in range(2):
        with pytest.raises(Unwritable, match=message):
            publish(tmp_path, "new", **pages)
    assert tree(tmp_path) == before


def test_a_place_that_is_a_file(tmp_path):
    (tmp_path / "results").write_text("mine")
    for out in (tmp_path / "results", tmp_path / "results" / "below"):
        with pytest.raises(Unwritable, match=r"cannot write into .*results"):
            publish(out, "new")
    assert tree(tmp_path) == {"results": "mine"}


def test_a_run_that_fails_leaves_what_was_there_and_no_folder(tmp_path):
    write(tmp_path, {"a.txt": "old"})
    for out in (tmp_path, tmp_path / "x" / "y"):
        with pytest.raises(KeyError), OutputFolder(out, NAMES) as folder:
            folder.text("a.txt").close()
            raise KeyError
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("failing", ["a.txt", "b.txt", "s1.md"])
def test_old_files_come_back_where_the_disk_is_full_halfway(tmp_path, monkeypatch, failing):
    before = {"a.txt": "old", "b.txt": "old", "pages/s1.md": "ours", "pages/s2.md": "ours"}
    write(tmp_path, before)
    replace = Path.replace

    def fail(self, target):
        if self.name == failing and "/old/" not in self.as_posix() and ".checker-" in str(self):
            raise OSError(28, "No space left on device")
        return replace(self, target)

    def full(_):
        monkeypatch.setattr(Path, "replace", fail)

    with pytest.raises(Unwritable, match="No space left on device"):
        publish(tmp_path, "new", full, s1="ours new")
    assert tree(tmp_path) == before


def test_a_folder_that_may_not_be_written(tmp_path, monkeypatch):
    def denied(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", denied)
    with pytest.raises(Unwritable, match=r"cannot write into .*: Permission denied"):
        publish(tmp_path / "results", "new")
    assert tree(tmp_path) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("old", [{"b.txt": "old", "pages/s1.md": "ours"}, {}])
@pytest.mark.parametrize("moves", range(7))
def test_after_a_run_that_was_killed_in_the_middle_the_next_one_finds_the_old_files(tmp_path, moves, old):
    before = {"a.txt": "old", "mine.txt": "mine", **old}
    write(tmp_path, before)
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path, str(moves)], env=ENVIRONMENT, check=False)
    after = {"a.txt": "new", "b.txt": "new", "pages/s1.md": "ours new", "mine.txt": "mine"}
    if killed.returncode != -signal.SIGKILL:
        assert tree(tmp_path) == after
        return
    assert is_half_published(tmp_path)
    with pytest.raises(ResultsError, match="has not ended: wait for it, or grade again"):
        Results(tmp_path)
    with OutputFolder(tmp_path, NAMES):
        assert {name: text for name, text in tree(tmp_path).items() if ".checker" not in name} == before
    assert tree(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("moves", ["2", "5", "after"])
def test_what_was_published_whole_or_changed_since_a_kill_stays(tmp_path, moves):
    write(tmp_path, {"a.txt": "old", "b.txt": "old", "pages/s1.md": "ours"})
    subprocess.run([sys.executable, "-c", KILLED, tmp_path, moves], env=ENVIRONMENT, check=False)
    write(tmp_path, {"a.txt": "filled in"})
    with OutputFolder(tmp_path, NAMES):
        pass
    rest = ("new", "ours new") if moves == "after" else ("old", "ours")
    assert tree(tmp_path) == {"a.txt": "filled in", "b.txt": rest[0], "pages/s1.md": rest[1]}


HOLDING = """
import sys
from pathlib import Path
from checker.grading.output_folder import OutputFolder
with OutputFolder(Path(sys.argv[1]), ("a.txt", "b.txt")) as folder:
    for name in folder.names:
        with folder.text(name) as file:
            file.write("first")
    print("ready", flush=True)
    sys.stdin.read()
    folder.publish()
"""
"""Another run, which publishes once its standard input is closed."""


def test_two_runs_never_mix(tmp_path):
    command = [sys.executable, "-c", HOLDING, tmp_path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(Unwritable, match="another command of checker is writing there; wait for it to end"):
            publish(tmp_path, "second")
        other.communicate()
    assert tree(tmp_path) == {"a.txt": "first", "b.txt": "first"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_link_is_followed(tmp_path):
    precious, out = tmp_path / "precious", tmp_path / "out"
    write(precious, {"a.txt": "precious"})
    out.mkdir()
    (out / ".checker.lock").symlink_to("../precious/made")
    with pytest.raises(Unwritable, match="cannot write into"):
        publish(out, "new")
    (out / ".checker.lock").unlink()
    (out / ".checker.lock").write_text(".checker-0123456789abcdef")
    (out / ".checker-0123456789abcdef").symlink_to(precious)
    (out / "pages").symlink_to(precious)
    with pytest.raises(Unwritable, match="it is a link"):
        publish(out, "new", s1="ours")
    assert tree(precious) == {"a.txt": "precious"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only a forked process has copies of what is open")
def test_a_process_that_is_forked_holds_no_lock(tmp_path):
    waits, goes_on = os.pipe()
    with OutputFolder(tmp_path, NAMES):
        child = os.fork()
        if not child:
            os.close(goes_on)
            os.read(waits, 1)
            os._exit(0)
    publish(tmp_path, "new")
    os.close(goes_on)
    os.waitpid(child, 0)
    os.close(waits)
    assert tree(tmp_path) == NEW
