"""Records the shape of a named tensor, and the number of its entries, as steps of a solution."""

from __future__ import annotations

from math import prod
from typing import Final

from checker.engine.recording import StepFormula
from checker.engine.trace import choose, step, wrong
from checker.engine.weights import RARE

ELEMENTS: Final = "elements"

Shape = tuple[int, ...]


def tensor(name: str, shape: Shape, how: StepFormula) -> Shape:
    """Record the shape of a named tensor as a step, and its number of entries as `name.elements`; return the shape."""
    return step(name, lambda: with_elements(step("total", shape, how)))


def with_elements(shape: Shape) -> Shape:
    """Record the number of entries of a shape as step `elements`; return the shape unchanged."""
    elements = choose(
        ELEMENTS,
        prod(shape),
        added=wrong(sum(shape), "You added the sizes. Multiply them to get the number of entries.", RARE),
    )
    step(ELEMENTS, elements, how=lambda: " · ".join(map(str, shape)))
    return shape
