"""Floating-point operations of something that is applied again and again, forward and in training."""

from __future__ import annotations

from typing import Any, Literal, get_args

from checker.engine.trace import choose, convention, step
from checker.solvers._shared.sizes import Size

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
    length = choose("length", length, forgotten=1, squared=length**2)
    return length * choose("batch", batch_size, forgotten=1)


explain = {
    "unit.FLOP": "is in FLOP",
    "flops_per_mac.2": "takes a multiply-add as two FLOPs",
    "flops_per_mac.1": "takes a multiply-add as one FLOP",
    "backward.left_out": "You left the backward pass out; training goes forward and backward.",
    "backward.as_forward": "You took the backward pass to cost as much as the forward pass; it has two products for "
    "each one of the forward pass, for the gradients of the inputs and of the weights.",
    "backward.counted": "You counted a backward pass, too; here only the forward pass is asked for.",
}

of_positions = {
    "length.forgotten": "You counted one position only; every position goes through the weights.",
    "length.squared": "You took the square of the number of positions for the products with weights; "
    "each position goes through them once.",
    "batch.forgotten": "You counted one sequence or image; every one of the batch costs as much.",
}

of_additions = {
    "additions.one_less": "You counted one addition less than products; "
    "the convention is a whole multiply-add for each product.",
    "additions.with_biases": "You counted the additions of biases, too; here only multiply-adds with weights count.",
}

weights = {"flops_per_mac": 4, "backward": 4, "backward.counted": 1, "additions": 1}
of_positions_weights = {"length": 4, "length.squared": 1}
