"""Files that cannot be read: each ends in a message that says why, and what to do."""

import os
import sys

import pytest

from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats import is_document, read_document
from tests.tables import rows

NAMED = {".docx", ".html", ".tex", ".md", ".txt", ".ipynb", ".odt", ".pdf"}


@pytest.mark.parametrize("suffix", [".png", ".JPEG"])
def test_pictures_cannot_be_read(read, suffix):
    with pytest.raises(DocumentUnreadable) as error:
        read(b"x", suffix)
    assert error.value.message == "no text in this file: a person must read it"


@pytest.mark.parametrize(("suffix", "message"), rows(__file__, "what_other_programs_save_is_told_with_what_to_do"))
def test_what_other_programs_save_is_told_with_what_to_do(read, suffix, message):
    with pytest.raises(DocumentUnreadable) as error:
        read(b"x", suffix)
    assert error.value.message == message


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        (".xyz", "I cannot read `.xyz` files; hand in "),
        ("", "this file has no suffix; hand in "),
    ],
)
def test_formats_that_cannot_be_read_are_told_with_those_that_can(read, suffix, message):
    with pytest.raises(DocumentUnreadable) as error:
        read(b"x", suffix)
    assert error.value.message.startswith(message)
    others, _, last = error.value.message.removeprefix(message).partition(" or ")
    assert {*others.split(", "), last} >= NAMED


def test_what_is_a_document():
    assert [name for name in ("a.md", "a.TXT", "a.pdf", "a.png", "a.yaml", "a.py", "a") if is_document(name)] == [
        "a.md",
        "a.TXT",
        "a.pdf",
        "a.png",
    ]


def test_large_files_are_refused_unread(tmp_path):
    path = tmp_path / "a.md"
    path.touch()
    os.truncate(path, 50_000_000)
    with pytest.raises(DocumentUnreadable, match=r"this file has 50\.0 MB; the limit is 10 MB"):
        read_document(str(path))


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(DocumentUnreadable, match="this file does not exist"):
        read_document(str(tmp_path / "a.md"))
    (tmp_path / "b.md").mkdir()
    with pytest.raises(DocumentUnreadable, match="this file is a folder"):
        read_document(str(tmp_path / "b.md"))


@pytest.mark.parametrize(("suffix", "contents"), [(".md", ""), (".docx", " \n"), (".ipynb", '{"cells": []}')])
def test_an_empty_file_is_not_read_whatever_is_installed(read, suffix, contents):
    with pytest.raises(DocumentUnreadable, match="this file is empty; perhaps the wrong one was handed in"):
        read(contents, suffix)


@pytest.mark.parametrize(("suffix", "contents"), [(".md", "x"), (".ipynb", '{"cells": [{"source": "x"}]}')])
def test_a_missing_library(read, monkeypatch, suffix, contents):
    for name in list(sys.modules):
        if name.split(".")[0] == "markdown_it" or name.startswith("checker.writeups.formats._markdown"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(DocumentUnreadable) as error:
        read(contents, suffix)
    assert (
        error.value.message
        == f"reading {suffix} files needs the extra `documents`; run: pip install 'answer-checker[documents]'"
    )


def test_the_file_is_called_by_its_name(read):
    assert read("x").file == "s1/work.md"


def test_long_texts_are_cut(read):
    document = read("x\n\n" * 20_000)
    assert len(document.blocks) == 2_500
    assert document.notes == ("only the first 5,000 lines were read",)
    assert read("word " * 500_000).notes == ("only the first 200,000 characters were read",)
    assert read("![x](data:image/png;base64," + "A1" * 500_000 + ")").notes == ("1 picture was not read",)


@pytest.mark.parametrize("marker", ["> ", "- ", "1. ", ">"])
def test_deep_nesting_keeps_its_text(read, marker):
    document = read(marker * 50_000 + "total 5\n")
    assert [line.text.removeprefix("1. ") for _, line in document.lines if line.text != "1."] == ["total 5"]
    assert document.notes == ("lines nested too deeply were read with at most 16 levels",)


def test_deep_indentation_keeps_its_text(read):
    document = read("".join(f"{'  ' * depth}- item {depth}\n" for depth in range(300)))
    assert sum(1 for _ in document.lines) == 300
