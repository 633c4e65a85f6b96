"""`forget` names the files that a student handed in, wherever they are: people have to look through them."""

from __future__ import annotations

import contextlib
import zipfile
from pathlib import Path

import pytest

from checker.grading.forget import forget
from checker.grading.run import Options, run
from checker.problems import load_problems

PROBLEM = "id: sum\ntype: numeric\nprompt: Give the sum.\nparameters: {value: 4}\n"
DOCUMENT = "Answer (sum): 4\n"


def zipped(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ada.md", DOCUMENT)
        archive.writestr("bob.md", DOCUMENT)


def copies(folder):
    for name in ("ada.md", "ada.html", "bob.md"):
        folder.joinpath(name).write_text(DOCUMENT)


@pytest.mark.parametrize(
    ("submissions", "left"),
    [("class", ["class/ada.html", "class/ada.md"]), ("class.csv", ["class.csv"]), ("class.zip", ["class.zip"])],
)
def test_the_files_of_a_student_are_named(tmp_path, submissions, left):
    with contextlib.chdir(tmp_path):
        for name in ("problems", "class"):
            Path(name).mkdir()
        Path("problems/sum.yaml").write_text(PROBLEM)
        copies(Path("class"))
        Path("class.csv").write_text("student,sum\nada,4\nbob,5\n")
        zipped("class.zip")
        run(Options(Path(submissions)), load_problems(Path("problems")), None)
        assert list(forget(Path("results"), "ada").left) == left
