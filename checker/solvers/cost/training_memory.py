"""Question type on the memory of a model in training, without its activations: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from checker.derivation.weights import COMMON, RARE, USUAL
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.cost import _stored as stored

Optimizer = Literal["adam", "sgd", "momentum"]
MOMENTS = {"adam": 2, "sgd": 0, "momentum": 1}


def training_memory(
    num_parameters: Size,
    optimizer: Optimizer = "adam",
    dtype: stored.Dtype = "float32",
    mixed_precision: bool = False,
) -> int | float:
    """Count the bytes of weights, gradients and optimizer states, without activations.

    Formula: num_parameters · (weights + gradients + moments), each with the bytes of a number: Adam has two moments,
        momentum one, plain SGD none.  In mixed precision weights and gradients have 16 bits; a master copy of
        the weights and the moments are in float32: with Adam 2 + 2 + 4 + 4 + 4 = 16 bytes a parameter.
    Sizes: num_parameters in numbers; dtype is that of weights and gradients, and of the moments, unless
        mixed_precision is true.
    Answer: a number of bytes, exact; or of GB (10⁹ bytes) or GiB (2³⁰ bytes), by the convention `unit`.
    Source: Rajbhandari et al. 2020 (ZeRO), section 3.1.  Equal to the tensors of PyTorch's optimizers.

    >>> training_memory(num_parameters=1_000_000_000, dtype="bfloat16", mixed_precision=True)
    16000000000
    """
    is_half = stored.DTYPE_BITS[dtype] == stored.DTYPE_BITS["float16"]
    if dtype.startswith("int"):
        raise ParameterError("dtype", "must be a floating-point type; whole numbers are not trained")
    if mixed_precision and not is_half:
        raise ParameterError("dtype", "must have 16 bits in mixed precision: float16 or bfloat16")
    bits = stored.choose_bits(dtype)
    wide = stored.DTYPE_BITS["float32"]
    has_gradients, has_states, has_master = choose(
        "beside_weights", (1, 1, int(mixed_precision)), nothing=(0, 0, 0), gradients_only=(1, 0, 0)
    )
    has_gradients = choose("gradients", has_gradients, left_out=0)
    has_master = choose("master_weights", has_master, left_out=0, counted=has_states)
    moments = has_states * choose("moments", MOMENTS[optimizer], none=0, one=1, two=2)
    gradient_bits = choose("gradient_size", bits, in_float32=wide)
    state_bits = choose("state_size", wide if mixed_precision else bits, as_weights=bits)

    weights_ = step("weights", stored.byte_count(num_parameters, bits), "num_parameters · bits / 8", bits=bits)
    gradients = step(
        "gradients",
        has_gradients * stored.byte_count(num_parameters, gradient_bits),
        [("num_parameters · gradient_bits / 8", has_gradients)],
        gradient_bits=gradient_bits,
    )
    master = step(
        "master_weights",
        has_master * stored.byte_count(num_parameters, wide),
        [("num_parameters · 4", has_master)],
    )
    states = step(
        "optimizer_states",
        stored.byte_count(moments * num_parameters, state_bits),
        [("moments · num_parameters · state_bits / 8", moments)],
        moments=moments,
        state_bits=state_bits,
    )
    size = step(
        "bytes",
        weights_ + gradients + master + states,
        [("weights", weights_), ("gradients", gradients), ("master_weights", master), ("optimizer_states", states)],
    )
    return stored.record_total(size)


explain = stored.explain | {
    "number_size.four_bytes": "You used four bytes for each weight, the size of float32. "
    "Here the weights have another size.",
    "number_size.two_bytes": "You used two bytes for each weight, the size of float16 and bfloat16. "
    "Here the weights have another size.",
    "number_size.one_byte": "You used one byte for each weight, the size of int8, or left the bytes out. "
    "Here the weights have another size.",
    "beside_weights.nothing": "You counted the weights only. "
    "Training also keeps gradients and the numbers that the optimizer needs.",
    "beside_weights.gradients_only": "You counted weights and gradients only. "
    "The optimizer also keeps numbers for each weight.",
    "gradients.left_out": "You left out the gradients. Each weight has one.",
    "master_weights.left_out": "You left out the master copy of the weights. Mixed precision keeps one in float32.",
    "master_weights.counted": "You counted a second copy of the weights. Only mixed precision keeps one.",
    "moments.none": "You left out the moments of the optimizer. Adam keeps two for each weight, momentum one.",
    "moments.one": "You counted one moment for each weight. Adam keeps two, plain SGD none.",
    "moments.two": "You counted two moments for each weight. Only Adam keeps two.",
    "gradient_size.in_float32": "You stored the gradients in float32. They have the precision of the weights.",
    "state_size.as_weights": "You stored the moments in the precision of the weights. "
    "In mixed precision they stay in float32.",
}

weights = stored.weights | {
    "beside_weights": COMMON,
    "gradients": COMMON,
    "master_weights": COMMON,
    "moments": COMMON,
    "master_weights.counted": RARE,
    "number_size": USUAL,
    "number_size.one_byte": USUAL,
}

units = dict.fromkeys(("weights", "gradients", "master_weights", "optimizer_states", "bytes"), "bytes")

examples = [
    {"num_parameters": 7_000_000_001, "dtype": "bfloat16", "mixed_precision": True},
    {"num_parameters": 124_439_808},
    {"num_parameters": 350_000_000, "optimizer": "momentum", "dtype": "float16", "mixed_precision": True},
    {"num_parameters": 25_557_032, "optimizer": "sgd"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type, with and without mixed precision."""
    is_mixed = rng.random() < 0.5
    return {
        "num_parameters": rng.randint(1, 10 ** rng.randint(3, 12)),
        "optimizer": rng.choice(sorted(MOMENTS)),
        "dtype": rng.choice(["float16", "bfloat16", "fp16", "bf16"] if is_mixed else ["float32", "fp32", "float16"]),
        "mixed_precision": is_mixed,
    }
