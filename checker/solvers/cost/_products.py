"""Products of positions with a matrix, as steps of larger costs."""

from __future__ import annotations

from typing import NamedTuple

from checker.engine.trace import step
from checker.solvers.cost import _operations as operations
from checker.solvers.cost import linear_flops as linear


class Usage(NamedTuple):
    """The number of times that a network is applied."""

    batch_size: int
    pass_: operations.Pass


def matrix_product(name: str, in_features: int, out_features: int, length: int, usage: Usage) -> int:
    """Record the operations of multiplying each position by a matrix as a step; return them."""
    return step(
        name,
        linear.linear_flops,
        in_features=in_features,
        out_features=out_features,
        length=length,
        batch_size=usage.batch_size,
        pass_=usage.pass_,
    )
