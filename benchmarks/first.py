"""First wrong answers: what one costs where nothing is known yet, and what a later one costs.

    python -m benchmarks.first [--types | --bank] [--jobs 2] [NAME ...]

Every question type with drawn parameters, and every problem of the bank; with names only those whose name or type
contains one of them.  Ctrl+C shows what has been measured.  Each is measured in a process that has never seen it, in
time of the processor.  Each row has the worst of these, in ms:

    first  a new question's first wrong answer, with the markers: one that no mistake explains, one that a mistake does
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
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from benchmarks.floors import FLOOR, ratios, seconds, work
from benchmarks.wrong import wrong_answers
from checker import load_problem
from checker.problem import Problem
from checker.problem.find import problem_files
from checker.solvers import solver, topics
from checker.together import Together

BANK: Final = Path(__file__).parent.parent / "problems"
TYPE: Final = re.compile(r"^type: (\w+)", re.MULTILINE)
WRONG: Final = 3
"""Wrong answers of each sort to a part."""

QUICK: Final = 10
"""Choice points of questions that are marked beforehand, to load what marking needs."""

COMBINATIONS: Final = 4
ORDERS: Final = (True, False)
"""Forwards and backwards: see Task."""

SMALL: Final = 60
"""Choice points up to which a new variant has the lower goal."""

LARGE: Final = ("resnet-50", "vgg-16", "small-bert")
"""Problems of the bank that stand for its large ones."""

ROUNDS: Final = 2

COLUMNS: Final = ("first", "part", "later", "all")
OF_BANK: Final = {"first": 1.0, "part": 1.0, "later": 0.02, "all": 0.05}
"""The goals of the bank's problems: seconds."""


class Task(NamedTuple):
    """A problem file to measure.

    Forwards unexplained answers come first, and combinations last; backwards the last part and explained answers come
    first.
    """

    path: Path
    is_drawn: bool
    is_forwards: bool


class Costs(NamedTuple):
    """What the wrong answers to a problem cost, in one order: seconds by column."""

    task: Task
    type: str
    points: int
    options: int
    seconds: Mapping[str, Sequence[float]]


class Measured:
    """What the wrong answers to a problem cost, in both orders."""

    def __init__(self, orders: Sequence[Costs]) -> None:
        self.task, self.type, self.points, self.options, _ = orders[0]
        self.name = self.task.path.stem
        self.worst = {
            column: max(taken)
            for column in COLUMNS
            if (taken := [each for order in orders for each in order.seconds[column]])
        }
        self.firsts = {order.task.is_forwards: order.seconds["first"][0] for order in orders}

    @property
    def goals(self) -> Mapping[str, float]:
        """Return the goal of each column: a drawn question has one for its first answer, by its choice points."""
        if self.task.is_drawn:
            return {"first": 0.01 if self.points <= SMALL else 1.0}
        return OF_BANK

    @property
    def missed(self) -> list[str]:
        """Return the columns whose goal is missed."""
        return [column for column, goal in self.goals.items() if self.worst.get(column, 0) > goal]


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
    together = Together(problem)
    together.markers[parts[0]].mark(lists[parts[0]][0])
    costs["first"].append(time.process_time() - start)
    costs["part"] += [seconds(together.markers[part].mark, lists[part][0]) for part in parts[1:]]
    for part in parts:
        costs["later"] += [seconds(together.markers[part].mark, text) for text in lists[part][1:]]
    if len(parts) > 1 and task.is_forwards:
        costs["all"] += [seconds(together.mark, each) for each in _combinations(lists)]
    return costs


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
    """Import all that marking needs: load each type, and mark the small ones, with parameters that are not measured."""
    folder.mkdir()
    for path in drawn(folder, list(topics()), "warm"):
        problem = load_problem(path)
        part = problem.parts[0]
        if len(part.variant.menu) < QUICK:
            wrong = wrong_answers(part, 1)
            together = Together(problem)
            for text in [*wrong.explained, *wrong.unexplained]:
                together.markers[None].mark(text)


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
    return (Task(path, is_drawn, is_forwards) for path, is_drawn in wanted for is_forwards in ORDERS)


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
        found: dict[Path, list[Costs]] = {}
        with multiprocessing.get_context("fork").Pool(given.jobs, maxtasksperchild=1) as pool:
            try:
                for done, each in enumerate(pool.imap_unordered(measure, wanted), 1):
                    if each:
                        found.setdefault(each.task.path, []).append(each)
                        _show_progress(done, len(wanted), each)
            except KeyboardInterrupt:  # what has been measured is shown
                pool.terminate()
    return [Measured(orders) for orders in found.values() if len(orders) == len(ORDERS)]


def figures() -> dict[str, float]:
    """Return the ratios: all types together, and some large problems of the bank."""
    types = argparse.Namespace(bank=False, types=True, jobs=1, names=())
    large = argparse.Namespace(bank=True, types=False, jobs=1, names=LARGE)
    runs = []
    for _ in range(ROUNDS):
        taken = {FLOOR: min(seconds(work) for _ in range(ROUNDS))}
        of_types, of_bank = run(types), run(large)
        taken["first wrong answers to all types"] = sum(each.worst["first"] for each in of_types)
        for column, name in zip(COLUMNS, ("a first", "another part's first", "a later", "all"), strict=True):
            taken[f"{name} wrong answers to large problems"] = sum(each.worst[column] for each in of_bank)
        runs.append(taken)
    return ratios(runs)


def _show_progress(done: int, count: int, last: Costs) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{count} {last.task.path.stem:50.50}", end="\r", file=sys.stderr, flush=True)


def table(found: Sequence[Measured]) -> str:
    """Return the table, slowest first; `!` stands beside what misses its goal."""
    lines = [
        f"{'ms':36}{'points':>7}{'options':>8}{'unexpl.':>10}{'explained':>10}"
        + "".join(f"{column:>11}" for column in COLUMNS)
    ]
    for each in sorted(found, key=lambda one: -max(one.worst.values())):
        name = each.name if each.task.is_drawn else f"  {each.name}"
        cells = "".join(_cell(each, column) for column in COLUMNS)
        unexplained, explained = 1e3 * each.firsts[True], 1e3 * each.firsts[False]
        lines.append(f"{name:36.36}{each.points:>7}{each.options:>8}{unexplained:>10.1f}{explained:>10.1f}{cells}")
    return "\n".join(lines)


def _cell(each: Measured, column: str) -> str:
    if column not in each.worst:
        return f"{'-':>10} "
    return f"{1e3 * each.worst[column]:>10.1f}{'!' if column in each.missed else ' '}"


def summary(found: Sequence[Measured]) -> str:
    """Return how many meet each goal, and the worst."""
    lines = []
    groups = {
        f"types, up to {SMALL} choice points": [each for each in found if each.task.is_drawn and each.points <= SMALL],
        f"types, over {SMALL} choice points": [each for each in found if each.task.is_drawn and each.points > SMALL],
        "problems of the bank": [each for each in found if not each.task.is_drawn],
    }
    for name, group in groups.items():
        for column, goal in group[0].goals.items() if group else ():
            asked = [each for each in group if column in each.worst]
            met = sum(column not in each.missed for each in asked)
            worst = max(asked, key=lambda each: each.worst[column], default=None)
            if worst:
                slowest = f"slowest {1e3 * worst.worst[column]:,.1f} ms ({worst.name})"
                lines.append(f"{name:32}{column:6} goal {1e3 * goal:>6,.0f} ms  {met:>3} of {len(asked):>3}  {slowest}")
    return "\n".join(lines)


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
