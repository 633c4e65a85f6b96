"""(a) and (e) Problems with parts: the same mistakes act in all parts, which are judged together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from benchmarks.diagnosis.identifiable import states
from benchmarks.diagnosis.nulls import null_answer
from benchmarks.diagnosis.questions import Asked
from benchmarks.diagnosis.recall import MISTAKES, Made, Tally
from benchmarks.diagnosis.stated import DIGITS, reading
from checker.answers import Reading
from checker.diagnosis import Diagnosis, PartAnswer, diagnose_together
from checker.diagnosis.mistaken_runs import MistakenRun

KIND: Final = "parts"

RANDOM: Final = ("near", "log-uniform", "structured")
"""Meaningless answers to all parts at once."""


def judged(parts: Sequence[Asked], answers: Sequence[Reading]) -> list[Diagnosis]:
    """Return the explanations of the wrong answers, in the order of the parts."""
    wrong = [part.is_wrong(answer) for part, answer in zip(parts, answers, strict=True)]
    items = [
        PartAnswer(part.index.step, part.index, answer, not is_wrong)
        for part, answer, is_wrong in zip(parts, answers, wrong, strict=True)
    ]
    return [one for one, is_wrong in zip(diagnose_together(items), wrong, strict=True) if is_wrong]


def recall_in_parts(parts: Sequence[Asked], rng: Random, most: int) -> Tally:
    """Count how mistakes are explained from the answers to all parts, for a bounded number of sets."""
    tally: Tally = Counter()
    traces = parts[0].index.runs
    for count in MISTAKES:
        stage = traces.of_size(count)
        for trace in rng.sample(stage, min(most, len(stage))):
            if any(part.index.step not in trace.values for part in parts):
                continue
            if is_dead(parts, trace):
                tally[KIND, count, None, "dead"] += 1
                continue
            for digits in DIGITS:
                for happened in outcomes(parts, trace, digits):
                    tally[KIND, count, digits, happened] += 1
    return tally


def outcomes(parts: Sequence[Asked], trace: MistakenRun, digits: int | None) -> list[str]:
    """Return the outcome of one set of mistakes in the answers to all parts."""
    answers = [reading(trace.values[part.index.step], digits) for part in parts]
    if not any(part.is_wrong(answer) for part, answer in zip(parts, answers, strict=True)):
        return ["made", "invisible"]
    made = frozenset(trace.mistakes)
    happened = ["made", "visible", *told(judged(parts, answers), made)]
    happened += ["identifiable"] * (len(rivals(parts, answers, max(len(made), 2))) == 1)
    return happened


def told(diagnoses: Sequence[Diagnosis], made: Made) -> list[str]:
    """Compare the explanations of the wrong parts, taken together, with the mistakes made."""
    explained = [one.explanations for one in diagnoses if one.explanations]
    if not explained:
        return ["silent"]
    first = frozenset(mistake for ways in explained for mistake in ways[0].mistakes)
    has_slip = any(ways[0].slip for ways in explained)
    among = [
        frozenset(way.mistakes) for ways in explained for way in ways if not way.slip and made.issuperset(way.mistakes)
    ]
    happened = ["in set"] * (frozenset().union(*among) == made)
    if not has_slip and first <= made:
        happened.append("true")
        if first == made:
            happened.append("first")
    return happened


def is_dead(parts: Sequence[Asked], trace: MistakenRun) -> bool:
    """Return whether some of the mistakes change no part's answer."""
    traces = parts[0].index.runs
    steps = [part.index.step for part in parts]
    values = [trace.values[step] for step in steps]
    for at in range(len(trace.mistakes)):
        fewer = traces.values(trace.mistakes[:at] + trace.mistakes[at + 1 :])
        if [fewer.get(step) for step in steps] == values:
            return True
    return False


def rivals(parts: Sequence[Asked], answers: Sequence[Reading], most: int) -> set[Made]:
    """Return the sets of up to this many mistakes, none idle, that give all these answers."""
    traces = parts[0].index.runs
    by_step = {part.index.step: answer for part, answer in zip(parts, answers, strict=True)}
    return {
        frozenset(trace.mistakes)
        for stage in range(1, most + 1)
        for trace in traces.of_size(stage)
        if all(step in trace.values and _fits(trace.values[step], answer) for step, answer in by_step.items())
        and not is_dead(parts, trace)
    }


def _fits(value: tuple[tuple[int, ...], tuple[object, ...]], answer: Reading) -> bool:
    shape, numbers = value
    return shape == answer.shape and all(map(states, answer.numbers, numbers))


def random_alarms(parts: Sequence[Asked], rng: Random, most: int) -> Counter[tuple[str, str, int | None, str]]:
    """Count how often meaningless answers to all parts are explained in any part."""
    tally: Counter[tuple[str, str, int | None, str]] = Counter()
    for null in RANDOM:
        for _ in range(most):
            values = [null_answer(null, rng, part.index) for part in parts]
            for digits in DIGITS:
                answers = [reading(value, digits) for value in values]
                if not any(part.is_wrong(answer) for part, answer in zip(parts, answers, strict=True)):
                    continue
                strengths = {way.strength for one in judged(parts, answers) for way in one.explanations[:1]}
                tally[KIND, null, digits, "plain asked"] += 1
                strongest = next((each for each in ("exact", "consistent") if each in strengths), "possible")
                tally[KIND, null, digits, f"plain {strongest}"] += bool(strengths)
    return tally
