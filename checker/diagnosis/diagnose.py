"""Which known mistakes give this answer, how sure that is, and where it first departs from the solution."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from checker.answers import Reading, StatedNumber
from checker.diagnosis import coincidence, slips
from checker.diagnosis.index import MOST_SLIPPED, Cause, Way, Window, WrongAnswerIndex
from checker.diagnosis.mistaken_runs import THIRD
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.redundant_slips import in_the_words_of_the_author, is_listed, without_doubles

ROUNDING: Final = 1e-9
"""Two computations of the same number may differ by this, relative to its size."""

ALONE: Final = 0.8
"""An explanation that holds this share of the mass stands alone in the message; below it the tie is told."""

FINE: Final = 0.02
"""An answer whose digits leave more open than this part of it names no listed answer, unless it is the very same."""

MOST: Final = 12
"""At most so many explanations of one answer are reported, likeliest first."""


Ways = tuple[Way, ...]
"""Ways to an answer."""


class Difference(NamedTuple):
    """The first step that differs."""

    step: str
    yours: Any
    expected: Any


class Explanation(NamedTuple):
    """One way to this answer.

    `share`: its part of all known ways; `of`: the step or part that a slip took, or the units of a slip of units;
    `since`: the parts that it follows from, by their ids; `again`: the parts whose mistakes are made here once more.
    What went wrong there is told there.
    """

    strength: str
    share: float
    mistakes: tuple[Mistake, ...]
    slip: str | None
    of: str
    first_difference: Difference | None
    since: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


class Diagnosis(NamedTuple):
    """The explanations of an answer, likeliest first.  Several: the answer cannot tell them apart.  None: unexplained.

    An answer that the author has listed is explained by that first.

    `silenced`: known mistakes are near, but so near would many a number be.
    """

    explanations: tuple[Explanation, ...] = ()
    silenced: bool = False
    ways: Ways = ()
    """The known ways to the answer, told or not."""
    is_stopped: bool = False
    """Whether nothing was found before the search came to its bounds: see `work`."""

    def below_full(self) -> Diagnosis:
        """Return what may be told below full feedback: nothing from which the truth follows without a mistake."""
        return self._without([each for each in self.explanations if _confirms(each)])

    def without_earlier(self) -> Diagnosis:
        """Return it without what follows from earlier answers, with nothing new gone wrong."""
        return self._without([each for each in self.explanations if each.since and not (each.mistakes or each.slip)])

    def _without(self, left_out: Sequence[Explanation]) -> Diagnosis:
        """Return it without some explanations; the others share their part."""
        if not left_out:
            return self
        rest = 1 - sum(each.share for each in left_out)
        told = [each for each in self.explanations if each not in left_out]
        return self._replace(explanations=tuple(each._replace(share=each.share / rest) for each in told))

    @property
    def is_tie(self) -> bool:
        """Whether the likeliest explanation is too weak to stand alone."""
        return len(self.explanations) > 1 and self.explanations[0].share < ALONE


def _confirms(explanation: Explanation) -> bool:
    """Return whether it is a slip on the truth itself that can be undone."""
    is_alone = not (explanation.mistakes or explanation.since or explanation.again)
    return is_alone and explanation.slip in slips.CONFIRMING


def diagnose(index: WrongAnswerIndex, reading: Reading) -> Diagnosis:
    """Explain a wrong answer to the index's step."""
    window = window_of(index, reading)
    causes, strength = causes_of(index, reading, window)
    if strength is None:
        return Diagnosis(silenced=bool(causes), ways=ways_of(causes), is_stopped=not causes and is_cut(index))
    mass = sum(cause.prior for cause in causes)
    likeliest = sorted(_merged(causes), key=lambda cause: (not is_listed(cause), -cause.prior))[:MOST]
    told = tuple(_explanation(index, cause, strength, cause.prior / mass) for cause in likeliest)
    return Diagnosis(told, ways=ways_of(causes))


def causes_of(index: WrongAnswerIndex, reading: Reading, window: Window) -> tuple[list[Cause], str | None]:
    """What may have led to an answer, and how strongly it speaks for that.

    Stage by stage: slips of the pen, and three mistakes, are tried where nothing else fits.
    """
    causes = index.find(reading.shape, window, 2)
    if reading.unit and index.unit:
        from checker.diagnosis.written_unit import with_written_unit  # here, because few answers have a unit

        causes = with_written_unit(index, reading, window, causes)
    if not any(number.value for number in reading.numbers):  # a 0 states no digit of another number
        zeros = (cause for cause in causes if cause.slip not in slips.SCALING)
        causes = [cause for cause in zeros if all(abs(each) <= ROUNDING * index.scale for each in cause.numbers)]
    strength = _strength(index, reading, window, causes)
    if strength is None and not index.is_coded:
        causes = [*causes, *_slips_of_the_pen(index, reading)]
        if not causes and _has_third(index):
            causes = index.find(reading.shape, window, THIRD)
        strength = _strength(index, reading, window, causes)
    return in_the_words_of_the_author(index, without_doubles(causes)), strength


def _has_third(index: WrongAnswerIndex) -> bool:
    """Whether three mistakes are looked for: those that nobody named would explain anything."""
    return not index.is_coded and index.traces.variant.solver.named == 1


def is_cut(index: WrongAnswerIndex) -> bool:
    """Whether there is more to look at than the bounds of a search allow."""
    return index.is_cut(2) or (_has_third(index) and index.is_cut(THIRD))


def every_way(index: WrongAnswerIndex, reading: Reading, diagnosis: Diagnosis) -> Ways:
    """Every known way, slips of the pen too: `diagnose` looks for them only where nothing is likely, an estimate."""
    return (*diagnosis.ways, *ways_of(_slips_of_the_pen(index, reading)))


def ways_of(causes: Iterable[Cause]) -> Ways:
    """The causes, as a Diagnosis keeps them for the credit."""
    return tuple(way for cause in causes for way in ((cause.mistakes, cause.slip), *cause.also))


def _explanation(index: WrongAnswerIndex, cause: Cause, strength: str, share: float) -> Explanation:
    mistakes = cause.mistakes
    if is_listed(cause):  # it acts at the end only; the derived mistake that means the same knows where
        mistakes = next((same for same, slip in cause.also if same and not slip), mistakes)
    difference = first_difference(index, mistakes) if mistakes else None
    return Explanation(strength, share, cause.mistakes, cause.slip, cause.of, difference)


def _strength(index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]) -> str | None:
    """How strongly the answer speaks for these causes, against being any other wrong answer."""
    if not causes:
        return None
    if index.has_listed and any(is_listed(cause) and _is_stated(reading, window, cause) for cause in causes):
        return "exact"
    mass = sum(cause.prior for cause in causes)
    return coincidence.strength(mass * evidence(index, reading, window, coincidence.EXACT / mass))


def evidence(index: WrongAnswerIndex, reading: Reading, window: Window, enough: float = coincidence.ENOUGH) -> float:
    """How much likelier an answer is from causes that give it than from an unknown origin."""
    if index.is_coded:
        return coincidence.evidence_of_code(index.varying(reading.shape))
    if index.whole:
        window = [_widened(_float(low), _float(high)) for low, high in window]
    truths = index.truths if reading.shape == index.shape else ()
    return coincidence.evidence(window, truths, index.varying(reading.shape), index.scale, enough)


def _is_stated(reading: Reading, window: Window, cause: Cause) -> bool:
    """Whether the answer says this very number, and not a round one that holds many."""
    if all(_float(high) - _float(low) <= FINE * abs(_float(high)) for low, high in window):
        return True
    return all(_float(one.value) == _float(other) for one, other in zip(reading.numbers, cause.numbers, strict=True))


def _widened(low: float, high: float) -> tuple[float, float]:
    """The real numbers that a whole one stands for."""
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def first_difference(index: WrongAnswerIndex, mistakes: tuple[Mistake, ...]) -> Difference | None:
    """Return the first of the steps on the way to the asked one on which these mistakes have another value."""
    values, truth = index.traces.values(mistakes), index.traces.truth
    for step in index.leading:
        if step in values and values[step] != truth[step] and index.is_on_the_way(step):
            return Difference(step, values[step], truth[step])
    return None


def window_of(index: WrongAnswerIndex, reading: Reading) -> Window:
    """The values that the stated digits allow, number by number."""
    try:
        return [_around(number, whole=index.whole) for number in reading.numbers]
    except OverflowError:  # beyond all that is known
        return [(math.inf, math.inf)] * len(reading.numbers)


def _around(number: StatedNumber, *, whole: bool) -> tuple[Any, Any]:
    if whole and isinstance(number.value, int):
        return _around_whole(number.value, number.half)
    return _around_real(float(number.value), float(number.half))  # of a whole truth too: 1.07 GB for bytes


def _around_whole(value: Any, half: Any) -> tuple[Any, Any]:
    """Of a whole number all digits are stated, unless it is written as 27.6K: then it stands for many."""
    return (value, value) if half < 1 else (value - half, value + half)


def _around_real(value: float, half: float) -> tuple[float, float]:
    reach = half + ROUNDING * abs(value)
    return value - reach, value + reach


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _merged(causes: Sequence[Cause]) -> Iterable[Cause]:
    """One cause for each set of mistakes and slip, however many ways that slip has."""
    merged: dict[Any, Cause] = {}
    for cause in causes:
        key = (cause.mistakes, cause.slip, cause.of)
        known = merged.get(key)
        merged[key] = cause if known is None else known._replace(prior=known.prior + cause.prior)
    return merged.values()


def _slips_of_the_pen(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Slips that depend on the digits that were stated: truncated, swapped, missing."""
    if reading.shape != index.shape or len(index.numbers) > MOST_SLIPPED:
        return []
    edits = ((start, _edit(reading, start)) for start in index.starts)
    return [Cause(start.mistakes, edit[0], "", start.prior * edit[1], start.numbers) for start, edit in edits if edit]


def _edit(reading: Reading, start: Cause) -> tuple[str, float] | None:
    """Return the one slip of the pen, with its prior, that every entry has which does not state its number."""
    found = None
    for number, value in zip(reading.numbers, start.numbers, strict=True):
        if _states(number, value):
            continue
        edit = slips.writing_slip(number, value)
        if edit is None or found not in {None, edit}:
            return None
        found = edit
    return found


def _states(number: StatedNumber, value: Any) -> bool:
    """Whether the number, with the digits it has, is a way to write the value."""
    reach = _float(number.half) * (1 + ROUNDING)
    return math.isfinite(reach) and abs(_float(number.value) - _float(value)) <= reach
