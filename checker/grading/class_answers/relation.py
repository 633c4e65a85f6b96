"""What an answer that nothing known explains has to do with the right one, where that is plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import isfinite, prod
from typing import Any, Final

from checker.answers import Reading, flatten
from checker.diagnosis.flat_values import Value
from checker.diagnosis.wording import named, sentence
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.notation.number import StatedNumber
from checker.questions.parameters import in_file
from checker.questions.variant import Variant

LARGEST: Final = 12
"""The largest numerator or denominator of a fraction that people see."""

SMALL: Final = 100
"""Between numbers below this most fractions are coincidence; these are seen up to SMALLER."""

SMALLER: Final = 4

FEWEST_DIGITS: Final = 3
"""Of a real number, that have to be stated for a comparison."""

COUNTS: Final = (1, 2, 3, 4)
"""How often a product of sizes may be there too often, or be missing."""

MOST_FACTORS: Final = 3

MOST_MISTAKES: Final = 2
"""With three almost any number can be had."""

_RAISED: Final = {1: "", 2: "²", 3: "³"}


def safely(remark: Callable[[], str]) -> str:
    """A remark for the instructor.  A fault of ours in it is told in its place: it must not cost a run its grades."""
    try:
        return remark()
    except Exception as error:  # noqa: BLE001 - nothing that is only said may stop a run
        return f"checker itself has failed here ({type(error).__name__}); please report it"


def relation(marker: Marker, outcome: Outcome) -> str:
    """`it is 1.5 × the right answer`, `it is 768 too small, d_model`; empty where nothing is plain.

    What is said of a formula holds at all the sizes at which it is judged.
    """
    reading = outcome.reading
    if reading is None or reading.refused or isinstance(marker.truth, EncodedValue):
        return ""
    truths = marker.judge.numbers
    if reading.shape != marker.judge.shape:
        return "it has another shape"
    known = [f"it is the step {named(step)}" for step in _steps(marker, reading)][:1]
    known += [f"it is {times} the right answer" for times in _ratio(reading, truths)]
    known = known or list(_difference(marker, reading, truths))
    return "; ".join([*known, *_silenced(outcome, " too" if known else "")])


def _steps(marker: Marker, reading: Reading) -> Iterator[str]:
    """The steps of the worked solution that have this value."""
    for path, (shape, numbers) in _board(marker.question):
        is_other = path != marker.part.step and shape == reading.shape and any(numbers)
        if is_other and all(map(_is_near, reading.numbers, numbers)):
            yield path


@lru_cache(64)
def _board(question: Variant) -> list[tuple[str, Value]]:
    """The steps of the worked solution with their values, the outer ones first; of a formula at all sizes."""
    board = question.board
    return [(path, flatten(board[path].value)) for path in sorted(board, key=lambda path: path.count("."))]


def _ratio(reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """The one small factor between all entries, if there is such."""
    pairs = [(number, truth) for number, truth in zip(reading.numbers, truths, strict=True) if truth or number.value]
    if not pairs or not all(truth for _, truth in pairs):
        return
    number, truth = pairs[0]
    exact = Fraction(number.value) / Fraction(truth)
    ratio = exact if isinstance(truth, int) else exact.limit_denominator(LARGEST)
    most = LARGEST if abs(truth) >= SMALL or not isinstance(truth, int) else SMALLER
    is_small = ratio not in (0, 1) and max(abs(ratio.numerator), ratio.denominator) <= most
    if is_small and all(_is_near(number, ratio * Fraction(truth)) for number, truth in pairs):
        yield _written(ratio)


def _written(ratio: Fraction) -> str:
    """`1.5 ×`, `2/3 of`."""
    if 100 % ratio.denominator == 0:
        return f"{float(ratio):g} ×"
    return f"{ratio} of"


def _difference(marker: Marker, reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """How far a whole number is off, and which step is as large, or of which sizes that is the product."""
    value, half, _ = reading.numbers[0]
    if reading.shape or not marker.judge.whole or not isinstance(value, int) or half >= 1:
        return
    off = abs(value - truths[0])
    steps = (
        path for path, value in _board(marker.question) if _is_whole(value) and value[1] == (off,) and path != TOTAL
    )
    known = [f"as much as the step {named(path)}" for path in steps][:1]
    known = known or [words for words in (_products(marker.part.variant).get(off),) if words]
    yield ", ".join([f"it is {off:,} too {'small' if value < truths[0] else 'large'}", *known])


def _is_whole(value: Value) -> bool:
    """Whether a step is one whole number."""
    return not value[0] and type(value[1][0]) is int


@lru_cache(64)
def _products(variant: Variant) -> dict[int, str]:
    """The numbers that are products of the question's sizes, each in its plainest words."""
    sizes = {in_file(name): value for name, value in variant.arguments.items() if type(value) is int and value > 1}
    found: dict[int, str] = {}
    for factors in range(1, MOST_FACTORS + 1):
        for count in COUNTS:
            for names in combinations_with_replacement(sizes, factors):
                words = [f"{name}{_RAISED[names.count(name)]}" for name in dict.fromkeys(names)]
                number = count * prod([sizes[name] for name in names])
                found.setdefault(number, " × ".join([str(count)] * (count > 1) + words))
    return found


def _silenced(outcome: Outcome, too: str) -> Iterator[str]:
    """Known mistakes that give it, and of which students are not told: so near would many a number be."""
    ways = outcome.diagnosis.ways if outcome.diagnosis else ()
    known = sorted((mistakes for mistakes, slip in ways if mistakes and not slip), key=len)
    if known and len(known[0]) <= MOST_MISTAKES:
        said = " And: ".join(sentence(outcome.marker.part.variant, mistake) for mistake in known[0])
        yield f"known mistakes give it{too}, though that may be chance: “{said.removesuffix('.')}”"


def _is_near(number: StatedNumber, value: Any) -> bool:
    """Whether a value is what was stated, with enough digits to tell."""
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < FEWEST_DIGITS:
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded
