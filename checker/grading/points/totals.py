"""Totals: the points of one student in an assignment."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from checker.grading.points.lateness import LateCredit
from checker.grading.points.rules import Counted

PLACES: Final = 6
"""Decimals of points: 0.1 + 0.2 is 0.3."""


class Total(NamedTuple):
    """The points of a student, before and after what late work loses; those that wait are not among them."""

    raw_points: float
    points: float
    max_points: float
    late_credit: float
    waiting: int
    """Number of answers that wait for a person."""


def total(cells: Sequence[Counted], late: LateCredit) -> Total:
    """Return the sum of a student's points so far."""
    raw = _sum(cell.points for cell in cells if cell.points is not None)
    most = _sum(cell.max_points for cell in cells)
    waiting = sum(cell.waits for cell in cells)
    return Total(raw, round(raw * late.credit, PLACES), most, late.credit, waiting)


def _sum(points: Iterable[float]) -> float:
    return round(math.fsum(points), PLACES)
