"""One equation of a student's working, computed again: what it says, whether it is right, what it builds on.

`numbers_behind` and `lines_behind` find the earlier equations that lead to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from checker.formula.nodes import Exact, Literal, Node, walk_nodes
from checker.working.amounts import WrittenNumber

_SMALLEST: Final = 10
"""Whole numbers below it name no result."""


class Recomputed(NamedTuple):
    """A calculation of the student, its true value, and whether the student's number is right."""

    tree: Node
    value: Exact
    is_right: bool


class Equation(NamedTuple):
    """One equation of a student's working: the calculation, and the number that the student gives for it."""

    expression: str
    result: str
    """The number as it is written, with its unit."""
    label: str
    """The words before it."""
    name: str
    """The symbol that the student calls it by."""
    tree: Node
    written: WrittenNumber
    value: Exact
    """What the expression gives."""
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
    def text(self) -> str:
        """Return the equation as text: calculation and number."""
        return f"{self.expression} = {self.result}"


def numbers_behind(equations: Sequence[Equation], end: Equation) -> set[int]:
    """Return the `number` of each equation that `end` uses, directly or by way of others, and its own."""
    seen: set[int] = set()
    open_ = [end.number]
    while open_:
        number = open_.pop()
        if number not in seen:
            seen.add(number)
            open_ += equations[number].uses
    return seen


def lines_behind(equations: Sequence[Equation], end: Equation) -> list[Equation]:
    """Return the equations that `end` builds on, in order, and `end`.

    Earlier ones whose result is 10 or more and occurs as a number in one of these count, too.
    """
    sure = [equations[number] for number in sorted(numbers_behind(equations, end))]
    used = {node.value for equation in sure for node in walk_nodes(equation.tree) if isinstance(node, Literal)}
    short = [
        each
        for each in equations[: end.number]
        if each not in sure and abs(each.written.value) >= _SMALLEST and each.written.value in used
    ]
    return sorted((*sure, *short), key=lambda each: each.number)
