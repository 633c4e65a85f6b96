"""Question type on the number of parameters of one multi-head attention block: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size, heads_of
from checker.solvers.parameters.feed_forward_parameters import biases


def attention_parameters(
    d_model: Size,
    num_heads: Size,
    d_k: Size | None = None,
    d_v: Size | None = None,
    num_kv_heads: Size | None = None,
    kdim: Size | None = None,
    vdim: Size | None = None,
) -> int:
    """Parameters of multi-head attention: the projections W_Q, W_K, W_V of all heads, and W_O.

    Formula: d_model·(h·d_k) + kdim·(h_kv·d_k) + vdim·(h_kv·d_v) + (h·d_v)·d_model, and one bias for each column.
    Sizes: d_model, d_k and d_v (default d_model / h), kdim and vdim (default d_model) are widths in numbers per
        position; num_kv_heads (default h) is the number of heads that keys and values have.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3.2.2; grouped-query heads: Ainslie et al. 2023.  Equal to PyTorch's
        nn.MultiheadAttention where d_k = d_v = d_model / h.

    >>> attention_parameters(d_model=200, num_heads=2)
    160800
    """
    d_k, d_v, split, kv_heads = heads_of(d_model, num_heads, d_k, d_v, num_kv_heads)

    qkv_biases, output_biases = biases("qkv_biases", "output_biases")
    has_output = convention("output_projection", counted=1, left_out=0)
    query_heads = choose("heads", num_heads, multiplied=num_heads**2, one_only=1)
    kv_heads = choose("kv_heads", kv_heads, as_num_heads=num_heads)
    kv_heads = choose("heads", kv_heads, multiplied=kv_heads * num_heads, one_only=1)
    key_size = choose("head_size", d_k, split_d_model=split or d_k)
    value_size = choose("head_size", d_v, split_d_model=split or d_v)
    has_keys, has_values = choose("projections", (1, 1), two=(1, 0), one=(0, 0))

    def projection(name: str, inputs: int, heads: int, size: int) -> int:
        """Return the parameters of one input projection, with the columns of all heads; none without heads."""
        columns = heads * size
        how = [("width · (heads · size)", columns), ("heads · size", qkv_biases * columns)]
        return step(name, inputs * columns + qkv_biases * columns, how, width=inputs, heads=heads, size=size)

    queries = projection("queries", d_model, query_heads, key_size)
    keys = projection("keys", kdim or d_model, has_keys * kv_heads, key_size)
    values = projection("values", vdim or d_model, has_values * kv_heads, value_size)
    inputs = step("input_projections", queries + keys + values, how="queries + keys + values")

    output_heads = choose("output_heads", num_heads, multiplied=num_heads**2, one_only=1)
    width = has_output * output_heads * value_size
    matrix, bias = width * d_model, has_output * output_biases * d_model
    outputs = step(
        "output_projection",
        matrix + bias,
        how=[("(num_heads · d_v) · d_model", matrix), ("d_model", bias)],
        num_heads=output_heads,
        d_v=value_size,
    )
    return step("total", inputs + outputs, how="input_projections + output_projection")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "qkv_biases.counted": "counts the biases of the Q, K and V projections",
    "qkv_biases.left_out": "leaves the biases of the Q, K and V projections out",
    "output_biases.counted": "counts the bias of the output projection W_O",
    "output_biases.left_out": "leaves the bias of the output projection W_O out",
    "output_projection.counted": "counts the output projection W_O",
    "output_projection.left_out": "leaves the output projection W_O out",
    "heads.multiplied": "You multiplied the Q, K and V projections by the number of heads. "
    "Their columns already cover all heads.",
    "heads.one_only": "You counted the Q, K and V projections of one head. Count those of all heads.",
    "kv_heads.as_num_heads": "You gave keys and values as many heads as the queries. Here they have fewer.",
    "head_size.split_d_model": "You divided the model width by the number of heads. Here the head size is given.",
    "projections.two": "You counted two of the three input projections. Count Q, K and V.",
    "projections.one": "You counted one of the three input projections. Count Q, K and V.",
    "output_heads.multiplied": "You multiplied the output projection W_O by the number of heads. "
    "It is one matrix for all heads.",
    "output_heads.one_only": "You let the output projection W_O read one head. It reads the outputs of all heads.",
}

weights = {
    "biases": COMMON,
    "heads": COMMON,
    "output_projection": COMMON,
    "projections": COMMON,
    "head_size": RARE,
    "output_heads.one_only": RARE,
}

examples = [
    {"d_model": 512, "num_heads": 8},
    {"d_model": 3072, "num_heads": 16, "d_k": 256, "d_v": 256, "num_kv_heads": 4},
    {"d_model": 64, "num_heads": 4, "d_k": 24, "d_v": 20, "kdim": 48, "vdim": 40},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type; half of them with given sizes of heads, keys and values."""
    num_heads = rng.choice([2, 3, 4, 6, 8, 12])
    parameters = {"d_model": num_heads * rng.randint(4, 96), "num_heads": num_heads}
    if rng.random() < 0.5:
        parameters |= {"d_k": rng.randint(4, 96), "d_v": rng.randint(4, 96)}
        parameters |= {"num_kv_heads": rng.choice([n for n in range(1, num_heads) if num_heads % n == 0])}
    if rng.random() < 0.5:
        parameters |= {"kdim": rng.randint(4, 512), "vdim": rng.randint(4, 512)}
    return parameters
