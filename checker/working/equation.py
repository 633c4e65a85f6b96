"""One equation of a student's working, computed again: what it says, whether it is right, what it builds on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checker.formula.nodes import Exact
from checker.working.amounts import WrittenNumber


class Equation(NamedTuple):
    """One equation of a student's working: the calculation, and the number that the student gives for it."""

    expression: str
    result: str
    """The number as it is written, with its unit."""
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
    """The words before it, its symbol, and the cells of its row: what may name a step."""

    @property
    def text(self) -> str:
        """Return the equation as text: calculation and number."""
        return f"{self.expression} = {self.result}"


def numbers_behind(equations: Sequence[Equation], end: Equation) -> list[int]:
    """Return in order the `number` of each equation that `end` uses, directly or by way of others, and its own."""
    seen: set[int] = set()
    open_ = [end.number]
    while open_:
        number = open_.pop()
        if number not in seen:
            seen.add(number)
            open_ += equations[number].uses
    return sorted(seen)
