"""What `publish --out` and `export --out` write to: regular files, also through links, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

BANK = ("publish", "problems/week-1/encoder-layer.yaml", "--to", "markdown", "--out")


@pytest.fixture
def commands(folder, run):
    """What writes one file, and what writes one for each student into a folder."""
    (folder / "submissions").mkdir()
    (folder / "submissions" / "s1.yaml").write_text("student: s1\nanswers: {encoder-layer: 27648}\n")
    (folder / "problems" / "week-1" / "broken.yaml").unlink()
    assert run("grade", "submissions").exit_code == 0
    return {
        "publish": BANK,
        "export": ("export", "--to", "csv", "--out"),
        "zip": ("export", "--to", "gradescope", "--out"),
    }


def _made(path: Path, sort: str) -> None:
    """Make something that is no regular file."""
    if sort == "folder":
        path.mkdir()
        (path / "mine.txt").write_text("mine")
    elif sort == "pipe":
        os.mkfifo(path)
    elif sort == "device":
        path.symlink_to("/dev/null")
    else:
        path.symlink_to(path)


@pytest.mark.parametrize("name", ["publish", "export", "zip"])
@pytest.mark.parametrize(
    ("sort", "why"),
    [
        ("folder", "it is a folder"),
        ("pipe", "it is no regular file"),
        ("device", "it is no regular file"),
        ("link to itself", "Too many levels of symbolic links"),
    ],
)
def test_what_is_no_regular_file_is_refused_and_stays_as_it_was(commands, run, name, sort, why):
    out = Path("out.zip")
    _made(out, sort)
    before = out.lstat()[:7]
    result = run(*commands[name], "out.zip")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"cannot write out.zip: {why}" in " ".join(result.stderr.split())
    assert out.lstat()[:7] == before
    assert not list(Path().glob(".out*"))


def test_a_folder_with_one_place_that_is_taken_stays_as_it_was(commands, folder, run):
    (folder / "out").mkdir()
    (folder / "out" / "s1.json").mkdir()
    result = run(*commands["zip"], "out")
    assert (result.exit_code, "cannot write out/s1.json: it is a folder" in result.stderr) == (2, True)
    assert [each.name for each in (folder / "out").iterdir()] == ["s1.json"]


@pytest.mark.parametrize("name", ["publish", "export", "zip"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_and_its_file_is_written(commands, folder, run, name, is_there):
    (folder / "elsewhere").mkdir()
    target = folder / "elsewhere" / "bank"
    if is_there:
        target.write_text("old")
    (folder / "out.zip").symlink_to("elsewhere/bank")
    assert run(*commands[name], "out.zip").exit_code == 0
    assert (folder / "out.zip").is_symlink()
    assert target.read_bytes() not in {b"", b"old"}
    assert [each.name for each in target.parent.iterdir()] == ["bank"]


@pytest.mark.parametrize("name", ["publish", "export"])
@pytest.mark.parametrize("place", ["problems/week-1/encoder-layer.yaml", "submissions/s1.yaml", "results/cache.db"])
def test_problems_answers_and_the_store_are_not_replaced(commands, run, name, place):
    before = Path(place).read_bytes()
    result = run(*commands[name], place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "move it or write elsewhere" in result.stderr
    assert Path(place).read_bytes() == before
