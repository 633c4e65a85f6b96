"""Types of solver parameters: sizes with bounds, checked when a problem is loaded; and sizes of attention heads."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from annotated_types import Ge, Le

from checker.engine.errors import ParameterError

Size = Annotated[int, Ge(1), Le(10**14)]
"""A size of at least 1."""

SizeOrNone = Annotated[int, Ge(0), Le(10**14)]
"""A size that may be 0, such as a padding or a number of decoder layers."""

Length = Annotated[int, Ge(1), Le(4096)]
"""A length of something that is shown number by number."""


class Heads(NamedTuple):
    """The sizes of the heads of an attention block, as they are right."""

    d_k: int
    d_v: int
    split: int
    """The wrong size d_model / h; 0 where the heads do not divide d_model."""
    kv_heads: int


def heads_of(
    d_model: int, num_heads: int, d_k: int | None = None, d_v: int | None = None, num_kv_heads: int | None = None
) -> Heads:
    """Return the sizes of attention heads.

    A d_k or d_v that is not given is d_model / num_heads, and num_kv_heads is num_heads by default. Raise
    ParameterError where one of these numbers does not divide evenly.
    """
    if (d_k is None or d_v is None) and d_model % num_heads:
        raise ParameterError("num_heads", f"must divide d_model = {d_model}, unless d_k and d_v are given")
    split = 0 if d_model % num_heads else d_model // num_heads
    return Heads(d_k or split, d_v or split, split, kv_head_count(num_heads, num_kv_heads))


def kv_head_count(num_heads: int, num_kv_heads: int | None) -> int:
    """Return the number of key-value heads, by default `num_heads`.

    Raise ParameterError if the queries cannot share them evenly.
    """
    kv_heads = num_heads if num_kv_heads is None else num_kv_heads
    if num_heads % kv_heads:
        raise ParameterError("num_kv_heads", f"must divide num_heads = {num_heads}")
    return kv_heads
