"""Rotary position embeddings."""

from __future__ import annotations

from math import cos, isfinite, sin
from random import Random
from typing import Annotated, Any

from annotated_types import Ge, Le, MaxLen, MinLen

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers.encodings import _sinusoids as sinusoids
from checker.solvers.encodings._sinusoids import Base

HIGHEST = 1e50


def rotary_embedding(
    vector: Annotated[list[float], MinLen(2), MaxLen(4096)],
    position: Annotated[int, Ge(0), Le(10**6)],
    base: Base = 10000.0,
) -> tuple[float, ...]:
    """A query or a key with its position in it: each pair of its numbers is turned, the later pairs more slowly.

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
        raise ParameterError("vector", "must have an even number of entries: they are turned in pairs")
    if not all(isfinite(number) and abs(number) <= HIGHEST for number in vector):
        raise ParameterError("vector", f"must hold numbers within ±{HIGHEST:g}")
    sinusoids.check(d, base, 1, "itself")
    pairs = d // 2
    place = choose("position", position, counted_from_1=position + 1, ignored=1)
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
    at = [(i, pairs + i) if is_split else (2 * i, 2 * i + 1) for i in range(pairs)]
    of_first, of_second = choose("functions", (cos, sin), exchanged=(sin, cos))
    above, below = choose(
        "signs", (-1, 1), turned_back=(1, -1), both_positive=(1, 1), both_negative=(-1, -1), not_crossed=(0, 0)
    )
    turned, added = list(vector), list(vector)
    for (first, second), angle in zip(at, angles, strict=True):
        along, across = of_first(angle), of_second(angle)
        turned[first] = vector[first] * along + above * vector[second] * across
        turned[second] = below * vector[first] * across + vector[second] * along
        added[first] += sin(angle)
        added[second] += cos(angle)
    result = choose("operation", tuple(turned), added=tuple(added))
    return step("total", result, how="x1 cos a - x2 sin a, x1 sin a + x2 cos a")


one_by_one = True
"""Each student's values are worked out number by number: a run for all is no faster."""

explain = sinusoids.explain | {
    "exponent.half_d_model": "You divided the exponent by d / 2; it is 2i / d.",
    "exponent.without_the_2": "You used i / d as the exponent; it is 2i / d.",
    "exponent.pairs_from_1": "You counted the pairs from 1; the first pair has i = 0, and the exponent 0.",
    "exponent.same_for_all": "You turned every pair by the same angle; later pairs turn more slowly.",
    "position.counted_from_1": "You counted one position further; take the position as it is given.",
    "position.ignored": "You turned by the angles of one position; multiply them by the position.",
    "pairing.interleaved": "pairs neighbouring numbers",
    "pairing.half_split": "pairs each number of the first half with its counterpart in the second half",
    "functions.exchanged": "You exchanged sine and cosine; each number is multiplied by the cosine, "
    "its partner by the sine.",
    "signs.turned_back": "You turned the other way; the minus stands before the sine in the first number of a pair. "
    "Queries and keys are turned the same way.",
    "signs.both_positive": "You left out the minus; in a rotation one of the two sines is subtracted.",
    "signs.both_negative": "You subtracted both sines; in a rotation one of the two is added.",
    "signs.not_crossed": "You left the sines out; each number also takes a share of its partner.",
    "operation.added": "You added sine and cosine to the vector; a rotary embedding turns the vector instead.",
}

weights = sinusoids.weights | {
    "position.counted_from_1": 4,
    "exponent.same_for_all": 1,
    "pairing": 4,
    "signs.turned_back": 4,
    "signs.both_negative": 1,
    "operation": 1,
}

examples: list[dict[str, Any]] = [
    {"vector": [1, 2, 3, -1], "position": 3, "base": 100},
    {"vector": [0.5, -1, 2, 1.5, 3, 4], "position": 2},
    {"vector": [2, 1, -1, 4], "position": 5, "base": 1000},
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters; position 0 among them, which turns nothing."""
    vector = [round(rng.uniform(-3, 3), 1) for _ in range(2 * rng.randint(1, 5))]
    return {"vector": vector, "position": rng.randint(0, 20), "base": rng.choice([10, 100, 500, 10000, 500000])}
