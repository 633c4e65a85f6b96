"""(f) Curves for the bars: true and false explanations of each kind, by their Bayes factor.

Students make one mistake or two, a slip in writing or in the arithmetic, or both.  Other answers mean nothing or come
from a mistake that the catalogue lacks.  Every answer counts at the factor of its likeliest explanation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from benchmarks.diagnosis.nulls import RANDOM, null_answer
from benchmarks.diagnosis.questions import Asked, asked, without
from benchmarks.diagnosis.stated import reading
from checker.diagnosis.coincidence import story_of
from checker.diagnosis.diagnose import causes_of
from checker.diagnosis.flat_values import Value
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.window import window_of

STEPS: Final = (1, 1.5, 2, 3, 6, 10, 20, 30, 60, 100, 200, 300, 1_000, 10_000)
"""Bayes factors at which the curves are counted."""

MEANINGLESS: Final = [null for null in RANDOM if null != "digit slip"]
"""Answers that mean nothing: one digit that is wrong is a slip."""

MOST_SIGNIFICANT: Final = 6
"""Digits to which real numbers are written before a slip in one of them."""

Tally = Counter[tuple[str, str, float]]
"""Counts by (kind of explanation, `true`, `false` or `made`, Bayes factor)."""

Student = tuple[Asked, Mistakes | None, bool, Value]
"""The question, the mistakes (None where the answer means nothing), whether a slip was made, and the answer."""


def curves(question: Asked, rng: Random, most: int) -> Tally:
    """Count the explanations of students of every kind that reach each Bayes factor."""
    tally: Tally = Counter()
    if question.index.is_coded:
        return tally
    for known, mistakes, has_slip, value in _students(question, rng, most):
        digits = rng.choice(question.digits)
        answer = reading(value, digits)
        if not question.is_wrong(answer):
            continue
        is_made = mistakes is not None
        if mistakes is not None:
            tally[_kind(mistakes, has_slip=has_slip), "made", 0] += 1
        else:
            tally["all", "meaningless", 0] += 1
        causes, verdict = causes_of(known.index, answer, window_of(answer, whole=known.index.whole))
        if not causes:
            continue
        best = max(causes, key=lambda cause: cause.prior)
        is_true = is_made and set(best.mistakes) == set(mistakes or ()) and bool(best.slip) == has_slip
        if is_made and not is_true:
            continue  # another known reason, which may be as true of this answer
        what = "true" if is_true else "false"
        for step in STEPS:
            if verdict.factor >= step:
                tally[story_of(best.mistakes, best.slip, best.detail), what, step] += 1
    return tally


def _kind(mistakes: Mistakes, *, has_slip: bool) -> str:
    """Return the kind of what was made; a slip in a digit may also be told as one in the arithmetic."""
    return story_of(mistakes, "sign" if has_slip else None)


def _students(question: Asked, rng: Random, most: int) -> Iterator[Student]:
    index = question.index
    runs = {count: [run for run in index.runs.of_size(count) if index.is_minimal(run)] for count in (1, 2)}
    for count in (1, 2):
        weights = [run.prior for run in runs[count]]
        for run in rng.choices(runs[count], weights, k=most) if runs[count] else ():
            yield question, run.mistakes, False, run.values[index.step]
    for _ in range(most):
        yield question, (), True, _with_slip((index.shape, index.numbers), rng)
    for run in rng.choices(runs[1], [run.prior for run in runs[1]], k=most) if runs[1] else ():
        if run.values[index.step][0] == index.shape:
            yield question, run.mistakes, True, _with_slip(run.values[index.step], rng)
    for null in MEANINGLESS:
        for _ in range(most // 2):
            yield question, None, False, null_answer(null, rng, index)
    yield from _held_out(question, rng, most)


def _held_out(question: Asked, rng: Random, most: int) -> Iterator[Student]:
    """Yield answers with a mistake that is not in the catalogue, where no known one gives the same."""
    variant, step = question.index.variant, question.index.step
    name = rng.choice(sorted(variant.menu)) if variant.menu else ""
    found = [
        run
        for run in question.index.runs.of_size(1)
        if run.mistakes[0].point == name and question.index.is_minimal(run)
    ]
    if not found:
        return
    poorer = asked(without(variant, name))
    for run in rng.sample(found, min(most, len(found))):
        value = run.values[step]
        if not poorer.rivals(value[0], 2).equal(value):
            yield poorer, None, False, value


def _with_slip(value: Value, rng: Random) -> Value:
    """Return an answer with a slip in one of its numbers: digits swapped, dropped, doubled or wrong, or a carry."""
    shape, numbers = value
    place = rng.randrange(len(numbers))
    new = _slipped(numbers[place], rng)
    return shape, (*numbers[:place], new, *numbers[place + 1 :])


def _slipped(number: Any, rng: Random) -> Any:
    whole = isinstance(number, int)
    text = f"{abs(number)}" if whole else f"{abs(number):.{MOST_SIGNIFICANT}g}"
    at = rng.choice([place for place, digit in enumerate(text) if digit.isdigit()])
    digit = text[at]
    kind = rng.choice(("swap", "swap", "drop", "double", "carry", "wrong", "sign"))
    if kind == "sign":
        return -number
    if kind == "swap" and at + 1 < len(text) and text[at + 1].isdigit():
        text = text[:at] + text[at + 1] + digit + text[at + 2 :]
    elif kind == "drop" and len(text) > 1:
        text = text[:at] + text[at + 1 :]
    elif kind == "double":
        text = text[:at] + digit + text[at:]
    else:
        other = rng.choice("0123456789") if kind == "wrong" else f"{(int(digit) + rng.choice((1, 9))) % 10}"
        text = text[:at] + other + text[at + 1 :]
    found = int(text) if whole else float(text)
    return -found if number < 0 else found


def curve_tally(counts: Mapping[tuple[str, str, str, float], int]) -> Tally:
    """Return the counts of all types together."""
    tally: Tally = Counter()
    for (_, *key), count in counts.items():
        tally[tuple(key)] += count  # type: ignore[index]  # of three
    return tally


def curve_rows(tally: Tally) -> list[list[str]]:
    """Return a table: per kind and factor, % of the students who are explained truly / % of other answers explained."""
    meaningless = max(tally["all", "meaningless", 0], 1)
    rows = [["explanation", "students", *(f"≥ {step:,g}" for step in STEPS)]]
    for story in ("mistake", "mistakes", "many mistakes", "slip", "near", "slip after a mistake"):
        made = tally[story, "made", 0]
        if story == "near":
            made = tally["slip", "made", 0] + tally["slip after a mistake", "made", 0]
        cells = []
        for step in STEPS:
            true = f"{100 * tally[story, 'true', step] / made:.0f}" if made else "-"
            cells.append(f"{true} / {100 * tally[story, 'false', step] / meaningless:.2f}")
        rows.append([story, f"{made:,}", *cells])
    return rows
