"""Orders of growth, measured: operations counted in loops that really run, chains of them, and paths searched breadth first.

The exponent of a symbol is how often the count doubles when that symbol doubles; a logarithm is a count that grows by
equal steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import product
from math import log2
from typing import Any

Named = dict[str, Any]
SYMBOLS = ("n", "k", "r", "d", "h")

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {"layer_complexity": {"projections": ("left_out", "counted")}}


def attended(layer: str, n: int, r: int) -> Iterable[tuple[int, int]]:
    """Which position looks at which: r of them on a ring, where attention is restricted."""
    if layer == "self_attention":
        return product(range(n), range(n))
    return ((i, (i + j) % n) for i in range(n) for j in range(r))


def multiplications(  # noqa: PLR0913 - the symbols
    layer: str, said: dict[str, str], n: int, k: int, r: int, d: int
) -> dict[str, int]:
    """How many, in each part of the layer: parts that grow differently stay apart."""
    if layer in {"self_attention", "restricted_self_attention"}:
        parts = {"scores": sum(1 for _ in attended(layer, n, r) for _ in range(d))}
        if said["projections"] == "counted":
            parts["projections"] = sum(1 for _ in range(n) for _ in range(d) for _ in range(d))
        return parts
    taps = k if layer == "convolutional" else 1
    return {"matrix": sum(1 for _ in range(n) for _ in range(taps) for _ in range(d) for _ in range(d))}


def waits(layer: str, n: int) -> int:
    """The longest chain of positions each of which waits for the one before."""
    ready = [0] * n
    for i in range(n):
        ready[i] = 1 + (ready[i - 1] if layer == "recurrent" and i else 0)
    return max(ready)


def path(layer: str, n: int, k: int, r: int) -> int:
    """Layers (or steps) from the first position to the farthest, with every connection the layer offers."""
    if layer == "convolutional":  # dilated: in layer m each position sees k others that are k^m apart
        reach, layers = 1, 0
        while reach < n:
            reach, layers = reach * k, layers + 1
        return layers
    reach = {"self_attention": n, "restricted_self_attention": r, "recurrent": 1}[layer]
    distance, waiting = {0: 0}, deque([0])
    while waiting:
        i = waiting.popleft()
        for j in range(i + 1, min(i + reach, n - 1) + 1):
            if j not in distance:
                distance[j] = distance[i] + 1
                waiting.append(j)
    return distance[n - 1]


def exponents(count: Callable[..., int]) -> list[int]:
    sizes = {"n": 4096, "k": 2, "r": 16, "d": 4} if count.__name__ == "path_of" else {"n": 16, "k": 2, "r": 4, "d": 4}
    found = []
    for symbol in SYMBOLS[:-1]:
        twice = count(**(sizes | {symbol: 2 * sizes[symbol]}))
        found.append(round(log2(twice / count(**sizes))))
    return [*found, 0]  # heads split the width: no loop above runs over them


def layer_complexity(said: dict[str, str], layer: str, quantity: str) -> Named:
    none = [0] * len(SYMBOLS)
    if quantity == "path_length" and layer == "convolutional":
        steps = [path(layer, k**power, k, 1) for k in (2, 3) for power in (3, 4, 5)]
        assert steps == [3, 4, 5, 3, 4, 5], "it grows by one whenever n grows by the factor k"
        rows = [[*none, 1, -1, 0, 0, 0]]
    elif quantity == "path_length":

        def path_of(n: int, k: int, r: int, d: int) -> int:
            return path(layer, n, k, r)

        rows = [exponents(path_of) + none]
    elif quantity == "sequential_operations":
        rows = [exponents(lambda n, k, r, d: waits(layer, n)) + none]
    else:
        parts = multiplications(layer, said, 4, 2, 2, 2)
        rows = [
            exponents(lambda n, k, r, d, part=part: multiplications(layer, said, n, k, r, d)[part]) + none
            for part in parts
        ]
    rows.sort(reverse=True)
    return {"total": [[len(rows), 2 * len(SYMBOLS)], [each for row in rows for each in row]]}
