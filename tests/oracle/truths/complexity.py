"""Orders of growth, measured on layers that are written out: which position reads which.

Operations are counted in loops that really run, over heads and widths too; chains and paths are searched for in the graph
of what reads what.  The exponent of a symbol is how often the count doubles when that symbol doubles; a logarithm is a
count that grows by equal steps.  That a feed-forward block is four times as wide inside changes no order.
"""
# ruff: noqa: PLR0913 - the symbols

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import product
from math import log, log2
from typing import Any

Named = dict[str, Any]
SYMBOLS = ("n", "k", "r", "d", "h")

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {"layer_complexity": {"projections": ("left_out", "counted")}}


def inputs_of(layer: str, i: int, n: int, k: int, r: int, level: int = 0) -> list[int]:
    """The positions of the layer below that position i reads; a convolution is dilated, k times as far on each level."""
    if layer == "self_attention":
        return list(range(n))
    if layer == "restricted_self_attention":  # half of its neighbours before it and half after
        return list(range(max(i - r // 2, 0), min(i + r // 2, n - 1) + 1))
    if layer == "convolutional":
        return [i - tap * k**level for tap in range(k) if i >= tap * k**level]
    return [i]


def outputs_of(layer: str, i: int) -> list[int]:
    """The positions of its own output that position i reads."""
    return [i - 1] if layer == "recurrent" and i else []


def multiplications(layer: str, said: dict[str, str], n: int, k: int, r: int, d: int, h: int) -> dict[str, int]:
    """How many, in each part of the layer: parts that grow differently stay apart."""
    counts: dict[str, int] = {}

    def products(part: str, rows: int, columns: int) -> None:
        for _ in product(range(rows), range(columns)):
            counts[part] = counts.get(part, 0) + 1

    for i in range(n):
        read = inputs_of(layer, i, n, k, r)
        if layer.endswith("self_attention"):
            for _head, _key in product(range(h), read):
                products("attended", 1, d // h)  # a score
                products("attended", 1, d // h)  # and a value times its weight
            for _matrix in "qkvo" if said["projections"] == "counted" else "":
                products("projections", d, d)
        elif layer == "feed_forward":
            products("matrices", 4 * d, d)
            products("matrices", d, 4 * d)
        else:
            for _position in [*read, *outputs_of(layer, i)]:
                products("matrices", d, d)
    return counts


def waits(layer: str, n: int) -> int:
    """The longest chain of positions each of which waits for another of the same layer."""
    ready: list[int] = []
    for i in range(n):
        ready.append(1 + max((ready[j] for j in outputs_of(layer, i)), default=0))
    return max(ready)


def path(layer: str, n: int, k: int, r: int) -> int:
    """Connections from the first position to the last, the fewest there are in a stack of such layers."""
    readers: list[list[list[int]]] = []
    beside: list[list[int]] = [[] for _ in range(n)]
    for i in range(n):
        for j in outputs_of(layer, i):
            beside[j].append(i)
    waiting, met = deque([(0, 0, 0)]), {(0, 0)}
    while waiting:
        level, i, steps = waiting.popleft()
        if level and i == n - 1:
            return steps
        if len(readers) == level:
            readers.append([[] for _ in range(n)])
            for reader in range(n):
                for j in inputs_of(layer, reader, n, k, r, level):
                    readers[level][j].append(reader)
        above = [(level + 1, reader) for reader in readers[level][i]]
        for each in above + [(level, reader) for reader in beside[i] if level]:
            if each not in met:
                met.add(each)
                waiting.append((*each, steps + 1))
    raise ValueError(layer)


def exponents(count: Callable[..., int], **sizes: int) -> list[int]:
    """Of each symbol; a size that is not given plays no part in this count."""
    found = []
    for symbol in SYMBOLS:
        twice = count(**(sizes | {symbol: 2 * sizes[symbol]})) if symbol in sizes else count(**sizes)
        found.append(round(log2(twice / count(**sizes))))
    return found


def layer_complexity(said: dict[str, str], layer: str, quantity: str) -> Named:
    rows = [list(row) for row in measured(layer, quantity, said["projections"])]
    return {"total": [[len(rows), 2 * len(SYMBOLS)], [each for row in rows for each in row]]}


@cache
def measured(layer: str, quantity: str, projections: str) -> list[list[int]]:
    """For each summand the exponents of the symbols, and of their logarithms."""
    none = [0] * len(SYMBOLS)
    if quantity == "path_length" and layer == "convolutional":
        lengths = [(k**power, k) for k in (2, 3, 4) for power in (2, 3, 4)]
        assert all(path(layer, n, k, 1) == round(log(n) / log(k)) for n, k in lengths), (
            "the logarithm of n to the base k"
        )
        return [[*none, 1, -1, 0, 0, 0]]
    if quantity == "path_length":
        return [exponents(lambda n, k, r: path(layer, n, k, r), n=256, k=2, r=8) + none]
    if quantity == "sequential_operations":
        return [exponents(lambda n: waits(layer, n), n=256) + none]
    said, sizes = {"projections": projections}, {"n": 64, "k": 2, "r": 8, "d": 4, "h": 2}
    parts = multiplications(layer, said, **sizes)
    found = [
        exponents(lambda part=part, **given: multiplications(layer, said, **given)[part], **sizes) for part in parts
    ]
    return sorted((row + none for row in found), reverse=True)
