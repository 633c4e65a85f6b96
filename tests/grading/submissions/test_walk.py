"""The walk: natural order, nothing hidden, no link that leads astray, and every obstacle told."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from checker.grading.submissions.model import FoundFile
from checker.grading.submissions.walk import natural, walk_submissions

AWAY = "is a link that leaves the folder of submissions; copy the file or folder to its place"
ANYWAY = "is a link to a folder that is read anyway, or to one around it; remove the link"


def make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()


def walked(root: Path) -> list[tuple[str, str | None, str]]:
    return [(os.path.relpath(path, root), hint, complaint) for path, hint, complaint, *_ in walk_submissions(str(root))]


def test_natural_order():
    names = ["s10", "s2", "s1b", "s1", "S1", "10", "9", "s01", "a10b2", "a10b10"]
    assert sorted(names, key=natural) == ["9", "10", "S1", "a10b2", "a10b10", "s01", "s1", "s1b", "s2", "s10"]


def test_files_in_natural_order_with_the_first_folder_below_the_root(tmp_path):
    make(tmp_path, "a/s10.yaml", "a/s2.yaml", "a/week-1/late/s3.yaml", "b/s1.yaml", "b.yaml", "a10/x", "a9/x")
    assert walked(tmp_path) == [
        ("a/s2.yaml", "a", ""),
        ("a/s10.yaml", "a", ""),
        ("a/week-1/late/s3.yaml", "a", ""),
        ("a9/x", "a9", ""),
        ("a10/x", "a10", ""),
        ("b/s1.yaml", "b", ""),
        ("b.yaml", None, ""),
    ]


def test_one_file(tmp_path):
    make(tmp_path, ".hidden.yaml")
    path = str(tmp_path / ".hidden.yaml")
    assert list(walk_submissions(path)) == [FoundFile(path, None)]


def test_a_folder_of_a_student_with_a_name_of_results_is_no_folder_of_results(tmp_path):
    make(tmp_path, "s1/homework.md", "s1/summary.json", "s2/results.jsonl", "s2/grades.csv", "s3/review.yaml")
    make(tmp_path, "s4/results.jsonl", "s4/summary.json")
    assert [path for path, *_ in walked(tmp_path)] == [
        *("s1/homework.md", "s1/summary.json", "s2/grades.csv", "s2/results.jsonl", "s3/review.yaml"),
        *("s4/results.jsonl", "s4/summary.json"),
    ]


def test_what_systems_and_editors_leave_behind_is_skipped(tmp_path):
    make(
        tmp_path,
        *(".DS_Store", "__MACOSX/a.yaml", ".git/a.yaml", "._s1.yaml", "s1.yaml~", "s1.yaml.bak", "#s1.yaml#"),
        *("~$s1.csv", ".s1.yaml.swp", "Thumbs.db", "desktop.ini", "s1.yaml.orig", "__pycache__/x.yaml"),
    )
    (tmp_path / "empty" / "hw.1").mkdir(parents=True)
    (tmp_path / ".#s1.yaml").symlink_to("ada@host.123")
    assert walked(tmp_path) == []


def test_links_to_files_are_followed_and_dangling_ones_are_reported(tmp_path):
    outside = tmp_path / "outside"
    make(outside, "real.yaml")
    root = tmp_path / "root"
    make(root, "a/s1.yaml")
    (root / "a.yaml").symlink_to("a/s1.yaml")
    (root / "e.yaml").symlink_to(outside / "real.yaml")
    (root / "b.yaml").symlink_to("nowhere")
    (root / "c.yaml").symlink_to("d.yaml")
    (root / "d.yaml").symlink_to("c.yaml")
    loop = "is a link that leads back to itself; put the file in its place"
    assert walked(root) == [
        ("a/s1.yaml", "a", ""),
        ("a.yaml", None, ""),
        ("b.yaml", None, "is a link to a file that does not exist"),
        ("c.yaml", None, loop),
        ("d.yaml", None, loop),
        ("e.yaml", None, AWAY),
    ]


def test_a_link_that_leads_back_is_reported_once(tmp_path):
    root = tmp_path / "root"
    make(root, "a/s1.yaml")
    (root / "a" / "up").symlink_to("..")
    (root / "a" / "root").symlink_to("/")
    (root / "current").symlink_to("a")
    assert walked(root) == [
        ("a/root", "a", ANYWAY),
        ("a/s1.yaml", "a", ""),
        ("a/up", "a", ANYWAY),
        ("current", None, ANYWAY),
    ]


def test_a_folder_elsewhere_is_not_read(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "rooted"
    make(outside, "sub/s1.yaml", "s2.yaml")
    root.mkdir()
    (root / "a").symlink_to(outside)
    (root / "b").symlink_to(outside / "sub")
    assert walked(root) == [("a", None, AWAY), ("b", None, AWAY)]


def test_the_root_itself_may_be_a_link(tmp_path):
    make(tmp_path, "real/a/s1.yaml")
    (tmp_path / "link").symlink_to("real")
    assert walked(tmp_path / "link") == [("a/s1.yaml", "a", "")]


def test_fifos_and_folders_named_like_files(tmp_path):
    os.mkfifo(tmp_path / "a.yaml")
    (tmp_path / "b.yaml").mkdir()
    make(tmp_path, "c.yaml/s1.yaml")
    assert walked(tmp_path) == [
        ("a.yaml", None, "is not a regular file; save its contents as one"),
        ("b.yaml", None, "is an empty folder named like a file"),
        ("c.yaml/s1.yaml", "c.yaml", ""),
    ]


def test_a_root_that_is_not_there(tmp_path):
    path = str(tmp_path / "gone")
    assert list(walk_submissions(path)) == [FoundFile(path, None, "does not exist")]


def test_folders_without_permission_are_reported_and_the_rest_is_read(tmp_path, monkeypatch):
    make(tmp_path, "a/s1.yaml", "b/s1.yaml")
    real = os.listdir

    def refuse(path: str) -> list[str]:
        if path.endswith("a"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "listdir", refuse)
    assert walked(tmp_path) == [("a", None, "may not be read; change its permissions"), ("b/s1.yaml", "b", "")]


def test_what_the_system_refuses_is_reported(tmp_path, monkeypatch):
    make(tmp_path, "a.yaml", "b.yaml", "c.yaml")
    real = os.stat
    errors = {"a.yaml": OSError(errno.ENAMETOOLONG, "File name too long"), "b.yaml": OSError(errno.EIO, "I/O error")}

    def refuse(path: str, **options: bool) -> os.stat_result:
        if error := errors.get(Path(path).name):
            raise error
        return real(path, **options)

    monkeypatch.setattr(os, "stat", refuse)
    assert walked(tmp_path) == [
        ("a.yaml", None, "is too deep or has too long a name; move it"),
        ("b.yaml", None, "cannot be read: I/O error"),
        ("c.yaml", None, ""),
    ]


def test_folders_nested_deeper_than_python_recurses(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "checker.grading.submissions.walk.os.listdir", lambda path: ["d"] if path.count("/d") < 1500 else []
    )
    monkeypatch.setattr("checker.grading.submissions.walk.os.stat", lambda _: os.stat_result([stat.S_IFDIR, *[0] * 9]))
    monkeypatch.setattr("checker.grading.submissions.walk.os.path.islink", lambda _: False)
    assert list(walk_submissions("/x")) == []
