"""Explanations for answers that many students share: an obvious relation to the right one, or a deeper search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import isfinite
from typing import Any, Final

from checker.answers import Reading, flatten
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Value
from checker.diagnosis.mistake_effects import sizes_of
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.products import Products
from checker.diagnosis.students import are_of_different_points
from checker.diagnosis.window import fits, window_of
from checker.diagnosis.wording import named, sentence
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.grading.grader.graded_source import FAILED
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.notation.number import StatedNumber
from checker.questions.variant import Variant

LARGEST: Final = 12
"""Largest numerator or denominator of a fraction that people notice."""

SMALL_NUMBER: Final = 100
LARGEST_OF_SMALL: Final = 4
"""The same for whole numbers below SMALL_NUMBER, between which most fractions are coincidence."""

FEWEST_DIGITS: Final = 3
"""Minimum number of stated digits of a real number for a comparison."""

MOST_TIMES: Final = 4
MOST_FACTORS: Final = 3
"""Limits of the products of sizes that a difference is compared with; with more, most numbers are some product."""

MOST_NAMED_MISTAKES: Final = 2
"""Maximum number of mistakes that are named; three together give almost any number."""


def safely(remark: Callable[[], str]) -> str:
    """Return what a function says about an answer, or that it failed: such a remark must not cost a run its grades."""
    try:
        return remark()
    except Exception as error:  # noqa: BLE001 - nothing that is only a remark may stop a run
        return FAILED.format(type(error).__name__)


def relation(marker: Marker, outcome: Outcome) -> str:
    """Return `it is 1.5 × the right answer` or `it is 768 too small, d_model`; an empty text if nothing is obvious.

    A relation of formulas holds at all the sizes at which they are compared.
    """
    reading = outcome.reading
    if reading is None or reading.refused or isinstance(marker.target.truth, EncodedValue):
        return ""
    truths = marker.target.judge.numbers
    if reading.shape != marker.target.judge.shape:
        return "it has another shape"
    found = [f"it is the step {named(step)}" for step in _equal_steps(marker, reading)][:1]
    found += [f"it is {times} the right answer" for times in _ratio(reading, truths)]
    found = found or list(_difference(marker, reading, truths))
    return "; ".join([*found, *_unreported_mistakes(marker, outcome, " too" if found else "")])


def _equal_steps(marker: Marker, reading: Reading) -> Iterator[str]:
    """Yield the steps of the worked solution that have the value of the answer."""
    for path, (shape, numbers) in _steps(marker.target.question):
        is_other = path != marker.part.step and shape == reading.shape and any(numbers)
        if is_other and all(map(_is_stated, reading.numbers, numbers)):
            yield path


@lru_cache(64)
def _steps(question: Variant) -> list[tuple[str, Value]]:
    """Return the steps of the worked solution with their values, outer ones first; of a formula at all sizes."""
    board = question.board
    return [(path, flatten(board[path].value)) for path in sorted(board, key=lambda path: path.count("."))]


def _ratio(reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield the small factor between all entries and the truth, if there is one."""
    pairs = [(number, truth) for number, truth in zip(reading.numbers, truths, strict=True) if truth or number.value]
    if not pairs or not all(truth for _, truth in pairs):
        return
    number, truth = pairs[0]
    exact = Fraction(number.value) / Fraction(truth)
    ratio = exact if isinstance(truth, int) else exact.limit_denominator(LARGEST)
    largest = LARGEST if abs(truth) >= SMALL_NUMBER or not isinstance(truth, int) else LARGEST_OF_SMALL
    is_small = ratio not in (0, 1) and max(abs(ratio.numerator), ratio.denominator) <= largest
    if is_small and all(_is_stated(number, ratio * Fraction(truth)) for number, truth in pairs):
        yield f"{float(ratio):g} ×" if 100 % ratio.denominator == 0 else f"{ratio} of"


def _difference(marker: Marker, reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield the difference of a whole number, with a step of that size, or else the product of sizes that it is."""
    value, half, _ = reading.numbers[0]
    if reading.shape or not marker.target.judge.whole or not isinstance(value, int) or half >= 1:
        return
    off = abs(value - truths[0])
    steps = (path for path, value in _steps(marker.target.question) if _is_whole(value, off) and path != TOTAL)
    known = [f"as much as the step {named(path)}" for path in steps][:1]
    known = known or [words for words in (_products(marker.part.variant).single([off]).names,) if words]
    yield ", ".join([f"it is {off:,} too {'small' if value < truths[0] else 'large'}", *known])


def _is_whole(value: Value, number: int) -> bool:
    """Return whether a step is this one whole number."""
    shape, numbers = value
    return not shape and type(numbers[0]) is int and numbers[0] == number


@lru_cache(64)
def _products(variant: Variant) -> Products:
    """Return the products of a question's sizes."""
    sizes = {name: size for name, size in sizes_of(variant).items() if size > 1}
    return Products([sizes], MOST_FACTORS, MOST_TIMES)


def _unreported_mistakes(marker: Marker, outcome: Outcome, too: str) -> Iterator[str]:
    """Yield known mistakes that give the answer, and are not reported to students since they may be coincidence."""
    ways = outcome.diagnosis.ways if outcome.diagnosis else ()
    known = sorted((mistakes for mistakes, slip in ways if mistakes and not slip), key=len)
    if known and len(known[0]) <= MOST_NAMED_MISTAKES:
        sentences = " And: ".join(sentence(marker.part.variant, mistake) for mistake in known[0])
        yield f"known mistakes give it{too}, but that may be coincidence: “{sentences.removesuffix('.')}”"


def _is_stated(number: StatedNumber, value: Any) -> bool:
    """Return whether a value is the number that was stated, with enough digits to be sure."""
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < FEWEST_DIGITS:
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded


FEWEST_STUDENTS: Final = 5
"""Minimum number of students who share an answer that is looked into."""

MAX_SETS: Final = 4_000
MAX_WORK: Final = 2_000_000
"""Maximum number of sets of mistakes, and of values of steps: a count and not a time, the same on every machine."""

IN_THREES: Final = 14
"""Number of the likeliest mistakes of which three are combined."""


def hypothesis(marker: Marker, outcome: Outcome) -> str:
    """Return the likeliest set of mistakes that gives an unexplained answer, as sentences; empty if none is found."""
    index, reading = marker.target.index, outcome.reading
    if reading is None or reading.refused or not marker.part.answer_kind.is_of_numbers:
        return ""
    is_rounded = index.whole and any(number.half >= 1 for number in reading.numbers)  # many numbers fit it
    if is_rounded or reading.shape != index.shape or (outcome.diagnosis and outcome.diagnosis.ways):
        return ""
    most = min(MAX_SETS, MAX_WORK // max(index.runs.work_per_student, 1))
    sets = sorted(_sets([cause for cause in index.slip_starts if cause.mistakes]), key=lambda each: -each[1])[:most]
    mistakes = [each for each, _ in sets]
    window = window_of(reading, whole=index.is_count)
    for each, value in zip(mistakes, index.runs.run_replaced(mistakes, index.step, _unchanged), strict=True):
        if value and value[0] == reading.shape and fits(value[1], window):
            return " And: ".join(sentence(marker.part.variant, mistake) for mistake in each)
    return ""


def _unchanged(_: str, value: Any) -> Any:
    return value


def _sets(singles: Sequence[Cause]) -> Iterator[tuple[Mistakes, float]]:
    """Yield sets of mistakes that no index has, with their relative priors."""
    ranked = sorted(singles, key=lambda cause: -cause.prior)
    anywhere = [cause for cause in ranked if not cause.mistakes[0].scope][:IN_THREES]
    pairs = (pair for pair in combinations(ranked, 2) if any(cause.mistakes[0].scope for cause in pair))
    for causes in (*pairs, *combinations(anywhere, 3)):
        mistakes = tuple(cause.mistakes[0] for cause in causes)
        if are_of_different_points(mistakes):
            yield mistakes, math.prod(cause.prior for cause in causes)
