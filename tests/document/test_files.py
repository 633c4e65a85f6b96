"""Files of users: which are read, up to which limit, and how others are refused."""

from __future__ import annotations

import ast
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import checker
from checker.document import DocumentError, read_bytes, read_document, to_python
from checker.document.files import walk_folders
from checker.text.words import in_line


def refused(path: Path | str) -> str:
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    assert (caught.value.line, caught.value.column) == (None, None)
    assert str(caught.value) == f"{in_line(caught.value.source)}  {caught.value.message}"
    return caught.value.message


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    assert to_python(read_document(path)) == to_python(read_document(str(path))) == {"a": 1}
    assert read_bytes(path, limit=9) == path.read_bytes()
    with pytest.raises(DocumentError, match="is too large"):
        read_bytes(path, limit=8)
    path.write_bytes(b"#" * 1_000_001)
    assert refused(path) == "is too large; the limit is 1 MB"
    path.write_bytes(b"")
    assert refused(path) == "is empty"


def test_an_error_in_a_file_names_it_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("a: 1\na: 2")
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    error = caught.value
    assert (error.source, error.line, error.column) == (str(path), 2, 1)
    assert str(pickle.loads(pickle.dumps(error))) == f"{path}:2:1  the key `a` is given twice, first in line 1"


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "does not exist"),
        (Path.mkdir, "is a folder; give a file in it"),
        (os.mkfifo, "is not a regular file; save its contents as one"),
        (dangling, "is a link to a file that does not exist"),
        (loop, "is a link that leads back to itself; put the file in its place"),
    ],
)
def test_anything_but_a_regular_file_is_refused(make: Callable[[Path], None], message: str, tmp_path: Path) -> None:
    make(tmp_path / "s.yaml")
    assert refused(tmp_path / "s.yaml") == message


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/dev/zero", "is not a regular file; save its contents as one"),
        ("x" * 300, "has a name that is too long; rename it"),
        (f"{__file__}/x", "does not exist: a part of its path is not a folder"),
        ("a\0b", "cannot be the name of a file"),
        ("\ud800", "cannot be the name of a file"),
        ("", "does not exist"),
    ],
)
def test_impossible_paths(path: str, message: str) -> None:
    assert refused(path) == message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    assert refused(path) == "may not be read; change its permissions"


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert to_python(read_document(tmp_path / "b.yaml")) == {"a": 1}


OPENERS = {"open", "fdopen", "read_text", "read_bytes"}
OWN = {  # what they open is ours
    "__main__.py": "the streams",
    "cli/course.py": "our own bank and schema",
    "cli/grade.py": "the place of a stream that is closed",
    "cli/pages.py": "the files of a run",
    "cli/written_files.py": "the files of a command",
    "document/files.py": "the one way",
    "grading/cache.py": "our own code",
    "grading/forget.py": "files that may still hold an id",
    "grading/members.py": "the list of the forgotten",
    "grading/output_folder.py": "the files of a run",
    "grading/published.py": "the files of a run",
    "grading/hand_ins.py": "the entries of a zip that was opened",
    "reports/desk.py": "the file of decisions that the desk writes",
    "reports/page.py": "our own styles and scripts",
    "text/packaged.py": "where our distribution came from",
    "writeups/formats/_office.py": "the entries of a document that was opened",
    "writeups/formats/_pdf_worker.py": "the pages of a PDF that was opened",
}


def test_files_of_users_are_opened_in_one_way_only() -> None:
    found = set()
    root = Path(checker.__file__).parent
    for file in root.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            if (isinstance(called, ast.Attribute) and called.attr in OPENERS) or (
                isinstance(called, ast.Name) and called.id == "open"
            ):
                found.add(file.relative_to(root).as_posix())
    assert found == set(OWN)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_itself_is_a_name_like_others(tmp_path: Path) -> None:
    loop(tmp_path / "loop")
    (tmp_path / "a.yaml").write_text("")
    (tmp_path / "b").mkdir()
    assert list(walk_folders(str(tmp_path))) == [(str(tmp_path), ["a.yaml", "b", "loop"]), (str(tmp_path / "b"), [])]
