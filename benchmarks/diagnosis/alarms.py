"""(b) False explanations: of meaningless answers, and of mistakes that are missing from the catalogue."""

from __future__ import annotations

from collections import Counter
from random import Random

from benchmarks.diagnosis.nulls import RANDOM, null_answer
from benchmarks.diagnosis.questions import Asked, asked, no_guard, without
from benchmarks.diagnosis.recall import Made
from benchmarks.diagnosis.stated import reading
from checker.diagnosis import Diagnosis, diagnose
from checker.diagnosis.flat_values import Value
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.slips import WRITING_SLIPS

HELD_OUT = "held out"

Tally = Counter[tuple[str, str, int | None, str]]
"""Counts by (kind, null, stated digits, outcome)."""


def random_alarms(question: Asked, rng: Random, most: int) -> Tally:
    """Count how often meaningless answers are explained."""
    tally: Tally = Counter()
    for null in RANDOM:
        for _ in range(most):
            value = null_answer(null, rng, question.index)
            _count(tally, question, null, value, frozenset())
    return tally


def held_out(question: Asked, rng: Random, points: int, most: int) -> Tally:
    """Count how often a mistake is explained by others, with its choice point taken out of the catalogue."""
    tally: Tally = Counter()
    variant, step = question.index.variant, question.index.step
    names = sorted(variant.menu)
    for name in rng.sample(names, min(points, len(names))):
        poorer = asked(without(variant, name))
        for count in (1, 2):
            traces = [
                trace
                for trace in question.index.runs.of_size(count)
                if any(mistake.point == name for mistake in trace.mistakes) and question.index.is_minimal(trace)
            ]
            for trace in rng.sample(traces, min(most, len(traces))):
                known = frozenset(mistake for mistake in trace.mistakes if mistake.point != name)
                _count(tally, poorer, HELD_OUT, trace.values[step], known)
    return tally


def _count(tally: Tally, question: Asked, null: str, value: Value, made: Made) -> None:
    twin = is_twin(question, value)
    for digits in question.digits:
        answer = reading(value, digits, is_coded=question.index.is_coded)
        if not question.is_wrong(answer):
            continue
        diagnosis = diagnose(question.index, answer)
        with no_guard():
            unguarded = diagnose(question.index, answer)
        where = "twin" if twin else "plain"
        tally[question.kind, null, digits, f"{where} asked"] += 1
        if is_false(diagnosis, made, null):
            tally[question.kind, null, digits, f"{where} {diagnosis.explanations[0].strength}"] += 1
            tally[question.kind, null, digits, f"{where} only a slip"] += not diagnosis.explanations[0].mistakes
        tally[question.kind, null, digits, f"{where} no guard"] += is_false(unguarded, made, null)


def is_false(diagnosis: Diagnosis, made: Made, null: str) -> bool:
    """Return whether the likeliest explanation has a mistake that was not made; a digit slip is a slip."""
    if not diagnosis.explanations:
        return False
    first = diagnosis.explanations[0]
    if first.slip and not (null == "digit slip" and first.slip in WRITING_SLIPS):
        return True
    return not made.issuperset(first.mistakes)


def is_twin(question: Asked, value: Value) -> bool:
    """Return whether known mistakes give exactly this answer, or derived ones: then no method could stay silent."""
    if any(question.rivals(value[0], stage).equal(value) for stage in (2, 3)):
        return True
    window = [(low, low) for low in value[1]] if question.index.is_coded else [_around(number) for number in value[1]]
    index = question.index
    return bool(index.find_derived(value[0], window) or index.find_otherwise(value[0], window))


def _around(number: float) -> tuple[float, float]:
    """Return the numbers that are equal but for noise."""
    return number - NOISE * abs(number), number + NOISE * abs(number)
