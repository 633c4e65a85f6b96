"""Try many answers of the grammar of tests/cases/typed_drawn, and report what breaks its laws, each failure once.

    python -m benchmarks.fuzz --examples 200000 --seed 1

Exits with 1 if a law is broken.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from tests.cases.typed_drawn.draw import TOPICS, case, judged

PROCESSES = 2
LAWS = ("false full mark", "false partial mark", "right shown as wrong")
REPORTED = (*LAWS, "graded without a meaning")


class Failure(NamedTuple):
    """An answer that breaks a law."""

    fault: str
    shape: tuple[str, ...]
    text: str
    status: str


def run(seed: str, examples: int) -> tuple[Counter[str], list[Failure]]:
    """Return the counts and failures of this many examples."""
    rng = Random(seed)
    counts: Counter[str] = Counter()
    failures = []
    names = list(TOPICS)
    for place in range(examples):
        tried = case(rng, names[place % len(names)])
        finding = judged(tried)
        counts["examples"] += 1
        counts[finding.status] += 1
        if tried.is_right and tried.answer.understood:
            counts["right and in an understood form"] += 1
            counts["of these unreadable"] += finding.status == "unreadable"
        if finding.fault:
            counts[finding.fault] += 1
            failures.append(Failure(finding.fault, tried.shape, tried.answer.text, finding.status))
    return counts, failures


def distinct(failures: Sequence[Failure]) -> Counter[Failure]:
    """Return the shortest example of each kind of failure, with their number; layers added to one are the same kind."""
    kinds: Counter[Failure] = Counter()
    for each in sorted(failures, key=lambda one: (len(one.shape), len(one.text))):
        same = (
            one
            for one in kinds
            if one.fault == each.fault and one.shape[0] == each.shape[0] and {*one.shape} <= {*each.shape}
        )
        kinds[next(same, each)] += 1
    return kinds


def report(counts: Counter[str], failures: Sequence[Failure]) -> None:
    """Print the counts, those of the laws even if they are 0, and a line for each kind of failure."""
    for name, count in counts.most_common():
        print(f"{count:>9,}  {name}")
    for name in REPORTED:
        if not counts[name]:
            print(f"{0:>9}  {name}")
    right = counts["right and in an understood form"]
    print(f"Unreadable of the right answers in an understood form: {counts['of these unreadable'] / max(right, 1):.1%}")
    kinds = distinct(failures)
    for each in sorted(kinds, key=lambda one: (REPORTED.index(one.fault), one.shape[0], -kinds[one])):
        print(f"{each.fault} | {kinds[each]:>5} | {each.status} | {each.text!r} | {' + '.join(each.shape)}")


def main() -> int:
    """Run the examples in two processes, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    start = time.perf_counter()
    shares = [given.examples // PROCESSES + (place < given.examples % PROCESSES) for place in range(PROCESSES)]
    counts: Counter[str] = Counter()
    failures: list[Failure] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for part, found in pool.map(run, [f"{given.seed}.{place}" for place in range(PROCESSES)], shares):
            counts += part
            failures += found
    report(counts, failures)
    print(f"{time.perf_counter() - start:.0f} s")
    return int(any(counts[law] for law in LAWS))


if __name__ == "__main__":
    raise SystemExit(main())
