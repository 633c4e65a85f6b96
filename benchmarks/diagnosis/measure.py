"""All measurements, task by task, on all processors, with the same numbers in each run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmarks.diagnosis import alarms, bank, parts
from benchmarks.diagnosis.calibration import calibration
from benchmarks.diagnosis.curves import curves
from benchmarks.diagnosis.halves import half_of, seed, types
from benchmarks.diagnosis.latency import Latency, latency
from benchmarks.diagnosis.questions import asked, in_parts, variant_of
from benchmarks.diagnosis.recall import recall


class Size(NamedTuple):
    """The amount to measure."""

    draws: int
    """Parameter sets for each type."""
    sets: int
    """Sets of one, two and three mistakes for each question."""
    random: int
    """Random answers for each null and question."""
    points: int
    """Choice points of each question that are held out."""
    students: int
    """Students for each question, for the calibration."""
    every: int
    """One problem of the bank in this many is measured."""
    times: int
    """Number of times each index is built and timed."""


FULL = Size(draws=1, sets=40, random=40, points=2, students=200, every=3, times=2)
QUICK = Size(draws=1, sets=15, random=15, points=1, students=60, every=10, times=1)


class Task(NamedTuple):
    """One question, or one problem of the bank."""

    half: str
    """The half whose draws are used; the other half never sees them."""
    type: str
    number: int
    problem: str
    size: Size


@dataclass
class Found:
    """Counts, by the names of their columns."""

    recall: Counter[tuple[str, str, int, int | None, str]] = field(default_factory=Counter)
    """By type, kind, number of mistakes, stated digits and outcome."""
    alarms: Counter[tuple[str, str, str, int | None, str]] = field(default_factory=Counter)
    """By type, kind, null, stated digits and outcome."""
    shares: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    """By type, bin of the share and sum."""
    apart: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Counts of the bank's mistakes, by type."""
    curves: Counter[tuple[str, str, str, float]] = field(default_factory=Counter)
    """By type, kind of explanation, `true`, `false` or `made`, and Bayes factor."""
    latency: list[Latency] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Merge two measurements."""
        self.recall.update(other.recall)
        self.alarms.update(other.alarms)
        self.shares.update(other.shares)
        self.apart.update(other.apart)
        self.curves.update(other.curves)

    def of(self, names: Iterable[str]) -> Found:
        """Keep these types only."""
        wanted = frozenset(names)

        def kept(tally: Mapping[Any, int]) -> Counter[Any]:
            return Counter({key: count for key, count in tally.items() if key[0] in wanted})

        latencies = [one for one in self.latency if one.type in wanted]
        counts = (self.recall, self.alarms, self.shares, self.apart, self.curves)
        return Found(*map(kept, counts), latencies)


def tasks(half: str, names: Iterable[str], size: Size) -> Iterator[Task]:
    """Return a task for every question of these types, and for every problem of the bank."""
    wanted = set(names)
    for name in sorted(wanted):
        for number in range(size.draws):
            yield Task(half, name, number, "", size)
    asked_for = [problem for problem in bank.problems().values() if problem.type in wanted]
    for problem in sorted(asked_for, key=lambda problem: problem.id)[:: size.every]:
        yield Task(half, problem.type, 0, problem.id, size)


def measure(half: str, size: Size, names: Iterable[str] = (), processes: int | None = None) -> Found:
    """Measure these types: the reporting half's draws for all types, the tuning half's for its types only."""
    chosen = list(names) or [name for name in types() if half == "report" or half_of(name) == half]
    found = Found()
    with ProcessPoolExecutor(processes) as pool:
        for one in pool.map(_measured, list(tasks(half, chosen, size))):
            found.add(one)
    found.latency = [latency(half, name, size.times) for name in chosen]
    return found


def _measured(task: Task) -> Found:
    recalled, alarmed, shared, apart, curved = (
        Counter({(task.type, *key): count for key, count in tally.items()})
        for tally in (_problem(task) if task.problem else _question(task))
    )
    return Found(recalled, alarmed, shared, apart, curved)


def _question(task: Task) -> tuple[Counter[Any], ...]:
    half, name, number, _, size = task

    def drawn(what: str) -> Any:
        return seed(half, name, f"{what} {number}")

    variant = variant_of(half, name, number)
    question = asked(variant)
    recalled: Counter[Any] = recall(question, drawn("recall"), size.sets)
    alarmed: Counter[Any] = alarms.held_out(question, drawn("held out"), size.points, size.sets // 6)
    if not question.index.is_coded:
        alarmed += alarms.random_alarms(question, drawn("random"), size.random)
    if several := in_parts(variant):
        recalled += parts.recall_in_parts(several, drawn("parts"), size.sets // 4)
        alarmed += parts.random_alarms(several, drawn("random parts"), size.random // 10)
    shares = calibration(question, drawn("calibration"), size.students)
    return recalled, alarmed, shares, Counter(), curves(question, drawn("curves"), size.sets)


def _problem(task: Task) -> tuple[Counter[Any], ...]:
    problem = bank.problems()[task.problem]
    students = bank.students(problem, seed(task.half, problem.id, "students"), task.size.sets // 3)
    random = bank.random_alarms(problem, seed(task.half, problem.id, "random"), task.size.random // 5)
    apart = Counter({(what,): count for what, count in bank.told_apart(problem).items()})
    return students, random, Counter(), apart, Counter()
