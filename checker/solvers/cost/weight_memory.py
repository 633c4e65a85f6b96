"""Question type on the memory of a model's weights: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from checker.engine.trace import step
from checker.solvers._sizes import Size
from checker.solvers.cost import _stored as stored


def weight_memory(num_parameters: Size, dtype: stored.Dtype = "float32") -> int | float:
    """Count the bytes of the weights of a model.

    Formula: num_parameters · bytes of one number: 4 of float32, 2 of float16 and bfloat16, 1 of int8, 1/2 of int4.
    Sizes: num_parameters in numbers.
    Answer: a number of bytes, exact; or of GB (10⁹ bytes) or GiB (2³⁰ bytes), by the convention `unit`.
    Source: IEEE 754-2019; the element sizes are PyTorch's, and of int4 two numbers share a byte.

    >>> weight_memory(num_parameters=7_000_000_000, dtype="bfloat16")
    14000000000
    """
    bits = stored.choose_bits(dtype)
    size = step("bytes", stored.byte_count(num_parameters, bits), "num_parameters · bits / 8", bits=bits)
    return stored.record_total(size)


explain = stored.explain

weights = stored.weights

units = {"bytes": "bytes"}

examples = [
    {"num_parameters": 6_738_415_616, "dtype": "bfloat16"},
    {"num_parameters": 124_439_808},
    {"num_parameters": 46_702_792_704, "dtype": "int4"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: a number of parameters and a type of numbers."""
    return {"num_parameters": rng.randint(1, 10 ** rng.randint(2, 12)), "dtype": rng.choice(get_args(stored.Dtype))}
