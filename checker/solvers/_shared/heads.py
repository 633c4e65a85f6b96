"""Heads of attention: how many there are, and of what size.  What all types with heads share."""

from __future__ import annotations

from typing import NamedTuple

from checker.engine.errors import ParameterError


class Heads(NamedTuple):
    """The right sizes of heads."""

    d_k: int
    d_v: int
    split: int
    """d_model / h, which a student may believe in; 0 where d_model cannot be split, so that nobody does."""
    kv_heads: int


def heads_of(
    d_model: int, num_heads: int, d_k: int | None = None, d_v: int | None = None, num_kv_heads: int | None = None
) -> Heads:
    """Sizes that are not given split d_model, and keys and values have as many heads as the queries.

    ParameterError where they do not divide.
    """
    if (d_k is None or d_v is None) and d_model % num_heads:
        raise ParameterError("num_heads", f"must divide d_model = {d_model}, unless d_k and d_v are given")
    split = 0 if d_model % num_heads else d_model // num_heads
    return Heads(d_k or split, d_v or split, split, kv_head_count(num_heads, num_kv_heads))


def kv_head_count(num_heads: int, num_kv_heads: int | None) -> int:
    """How many heads keys and values have; queries share them evenly.  ParameterError where they cannot."""
    kv_heads = num_heads if num_kv_heads is None else num_kv_heads
    if num_heads % kv_heads:
        raise ParameterError("num_kv_heads", f"must divide num_heads = {num_heads}")
    return kv_heads
