"""Question type on the floating-point operations of a linear layer: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from checker.derivation.weights import RARE
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.cost import _operations as operations


def linear_flops(
    in_features: Size,
    out_features: Size,
    length: Size = 1,
    batch_size: Size = 1,
    pass_: operations.Pass = "forward",  # noqa: S107 - no password
) -> int:
    """Count the floating-point operations of a linear layer, or of any product of matrices.

    Formula: 2·in_features·out_features for each position, of which there are length · batch_size.  Training takes three
        times as many: the backward pass has two such products.
    Sizes: in_features and out_features are widths in numbers per position.  The additions of biases are not counted.
    Answer: a whole number of FLOPs.
    Source: Kaplan et al. 2020, section 2.1.  Equal to PyTorch's FlopCounterMode.

    >>> linear_flops(in_features=768, out_features=3072, length=10)
    47185920
    """
    per_mac = operations.multiply_add()
    summed = (in_features + out_features) * min(out_features, 1)
    products = choose("product", in_features * out_features, sum=summed)
    additions = out_features * operations.further_additions(per_mac)
    per_position = step(
        "per_position",
        per_mac * products + additions,
        [("flops_per_mac · in_features · out_features", 1), ("additions", additions)],
        flops_per_mac=per_mac,
        additions=additions,
    )
    return operations.pass_total(per_position, operations.position_count(length, batch_size), "per_position", pass_)


explain = (
    operations.explain
    | operations.explain_positions
    | operations.explain_additions
    | {
        "product.sum": "You added the two widths of a matrix product. Multiply them: every input meets every output.",
    }
)

weights = operations.weights | operations.weights_positions | {"product": RARE}

examples = [
    {"in_features": 768, "out_features": 3072, "length": 100, "batch_size": 12},
    {"in_features": 500, "out_features": 30, "length": 20, "batch_size": 3, "pass": "training"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: widths, positions and a pass."""
    return {
        "in_features": rng.randint(2, 4096),
        "out_features": rng.randint(2, 4096),
        "length": rng.choice([1, rng.randint(2, 2048)]),
        "batch_size": rng.choice([1, rng.randint(2, 64)]),
        "pass": rng.choice(get_args(operations.Pass)),
    }
