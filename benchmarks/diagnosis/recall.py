"""(a) Recall: mistakes that were made should be explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from benchmarks.diagnosis.identifiable import is_identifiable, is_slip_of_the_pen
from benchmarks.diagnosis.questions import Asked, no_guard
from benchmarks.diagnosis.stated import reading
from checker.diagnosis import diagnose
from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistaken_runs import MistakenRun
from checker.diagnosis.mistakes import Mistake

MISTAKES: Final = (1, 2, 3)

Made = frozenset[Mistake]
Tally = Counter[tuple[str, int, int | None, str]]
"""Counts by (kind, number of mistakes, stated digits, outcome)."""


def recall(asked: Asked, rng: Random, most: int) -> Tally:
    """Count how mistakes are explained, for a bounded number of evenly drawn sets."""
    tally: Tally = Counter()
    for count in MISTAKES[: 2 if asked.index.is_coded else 3]:  # three are not tried on a few small exponents
        traces = asked.index.runs.of_size(count)
        for trace in rng.sample(traces, min(most, len(traces))):
            if not asked.index.is_minimal(trace):
                tally[asked.kind, count, None, "dead"] += 1
                continue
            for digits in asked.digits:
                for happened in outcomes(asked, trace, digits):
                    tally[asked.kind, count, digits, happened] += 1
    return tally


def outcomes(asked: Asked, trace: MistakenRun, digits: int | None) -> list[str]:
    """Return the outcome of one set of mistakes, stated like this."""
    index = asked.index
    answer = reading(trace.values[index.step], digits, is_coded=index.is_coded)
    if not asked.is_wrong(answer):
        return ["made", "invisible"]
    made = frozenset(trace.mistakes)
    count = len(made)
    happened = ["made", "visible", *told(diagnose(index, answer).explanations, made)]
    apart = is_apart(asked, trace, digits)
    happened += ["identifiable"] * apart
    if count == 1 and is_identifiable(asked.rivals(answer.shape, 2), answer, made, 1):
        happened.append("identifiable alone")
    with no_guard():
        unguarded = told(diagnose(index, answer).explanations, made)
    happened += [f"{outcome}, no guard" for outcome in unguarded]
    if apart and "first" not in unguarded:
        happened.append("broken")
    return happened


def told(explanations: Sequence[Explanation], made: Made) -> list[str]:
    """Compare the report with the mistakes made."""
    ways = [(frozenset(one.mistakes), one.slip) for one in explanations]
    if not ways:
        return ["silent"]
    happened = ["in set"] * ((made, None) in ways)
    first, slip = ways[0]
    if slip is None and first <= made:
        happened.append("true")
        if first == made:
            happened.append("first")
    return happened


def is_apart(asked: Asked, trace: MistakenRun, digits: int | None) -> bool:
    """Return whether nothing else gives the answer, with up to two deviations or as many as were made."""
    shape, _ = value = trace.values[asked.index.step]
    answer = reading(value, digits, is_coded=asked.index.is_coded)
    made = frozenset(trace.mistakes)
    if len(made) < 3:  # noqa: PLR2004 - the third stage is on demand
        return is_identifiable(asked.rivals(shape, 2), answer, made, 2)
    if asked.rivals(shape, 2).near(answer, 2) or is_slip_of_the_pen(asked.index, answer):
        return False
    return is_identifiable(asked.rivals(shape, 3), answer, made, 3)
