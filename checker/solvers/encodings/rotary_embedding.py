"""Question type on rotary position embeddings: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from math import cos, isfinite, sin
from typing import Annotated, Any

from checker.engine.bounds import Ge, Le, MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers.encodings import _sinusoids as sinusoids
from checker.solvers.encodings._sinusoids import Base

_MAX_COORDINATE = 1e50


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
    if d % 2:
        raise ParameterError("vector", "must have an even number of entries: they are rotated in pairs")
    if not all(isfinite(number) and abs(number) <= _MAX_COORDINATE for number in vector):
        raise ParameterError("vector", f"must hold numbers within ±{_MAX_COORDINATE:g}")
    sinusoids.check_sizes(d, base, 1, "itself")
    pairs = d // 2
    place = choose(
        "position",
        position,
        counted_from_1=wrong(position + 1, "You counted one position further. Use the position as given.", COMMON),
        left_out=wrong(1, "You rotated by the angles of one position. Multiply them by the position."),
    )
    exponents = choose(
        "exponent",
        [2 * i / d for i in range(pairs)],
        half_d_model=wrong(
            [4 * i / d for i in range(pairs)], "You divided the exponent by d / 2. The exponent is 2i / d.", RARE
        ),
        without_the_2=wrong([i / d for i in range(pairs)], "You used i / d as the exponent. The exponent is 2i / d."),
        pairs_from_1=wrong(
            [2 * (i + 1) / d for i in range(pairs)],
            "You counted the pairs from 1. The first pair has i = 0, so its exponent is 0.",
        ),
        same_for_all=wrong(
            [0.0] * pairs, "You rotated every pair by the same angle. Later pairs rotate more slowly.", RARE
        ),
    )
    angles = step(
        "angles",
        tuple(place * frequency for frequency in sinusoids.frequencies(exponents, base)),
        how="position / base^(2i/d)",
        position=place,
    )
    is_split = convention(
        "pairing",
        interleaved=reading(False, "pairs neighbouring numbers", COMMON),
        half_split=reading(True, "pairs each number of the first half with its counterpart in the second half", COMMON),
    )
    indices = [(i, pairs + i) if is_split else (2 * i, 2 * i + 1) for i in range(pairs)]
    of_first, of_second = choose(
        "functions",
        (cos, sin),
        swapped=wrong(
            (sin, cos), "You swapped sine and cosine. Multiply each number by the cosine and its partner by the sine."
        ),
    )
    above, below = choose(
        "signs",
        (-1, 1),
        turned_back=wrong(
            (1, -1),
            "You rotated the other way. The minus belongs before the sine in the first number of a pair.",
            COMMON,
        ),
        both_positive=wrong((1, 1), "You left out the minus. In a rotation one of the two sines is subtracted."),
        both_negative=wrong((-1, -1), "You subtracted both sines. In a rotation one of the two is added.", RARE),
        not_crossed=wrong((0, 0), "You left out the sines. Each number also takes a share of its partner."),
    )
    rotated, added = list(vector), list(vector)
    for (first, second), angle in zip(indices, angles, strict=True):
        along, across = of_first(angle), of_second(angle)
        rotated[first] = vector[first] * along + above * vector[second] * across
        rotated[second] = below * vector[first] * across + vector[second] * along
        added[first] += sin(angle)
        added[second] += cos(angle)
    result = choose(
        "operation",
        tuple(rotated),
        added=wrong(
            tuple(added),
            "You added sine and cosine to the vector. A rotary embedding rotates the vector instead.",
            RARE,
        ),
    )
    return step("total", result, how="x1 cos a - x2 sin a, x1 sin a + x2 cos a")


examples: list[dict[str, Any]] = [
    {"vector": [1, 2, 3, -1], "position": 3, "base": 100},
    {"vector": [0.5, -1, 2, 1.5, 3, 4], "position": 2},
    {"vector": [2, 1, -1, 4], "position": 5, "base": 1000},
]
