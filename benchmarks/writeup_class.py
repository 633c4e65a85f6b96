"""Time grading 1,000 write-ups with two jobs, next to one job."""

from __future__ import annotations

from benchmarks.writeups import class_seconds


def figures() -> dict[str, float]:
    """Return the time with two jobs as a ratio to that with one, on the clock."""
    taken = class_seconds()
    return {"two jobs to one": taken[2] / taken[1]}
