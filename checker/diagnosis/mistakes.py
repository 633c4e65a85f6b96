"""The mistakes that a variant's choice points allow, each with its share of the prior."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.questions.variant import Variant

MOST_PLACES = 16
"""So many places of one belief are held apart; where there are more, the innermost are left to those around them."""

LOCAL = 1 / 8
"""How much rarer a belief is that is held in one place and not in the others."""


COMMON = 4
"""The weight of an answer that a problem lists: it has been met."""


class Mistake(NamedTuple):
    """A wrong option of a choice point; with a scope it is held there only, and not elsewhere."""

    point: str
    option: str
    scope: str = ""

    @property
    def id(self) -> str:
        """Its stable name, `choice.option`."""
        return f"{self.point}.{self.option}"

    @property
    def choice(self) -> str:
        """The name under which a run takes it."""
        return f"{self.scope}:{self.point}" if self.scope else self.point


def wrong(mistakes: Iterable[Mistake]) -> dict[str, str]:
    """The mistakes as a run's assignment."""
    return {mistake.choice: mistake.option for mistake in mistakes}


def possible_mistakes(variant: Variant) -> Mapping[Mistake, float]:
    """Every mistake on the menu with its share of the prior: by weight, local ones rarer.

    They add up to the share of all mistakes that the type names.  What a problem lists comes on top: to list one must
    not make the others less likely.
    """
    weights: dict[Mistake, float] = {}
    for point in variant.menu.values():
        if point.name == AUTHOR_LISTED and variant.listed:
            continue
        for option in point.wrong:
            weight = variant.weight(point.name, option)
            weights[Mistake(point.name, option)] = weight
            for scope in _partial_scopes(point):
                weights[Mistake(point.name, option, scope)] = weight * LOCAL
    total = sum(weights.values()) / variant.solver.named or COMMON
    if variant.listed:
        weights |= {Mistake(AUTHOR_LISTED, option): COMMON for option, _ in variant.listed.answers}
    return {mistake: weight / total for mistake, weight in weights.items()}


def _partial_scopes(point: ChoicePoint) -> list[str]:
    """The scopes, and scopes around them, that hold some but not all of the places where the point acts.

    Of very many, as in a network of fifty layers, only the outer ones.
    """
    around = {
        ".".join(names[:depth])
        for scope in point.scopes
        if (names := scope.split(".")) != [""]
        for depth in range(1, len(names) + 1)
    }
    partial = sorted(scope for scope in around if not all(_is_within(place, scope) for place in point.scopes))
    while len(partial) > MOST_PLACES and (inner := [scope for scope in partial if "." in scope]):
        deepest = max(scope.count(".") for scope in inner)
        partial = [scope for scope in partial if scope.count(".") < deepest]
    return partial


def _is_within(place: str, scope: str) -> bool:
    return place == scope or place.startswith(f"{scope}.")
