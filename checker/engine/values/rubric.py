"""Rubrics: the criteria by which a person grades a text.  No program gives their points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.engine.values import EncodedValue


class Criterion(NamedTuple):
    """One criterion that earns points.  Its phrases only find sentences for a person to read."""

    point: str
    points: float
    ideas: tuple[str, ...] = ()
    """Phrases that mention it."""
    wrong: tuple[str, ...] = ()
    """Known wrong claims about it."""


class Rubric(EncodedValue):
    """The criteria by which a person grades the text that answers a question.  Immutable."""

    __slots__ = ("criteria",)

    kind = "text"

    def __init__(self, criteria: Iterable[Criterion]) -> None:
        self.criteria = tuple(criteria)

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return no numbers, because a text is never compared with a right answer."""
        return (0,), ()

    @property
    def worth(self) -> float:
        """Return the points of all criteria together."""
        return round(sum(each.points for each in self.criteria), 6)

    def __str__(self) -> str:
        return "; ".join(f"{each.point} ({each.points:g})" for each in self.criteria)
