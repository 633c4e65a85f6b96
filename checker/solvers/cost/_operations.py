"""Counts floating-point operations of a forward pass and of training, with the mistakes that students make.

Also the sentences about them; a multiply-add counts as one or two operations, by convention.
Those of products of matrices are the type `linear_flops`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step

Pass = Literal["forward", "training"]
FORWARD, _ = get_args(Pass)
FLOPS_PER_MAC: dict[str, Any] = {"2": 2, "1": 1}


def multiply_add() -> int:
    """Return the number of operations that one multiply-add counts as: 1 or 2 by convention."""
    flop: int = convention("unit", FLOP=1)  # the only unit: with it an answer may be written in GFLOPs
    operations: int = convention("flops_per_mac", **FLOPS_PER_MAC)
    return operations * flop


def pass_total(operations: int, times: int, how: str, pass_: Pass) -> int:
    """Record the steps `forward` (operations · times), `backward` (twice that in training, else 0) and `total`.

    Return the total. `how` is the formula of `operations`.
    """
    forward = step("forward", operations * times, f"{how} · times", times=times)
    right = 0 if pass_ == FORWARD else 2
    factor = choose("backward", right, left_out=0, as_forward=min(right, 1), counted=2)
    backward = step("backward", factor * forward, [("factor · forward", factor)], factor=factor)
    return step("total", forward + backward, [("forward", forward), ("backward", backward)])


explain = {
    "unit.FLOP": "is in FLOP",
    "flops_per_mac.2": "takes a multiply-add as two FLOPs",
    "flops_per_mac.1": "takes a multiply-add as one FLOP",
    "backward.left_out": "You left out the backward pass. Training goes forward and backward.",
    "backward.as_forward": "You gave the backward pass the cost of the forward pass. It costs twice as much.",
    "backward.counted": "You also counted a backward pass. This question asks for the forward pass only.",
}

weights = {"flops_per_mac": COMMON, "backward": COMMON, "backward.counted": RARE}
