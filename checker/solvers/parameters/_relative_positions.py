"""Relative positions: learned biases of distances, in a table that the layers of a stack share."""

from __future__ import annotations

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step


def bias_table(positions: int, num_heads: int) -> int:
    """Return the parameters of one table, as a step."""
    table = choose(
        "relative_biases",
        positions * num_heads,
        left_out=0,
        all_heads_alike=positions,
        counted_twice=2 * positions * num_heads,
    )
    return step("relative_biases", table, how=[("relative_positions · num_heads", table)])


def table_count(layers: int, *, is_first: bool) -> int:
    """Return how many tables of relative positions a stack has: one, whatever its layers.

    A student may count one for each layer, or one for the whole model, which the first stack then has.
    """
    return choose("relative_tables", 1, one_per_layer=layers, shared=int(is_first))


explain = {
    "relative_biases.left_out": "You left out the biases of the relative positions. They are learned.",
    "relative_biases.all_heads_alike": "You counted one bias for each distance. Every head has its own.",
    "relative_biases.counted_twice": "You counted the biases of the relative positions twice. "
    "A table belongs to one stack and covers both directions.",
    "relative_tables.one_per_layer": "You counted a table of relative positions in every layer. "
    "All layers of a stack share one.",
    "relative_tables.shared": "You counted one table of relative positions for the whole model. "
    "Each stack has its own.",
}

weights = {"relative_biases.counted_twice": COMMON, "relative_tables.shared": RARE}
