"""Shares, computed from counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from typing import Final

from benchmarks.diagnosis.calibration import Tally
from benchmarks.diagnosis.measure import Found

SINGLE: Final = ("number", "matrix", "order")
"""Kinds of questions with a single answer."""


def recalled(found: Found, kinds: Collection[str], counts: Collection[int], digits: int | None, what: str) -> int:
    """Count the sets of this many mistakes, stated like this, with this outcome."""
    return sum(
        number
        for (_, kind, count, stated, happened), number in found.recall.items()
        if kind in kinds and count in counts and stated == digits and happened == what
    )


def recall_share(found: Found, kinds: Collection[str], count: int, digits: int | None, what: str) -> float:
    """Return the share of visible sets of mistakes with this outcome; for invisible ones, the share of all."""
    whole = "made" if what == "invisible" else "visible"
    return share(recalled(found, kinds, [count], digits, what), recalled(found, kinds, [count], digits, whole))


def alarmed(found: Found, kinds: Collection[str], null: str, digits: Collection[int | None], what: str) -> int:
    """Count the meaningless answers, stated like this, with this outcome."""
    return sum(
        number
        for (_, kind, each, stated, happened), number in found.alarms.items()
        if kind in kinds and each == null and stated in digits and happened == what
    )


def alarm_share(
    found: Found, kinds: Collection[str], null: str, digits: Collection[int | None], strengths: Collection[str]
) -> float:
    """Return the share of answers falsely explained at these strengths, twins of known answers left out."""
    false = sum(alarmed(found, kinds, null, digits, f"plain {strength}") for strength in strengths)
    return share(false, alarmed(found, kinds, null, digits, "plain asked"))


def calibrated(found: Found) -> Tally:
    """Add up the shares of these types, bin by bin."""
    tally: Tally = Counter()
    for (_, place, what), count in found.shares.items():
        tally[place, what] += count
    return tally


def apart(found: Found, what: str) -> float:
    """Return the share of the bank's visible single mistakes that the parts tell apart."""
    counted = sum(count for (_, each), count in found.apart.items() if each == what)
    return share(counted, sum(count for (_, each), count in found.apart.items() if each == "seen"))


def share(part: float, whole: float) -> float:
    """Return the ratio, or NaN if the whole is 0."""
    return part / whole if whole else math.nan
