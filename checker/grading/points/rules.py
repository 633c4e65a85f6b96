"""Rules of grading: what the points of one answer count for, under `drop`, `full_for_all` or `bonus`."""

from __future__ import annotations

from typing import NamedTuple

from checker.problems import Rule


class Counted(NamedTuple):
    """The points of an answer as they count, and the maximum that they are out of."""

    points: float | None
    """None where nothing counts, and where a person has to decide."""
    max_points: float
    waits: bool = False
    """A person has to decide."""


def counted(points: float | None, max_points: float | None, rule: Rule | None, *, handed_in: bool) -> Counted:
    """Return how points count.

    `points` is None where a person has to decide, `max_points` where it is not known because the problem's file is in
    error.  `handed_in` says whether the student handed anything in for the assignment.
    """
    most = max_points or 0.0
    if rule == "drop":
        return Counted(None, 0.0)
    if rule == "full_for_all" and not handed_in:
        return Counted(0.0, most)
    if rule == "full_for_all":
        return Counted(max_points, most, waits=max_points is None)
    return Counted(points, 0.0 if rule == "bonus" else most, waits=points is None)
