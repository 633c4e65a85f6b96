"""Question type on the rotation that shifts a sinusoidal positional encoding: its solver, sentences and examples."""

from __future__ import annotations

from math import cos, sin
from typing import Annotated, Any

from checker.engine.bounds import Ge, Le
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._sizes import Size
from checker.solvers.encodings import _sinusoids as sinusoids
from checker.solvers.encodings._sinusoids import Base, PositionRows


def positional_rotation(
    d_model: Size, offset: Annotated[int, Ge(-(10**6)), Le(10**6)], base: Base = 10000.0
) -> PositionRows:
    """Compute the matrix R that shifts a positional encoding by `offset` positions: PE(pos + offset) = R PE(pos).

    Formula: blocks [[cos a, sin a], [-sin a, cos a]] along the diagonal, a = offset / base^(2i/d_model) for pair i.
    Shapes: (d_model, d_model); PE(pos) is a column, each sine followed by its cosine (layout halves: all sines first).
        The step `angles` is (d_model / 2,), in radians.
    Answer: a matrix.
    Source: Vaswani et al. 2017, section 3.5 ("a linear function").

    >>> [[round(number, 2) for number in row] for row in positional_rotation(d_model=2, offset=1)]
    [[0.54, 0.84], [-0.84, 0.54]]
    """
    sinusoids.check_sizes(d_model, base, d_model, "itself")
    shift = choose(
        "offset",
        offset,
        as_one=wrong(
            -1 if offset < 0 else 1, "You gave the rotation by one position. Multiply its angles by the offset."
        ),
    )
    pairs = d_model // 2
    exponents = choose(
        "exponent",
        [2 * i / d_model for i in range(pairs)],
        half_d_model=wrong([4 * i / d_model for i in range(pairs)], sinusoids.HALF_D_MODEL, RARE),
        without_the_2=wrong([i / d_model for i in range(pairs)], sinusoids.WITHOUT_THE_2),
    )
    angles = step(
        "angles",
        tuple(shift * frequency for frequency in sinusoids.frequencies(exponents, base)),
        how="offset / base^(2i/d_model)",
        offset=shift,
    )
    above, below = choose(
        "signs",
        (1, -1),
        transposed=wrong((-1, 1), "Your matrix is transposed. Swap the signs of its sines.", COMMON),
        both_positive=wrong((1, 1), "You left out the minus. In a rotation one of the two sines is negative."),
        both_negative=wrong((-1, -1), "You made both sines negative. In a rotation one of the two is positive.", RARE),
    )
    is_halves = convention(
        "layout",
        interleaved=reading(False, "puts each cosine right after its sine"),
        halves=reading(True, "puts all sines before all cosines"),
    )
    one, other = choose(
        "functions",
        (cos, sin),
        swapped=wrong((sin, cos), "You swapped sine and cosine. The cosines of a rotation are on the diagonal."),
    )
    rows = [[0.0] * d_model for _ in range(d_model)]
    for pair, angle in enumerate(angles):
        first, second = (pair, pairs + pair) if is_halves else (2 * pair, 2 * pair + 1)
        rows[first][first] = rows[second][second] = one(angle)
        rows[first][second] = above * other(angle)
        rows[second][first] = below * other(angle)
    return step("total", tuple(map(tuple, rows)), how="[[cos a, sin a], [-sin a, cos a]] along the diagonal")


examples: list[dict[str, Any]] = [
    {"d_model": 4, "offset": 3, "base": 100},
    {"d_model": 6, "offset": 2},
    {"d_model": 4, "offset": -5, "base": 1000},
]
