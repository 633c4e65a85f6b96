"""Time reading long write-ups, and grading 1,000 of them with two jobs next to one job."""

from __future__ import annotations

from benchmarks.floors import in_turn
from benchmarks.writeups import ASSIGNMENT, LONG_ROUNDS, class_seconds, course, files, pieces


def figures() -> dict[str, float]:
    """Return the ratios of long write-ups to plain work and to each other, and that of two jobs, on the clock."""
    sheet = course().sheets(ASSIGNMENT)[0]
    with files(sheet) as paths:
        found = in_turn(pieces(paths, sheet)[1], LONG_ROUNDS)
    taken = class_seconds()
    return found | {"1 MB to 100 KB": found["1 MB"] / found["100 KB"], "two jobs to one": taken[2] / taken[1]}
