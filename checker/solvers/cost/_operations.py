"""Floating-point operations of something that is applied again and again, forward and in training."""

from __future__ import annotations

from typing import Any, Literal, get_args

from checker.engine.trace import choose, convention, step
from checker.solvers._shared.sizes import Size
from checker.solvers._shared.weights import COMMON, RARE

Pass = Literal["forward", "training"]


def multiply_add() -> int:
    """The operations of one multiply-add."""
    convention("unit", FLOP=1)  # there is no other to choose: it lets an answer be read in GFLOPs
    options: dict[str, Any] = {"2": 2, "1": 1}
    operations: int = convention("flops_per_mac", **options)
    return operations


def additions(per_mac: int) -> int:
    """What is counted for each output beside its multiply-adds: nothing."""
    return choose("additions", 0, one_less=1 - per_mac, with_biases=1)


def applied(operations: int, times: int, how: str, pass_: Pass) -> int:
    """The total of a pass in which these operations are done so many times."""
    forward = step("forward", operations * times, f"{how} · times", times=times)
    right = 0 if pass_ == get_args(Pass)[0] else 2
    factor = choose("backward", right, left_out=0, as_forward=min(right, 1), counted=2)
    backward = step("backward", factor * forward, [("factor · forward", factor)], factor=factor)
    return step("total", forward + backward, [("forward", forward), ("backward", backward)])


def positions(length: Size, batch_size: Size) -> int:
    """How many positions there are."""
    length = choose("length", length, left_out=1, squared=length**2)
    return length * choose("batch", batch_size, left_out=1)


explain = {
    "unit.FLOP": "is in FLOP",
    "flops_per_mac.2": "takes a multiply-add as two FLOPs",
    "flops_per_mac.1": "takes a multiply-add as one FLOP",
    "backward.left_out": "You left out the backward pass. Training goes forward and backward.",
    "backward.as_forward": "You gave the backward pass the cost of the forward pass. "
    "It takes two products for each one of the forward pass.",
    "backward.counted": "You also counted a backward pass. This question asks for the forward pass only.",
}

of_positions = {
    "length.left_out": "You counted one position only. Every position goes through the weights.",
    "length.squared": "You squared the number of positions for the products with weights. "
    "Each position goes through them once.",
    "batch.left_out": "You counted one sequence or image. Every one in the batch costs as much.",
}

of_additions = {
    "additions.one_less": "You counted one addition less than products. Count a whole multiply-add for each product.",
    "additions.with_biases": "You also counted the additions of biases. Count only multiply-adds with weights.",
}

weights = {"flops_per_mac": COMMON, "backward": COMMON, "backward.counted": RARE, "additions": RARE}
of_positions_weights = {"length": COMMON, "length.squared": RARE}
