"""What a student may believe, and what of the wrong answers that explains."""

from __future__ import annotations

import math
from typing import NamedTuple

from checker.diagnosis.mistakes import Mistake
from checker.engine.recording import AUTHOR_LISTED

Mistakes = tuple[Mistake, ...]


class Told(NamedTuple):
    """What explains one wrong answer: mistakes that first act here, and a slip.

    `since`: the parts that it follows from; `again`: the parts whose mistakes are made here once more.
    """

    mistakes: Mistakes = ()
    slip: str | None = None
    of: str = ""
    since: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


class Hypothesis(NamedTuple):
    """Beliefs, and the logarithm of how well they go with the answers so far."""

    beliefs: Mistakes = ()
    log: float = 0.0
    told: tuple[Told | None, ...] = ()
    """Of each wrong answer so far; None where it is left unexplained."""
    places: tuple[tuple[Mistake, str], ...] = ()
    """The part at which each belief is told."""

    def doubted(self, factor: float) -> Hypothesis:
        """The candidate after something that is less likely by this factor, were it true."""
        return self._replace(log=self.log + math.log(factor))

    def after(self, told: Told | None, log: float, part: str) -> Hypothesis:
        """The candidate that has one more wrong answer behind it."""
        new = told.mistakes if told else ()
        held = tuple(
            mistake for mistake in new if mistake.point != AUTHOR_LISTED
        )  # what is listed is listed for one part
        places = (*self.places, *((mistake, part) for mistake in held))
        return Hypothesis((*self.beliefs, *held), self.log + log, (*self.told, told), places)
