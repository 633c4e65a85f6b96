"""Time checker next to other programs that do part of its work, in turn, in one run.

    python -m benchmarks.peers

prints seconds of the processor.  Math-Verify, nbgrader and pandoc are left out where they are not installed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

from benchmarks.floors import seconds
from checker import check, load_problem

ROOT: Final = Path(__file__).parents[1]
ROUNDS: Final = 3
ANSWERS: Final = 200
STUDENTS: Final = 10

BARE: Final = "import sys, click, yaml; print(yaml.safe_load(open(sys.argv[1]))['id'])"
PROBLEM: Final = ROOT / "problems" / "001" / "encoder-layer.yaml"
SUBMISSIONS: Final = ROOT / "submissions" / "001"

TEST: Final = {"nbgrader": {"grade": True, "grade_id": "q1-test", "locked": True, "points": 1, "schema_version": 3}}
GIVEN: Final = {"nbgrader": {"grade": False, "grade_id": "q1", "locked": False, "schema_version": 3, "solution": True}}


def run(*command: Any, folder: Path = ROOT) -> None:
    """Run a program; what it prints is not kept."""
    subprocess.run([*map(str, command)], cwd=folder, capture_output=True, check=False)


def checker(*words: Any) -> None:
    run(sys.executable, "-m", "checker", *words)


def starts(folder: Path) -> dict[str, Callable[[], object]]:
    """Return ways to start: one wrong answer, and a class with nothing new, with one assignment and with the bank."""
    found: dict[str, Callable[[], object]] = {
        "start: import numpy": lambda: run(sys.executable, "-c", "import numpy"),
        "start: click, and one YAML file": lambda: run(sys.executable, "-c", BARE, PROBLEM),
        "start: checker check, wrong": lambda: checker("check", PROBLEM, "31744"),
    }
    for name in ("problems/001", "problems"):
        words = ("grade", SUBMISSIONS, "--problems", ROOT / name, "--out", folder / name.replace("/", "-"))
        checker(*words)
        found[f"start: checker grade, nothing new, --problems {name}"] = lambda words=words: checker(*words)
    return found


def numbers() -> dict[str, Callable[[], object]]:
    """Return ways to check numbers that are wrong, in a loaded program."""
    given = [f"{27649 + place:,}" for place in range(ANSWERS)]

    def check_all() -> None:
        problem = load_problem(PROBLEM)
        for each in given:
            check(problem, each)

    found: dict[str, Callable[[], object]] = {f"{ANSWERS} numbers: checker, with reasons": check_all}
    if find_spec("math_verify"):
        from math_verify import parse, verify

        right = parse("27,648")
        found[f"{ANSWERS} numbers: Math-Verify (no reasons)"] = lambda: [verify(right, parse(each)) for each in given]
    return found


def documents(folder: Path) -> dict[str, Callable[[], object]]:
    """Return ways to read a Word document."""
    text, word = folder / "1.md", folder / "1.docx"
    text.write_text("# Question 1\n\nSome words about it.\n\nAnswer: 31,744\n" * 20, encoding="utf-8")
    if not (pandoc := shutil.which("pandoc") or _bundled()):
        return {}
    run(pandoc, text, "-o", word)
    return {
        "document: pandoc alone": lambda: run(pandoc, word, "-t", "json"),
        "document: checker read": lambda: checker("read", word, "--problems", ROOT / "problems" / "001"),
    }


def _bundled() -> str | None:
    if not find_spec("pypandoc"):
        return None
    import pypandoc

    return str(pypandoc.get_pandoc_path())


def classes(folder: Path) -> dict[str, Callable[[], object]]:
    """Return ways to grade one number of each student, from the files to the gradebook."""
    mine = folder / "submissions"
    mine.mkdir()
    for place in range(STUDENTS):
        (mine / f"s{place}.yaml").write_text(f"encoder-layer: {27648 + place}\n", encoding="utf-8")
    name, rounds = f"{STUDENTS} students:", count()
    words = ("grade", mine, "--problems", ROOT / "problems" / "001", "--out")
    found: dict[str, Callable[[], object]] = {
        f"{name} checker": lambda: checker(*words, folder / f"results-{next(rounds)}")
    }
    if find_spec("nbgrader"):
        course = _notebooks(folder / "course")

        def grade() -> None:
            for words in (("autograde", "a1", "--force"), ("export",)):
                run(sys.executable, "-m", "nbgrader", *words, folder=course)

        found[f"{name} nbgrader"] = grade
    return found


def _notebooks(course: Path) -> Path:
    cells = [
        {"id": "q1", "cell_type": "code", "metadata": GIVEN, "source": "answer = 0"},
        {"id": "q1-test", "cell_type": "code", "metadata": TEST, "source": "assert answer == 27648"},
    ]
    for cell in cells:
        cell |= {"execution_count": None, "outputs": []}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    paths = [course / "source" / "a1" / "1.ipynb"]
    paths += [course / "submitted" / f"s{place}" / "a1" / "1.ipynb" for place in range(STUDENTS)]
    for place, path in enumerate(paths):
        path.parent.mkdir(parents=True)
        cells[0]["source"] = f"answer = {27647 + place}"
        book = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}
        path.write_text(json.dumps(book), encoding="utf-8")
    (course / "nbgrader_config.py").write_text("", encoding="utf-8")
    run(sys.executable, "-m", "nbgrader", "generate_assignment", "a1", "--create", folder=course)
    return course


def main() -> None:
    """Run all in turn, and print the least time of each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pieces = starts(folder) | numbers() | documents(folder) | classes(folder)
        taken = [{each: seconds(do) for each, do in pieces.items()} for _ in range(ROUNDS)]
    for each in pieces:
        print(f"{each:60}{min(run[each] for run in taken):8.3f} s")


if __name__ == "__main__":
    main()
