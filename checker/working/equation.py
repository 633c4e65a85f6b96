"""One equation of a student's working, recomputed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checker.notation.nodes import Chain, Exact, Literal, Node, walk_nodes
from checker.working.amounts import Written


class Recomputed(NamedTuple):
    """An expression with its value, next to the number that the student gives for it."""

    tree: Node
    value: Exact
    is_right: bool


class Equation(NamedTuple):
    """An expression and the number that the student gives for it."""

    expression: str
    result: str
    """The number as it is written, with its unit."""
    label: str
    """The words before it."""
    name: str
    """The symbol that the student calls it by."""
    tree: Node
    written: Written
    value: Exact
    """What the expression gives."""
    repaired: Exact
    """What it would give without the slips of earlier lines."""
    is_right: bool
    number: int
    """Its place among the equations of the question."""
    uses: tuple[int, ...]
    """The numbers of the earlier equations whose results it uses."""
    is_aside: bool
    """Whether it is said to be a comparison or a supposition."""
    called: str
    """Its label and its symbol, and the cells of its row: the words that may name a step."""

    @property
    def operators(self) -> int:
        """Return how many signs and functions the expression has."""
        return sum(
            len(each.rest) if isinstance(each, Chain) else not isinstance(each, Literal)
            for each in walk_nodes(self.tree)
        )

    @property
    def text(self) -> str:
        """Return both sides."""
        return f"{self.expression} = {self.result}"


def numbers_behind(equations: Sequence[Equation], end: Equation) -> set[int]:
    """Return the numbers of the equations that lead to one, and its own."""
    seen: set[int] = set()
    open_ = [end.number]
    while open_:
        number = open_.pop()
        if number not in seen:
            seen.add(number)
            open_ += equations[number].uses
    return seen
