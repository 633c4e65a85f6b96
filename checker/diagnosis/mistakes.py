"""The mistakes that are possible in a question, each with its prior: the probability before an answer is seen.

The solver names them, or they follow from an author's formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from checker.engine.recording import AUTHOR_LISTED
from checker.questions.variant import Variant

BELIEVED: Final = 40
"""Number of mistakes of graded work that weigh as much as all that the author of a type believes."""

LISTED_WEIGHT: Final = 4
"""Weight of a wrong answer that a problem lists: students have given it before."""


class Mistake(NamedTuple):
    """A wrong option of a choice point, such as `root.left_out`."""

    point: str
    option: str

    @property
    def id(self) -> str:
        """Return its id, `choice.option`, such as `root.left_out`."""
        return f"{self.point}.{self.option}"


Mistakes = tuple[Mistake, ...]


def options_of(mistakes: Iterable[Mistake]) -> dict[str, str]:
    """Return mistakes in the form that a run takes: {choice point: wrong option}."""
    return {mistake.point: mistake.option for mistake in mistakes}


def possible_mistakes(variant: Variant) -> dict[Mistake, float]:
    """Return {mistake: prior} of all mistakes that the solver names.

    The priors add up to the share of errors that the question type covers; answers that the author lists are added to
    that.
    """
    weights: dict[Mistake, float] = {}
    for point in variant.menu.values():
        if point.name == AUTHOR_LISTED and variant.listed:
            continue
        for option in point.wrong:
            weights[Mistake(point.name, option)] = variant.weight(point.name, option)
    weights = _learned(weights, variant.learned)
    total = sum(weights.values()) / variant.solver.named or LISTED_WEIGHT
    if variant.listed:
        weights |= {Mistake(AUTHOR_LISTED, option): LISTED_WEIGHT for option, _ in variant.listed.answers}
    return {mistake: weight / total for mistake, weight in weights.items()}


def _learned(weights: dict[Mistake, float], times: Mapping[str, int]) -> dict[Mistake, float]:
    """Return the weights after students have made these mistakes so often: the mean of a Dirichlet posterior."""
    each = sum(weights.values()) / BELIEVED
    return {mistake: weight + each * times.get(mistake.id, 0) for mistake, weight in weights.items()}
