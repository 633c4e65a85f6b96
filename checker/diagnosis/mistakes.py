"""The mistakes that are possible in a question, each with its prior: the probability before an answer is seen.

The solver names them (`possible_mistakes`), or they follow from the formulas of its steps (`derived_mistakes`).  A
`Mistake` is made everywhere, or only in one scope: a part of the solution, such as one layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from checker.diagnosis.observed import observed, observed_in_formula
from checker.engine.recording import AUTHOR_LISTED, DERIVED, ChoicePoint
from checker.questions.variant import Variant

MAX_SCOPES: Final = 16
"""Maximum number of scopes of one mistake; if there are more, only the outer ones are distinguished."""

LOCAL: Final = 1 / 8
"""Weight of a mistake that is made in one scope only, relative to one that is made everywhere."""

BELIEVED: Final = 40
"""Number of mistakes of graded work that weigh as much as all that the author of a type believes."""

LISTED_WEIGHT: Final = 4
"""Weight of a wrong answer that a problem lists: students have given it before."""


SHARE_OF_DERIVED: Final = 0.2
"""Share of the derived mistakes of a type that names its own."""


class Mistake(NamedTuple):
    """A wrong option of a choice point, such as `root.left_out`; with a scope, it is made only there."""

    point: str
    option: str
    scope: str = ""

    @property
    def id(self) -> str:
        """Return its id, `choice.option`, such as `root.left_out`; it is the same in all scopes."""
        return f"{self.point}.{self.option}"

    @property
    def is_derived(self) -> bool:
        """Return whether it follows from the formula of a step, so that it has no name in the solver."""
        return DERIVED in self.point

    @property
    def choice(self) -> str:
        """Return the name of its choice point as runs have it, with its scope: `layer.attention:root`."""
        return f"{self.scope}:{self.point}" if self.scope else self.point


Mistakes = tuple[Mistake, ...]


def are_kindred(one: Mistake, other: Mistake) -> bool:
    """Return whether two mistakes are the same idea at two choice points, by their names.

    >>> are_kindred(Mistake("heads", "multiplied"), Mistake("output_heads", "multiplied"))
    True
    """
    about = {mistake.point.rpartition("_")[2] for mistake in (one, other)}
    return one.option == other.option and one.point != other.point and len(about) == 1


def options_of(mistakes: Iterable[Mistake]) -> dict[str, str]:
    """Return mistakes in the form that a run takes: {choice point: wrong option}."""
    return {mistake.choice: mistake.option for mistake in mistakes}


def possible_mistakes(variant: Variant) -> dict[Mistake, float]:
    """Return {mistake: prior} of all mistakes that the solver names; one made at a single place only is rarer.

    The priors add up to the share of errors that the question type covers; answers that the author lists are added to
    that.
    """
    weights: dict[Mistake, float] = {}
    is_named, symbols = variant.solver.named == 1, variant.arguments.get("symbols") or ()
    for point in variant.menu.values():
        if point.name == AUTHOR_LISTED and variant.listed:
            continue
        for option in point.wrong:
            weight: float = variant.weight(point.name, option)
            weight *= observed(point.name, option) if is_named else observed_in_formula(point.name, option, symbols)
            weights[Mistake(point.name, option)] = weight
            for scope in _partial_scopes(point):
                weights[Mistake(point.name, option, scope)] = weight * LOCAL
    weights = _learned(weights, variant.learned)
    total = sum(weights.values()) / variant.solver.named or LISTED_WEIGHT
    if variant.listed:
        weights |= {Mistake(AUTHOR_LISTED, option): LISTED_WEIGHT for option, _ in variant.listed.answers}
    return {mistake: weight / total for mistake, weight in weights.items()}


def _learned(weights: dict[Mistake, float], times: Mapping[str, int]) -> dict[Mistake, float]:
    """Return the weights after students have made these mistakes so often: the mean of a Dirichlet posterior."""
    each = sum(weights.values()) / BELIEVED
    return {
        mistake: weight + each * (0 if mistake.scope else times.get(mistake.id, 0))
        for mistake, weight in weights.items()
    }


def derived_mistakes(variant: Variant) -> dict[Mistake, float]:
    """Return the mistakes that follow from the formulas of the steps, each with its prior."""
    weights: dict[Mistake, float] = {}
    scopes: dict[Mistake, list[str]] = {}
    for path, formula in variant.derived.items():
        for point, options in formula.mistakes.items():
            for each in options:
                mistake = Mistake(point, each.option)
                weight = each.weight * formula.likelihood(each)
                weights[mistake] = max(weight, weights.get(mistake, 0))
                scopes.setdefault(mistake, []).append(variant.written[path].scope)
    for mistake, places in scopes.items():
        if 1 < len(places) <= MAX_SCOPES:
            weights |= {mistake._replace(scope=scope): weights[mistake] * LOCAL for scope in places if scope}
    total = sum(weights.values()) / SHARE_OF_DERIVED
    return {mistake: weight / total for mistake, weight in weights.items()}


def _partial_scopes(point: ChoicePoint) -> list[str]:
    """Return the scopes, and those around them, that hold some but not all of the places where the point acts.

    Of very many, as in a network of fifty layers, only the outer ones.
    """
    around = {
        ".".join(names[:depth])
        for scope in point.scopes
        if (names := scope.split(".")) != [""]
        for depth in range(1, len(names) + 1)
    }
    partial = sorted(scope for scope in around if not all(_is_within(place, scope) for place in point.scopes))
    while len(partial) > MAX_SCOPES and (inner := [scope for scope in partial if "." in scope]):
        deepest = max(scope.count(".") for scope in inner)
        partial = [scope for scope in partial if scope.count(".") < deepest]
    return partial


def _is_within(place: str, scope: str) -> bool:
    """Return whether a place is a scope or inside it."""
    return place == scope or place.startswith(f"{scope}.")
