"""A problem by its file or its id."""

import os

import pytest

from checker.problems import NoProblemError, find_problem, load_problems
from checker.problems.load import problem_files, written_id
from tests.tables import rows


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "bert/size.yaml": "title: a\nid: bert-size\nprompt: |\n  id: hidden\nparts:\n- asks: x\n  id: part\n",
        "bert/assignment.yaml": "id: never\n",
        "cnn/first-layer.yaml": "id: first-layer\n",
        "cnn/named.yml": "id: other\n",
        "other.yaml": "id: named\n",
        "flow.yaml": "{id: flowing, type: x}\n",
        "broken.yaml": "id: [\n",
        ".hidden/x.yaml": "id: hidden-id\n",
        "notes.txt": "id: notes\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "file"), rows(__file__, "by_id"))
def test_by_id(folder, name, file):
    assert find_problem(name, folder) == folder / file


def test_by_file(folder):
    file = folder / "notes.txt"
    assert find_problem(str(file), folder / "nowhere") == file


@pytest.mark.parametrize(
    "name", ["../etc/passwd", "cnn/first-layer", "x\0y", "a" * 5000, "", "hidden", "part", "never"]
)
def test_anything_else_is_an_unknown_id(folder, name):
    with pytest.raises(NoProblemError, match="there is no problem"):
        find_problem(name, folder)


def test_a_misspelt_id(folder):
    with pytest.raises(NoProblemError) as error:
        find_problem("bert-siz", folder)
    assert str(error.value) == f"there is no problem bert-siz in {folder}; did you mean bert-size?"


def test_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        NoProblemError, match=r"^there is no folder problems; `checker bank` lists problems to copy into one$"
    ):
        find_problem("x", "problems")


def test_files_are_ordered_by_path(folder):
    files = [path.relative_to(folder).as_posix() for path in problem_files(folder)]
    assert files == [
        "broken.yaml",
        "flow.yaml",
        "other.yaml",
        "bert/size.yaml",
        "cnn/first-layer.yaml",
        "cnn/named.yml",
    ]


def test_the_place_of_an_id(folder):
    assert written_id(folder / "bert" / "size.yaml") == ("bert-size", 2, 5)
    assert written_id(folder / "nothing.yaml") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_is_not_waited_for(folder):
    os.mkfifo(folder / "pipe.yaml")
    assert find_problem("bert-size", folder).name == "size.yaml"
    assert written_id(folder / "pipe.yaml") is None


def test_a_folder_named_like_a_file_is_reported(tmp_path):
    (tmp_path / "x.yaml").mkdir()
    (finding,) = load_problems(tmp_path).findings
    assert str(finding) == f"{tmp_path}/x.yaml is a folder; give a file in it"


def test_linked_folders_are_followed_once(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "deep").mkdir()
    (outside / "deep/linked.yaml").write_text("id: linked\n")
    try:
        (outside / "deep/back").symlink_to(folder)
        (outside / "deep/up").symlink_to(outside)
        (folder / "cnn/a").symlink_to(outside)
        (folder / "cnn/b").symlink_to(outside / "deep")
        (folder / "cnn/self").symlink_to(folder / "cnn")
    except OSError:
        pytest.skip("no links here")
    files = [path.relative_to(folder).as_posix() for path in problem_files(folder)]
    assert files[-3:] == ["cnn/first-layer.yaml", "cnn/named.yml", "cnn/a/deep/linked.yaml"]
    assert find_problem("linked", folder) == folder / "cnn/a/deep/linked.yaml"
