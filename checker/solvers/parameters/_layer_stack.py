"""Stacks of equal layers: what the types of whole models share."""

from __future__ import annotations

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import apply, choose, step


def layer_count(number: int) -> int:
    """Return how often a stack's layer is counted: one belief about all stacks."""
    return choose(
        "layers",
        number,
        left_out=min(number, 1),
        one_less=max(number - 1, 0),
        one_more=number and number + 1,
        counted_twice=2 * number,
    )


def layer_stack(name: str, layers: int, of: str, layer: int, final_norm: int = 0, position_biases: int = 0) -> int:
    """Return the parameters of a stack, as a step: its layers, and if there are any, its norm and position biases.

    `of` is the name of the step of one layer.
    """
    has_layers = apply(min, layers, 1)
    final_norm, position_biases = has_layers * final_norm, has_layers * position_biases
    return step(
        name,
        layers * layer + final_norm + position_biases,
        how=[(f"layers · {of}", layers), ("final_norm", final_norm), ("position_biases", position_biases)],
        layers=layers,
        final_norm=final_norm,
        position_biases=position_biases,
    )


explain = {
    "layers.left_out": "You counted one layer. "
    "Every layer has its own parameters, so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
}

weights = {"layers": COMMON, "layers.one_less": RARE, "layers.one_more": RARE, "final_norm": RARE}
