"""A slip that is a known mistake in other words: "you left out the factor 2" says more than "a factor of two"."""

from __future__ import annotations

from collections.abc import Sequence

from checker.diagnose.identity import are_equal
from checker.diagnose.index import Cause
from checker.diagnose.slips import FROM_THE_VALUE


def without_doubles(causes: Sequence[Cause]) -> list[Cause]:
    """The causes, in which a slip that follows from the value yields to mistakes that give the very same.

    Its prior goes to the likeliest of them, which also keeps it as a way to the answer, for the credit.
    """
    slipped = [cause for cause in causes if cause.slip in FROM_THE_VALUE]
    mistaken = [cause for cause in causes if not cause.slip] if slipped else []
    if not mistaken:
        return list(causes)
    kept = {id(cause): cause for cause in causes}
    for slip in slipped:
        if same := [cause for cause in mistaken if _says_more(cause, slip)]:
            likeliest = id(max(same, key=lambda cause: cause.prior))
            best = kept[likeliest]
            also = (*best.also, (slip.mistakes, slip.slip))
            kept[likeliest] = best._replace(prior=best.prior + slip.prior, also=also)
            del kept[id(slip)]
    return list(kept.values())


def _says_more(cause: Cause, slip: Cause) -> bool:
    """Whether it is one mistake, or one more where the slip has one, and gives the same."""
    is_near = len(cause.mistakes) == 1 or (slip.mistakes and set(slip.mistakes) < set(cause.mistakes))
    return bool(is_near) and are_equal(cause.numbers, slip.numbers)
