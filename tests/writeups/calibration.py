"""Measure the confidence of what is read: `python -m tests.writeups.calibration`.

Of answers that are right, how many were read right among those that are called so-and-so sure, by writer.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.writeups.battery import BATTERIES, COURSES, cases, grader_of, problems_of

EDGES = (0.99, 0.97, 0.95, 0.9, 0.8, 0.6, 0.0)
"""The lower ends of the bins of confidence."""


def bin_of(confidence: float) -> float:
    """Return the lower end of the bin of a confidence."""
    return next(edge for edge in EDGES if confidence >= edge)


def readings(name: str) -> Iterator[tuple[float, bool]]:
    """Yield the confidence in each right answer of a battery that has a candidate, and whether it was read right."""
    for case in cases(name):
        yield from grader_of(problems_of(name)).confidences(case)


def main() -> None:
    """Print the curve of each battery, and of all together."""
    names = sys.argv[1:] or [
        *sorted(each.name for each in COURSES.iterdir()),
        *sorted(map(_stem, BATTERIES.glob("*.jsonl"))),
    ]
    total: Counter[tuple[float, bool]] = Counter()
    for name in names:
        counts = Counter((bin_of(confidence), is_right) for confidence, is_right in readings(name))
        total += counts
        show(name, counts)
    show("all", total)


def show(name: str, counts: Counter[tuple[float, bool]]) -> None:
    """Write the curve of a battery in one line."""
    sys.stdout.write(" ".join([f"{name:24}", *(_cell(counts, edge) for edge in EDGES)]) + "\n")


def _stem(path: Path) -> str:
    return path.stem


def _cell(counts: Counter[tuple[float, bool]], edge: float) -> str:
    right, wrong = counts[edge, True], counts[edge, False]
    share = f"{right / (right + wrong):.3f}" if right + wrong else "-"
    return f"{edge:.2f}: {share:>5} of {right + wrong:<5}"


if __name__ == "__main__":
    main()
