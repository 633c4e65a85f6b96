"""What a wrong answer that several students gave may mean (`remarks`): how it relates to the right one, what to write.

The relation is a factor (`1.5 ×`), a difference or a step; the entry for the problem file would explain the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, Final

from checker.diagnosis.breakdown import Products, sizes_of
from checker.diagnosis.values import Value
from checker.diagnosis.wording import named, sentence
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue, SelectedOptions
from checker.kinds import Reading, flatten
from checker.marking.question import Question
from checker.marking.result import Result
from checker.questions.variant import Variant
from checker.text.number import StatedNumber

LOOK: Final = "Look at the problem file: does it ask what you meant?"

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


def remarks(result: Result) -> dict[str, str]:
    """Return what can be said of a wrong answer: a `suggestion` on the key, a `relation`, `where` to list it, `entry`.

    There is no `relation` where `accept` in the problem file gives the answer credit.
    """
    where, entry = _entry(result)
    is_accepted = result.status == "partial" and result.diagnosis is not None and not result.diagnosis.ways
    found = {"suggestion": _suggestion(result), "where": where, "entry": entry}
    return found if is_accepted else found | {"relation": relation(result)}


def relation(result: Result) -> str:
    """Return how a wrong answer relates to the right one: `it is 1.5 × the right answer`; empty if that is unclear."""
    reading, question = result.reading, result.outcome.question
    if reading is None or reading.refused or isinstance(question.truth, EncodedValue):
        return ""
    truths = question.judge.numbers
    if reading.shape != question.judge.shape:
        return "it has another shape"
    found = [f"it is the step {named(step)}" for step in _equal_steps(question, reading)][:1]
    found += [f"it is {times} the right answer" for times in _ratio(reading, truths)]
    found = found or list(_difference(question, reading, truths))
    return "; ".join([*found, *_unreported_mistakes(result, " too" if found else "")])


def _equal_steps(question: Question, reading: Reading) -> Iterator[str]:
    for path, (shape, numbers) in _steps(question.variant):
        is_other = path != question.part.step and shape == reading.shape and any(numbers)
        if is_other and all(map(_is_stated, reading.numbers, numbers)):
            yield path


@lru_cache(64)
def _steps(question: Variant) -> list[tuple[str, Value]]:
    """Return the steps of the worked solution as (path, value), outer ones first; of a formula at all sizes."""
    board = question.board
    return [(path, flatten(board[path].value)) for path in sorted(board, key=lambda path: path.count("."))]


def _ratio(reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield at most one small factor by which all numbers differ from the right ones, such as `1.5 ×` or `1/3 of`."""
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


def _difference(question: Question, reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield by how much a whole number is too small or large, and where that comes from: a step, or sizes."""
    value, half, *_ = reading.numbers[0]
    if reading.shape or not question.judge.whole or not isinstance(value, int) or half >= 1:
        return
    off = abs(value - truths[0])
    steps = (path for path, value in _steps(question.variant) if _is_whole(value, off) and path != TOTAL)
    known = [f"as much as the step {named(path)}" for path in steps][:1]
    known = known or [words for words in (_products(question.part.variant).single([off]).names,) if words]
    yield ", ".join([f"it is {off:,} too {'small' if value < truths[0] else 'large'}", *known])


def _is_whole(value: Value, number: int) -> bool:
    shape, numbers = value
    return not shape and type(numbers[0]) is int and numbers[0] == number


@lru_cache(64)
def _products(variant: Variant) -> Products:
    sizes = {name: size for name, size in sizes_of(variant).items() if size > 1}
    return Products([sizes], MOST_FACTORS, MOST_TIMES)


def _unreported_mistakes(result: Result, too: str) -> Iterator[str]:
    """Yield a sentence on known mistakes that give the answer, perhaps by chance; `too`: " too" after a finding."""
    ways = result.diagnosis.ways if result.diagnosis else ()
    known = sorted((mistakes for mistakes, slip in ways if mistakes and not slip), key=len)
    if known and len(known[0]) <= MOST_NAMED_MISTAKES:
        sentences = " And: ".join(sentence(result.outcome.question.part.variant, mistake) for mistake in known[0])
        yield f"known mistakes give it{too}, but that may be coincidence: “{sentences.removesuffix('.')}”"


def _is_stated(number: StatedNumber, value: Any) -> bool:
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < FEWEST_DIGITS:
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded


def _suggestion(result: Result) -> str:
    explanations = result.diagnosis.explanations if result.diagnosis else ()
    if result.reading and result.reading.refused:
        return f"{result.reading.refused} {LOOK}"
    if result.status == "partial" and result.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many digits it wants?"
    if not (result.diagnosis and result.diagnosis.is_identified):
        known = relation(result)
        if explanations or (result.diagnosis and result.diagnosis.silenced):
            return f"{known or 'no known mistake fits it well enough'}. {LOOK}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {LOOK}"
    mistakes = explanations[0].mistakes
    variant = result.outcome.question.part.variant
    point = variant.menu.get(mistakes[0].point) if len(mistakes) == 1 and not explanations[0].slip else None
    if point and point.is_convention:
        return f"right for anyone who {variant.sentences[mistakes[0].id]}. Declare it, or accept both."
    return f"{' '.join(result.feedback.why)} Is this a common mistake, or does the problem file ask something else?"


def _entry(result: Result) -> tuple[str, str]:
    """Return words for where to list an answer, such as `in size.yaml, part a`, and the line to write there.

    Both are empty where nothing was read, or a whole number was rounded, so that many fit.
    """
    reading, question = result.reading, result.outcome.question
    part = question.part
    if reading is None or (question.judge.whole and any(number.half >= 1 for number in reading.numbers)):
        return "", ""  # it is rounded: many numbers fit it
    where = f"in {question.problem.path.name}" + (f", part {part.id}" if part.id else "")
    given: Any = result.read_as
    if "mistakes" in part.variant.arguments:
        where = f"of the parameters {where}"
        marks = [number.value for number in reading.numbers]
        given = (
            _chosen_options(question.truth, marks)
            if isinstance(question.truth, SelectedOptions)
            else question.kind.to_json(reading)
        )
    return where, f'- {{answer: {json.dumps(given, ensure_ascii=False)}, says: "..."}}'


def _chosen_options(truth: SelectedOptions, marks: Sequence[Any]) -> Any:
    texts = [option for option, mark in zip(truth.options, marks, strict=True) if mark]
    return texts[0] if len(texts) == 1 else texts
