"""The guard against coincidence: an explanation is given only where the evidence for it is strong.

Among hundreds of runs with mistakes, one is often near a wrong answer by chance.  So an answer has to be much likelier
under an explanation than under `q0`, the distribution of answers of unknown origin.  By Markov's inequality
P(false explanation) ≤ 1/λ for answers that follow q0, if explanations need a Bayes factor of λ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from checker.diagnosis.causes import Cause, is_listed, likeliest_of
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.slips import CALCULATION, IN_ENTRIES, MISCOPIED, OF_THE_PEN
from checker.diagnosis.window import Window, nearest_float
from checker.kinds import Reading
from checker.text.number import digits_of

Story = Literal["mistake", "mistakes", "slip", "slip after a mistake", "near"]
"""The kind of an explanation: one mistake, two, a slip, a slip after a mistake, or a slip that is estimated (in
the arithmetic, in one entry, or in what was copied)."""


class Bars(NamedTuple):
    """The Bayes factors that an explanation needs to be reported as exact, consistent or possible."""

    exact: float
    consistent: float
    possible: float


BARS: Final[Mapping[Story, Bars]] = {
    "mistake": Bars(100, 10, 1.45),
    "mistakes": Bars(300, 60, 1),
    "slip": Bars(100, 10, 1.5),
    "slip after a mistake": Bars(300, 60, 1),
    "near": Bars(math.inf, math.inf, 2),
}
"""A wrong hint costs little where it is a *perhaps* about a common mistake or a slip, and much where it is asserted.

Chosen from curves of true and false explanations by kind.
"""

RANGE: Final = 1e3
"""Factor between the truth and answers of unknown origin that are common."""

FAR: Final = 0.05
"""Density of answers of unknown origin in a decade beyond that range, relative to one within it."""

FINEST: Final = 1e-12
"""Smallest error of an exact real number, relative to the truth."""

EXPONENTS: Final = 5
"""Number of exponents that a factor may have in an answer of unknown origin: -1, 0, 1, 2, and something else."""

SMALLEST: Final = 1e-15
"""Smallest probability under q0, however far away an answer is."""

ENOUGH: Final = 1e12
"""Evidence that outweighs every prior; more is not counted."""

FEW_DIGITS: Final = 4
"""Maximum number of significant digits of answers that a short expression often gives."""

SHORT: Final = 0.25
"""Share of short expressions of the question's numbers among answers of unknown origin."""

PRODUCT: Final = 0.2
"""Share of products of the question's numbers among whole answers of unknown origin."""

ROUND, ROUND_NUMBERS = 0.05, 54
"""Share of round numbers, 1 to 9 times a power of ten, and how many of them are about the truth."""

NARROW: Final = 0.02
"""Maximum width of a window, relative to the answer, for a listed answer; a wider one belongs to a round number."""


def story_of(mistakes: Sequence[object], slip: str | None, detail: str = "") -> Story:
    """Return the kind of an explanation, such as "mistakes" or "slip"; each kind has its own bars.

    A slip that only leaves the answer close to a number is "near"; `detail` names the entries or the step of a slip.
    """
    if slip in {CALCULATION, MISCOPIED} or (detail and slip in IN_ENTRIES):
        return "near"
    if slip:
        return "slip after a mistake" if mistakes else "slip"
    return "mistakes" if len(mistakes) > 1 else "mistake"


def strength(factor: float, story: Story = "mistake") -> str | None:
    """Return how strong an explanation with this Bayes factor is: `exact`, `consistent`, `possible` or None."""
    for name, bar in zip(Bars._fields, BARS[story], strict=True):
        if factor >= bar:
            return name
    return None


class Verdict(NamedTuple):
    """How strongly an answer speaks for its causes against chance: in a word, and as a Bayes factor."""

    strength: str | None
    factor: float = 0.0
    """The Bayes factor against an unknown origin."""


def verdict_on(index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]) -> Verdict:
    """Return how strongly an answer speaks for these causes, compared with an unknown origin."""
    best = likeliest_of(causes)
    if best is None:
        return Verdict(None)
    listed = (cause for cause in causes if is_listed(cause.mistakes, cause.slip)) if index.has_listed else ()
    if listed and any(_is_this_number(reading, window, cause) for cause in listed):
        return Verdict("exact", ENOUGH)
    story = story_of(best.mistakes, best.slip, best.detail)
    # where many known values are near, an answer shows none of them
    mass = best.prior if story == "near" or len(causes) == 1 else mass_of(causes)
    enough = BARS[story].exact / mass
    found = evidence_of(index, reading, window, enough, slips_apart=is_slip_near_truth(best))
    factor = mass * found
    return Verdict(strength(factor, story), factor)


def mass_of(causes: Sequence[Cause]) -> float:
    """Return the probability of an answer before it is seen: the sum over its causes."""
    return sum(cause.prior for cause in causes)


def is_slip_near_truth(cause: Cause) -> bool:
    """Return whether a cause is a slip in writing the right answer down that leaves it close, as a wrong digit."""
    return not cause.mistakes and cause.slip in OF_THE_PEN


def _is_this_number(reading: Reading, window: Window, cause: Cause) -> bool:
    """Return whether an answer is exactly a cause's numbers, or has digits enough to leave hardly another."""
    if all(nearest_float(high) - nearest_float(low) <= NARROW * abs(nearest_float(high)) for low, high in window):
        return True
    pairs = zip(reading.numbers, cause.numbers, strict=True)
    return all(nearest_float(number.value) == nearest_float(value) for number, value in pairs)


def evidence_of(
    index: WrongAnswerIndex,
    reading: Reading,
    window: Window,
    enough: float = ENOUGH,
    *,
    slips_apart: bool = False,
) -> float:
    """Return how much likelier an answer is from a cause that gives it than by chance.

    `slips_apart`: chance does not include slips near the truth.
    """
    varying = index.varying(reading.shape)
    if index.is_coded:
        return float(EXPONENTS ** len(varying))  # small whole exponents, of which few are plausible
    stated = window
    if index.whole:
        stated = [(nearest_float(low), nearest_float(high)) for low, high in window]
        # the bounds of the real numbers that round to a whole one
        window = [(low - 0.5, high + 0.5) if low == high else (low, high) for low, high in stated]
    truths = index.truths if reading.shape == index.shape else ()
    found = evidence(window, truths, varying, index.scale, enough, slips_apart=slips_apart)
    if reading.shape or not varying:
        return found
    ((low, high),) = stated
    guessed = PRODUCT * index.short_expressions.probability_of_product(low) if index.whole and low == high else 0.0
    if len(digits := significant_digits(reading)) <= FEW_DIGITS:
        guessed += SHORT * index.short_expressions.probability(low, high)
        is_fraction = isinstance(reading.numbers[0].value, Fraction)  # exact, but of few digits
        guessed += ROUND / 10 ** len(digits) if is_fraction else ROUND / ROUND_NUMBERS if len(digits) == 1 else 0.0
    return 1 / ((1 - SHORT - ROUND - PRODUCT) / found + guessed)


def significant_digits(reading: Reading) -> str:
    """Return the significant digits of the number in a reading, without zeros at its end.

    Of a fraction, return those of its numerator and its denominator.
    """
    value = reading.numbers[0].value
    if isinstance(value, int):
        text = digits_of(abs(value))
    elif isinstance(value, Fraction):
        return f"{digits_of(value.numerator)}{digits_of(value.denominator)}".strip("-0")
    else:
        text = f"{nearest_float(value):.12g}".partition("e")[0]
    return text.replace(".", "").strip("-0") or "0"


def evidence(  # noqa: PLR0913 - all that decides it
    windows: Window,
    truths: Sequence[float],
    varying: Sequence[int],
    scale: float,
    enough: float = ENOUGH,
    *,
    slips_apart: bool = False,
) -> float:
    """Return how unlikely these numbers are by chance: 1 / their probability, over the entries that are `varying`.

    `truths` are the right numbers (none for an answer of another shape), `scale` is the size of the largest.  Each
    entry can only add evidence, so counting stops at `enough`.
    """
    found = 1.0
    for i in varying:
        if truths:
            size = abs(truths[i]) or scale
            found /= null_probability(*windows[i], truths[i], size, slips_apart=slips_apart)
        else:
            found /= max(_of_any_size(*windows[i], scale), SMALLEST)
        if found >= enough:
            break
    return found


def null_probability(low: float, high: float, truth: float, scale: float, *, slips_apart: bool = False) -> float:
    """Return q0, the probability that a number of unknown origin is between `low` and `high`.

    An equal mix of three: log-uniform over ±3 decades of the truth's size, uniform within ±50% of it, log-uniform in
    the error, as after slips (without that where these are apart).  `scale` is the truth's size, or for a truth of 0
    the size of the numbers next to it.
    """
    log_uniform = _of_any_size(low, high, scale) if truth >= 0 else _of_any_size(-high, -low, scale)
    half = scale / 2
    common = min(high, truth + half) - max(low, truth - half)
    uniform = min(common / scale, 1.0) if common > 0 else 0.0
    if slips_apart:
        return max((log_uniform + uniform) / 3, SMALLEST)
    finest = max((high - low) / 2, scale * FINEST)
    above = _log_share(low - truth, high - truth, finest, scale * RANGE)
    below = _log_share(truth - high, truth - low, finest, scale * RANGE)
    return max((log_uniform + uniform + (above + below) / 2) / 3, SMALLEST)


def _of_any_size(low: float, high: float, scale: float) -> float:
    """Return the log-uniform probability over ±3 decades; beyond them it is low, but distance alone proves nothing."""
    if low > scale * RANGE or 0 < low < high < scale / RANGE:
        return FAR * min(math.log(high / low) / math.log(RANGE**2), 1.0)
    return _log_share(low, high, scale / RANGE, scale * RANGE)


def _log_share(low: float, high: float, smallest: float, largest: float) -> float:
    """Return the part between `low` and `high` of a log-uniform distribution from `smallest` to `largest`."""
    if high <= smallest or low >= largest or smallest >= largest:
        return 0.0
    low, high = max(low, smallest), min(high, largest)
    return math.log(high / low) / math.log(largest / smallest)
