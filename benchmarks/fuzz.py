"""Try many answers of the grammar of tests/cases/typed_drawn, and report what breaks its laws, each failure once.

    python -m benchmarks.fuzz --examples 200000 --seed 1

Exits with 1 if a law is broken.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from tests.cases.typed_drawn.draw import TOPICS, case, judged

PROCESSES = 2
LAWS = ("false full mark", "false partial mark", "right shown as wrong")
REPORTED = (*LAWS, "graded without a meaning")

Failures = dict[tuple[str, tuple[str, ...]], tuple[int, str, str]]
"""Failures by fault and shape: their number, the shortest text, the status."""


def run(seed: str, examples: int) -> tuple[Counter[Any], Failures]:
    """Return the counts and failures of this many examples."""
    rng = Random(seed)
    counts: Counter[Any] = Counter()
    failures: Failures = {}
    names = list(TOPICS)
    for place in range(examples):
        tried = case(rng, names[place % len(names)])
        finding = judged(tried)
        counts["examples"] += 1
        counts[finding.status] += 1
        if tried.is_right and tried.answer.understood:
            counts["right and in an understood form"] += 1
            counts["of these unreadable"] += finding.status == "unreadable"
            counts["of these correct"] += finding.status == "correct"
        if finding.fault:
            counts[finding.fault] += 1
            note(failures, (finding.fault, tried.shape), (1, tried.answer.text, finding.status))
    return counts, failures


def note(failures: Failures, key: tuple[str, tuple[str, ...]], found: tuple[int, str, str]) -> None:
    """Keep the shortest example of each kind of failure."""
    count, text, status = failures.get(key, (0, found[1], found[2]))
    shorter = found if len(found[1]) < len(text) else (0, text, status)
    failures[key] = (count + found[0], *shorter[1:])


def distinct(failures: Failures) -> Failures:
    """Return the failures without those that only add layers to one that fails already."""
    kept: Failures = {}
    for (fault, shape), (count, text, status) in sorted(failures.items(), key=lambda each: len(each[0][1])):
        cause = next(
            (key for key in kept if key[0] == fault and key[1][0] == shape[0] and set(key[1]) <= set(shape)), None
        )
        if cause is None:
            kept[fault, shape] = (count, text, status)
        else:
            kept[cause] = (kept[cause][0] + count, *kept[cause][1:])
    return kept


def report(counts: Counter[Any], failures: Failures) -> None:
    """Print the counts, those of the laws even if they are 0, and a line for each kind of failure."""
    for name, count in counts.most_common():
        print(f"{count:>9,}  {name}")
    for name in REPORTED:
        if not counts[name]:
            print(f"{0:>9}  {name}")
    right = counts["right and in an understood form"]
    print(f"Unreadable of the right answers in an understood form: {counts['of these unreadable'] / max(right, 1):.1%}")

    def rank(each: tuple[tuple[str, tuple[str, ...]], tuple[int, str, str]]) -> tuple[int, str, int]:
        (fault, shape), (count, _, _) = each
        return REPORTED.index(fault), shape[0], -count

    for (fault, shape), (count, text, status) in sorted(failures.items(), key=rank):
        print(f"{fault} | {count:>5} | {status} | {text!r} | {' + '.join(shape)}")


def main() -> int:
    """Run the examples in two processes, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    start = time.perf_counter()
    shares = [given.examples // PROCESSES + (place < given.examples % PROCESSES) for place in range(PROCESSES)]
    counts: Counter[Any] = Counter()
    failures: Failures = {}
    with ProcessPoolExecutor(PROCESSES) as pool:
        for part, found in pool.map(run, [f"{given.seed}.{place}" for place in range(PROCESSES)], shares):
            counts += part
            for key, each in found.items():
                note(failures, key, each)
    report(counts, distinct(failures))
    print(f"{time.perf_counter() - start:.0f} s")
    return int(any(counts[law] for law in LAWS))


if __name__ == "__main__":
    raise SystemExit(main())
