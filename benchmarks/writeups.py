"""Time reading and grading write-ups.

    python -m benchmarks.writeups [--jobs]

A write-up of seven questions with 36 parts is read: its file, and then the answers in it.  The floor is markdown-it's
parse of the same text in Markdown.  A Word and a PDF file, four pages each, are those of `submissions/`.  `--jobs`
grades a class with one job and with two.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from markdown_it import MarkdownIt

from benchmarks.batch import pool
from benchmarks.floors import in_turn, seconds
from benchmarks.writeup_texts import WRITERS, headings, longer, made_up, markdown
from checker.grading.api import Options, run
from checker.grading.course import Course
from checker.problems import QuestionKey, load_problems
from checker.writeups.formats import formats, read_document
from checker.writeups.read import read_writeup
from checker.writeups.sheets import Sheet

REPOSITORY = Path(__file__).parent.parent
ASSIGNMENT = "encoder-decoder"
"""An assignment with seven questions, of four to six parts each."""
CLASS: Final = "any-course"
"""An assignment with seven questions of one part: its wrong answers are explained in little time."""

OFFICE = {"4 pages .docx": "004/sana.docx", "4 pages .pdf": "004/sana.pdf"}
"""Files of `submissions/`, with the assignment that they answer."""
OFFICE_ASSIGNMENT = "004"

ROUNDS = 4
LONG_ROUNDS = 2
STUDENTS = 1000
RIGHT = 0.6
LENGTHS = 100_000, 1_000_000
HEADINGS = 10_000
GOALS = {
    "3 KB .md": "20 ms",
    "3 KB .html": "20 ms",
    "3 KB .tex": "20 ms",
    "3 KB .ipynb": "20 ms",
    "4 pages .docx": "60 ms",
    "4 pages .pdf": "150 ms",
    "1 MB": "2 s",
    "1 MB to 100 KB": "10 times",
    "1,000 write-ups: one job to two": "1.7 times",
}

Piece = Callable[[], object]


def course() -> Course:
    """Return the bank."""
    return Course(load_problems(REPOSITORY / "problems"))


def parse(text: str) -> None:
    """Parse Markdown with the library alone: the floor."""
    MarkdownIt("commonmark").parse(text)


def read(path: Path, sheet: Sheet) -> None:
    """Read a write-up and the answers in it."""
    read_writeup([read_document(str(path))], [sheet])


@contextmanager
def files(sheet: Sheet) -> Iterator[dict[str, Path]]:
    """Write the write-ups that are read, and yield their files by name."""
    answers = made_up(sheet)
    text = markdown(sheet, answers)
    texts = {f"3 KB {suffix}": (suffix, writer(sheet, answers)) for suffix, writer in WRITERS.items()}
    texts |= {name: (".md", longer(text, length)) for name, length in zip(("100 KB", "1 MB"), LENGTHS, strict=True)}
    texts[f"{HEADINGS:,} headings"] = ".md", headings(HEADINGS)
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for number, (name, (suffix, written)) in enumerate(texts.items()):
            if suffix in formats():
                found[name] = Path(folder) / f"{number}{suffix}"
                found[name].write_text(written, encoding="utf-8")
        yield found


def office(bank: Course) -> dict[str, Piece]:
    """Return the work on a Word and a PDF file."""
    sheet = bank.sheets(OFFICE_ASSIGNMENT)[0]
    return {name: partial(read, REPOSITORY / "submissions" / file, sheet) for name, file in OFFICE.items()}


def pieces(paths: dict[str, Path], sheet: Sheet) -> tuple[dict[str, Piece], dict[str, Piece]]:
    """Return the work on short write-ups, and on long ones."""
    work: dict[str, Piece] = {name: partial(read, path, sheet) for name, path in paths.items()}
    is_short = {name: name.startswith("3 KB") for name in work}
    return tuple({name: do for name, do in work.items() if is_short[name] == short} for short in (True, False))


def figures() -> dict[str, float]:
    """Return the ratios of short write-ups to markdown-it's parse."""
    bank = course()
    sheet = bank.sheets(ASSIGNMENT)[0]
    with files(sheet) as paths:
        short, _ = pieces(paths, sheet)
        short |= office(bank)
        parsing = partial(parse, paths["3 KB .md"].read_text(encoding="utf-8"))
        for do in (*short.values(), parsing):
            do()  # everything is loaded
        costs = in_turn({"markdown-it": parsing, **short}, ROUNDS)
        floor = costs.pop("markdown-it")
    return {name: cost / floor for name, cost in costs.items()}


def make_class(folder: Path, bank: Course, students: int) -> None:
    """Write a class of write-ups in all formats: 60% of the answers are right, the others from pools of wrong ones."""
    sheet = bank.sheets(CLASS)[0]
    random = Random(1)
    columns = bank.assignments[CLASS].columns
    pools = {QuestionKey(each.id, each.part_id): pool(each, random) for each in columns}
    suffixes = [suffix for suffix in WRITERS if suffix in formats()]
    (folder / CLASS).mkdir()
    for student in range(students):
        answers = {
            key: (right if random.random() < RIGHT else random.choice(wrong)).strip('"')
            for key, (right, wrong) in pools.items()
        }
        suffix = suffixes[student % len(suffixes)]
        path = folder / CLASS / f"s{student:05}{suffix}"
        path.write_text(WRITERS[suffix](sheet, answers, student), encoding="utf-8")


def grade(folder: Path, jobs: int) -> float:
    """Return the seconds on the clock that grading a class takes."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as out:
        run(Options(folder, REPOSITORY / "problems", Path(out), jobs=jobs), load_problems(REPOSITORY / "problems"))
    return time.perf_counter() - start


def class_seconds() -> dict[int, float]:
    """Return the seconds of grading a class with one job and with two."""
    with tempfile.TemporaryDirectory() as name:
        make_class(Path(name), course(), STUDENTS)
        return {jobs: grade(Path(name), jobs) for jobs in (2, 1)}


def main() -> None:
    """Print the table."""
    bank = course()
    sheet = bank.sheets(ASSIGNMENT)[0]
    with files(sheet) as paths:
        short, long = pieces(paths, sheet)
        parsing = partial(parse, paths["3 KB .md"].read_text(encoding="utf-8"))
        taken = {}
        work = {"markdown-it's parse of it": parsing, **short, **long, **office(bank)}
        for name, do in work.items():
            do()
            taken[name] = min(seconds(do) for _ in range(ROUNDS if name not in long else LONG_ROUNDS))
    for name, each in taken.items():
        shown(name, f"{1e3 * each:,.1f} ms")
    shown("1 MB to 100 KB", f"{taken['1 MB'] / taken['100 KB']:.1f} times")
    if "--jobs" in sys.argv[1:]:
        both = class_seconds()
        shown("1,000 write-ups: one job to two", f"{both[1] / both[2]:.2f} times")


def shown(name: str, figure: str) -> None:
    """Print a line of the table."""
    goal = f"   goal {GOALS[name]}" if name in GOALS else ""
    print(f"  {name:<36}{figure:>14}{goal}")


if __name__ == "__main__":
    main()
