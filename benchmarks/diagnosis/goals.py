"""The goals, next to what was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from benchmarks.diagnosis.calibration import expected_error
from benchmarks.diagnosis.figures import (
    SINGLE,
    alarm_share,
    apart,
    calibrated,
    recall_share,
    recalled,
    share,
)
from benchmarks.diagnosis.latency import middle
from benchmarks.diagnosis.measure import Found
from benchmarks.diagnosis.stated import DIGITS

BOTH: Final = ("exact", "consistent")
PARTS: Final = ("parts", "bank")


class Goal(NamedTuple):
    """A goal: a lower or upper bound, and what was measured."""

    name: str
    bound: float
    is_least: bool
    measured: float
    unit: str = "%"
    ceiling: float = math.nan
    """The best that any method could reach, if known."""

    @property
    def is_met(self) -> bool:
        """Return whether the measurement is within the bound."""
        return self.measured >= self.bound if self.is_least else self.measured <= self.bound

    def shown(self, value: float) -> str:
        """Return a value of this row as text."""
        if math.isnan(value):
            return "-"
        return f"{100 * value:.2f}%" if self.unit == "%" else f"{value:.3g}{self.unit}"

    @property
    def goal(self) -> str:
        """Return the bound in words."""
        bound = f"{100 * self.bound:g}%" if self.unit == "%" else f"{self.bound:g}{self.unit}"
        return f"{'≥' if self.is_least else '≤'} {bound}"


def goals(found: Found) -> list[Goal]:
    """Return every goal with the measurement of these types; of several stated digits the worst counts."""
    rows = [
        _recall(found, "one mistake, exact: in the reported set", 1.0, (SINGLE, 1, None)),
        _recall(found, "two mistakes, exact: in the set", 0.95, (SINGLE, 2, None)),
        _recall(found, "one mistake, 4 digits: in the set", 0.95, (SINGLE, 1, 4)),
        _recall(found, "parts: one mistake, exact: in the set", 1.0, (PARTS, 1, None)),
        _recall(found, "parts: two mistakes, exact: in the set", 0.95, (PARTS, 2, None)),
        _recall(found, "parts: one mistake, 4 digits: in the set", 0.95, (PARTS, 1, 4)),
        Goal("top-1 on identifiable mistakes, guard off", 1.0, is_least=True, measured=_invariant(found)),
    ]
    bounds = {"near": 0.005, "log-uniform": 0.005, "digit slip": 0.005, "structured": 0.01, "held out": 0.05}
    for null, bound in bounds.items():
        words = {"structured": " (twins apart)", "held out": " of the catalogue (twins apart)"}.get(null, "")
        worst = _worst([alarm_share(found, SINGLE, null, [digits], ["exact"]) for digits in DIGITS])
        rows.append(Goal(f"false, strength exact: {null}{words}", bound, is_least=False, measured=worst))
    rows += [
        Goal("false: random matrices", 0.001, is_least=False, measured=_random(found, ["matrix"])),
        Goal("false: random answers to all parts of a question", 0.001, is_least=False, measured=_random(found, PARTS)),
        Goal("bank: single mistakes told apart by parts", 0.95, is_least=True, measured=apart(found, "merged")),
        Goal("calibration of the share (ECE)", 0.03, False, expected_error(calibrated(found)), ""),
    ]
    return rows + _latency(found)


def _recall(found: Found, name: str, bound: float, put_in: tuple[Sequence[str], int, int | None]) -> Goal:
    measured = recall_share(found, *put_in, "in set")
    ceiling = recall_share(found, *put_in, "in set, no guard") if put_in[0] == SINGLE else math.nan
    return Goal(name, bound, is_least=True, measured=measured, ceiling=ceiling)


def _invariant(found: Found) -> float:
    """Check that without the guard the only explanation comes first."""
    broken = sum(recalled(found, SINGLE, (1, 2, 3), digits, "broken") for digits in DIGITS)
    return 1 - share(broken, sum(recalled(found, SINGLE, (1, 2, 3), digits, "identifiable") for digits in DIGITS))


def _random(found: Found, kinds: Sequence[str]) -> float:
    """Return the share falsely explained at either strength, of answers near the truth and anywhere."""
    each = [alarm_share(found, kinds, null, DIGITS, BOTH) for null in ("near", "log-uniform")]
    return _worst(each)


def _latency(found: Found) -> list[Goal]:
    looked = [seconds for one in found.latency for seconds in (*one.explained, *one.unexplained)]
    two, three = [one.two for one in found.latency], [one.three for one in found.latency]
    return [
        Goal("look-up of a wrong answer, p50", 50.0, False, 1e6 * middle(looked), " µs"),
        Goal("index to two mistakes, slowest type", 50.0, False, 1e3 * max(two, default=math.nan), " ms"),
        Goal("third stage on demand, slowest type", 1.0, False, max(three, default=math.nan), " s"),
    ]


def _worst(values: Sequence[float]) -> float:
    return max((value for value in values if not math.isnan(value)), default=math.nan)
