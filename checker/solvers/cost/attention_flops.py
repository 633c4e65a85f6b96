"""Question type on the floating-point operations of multi-head attention: its solver, sentences and examples.

`matrix_product` also counts those of a feed-forward block.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal, NamedTuple, get_args

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size, heads_of
from checker.solvers.cost import _operations as operations
from checker.solvers.cost import linear_flops as linear

MaskKind = Literal["none", "causal"]


def attention_flops(
    d_model: Size,
    num_heads: Size,
    length: Size,
    num_keys: Size | None = None,
    num_kv_heads: Size | None = None,
    d_k: Size | None = None,
    d_v: Size | None = None,
    batch_size: Size = 1,
    mask: MaskKind = "none",
    pass_: operations.Pass = "forward",  # noqa: S107 - no password
) -> int:
    """Count the floating-point operations of multi-head attention: projections, QKᵀ, weighted sums of V, and W_O.

    Formula: queries 2·n·d_model·(h·d_k), keys 2·m·d_model·(h_kv·d_k), values 2·m·d_model·(h_kv·d_v), QKᵀ
        2·n·(h·d_k)·m, weights·V 2·n·m·(h·d_v), W_O 2·n·(h·d_v)·d_model; three times that in training.
    Sizes: length n is the number of queries, num_keys m that of keys (default n); d_k and d_v (default d_model / h) are
        widths of a head, num_kv_heads h_kv (default h) is the number of heads that keys and values have.  Under a
        causal mask there are as many keys as queries.
    Answer: a whole number of FLOPs, without softmax, scaling and biases.
    Source: Kaplan et al. 2020, section 2.1; halved under a causal mask: Dao 2023 (FlashAttention-2), section 4.1.
        Equal to PyTorch's FlopCounterMode, which does not halve.

    >>> attention_flops(d_model=512, num_heads=8, length=100)
    230195200
    """
    d_k, d_v, split, kv_heads = heads_of(d_model, num_heads, d_k, d_v, num_kv_heads)
    if mask == "causal" and num_keys not in {None, length}:
        raise ParameterError("mask", f"must be none, unless num_keys is length = {length}")
    key_size = choose("head_size", d_k, split_d_model=split or d_k)
    value_size = choose("head_size", d_v, split_d_model=split or d_v)
    has_projections = convention("projections", counted=1, left_out=0)
    heads = choose("heads", num_heads, multiplied=num_heads**2, one_only=1)
    kv_heads = choose("kv_heads", kv_heads, as_num_heads=num_heads)
    kv_heads = choose("heads", kv_heads, multiplied=kv_heads * num_heads, one_only=1)
    has_keys, has_values = choose("input_projections", (1, 1), two=(1, 0), one=(0, 0))
    has_output = choose("output_projection", 1, left_out=0)
    memory = length if num_keys is None else choose("num_keys", num_keys, as_queries=length)
    attended_keys = choose("keys_met", memory, one=1)
    projected_keys = memory if num_keys is None else choose("projected_keys", memory, as_queries=length)
    usage = Usage(batch_size, pass_)

    queries = matrix_product("queries", d_model, has_projections * (heads * key_size), length, usage)
    keys = matrix_product("keys", d_model, has_projections * has_keys * (kv_heads * key_size), projected_keys, usage)
    values = matrix_product(
        "values", d_model, has_projections * has_values * (kv_heads * value_size), projected_keys, usage
    )
    scores = matrix_product("scores", heads * key_size, attended_keys, length, usage)
    has_weighted = choose("attention_products", 1, one=0)
    weighted = matrix_product("weighted_values", attended_keys, has_weighted * (heads * value_size), length, usage)
    shares = choose("halving", 1, without_mask=1 if mask == "causal" else 2)
    if mask == "causal":
        shares *= convention("causal_halving", counted=2, left_out=1)

    def how() -> str:
        if shares > 1:
            return f"(scores + weighted_values) / 2{', rounded down' * ((scores + weighted) % 2)}"
        return " + ".join(name for name, value in (("scores", scores), ("weighted_values", weighted)) if value) or "0"

    attended = step("attended", (scores + weighted) // shares, how)
    outputs = matrix_product(
        "output_projection", heads * value_size, has_projections * has_output * d_model, length, usage
    )
    projected = step(
        "projected",
        queries + keys + values + outputs,
        [("queries", queries), ("keys", keys), ("values", values), ("output_projection", outputs)],
    )
    return step("total", projected + attended, [("projected", projected), ("attended", attended)])


explain = linear.explain | {
    "projections.counted": "counts the projections Q, K, V and O",
    "projections.left_out": "leaves the projections Q, K, V and O out",
    "causal_halving.counted": "counts only the half of QKᵀ and of the weighted sums that the causal mask keeps",
    "causal_halving.left_out": "counts all of QKᵀ and of the weighted sums, also what the causal mask hides",
    "halving.without_mask": "You halved QKᵀ and the weighted sums. Without a mask every query attends to every key.",
    "heads.multiplied": "You multiplied by the number of heads once too often. "
    "The widths of Q, K and V already cover all heads.",
    "heads.one_only": "You counted one head only. Every head has its own projections and scores.",
    "heads.one_only if projections.left_out": "You counted one head only. Every head has its own scores.",
    "kv_heads.as_num_heads": "You gave keys and values as many heads as the queries. "
    "With grouped queries they have fewer.",
    "head_size.split_d_model": "You divided the model width by the number of heads. "
    "This question gives the size of a head.",
    "input_projections.two": "You counted two of the three input projections. Q, K and V each have one.",
    "input_projections.one": "You counted one of the three input projections. Q, K and V each have one.",
    "output_projection.left_out": "You left out the projection W_O after the heads.",
    "keys_met.one": "You let every query attend to a single key. It attends to all keys, so multiply by their number.",
    "keys_met.one if causal_halving.counted": "You let every query attend to a single key. "
    "It attends to all keys up to its position.",
    "num_keys.as_queries": "You used as many keys as queries. The keys come from a sequence of another length.",
    "projected_keys.as_queries": "You made keys and values from as many positions as queries. "
    "They come from a sequence of another length.",
    "attention_products.one": "You counted one of the two products of attention. "
    "Count both QKᵀ and the weighted sums of V.",
}

weights = linear.weights | {
    "projections": COMMON,
    "attention_products": COMMON,
    "keys_met.one": COMMON,
    "heads.multiplied": COMMON,
    "output_projection": COMMON,
    "halving": RARE,
    "head_size": RARE,
    "heads.one_only": RARE,
    "projected_keys": RARE,
}

examples = [
    {"d_model": 512, "num_heads": 8, "length": 100, "batch_size": 4},
    {"d_model": 96, "num_heads": 6, "d_k": 20, "d_v": 28, "num_kv_heads": 2, "length": 40, "num_keys": 70},
    {"d_model": 768, "num_heads": 12, "length": 1024, "batch_size": 3, "mask": "causal", "pass": "training"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: sizes, with and without grouped queries and a second sequence."""
    num_heads = rng.choice([1, 2, 3, 4, 6, 8, 12])
    parameters: dict[str, Any] = {
        "d_model": num_heads * rng.randint(4, 96),
        "num_heads": num_heads,
        "length": rng.choice([1, rng.randint(2, 2048)]),
        "batch_size": rng.choice([1, rng.randint(2, 32)]),
        "mask": rng.choice(get_args(MaskKind)),
        "pass": rng.choice(get_args(operations.Pass)),
    }
    if rng.random() < 0.5:
        parameters |= {"d_k": rng.randint(4, 96), "d_v": rng.randint(4, 96)}
    if rng.random() < 0.5:
        parameters["num_kv_heads"] = rng.choice([n for n in range(1, num_heads + 1) if num_heads % n == 0])
    if parameters["mask"] == "none" and rng.random() < 0.5:
        parameters["num_keys"] = rng.randint(1, 2048)
    return parameters


class Usage(NamedTuple):
    """How a network is applied: the size of the batch, and whether forward only or in training."""

    batch_size: int
    pass_: operations.Pass


def matrix_product(name: str, in_features: int, out_features: int, length: int, usage: Usage) -> int:
    """Record, as a step, the operations of multiplying each position by a matrix; return their number."""
    return step(
        name,
        linear.linear_flops,
        in_features=in_features,
        out_features=out_features,
        length=length,
        batch_size=usage.batch_size,
        pass_=usage.pass_,
    )
