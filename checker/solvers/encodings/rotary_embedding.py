"""Question type on rotary position embeddings: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from math import cos, isfinite, sin
from random import Random
from typing import Annotated, Any

from annotated_types import Ge, Le, MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers.encodings import _sinusoids as sinusoids
from checker.solvers.encodings._sinusoids import Base

MAX_COORDINATE = 1e50


def rotary_embedding(
    vector: Annotated[list[float], MinLen(2), MaxLen(4096)],
    position: Annotated[int, Ge(0), Le(10**6)],
    base: Base = 10000.0,
) -> tuple[float, ...]:
    """Rotate each pair of numbers of a query or a key by its position, the later pairs more slowly.

    Formula: (x1, x2) -> (x1 cos a - x2 sin a, x1 sin a + x2 cos a), a = position / base^(2i/d) for pair i = 0, 1, ...
    Shapes: vector (d,), d even -> (d,).  Pairs are neighbours (pairing interleaved) or, with pairing half_split, the
        i-th number of the first half and that of the second.  The step `angles` is (d / 2,), in radians.
    Answer: a vector.
    Source: Su et al. 2021, section 3.2 (interleaved); half_split as in GPT-NeoX and in Hugging Face's Llama.

    >>> [round(number, 3) for number in rotary_embedding([1, 0, 0, 2], position=1, base=100)]
    [0.54, 0.841, -0.2, 1.99]
    """
    d = len(vector)
    if d < 2 or d % 2:
        raise ParameterError("vector", "must have an even number of entries: they are rotated in pairs")
    if not all(isfinite(number) and abs(number) <= MAX_COORDINATE for number in vector):
        raise ParameterError("vector", f"must hold numbers within ±{MAX_COORDINATE:g}")
    sinusoids.check_sizes(d, base, 1, "itself")
    pairs = d // 2
    place = choose("position", position, counted_from_1=position + 1, left_out=1)
    exponents = choose(
        "exponent",
        [2 * i / d for i in range(pairs)],
        half_d_model=[4 * i / d for i in range(pairs)],
        without_the_2=[i / d for i in range(pairs)],
        pairs_from_1=[2 * (i + 1) / d for i in range(pairs)],
        same_for_all=[0.0] * pairs,
    )
    angles = step(
        "angles",
        tuple(place * frequency for frequency in sinusoids.frequencies(exponents, base)),
        how="position / base^(2i/d)",
        position=place,
    )
    is_split = convention("pairing", interleaved=False, half_split=True)
    indices = [(i, pairs + i) if is_split else (2 * i, 2 * i + 1) for i in range(pairs)]
    of_first, of_second = choose("functions", (cos, sin), swapped=(sin, cos))
    above, below = choose(
        "signs", (-1, 1), turned_back=(1, -1), both_positive=(1, 1), both_negative=(-1, -1), not_crossed=(0, 0)
    )
    rotated, added = list(vector), list(vector)
    for (first, second), angle in zip(indices, angles, strict=True):
        along, across = of_first(angle), of_second(angle)
        rotated[first] = vector[first] * along + above * vector[second] * across
        rotated[second] = below * vector[first] * across + vector[second] * along
        added[first] += sin(angle)
        added[second] += cos(angle)
    result = choose("operation", tuple(rotated), added=tuple(added))
    return step("total", result, how="x1 cos a - x2 sin a, x1 sin a + x2 cos a")


explain = sinusoids.explain | {
    "exponent.half_d_model": "You divided the exponent by d / 2. The exponent is 2i / d.",
    "exponent.without_the_2": "You used i / d as the exponent. The exponent is 2i / d.",
    "exponent.pairs_from_1": "You counted the pairs from 1. The first pair has i = 0, so its exponent is 0.",
    "exponent.same_for_all": "You rotated every pair by the same angle. Later pairs rotate more slowly.",
    "position.counted_from_1": "You counted one position further. Use the position as given.",
    "position.left_out": "You rotated by the angles of one position. Multiply them by the position.",
    "pairing.interleaved": "pairs neighbouring numbers",
    "pairing.half_split": "pairs each number of the first half with its counterpart in the second half",
    "functions.swapped": "You swapped sine and cosine. Multiply each number by the cosine and its partner by the sine.",
    "signs.turned_back": "You rotated the other way. The minus belongs before the sine in the first number of a pair.",
    "signs.both_positive": "You left out the minus. In a rotation one of the two sines is subtracted.",
    "signs.both_negative": "You subtracted both sines. In a rotation one of the two is added.",
    "signs.not_crossed": "You left out the sines. Each number also takes a share of its partner.",
    "operation.added": "You added sine and cosine to the vector. A rotary embedding rotates the vector instead.",
}

weights = sinusoids.weights | {
    "position.counted_from_1": COMMON,
    "exponent.same_for_all": RARE,
    "pairing": COMMON,
    "signs.turned_back": COMMON,
    "signs.both_negative": RARE,
    "operation": RARE,
}

examples: list[dict[str, Any]] = [
    {"vector": [1, 2, 3, -1], "position": 3, "base": 100},
    {"vector": [0.5, -1, 2, 1.5, 3, 4], "position": 2},
    {"vector": [2, 1, -1, 4], "position": 5, "base": 1000},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: a vector and a position; position 0 rotates nothing."""
    vector = [round(rng.uniform(-3, 3), 1) for _ in range(2 * rng.randint(1, 5))]
    return {"vector": vector, "position": rng.randint(0, 20), "base": rng.choice([10, 100, 500, 10000, 500000])}
