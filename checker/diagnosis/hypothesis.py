"""Hypotheses about one student: which mistakes explain their answers to all parts of a problem."""

from __future__ import annotations

import math
from typing import NamedTuple

from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.diagnosis.slips import CALCULATION
from checker.engine.recording import AUTHOR_LISTED


class PartExplanation(NamedTuple):
    """An explanation of one wrong part: the mistakes that the student had not made before, and a slip.

    `detail`, `since` and `again`: as in an `Explanation`.
    """

    mistakes: Mistakes = ()
    slip: str | None = None
    detail: str = ""
    since: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


class Hypothesis(NamedTuple):
    """A guess at the mistakes that explain a student's answers so far, and the logarithm of how well it fits."""

    beliefs: Mistakes = ()
    log: float = 0.0
    explanations: tuple[PartExplanation | None, ...] = ()
    """One per wrong answer so far; None where it is unexplained."""
    places: tuple[tuple[Mistake, str], ...] = ()
    """The part at which each belief is reported."""

    @property
    def is_careless(self) -> bool:
        """Return whether it explains an earlier answer by a slip in the arithmetic."""
        return any(each.slip == CALCULATION for each in self.explanations if each)

    def penalised(self, factor: float) -> Hypothesis:
        """Return the hypothesis with its fit multiplied by this factor, after an answer that speaks against it."""
        return self._replace(log=self.log + math.log(factor))

    def extended(self, explanation: PartExplanation | None, log: float, part: str) -> Hypothesis:
        """Return the hypothesis with an explanation of one more wrong answer; None if that is unexplained."""
        new = explanation.mistakes if explanation else ()
        held = tuple(mistake for mistake in new if mistake.point != AUTHOR_LISTED)  # an answer is listed for one part
        places = (*self.places, *((mistake, part) for mistake in held))
        return Hypothesis((*self.beliefs, *held), self.log + log, (*self.explanations, explanation), places)
