"""Explains one wrong answer: which edits give it, if chance does not explain it as well.

The common edits are looked up first, the rarer ones where these say little.  Of several causes that mean the same, one
is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Final

from checker.diagnosis.coincidence import strength_of
from checker.diagnosis.edits import names_the_unit, typed, with_written_unit
from checker.diagnosis.explanation import (
    Cause,
    Diagnosis,
    Difference,
    Explanation,
    Ways,
    without_false_zeros,
)
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import value_with
from checker.diagnosis.slips import FACTOR_TWO, FROM_THE_VALUE, MISCOPIED, UNIT
from checker.diagnosis.values import Window, are_equal, rounded_to_zeros, window_of
from checker.kinds import Reading, flatten
from checker.solvers.resized import ResizedVariants
from checker.solvers.variant import Variant

_UNSURE: Final = (None, "possible")
"""Strengths beside which slips that depend on the digits are tried."""

MAX_EXPLANATIONS: Final = 16
"""Maximum number of explanations of one answer."""

_NO_RANK: Final = 3
"""The rank of a slip that yields to no cause with the same numbers."""


def diagnose(index: WrongAnswerIndex, reading: Reading) -> Diagnosis:
    """Return the explanations of a wrong answer to the step of `index`; there may be none."""
    causes, strength = _causes_of(index, reading, window_of(reading, whole=index.is_count))
    if strength is None and not index.whole and (rounded := rounded_to_zeros(reading)):
        others, found = _causes_of(index, rounded, window_of(rounded, whole=False))
        if found not in _UNSURE or all(each.is_single for each in others):
            causes, strength = others, found
    ways = _ways_of(causes)
    if strength is None:
        return Diagnosis(silenced=bool(ways), ways=ways)
    explanations = [_explanation(index, cause, strength, share) for cause, share in ranked(causes)]
    return Diagnosis(tuple(explanations), ways=ways)


def _causes_of(index: WrongAnswerIndex, reading: Reading, window: Window) -> tuple[list[Cause], str | None]:
    """Return the edits that give an answer, and how strongly it speaks for them.

    Pairs and slips that need further runs are tried where nothing else explains the answer.
    """
    shape = reading.shape
    causes = index.find(shape, window)
    if not any(cause.is_single for cause in causes):
        causes = [*causes, *index.find(shape, window, "two")]
    if reading.unit and index.unit:
        causes = [*with_written_unit(index, reading, window, causes)]
    causes = without_false_zeros(causes, reading.numbers, index.scale)
    strength = strength_of(index, reading, window, causes)
    is_unsure, best = strength in _UNSURE, max(causes, key=attrgetter("prior"), default=None)
    says_little = best and (len(best.mistakes) + bool(best.slip) > 1 or best.slip == FACTOR_TWO)
    if (is_unsure or says_little) and not index.is_coded:
        more = index.find(shape, window, "otherwise")
        if is_unsure:
            more += [*typed(index, reading), *index.find(shape, window, "miscopied")]
        if more:
            causes = without_false_zeros([*causes, *more], reading.numbers, index.scale)
            strength = strength_of(index, reading, window, causes)
    return _merged(index, causes), strength


def every_way(index: WrongAnswerIndex, reading: Reading, diagnosis: Diagnosis) -> Ways:
    """Return all sets of mistakes and slips that give an answer, also unlikely ones, since each may earn credit."""
    return (*diagnosis.ways, *_ways_of(typed(index, reading)))


def _ways_of(causes: Iterable[Cause]) -> Ways:
    """Return the mistakes and slips of the causes that are not only estimated, each pair a way that may earn credit."""
    known = (cause for cause in causes if not cause.is_estimated)
    return tuple([way for cause in known for way in ((cause.mistakes, cause.slip), *cause.also)])


def _explanation(index: WrongAnswerIndex, cause: Cause, strength: str, share: float) -> Explanation:
    mistakes = cause.mistakes
    if cause.is_listed:  # it acts at the end only; one that means the same shows where
        mistakes = next((same for same, slip in cause.also if same and not slip), mistakes)
    values, right = index.runs.values(mistakes), index.runs.truth
    changed = (step for step in index.preceding_steps if step in values and values[step] != right[step])
    step = next(filter(index.is_on_the_way, changed), None) if mistakes else None
    difference = Difference(step, values[step], right[step]) if step else None
    return Explanation(strength, share, cause.mistakes, cause.slip, cause.detail, difference)


def ranked(causes: Sequence[Cause]) -> list[tuple[Cause, float]]:
    """Return the causes to report with their shares of all: those that the author lists first, then likeliest first.

    There is one for each set of mistakes and slip, however many ways that slip has.  Shares that are equal when rounded
    to 9 decimals keep their order.
    """
    found: dict[Any, Cause] = {}
    for cause in causes:
        key = (cause.mistakes, cause.slip, cause.detail)
        known = found.get(key)
        found[key] = cause if known is None else known._replace(prior=known.prior + cause.prior)
    mass = sum([cause.prior for cause in causes])
    order = sorted(found.values(), key=lambda each: (not each.is_listed, -round(each.prior / mass, 9)))
    return [(cause, cause.prior / mass) for cause in order[:MAX_EXPLANATIONS]]


def _merged(index: WrongAnswerIndex, causes: Sequence[Cause]) -> list[Cause]:
    """Return the causes without those that give the same numbers as one that says more.

    Its prior goes to that one, which keeps it as a way to the answer, for credit.
    """
    kept = dict(enumerate(causes))
    for at, less in enumerate(causes):
        better = [place for place, more in kept.items() if place != at and _says_more(index, more, less)]
        if better:
            best = max(better, key=lambda place: kept[place].prior)
            more = kept[best]
            ways = (*more.also, (less.mistakes, less.slip), *kept[at].also)
            kept[best] = more._replace(prior=more.prior + kept[at].prior, also=ways)
            del kept[at]
    return list(kept.values())


def _says_more(index: WrongAnswerIndex, more: Cause, less: Cause) -> bool:
    """Return whether a cause says more of why than another one with the same numbers.

    What the author lists says more than what follows from the formula, a mistake more than a slip of value or a step,
    and "your number is in A; give it in mA" more than "the factor 1000 is left out".
    """
    if len(more.numbers) != len(less.numbers) or not are_equal(more.numbers, less.numbers):
        return False
    if _is_conversion(index, more, less) or names_the_unit(more, less):
        return True
    if more.is_listed and less.is_single and not less.is_listed:
        return _mean_the_same(index.variant, index.step, more, less)
    return not _is_conversion(index, less, more) and _rank(more) < _rank(less) < _NO_RANK


def _rank(cause: Cause) -> int:
    """Return the place of a cause among those that say more of why, from 0; _NO_RANK if it yields to none of them."""
    slip, count = cause.slip, len(cause.mistakes)
    if slip is None:
        return 0 if count == 1 else 1
    if slip == "repeated" and not count:
        return 1
    if slip in FROM_THE_VALUE or slip == "intermediate":
        return 2 if count or slip == FACTOR_TWO else 1
    return 2 if slip == MISCOPIED else _NO_RANK


def _is_conversion(index: WrongAnswerIndex, unit: Cause, other: Cause) -> bool:
    """Return whether a cause names the unit of a number, of which another one leaves out a factor of a formula."""
    is_unit = index.is_of_a_formula and unit.slip == UNIT and not unit.mistakes
    return is_unit and other.is_single and other.mistakes[0].option == "left_out"


def _mean_the_same(variant: Variant, step: str, listed: Cause, other: Cause) -> bool:
    """Return whether a mistake is the same as one that the author lists: also at other sizes, where these are known.

    Equal values at one size are not enough there: 2 + 2 and 2 · 2 are both 4.
    """
    if isinstance(variant, ResizedVariants) or not variant.listed:
        return True
    values = dict(variant.listed.at_sizes).get(listed.mistakes[0].option, ())[1:]
    found = (value_with(resized, step, other.mistakes) for resized in variant.listed.resized_variants)
    return not values or all(
        each is not None and are_equal((value,), flatten(each)[1]) for value, each in zip(values, found, strict=True)
    )
