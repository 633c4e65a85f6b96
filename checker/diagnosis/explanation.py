"""Causes of a wrong answer, and the explanations that a student reads.

`Cause`: mistakes, then perhaps a slip, and the numbers that they give; `SortedCauses` finds those of an answer fast.
`Diagnosis` holds the explanations: when they tie, and which are shown below full feedback.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.slips import CONFIRMING, SCALING
from checker.diagnosis.values import NOISE, Numbers, Window, fits, is_bare_zero
from checker.engine.recording import AUTHOR_LISTED
from checker.text.number import StatedNumber

Ways = tuple[tuple[Mistakes, str | None], ...]
"""Ways to an answer: of each the mistakes, then a slip or none."""


class Cause(NamedTuple):
    """A cause of a wrong answer: mistakes, then at most one slip, such as swapped digits; and the answer it gives.

    `detail` completes the slip's sentence: a step, a part, or the units.
    """

    mistakes: Mistakes
    slip: str | None
    detail: str
    prior: float
    numbers: Numbers
    also: Ways = ()
    """Other ways that mean the same."""
    is_estimated: bool = False
    """True of a slip that is only likely: it never earns points."""

    @property
    def is_single(self) -> bool:
        """Return whether it is one mistake, without a slip."""
        return not self.slip and len(self.mistakes) == 1

    @property
    def is_listed(self) -> bool:
        """Return whether it is a wrong answer that the author lists in the problem file."""
        return self.is_single and self.mistakes[0].point == AUTHOR_LISTED


def without_false_zeros(causes: Iterable[Cause], stated: Sequence[StatedNumber], scale: float) -> list[Cause]:
    """Return the causes that give 0 wherever an answer has a `0` without decimals, or wherever all of it is 0.

    A 0 shows no digit of another number, so no factor gives it.
    """
    are_all = not any(number.value for number in stated)
    zeros = [at for at, number in enumerate(stated) if not number.value and (are_all or is_bare_zero(number))]
    return [
        cause
        for cause in causes
        if not (are_all and cause.slip in SCALING)
        and (len(cause.numbers) != len(stated) or all(abs(cause.numbers[at]) <= NOISE * scale for at in zeros))
    ]


class SortedCauses:
    """Causes of answers of one shape, sorted for search by the entry that differs most between them."""

    def __init__(self, causes: Sequence[Cause]) -> None:
        columns = list(zip(*(cause.numbers for cause in causes), strict=True))
        distinct = [len(set(column)) for column in columns]
        self.varying = [place for place, count in enumerate(distinct) if count > 1]
        """The places at which the known wrong answers differ from one another."""
        self._by = max(range(len(columns)), key=distinct.__getitem__) if columns else 0
        self._causes = sorted(causes, key=lambda cause: cause.numbers[self._by]) if columns else list(causes)
        self._keys = [cause.numbers[self._by] for cause in self._causes] if columns else []

    def find(self, window: Window) -> list[Cause]:
        """Return the causes whose answers lie within the bounds of a given answer's numbers."""
        low, high = window[self._by]
        near = self._causes[bisect_left(self._keys, low) : bisect_right(self._keys, high)]
        return [cause for cause in near if fits(cause.numbers, window)] if near and len(window) > 1 else near


CLEAR, ROUNDING = 0.8, 0.005
"""Share from which on the likeliest explanation is given alone, below it there is a tie; and a difference that says
nothing."""

STRENGTHS: Final = {"exact": 100.0, "consistent": 10.0, "possible": 0.0}
"""Strengths, with the odds against such slips from which on they are given."""


class Difference(NamedTuple):
    """The first step of the solution to which a mistake gives another value: the step, that value, the right one."""

    step: str
    yours: Any
    expected: Any


class Explanation(NamedTuple):
    """One way to a wrong answer: mistakes, then perhaps a slip, and how strong the evidence is.

    `share`: its part of all known ways; `detail`: what completes the slip's sentence (a step, a part, or units);
    `since`: the parts whose answers it follows from, by their ids; `again`: the parts whose mistakes are repeated here.
    """

    strength: str
    share: float
    mistakes: Mistakes
    slip: str | None
    detail: str
    first_difference: Difference | None
    since: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


class Diagnosis(NamedTuple):
    """The explanations of an answer, likeliest first; several if the answer cannot tell them apart.

    The author's listed answers come first.
    """

    explanations: tuple[Explanation, ...] = ()
    silenced: bool = False
    """True if known mistakes are near the answer, but may be so by chance."""
    ways: Ways = ()
    """All known ways to the answer, reported or not."""

    @property
    def is_identified(self) -> bool:
        """Return whether there is an explanation and it is more than merely possible."""
        return bool(self.explanations) and self.explanations[0].strength != "possible"

    @property
    def is_plain(self) -> bool:
        """Return whether the likeliest explanation is sure, and short enough to be shown next to other remarks."""
        if not self.is_identified:
            return False
        best = self.explanations[0]
        if best.slip or not best.mistakes:
            return not best.mistakes and best.strength == "exact"
        return len(best.mistakes) == 1

    def below_full(self) -> Diagnosis:
        """Return the diagnosis without slips whose explanation gives the truth away, for feedback below level full.

        The others are then weaker; where such a slip is the likeliest by far, none is left: they would be false.
        """
        own = [each for each in self.explanations if not (each.mistakes or each.since or each.again)]
        removed = [each for each in own if each.slip in CONFIRMING]
        left = self.without(removed)
        if not removed or not left.explanations:
            return left
        share = sum(each.share for each in removed)
        odds = (1 - share) / share if share else math.inf
        if odds < (2.0 if left.explanations[0].slip else 0.5):
            return left._replace(explanations=())
        order = list(STRENGTHS)
        weaker = next(name for name, bar in STRENGTHS.items() if odds >= bar)
        kept = (each._replace(strength=max(each.strength, weaker, key=order.index)) for each in left.explanations)
        return left._replace(explanations=tuple(kept))

    def without(self, removed: Sequence[Explanation]) -> Diagnosis:
        """Return it without some explanations; the others get their shares."""
        if not removed:
            return self
        rest = 1 - sum(each.share for each in removed) or 1.0
        kept = [each for each in self.explanations if each not in removed]
        return self._replace(explanations=tuple(each._replace(share=each.share / rest) for each in kept))

    @property
    def is_tie(self) -> bool:
        """Return whether several explanations are about equally likely."""
        return len(self.explanations) > 1 and self.explanations[0].share < CLEAR - ROUNDING
