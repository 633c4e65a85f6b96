"""Time first wrong answers, when nothing is known about a question yet, and later ones.

    python -m benchmarks.first [--types | --bank] [--jobs 2] [NAME ...]

Every question type with drawn parameters, and every problem of the bank; with names only those whose name or type
contains one of them.  Each is measured in a process that has never seen it, in time of the processor.  Each row has the
worst of these, in ms:

    first  a new question's first wrong answer, with its index: one that no mistake explains, one that a mistake does
    part   the first wrong answer to another part of it
    later  a wrong answer that is new, to a part that has had one
    all    a new combination of wrong answers to its parts, each of which is known
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.first_table import COLUMNS, Costs, Measured, Task, summary, table
from benchmarks.floors import FLOOR, ratios, seconds, work
from benchmarks.wrong import wrong_answers
from checker import load_problem
from checker.marking.mark import mark
from checker.marking.parts import Questions
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import Problem
from checker.problems.load import problem_files
from checker.solvers.registry import solver, topics

BANK: Final = Path(__file__).parent.parent / "problems"
TYPE: Final = re.compile(r"^type: (\w+)", re.MULTILINE)
WRONG: Final = 3
"""Number of wrong answers of each sort for a part."""

QUICK: Final = 10
"""Choice points of questions that are marked beforehand, to load the modules that marking needs."""

COMBINATIONS: Final = 4
ORDERS: Final = (True, False)
"""Orders of the answers: forwards and backwards, see Task."""

LARGE: Final = ("resnet-50", "vgg-16", "small-bert")
"""Problems that represent the large ones of the bank."""

ROUNDS: Final = 2


def measure(task: Task) -> Costs | None:
    """Measure a problem, in a process that has not seen it; None where no part has wrong answers that are diagnosed."""
    seen = load_problem(task.path)
    lists = {}
    for part in seen.parts:
        wrong = wrong_answers(part, WRONG)
        texts = [*wrong.unexplained, *wrong.explained] if task.is_forwards else [*wrong.explained, *wrong.unexplained]
        if texts:
            lists[part.id] = texts
    if not lists:
        return None
    menus = [part.variant.menu.values() for part in seen.parts]
    options = max(sum(len(point.wrong) for point in menu) for menu in menus)
    return Costs(task, seen.type, max(map(len, menus)), options, _costs(load_problem(task.path), lists, task))


def _costs(problem: Problem, lists: Mapping[str | None, Sequence[str]], task: Task) -> dict[str, list[float]]:
    """Return the seconds of each answer, by column."""
    costs: dict[str, list[float]] = {column: [] for column in COLUMNS}
    parts = list(lists) if task.is_forwards else list(lists)[::-1]
    start = time.process_time()
    together = Questions(problem)
    _explain(lists[parts[0]][0], together[parts[0]])
    costs["first"].append(time.process_time() - start)
    costs["part"] += [seconds(_explain, lists[part][0], together[part]) for part in parts[1:]]
    for part in parts:
        costs["later"] += [seconds(_explain, text, together[part]) for text in lists[part][1:]]
    if len(parts) > 1 and task.is_forwards:
        costs["all"] += [seconds(_explain_all, each, together) for each in _combinations(lists)]
    return costs


def _explain(text: str, question: Question) -> None:
    """Do everything for one answer."""
    told(mark(text, question), "full")


def _explain_all(given: Mapping[str | None, str], questions: Questions) -> None:
    """Do everything for the answers to all parts."""
    for outcome in questions.mark(given).values():
        told(outcome, "full")


def _combinations(lists: Mapping[str | None, Sequence[str]]) -> Iterator[dict[str | None, str]]:
    """Yield combinations of answers to all parts, each time others."""
    for turn in range(COMBINATIONS):
        yield {part: texts[(turn + at * (turn % 2)) % len(texts)] for at, (part, texts) in enumerate(lists.items())}


def drawn(folder: Path, names: Sequence[str], seed: str) -> Iterator[Path]:
    """Yield a problem of each type with drawn parameters."""
    for name in names:
        file = {
            "id": name.replace("_", "-"),
            "type": name,
            "prompt": "?",
            "parameters": solver(name).draw(Random(f"{seed} {name}")),
        }
        path = folder / f"{name}.yaml"
        path.write_text(json.dumps(file), encoding="utf-8")
        yield path


def warm(folder: Path) -> None:
    """Load what marking needs: import each type, and mark the small ones with parameters that are not measured."""
    folder.mkdir()
    for path in drawn(folder, list(topics()), "warm"):
        problem = load_problem(path)
        part = problem.parts[0]
        if len(part.variant.menu) < QUICK:
            wrong = wrong_answers(part, 1)
            together = Questions(problem)
            for text in [*wrong.explained, *wrong.unexplained]:
                _explain(text, together[None])


def tasks(folder: Path, given: argparse.Namespace) -> Iterator[Task]:
    """Yield what to measure: each problem in both orders."""
    wanted = []
    if not given.bank:
        wanted += [(path, True) for path in drawn(folder, list(topics()), "new") if _is_meant(path.stem, given.names)]
    if not given.types:
        for path in problem_files(BANK):
            (type_,) = TYPE.findall(path.read_text(encoding="utf-8"))
            if _is_meant(f"{path.stem} {type_}", given.names):
                wanted.append((path, False))
    for path, is_drawn in wanted:
        for is_forwards in ORDERS:
            yield Task(path, is_drawn, is_forwards)


def _is_meant(text: str, names: Sequence[str]) -> bool:
    return not names or any(name in text for name in names)


def run(given: argparse.Namespace) -> list[Measured]:
    """Return the measured problems; each order runs in a process of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        warm(folder / "warm")
        wanted = list(tasks(folder, given))
        gc.collect()
        gc.freeze()
        orders: dict[Path, list[Costs]] = {}
        with multiprocessing.get_context("fork").Pool(given.jobs, maxtasksperchild=1) as pool:
            for each in filter(None, pool.imap_unordered(measure, wanted)):
                orders.setdefault(each.task.path, []).append(each)
    return [Measured(each) for each in orders.values()]


SUMMED: Final = {
    "first": "the first wrong answer to",
    "part": "the first wrong answer to another part of",
    "later": "a later wrong answer to",
    "all": "wrong answers to all parts of",
}
"""Columns that are summed over the large problems."""


def figures() -> dict[str, float]:
    """Return the ratios: all types together, and some large problems of the bank."""
    types = argparse.Namespace(bank=False, types=True, jobs=1, names=())
    large = argparse.Namespace(bank=True, types=False, jobs=1, names=LARGE)
    runs = []
    for _ in range(ROUNDS):
        taken = {FLOOR: min(seconds(work) for _ in range(ROUNDS))}
        of_types, of_bank = run(types), run(large)
        taken["the first wrong answer to all types"] = sum(each.worst["first"] for each in of_types)
        for column, name in SUMMED.items():
            taken[f"{name} large problems"] = sum(each.worst[column] for each in of_bank)
        runs.append(taken)
    return ratios(runs)


def main() -> None:
    """Print the table and how many meet their goals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", action="store_true", help="only the question types")
    parser.add_argument("--bank", action="store_true", help="only the problems of the bank")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time (default 2)")
    parser.add_argument("names", nargs="*")
    start = time.perf_counter()
    found = run(parser.parse_args())
    print(table(found))
    print(f"\n{'missed goals are marked with !':60}{time.perf_counter() - start:.0f} s in all\n")
    print(summary(found))


if __name__ == "__main__":
    main()
