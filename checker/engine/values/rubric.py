"""What a person looks for in a text: a rubric, whose points no program gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from checker.engine.values.encoded import EncodedValue


class Criterion(NamedTuple):
    """One thing that earns points.  Its phrases only find the sentences that a person should read for it."""

    point: str
    points: float
    ideas: tuple[str, ...] = ()
    """Each of them speaks of it."""
    wrong: tuple[str, ...] = ()
    """Each of them is a known wrong claim about it."""


class Rubric(EncodedValue):
    """The criteria of a question that is answered by a text.  Immutable."""

    __slots__ = ("criteria",)

    kind = "text"

    def __init__(self, criteria: Iterable[Criterion]) -> None:
        self.criteria = tuple(criteria)

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """No number: a text is compared with nothing."""
        return (0,), ()

    def language(self, aliases: Mapping[str, str]) -> None:
        """Nothing: a text is read by a person."""

    @property
    def worth(self) -> float:
        """What all criteria earn together."""
        return round(sum(each.points for each in self.criteria), 6)

    def __str__(self) -> str:
        return "; ".join(f"{each.point} ({each.points:g})" for each in self.criteria)
