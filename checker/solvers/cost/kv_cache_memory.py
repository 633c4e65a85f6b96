"""Question type on the memory of the keys and values that a decoder keeps: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size, kv_head_count
from checker.solvers.cost import _stored as stored


def kv_cache_memory(
    num_layers: Size,
    num_kv_heads: Size,
    head_dim: Size,
    length: Size,
    batch_size: Size = 1,
    dtype: stored.Dtype = "float16",
    num_heads: Size | None = None,
) -> int | float:
    """Count the bytes of the KV cache: the keys and values of all positions so far, in every layer.

    Formula: 2 · num_layers · num_kv_heads · head_dim · length · batch_size · bytes of one number.
    Sizes: num_kv_heads heads of head_dim numbers hold keys and values; length in tokens, prompt and generated;
        num_heads (default num_kv_heads), the heads of the queries, changes nothing.
    Answer: a number of bytes, exact; or of GB (10⁹ bytes) or GiB (2³⁰ bytes), by the convention `unit`.
    Source: Pope et al. 2022, section 3.3; grouped-query heads: Ainslie et al. 2023.  Element sizes as PyTorch's.

    >>> kv_cache_memory(num_layers=32, num_kv_heads=8, head_dim=128, length=8192, dtype="bfloat16")
    1073741824
    """
    query_heads = num_kv_heads if num_heads is None else num_heads
    kv_heads = kv_head_count(query_heads, num_kv_heads)
    heads = choose("kv_heads", kv_heads, as_num_heads=query_heads, one_only=1)
    size = choose("head_dim", head_dim, as_d_model=query_heads * head_dim)
    layers = choose("layers", num_layers, left_out=1)
    kinds = choose("keys_and_values", 2, one=1)
    per_token = step(
        "numbers_per_token",
        kinds * layers * heads * size,
        "2 · num_layers · num_kv_heads · head_dim" if kinds > 1 else "num_layers · num_kv_heads · head_dim",
        num_layers=layers,
        num_kv_heads=heads,
        head_dim=size,
    )
    bits = stored.choose_bits(dtype)
    step("bytes_per_token", stored.byte_count(per_token, bits), "numbers_per_token · bits / 8", bits=bits)
    kept = choose("length", length, left_out=1, squared=length**2)
    sequences = choose("batch", batch_size, left_out=1)
    cache = step(
        "bytes",
        stored.byte_count(per_token * kept * sequences, bits),
        "bytes_per_token · length · batch_size",
        length=kept,
        batch_size=sequences,
    )
    return stored.record_total(cache)


explain = stored.explain | {
    "kv_heads.as_num_heads": "You cached as many heads as the queries have. "
    "With grouped queries, keys and values have fewer heads.",
    "kv_heads.one_only": "You cached one head only. Every head of the keys and values is kept.",
    "head_dim.as_d_model": "You used the width of the whole model for each head. A head is narrower.",
    "layers.left_out": "You counted one layer. Every layer keeps its own keys and values.",
    "keys_and_values.one": "You counted either the keys or the values. Both are kept.",
    "length.left_out": "You counted one token. Keys and values of all tokens so far are kept.",
    "length.squared": "You squared the length. The cache has one key and one value for each token, not for each pair.",
    "batch.left_out": "You counted one sequence. Every sequence in the batch has its own cache.",
}

weights = stored.weights | {
    "keys_and_values": COMMON,
    "kv_heads.as_num_heads": COMMON,
    "layers": COMMON,
    "length.left_out": RARE,
    "head_dim": RARE,
}

units = {"bytes": "bytes", "bytes_per_token": "bytes"}

examples = [
    {"num_layers": 32, "num_kv_heads": 8, "num_heads": 24, "head_dim": 128, "length": 3000, "batch_size": 5},
    {"num_layers": 12, "num_kv_heads": 10, "head_dim": 60, "length": 700, "batch_size": 3, "dtype": "int8"},
    {"num_layers": 80, "num_kv_heads": 8, "num_heads": 64, "head_dim": 100, "length": 5000, "dtype": "float32"},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: sizes, with and without grouped queries."""
    kv_heads = rng.randint(1, 32)
    parameters: dict[str, Any] = {
        "num_layers": rng.randint(1, 96),
        "num_kv_heads": kv_heads,
        "head_dim": rng.randint(8, 256),
        "length": rng.randint(1, 100_000),
        "batch_size": rng.choice([1, rng.randint(2, 64)]),
        "dtype": rng.choice(get_args(stored.Dtype)),
    }
    if rng.random() < 0.6:
        parameters["num_heads"] = kv_heads * rng.randint(1, 8)
    return parameters
