"""Rubrics: the criteria by which a person grades a text.  No program gives their points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from checker.engine.values.encoded import EncodedValue


class Criterion(NamedTuple):
    """One criterion that earns points.  Its phrases only find sentences for a person to read."""

    point: str
    points: float
    ideas: tuple[str, ...] = ()
    """Phrases that mention it."""
    wrong: tuple[str, ...] = ()
    """Known wrong claims about it."""


class Rubric(EncodedValue):
    """The criteria of a question that is answered by a text.  Immutable."""

    __slots__ = ("criteria",)

    kind = "text"

    def __init__(self, criteria: Iterable[Criterion]) -> None:
        self.criteria = tuple(criteria)

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return no numbers: a text is not compared."""
        return (0,), ()

    def language(self, aliases: Mapping[str, str]) -> None:
        """Return nothing: a person reads the text."""

    @property
    def worth(self) -> float:
        """Return the points of all criteria."""
        return round(sum(each.points for each in self.criteria), 6)

    def __str__(self) -> str:
        return "; ".join(f"{each.point} ({each.points:g})" for each in self.criteria)
