"""Question type on sinusoidal positional encodings: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from math import cos, sin
from typing import Annotated, Any

from checker.engine.bounds import MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._sizes import Length, Size, SizeOrNone
from checker.solvers.encodings import _sinusoids as sinusoids
from checker.solvers.encodings._sinusoids import Base, PositionRows


def positional_encoding(
    d_model: Size,
    length: Length | None = None,
    positions: Annotated[list[SizeOrNone], MinLen(1)] | None = None,
    base: Base = 10000.0,
) -> PositionRows:
    """Compute sinusoidal positional encodings: a row of sines and cosines for each position.

    Formula: PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos(pos / base^(2i/d_model)), pos from 0.
    Shapes: `length` positions from the first one on, or `positions` as listed -> (positions, d_model).  Layout halves:
        all sines first, then all cosines.  The step `angles` is (positions, d_model / 2), in radians.
    Answer: a matrix, a row for each position.
    Source: Vaswani et al. 2017, section 3.5.

    >>> [[round(number, 2) for number in row] for row in positional_encoding(d_model=4, length=2, base=100)]
    [[0.0, 1.0, 0.0, 1.0], [0.84, 0.54, 0.1, 1.0]]
    """
    if length is None and positions is None:
        raise ParameterError("length", "or positions must be given")
    if length is not None and positions is not None:
        raise ParameterError("positions", "and length are given; one of the two says which rows there are")
    sinusoids.check_sizes(d_model, base, length or len(positions or ()), "the number of positions")
    counted: dict[str, Any] = {str(each): reading(each, f"counts positions from {each}", COMMON) for each in (0, 1)}
    first = convention("first_position", **counted)
    all_positions = list(positions or range(first, first + (length or 0)))
    is_halves = convention(
        "layout",
        interleaved=reading(False, "puts each cosine right after its sine", COMMON),
        halves=reading(True, "puts all sines before all cosines", COMMON),
    )
    pairs = range(d_model // 2)
    right = [2 * i / d_model for i in pairs]
    for_sines, for_cosines = choose(
        "exponent",
        (right, right),
        by_column=wrong(
            (right, [(2 * i + 1) / d_model for i in pairs]),
            "You used the column number in the exponent. A sine and its cosine share one exponent, 2i / d_model.",
            COMMON,
        ),
        twice_the_column=wrong(
            ([4 * i / d_model for i in pairs], [(4 * i + 2) / d_model for i in pairs]),
            "You doubled 2i in the exponent. The exponent is 2i / d_model."
            if is_halves
            else "You doubled the number of the column in the exponent. "
            "2i is already the number of the pair's first column.",
        ),
        half_d_model=wrong(
            lambda: ([4 * i / d_model for i in pairs],) * 2,
            sinusoids.HALF_D_MODEL,
            RARE,
        ),
        without_the_2=wrong(
            lambda: ([i / d_model for i in pairs],) * 2,
            sinusoids.WITHOUT_THE_2,
        ),
    )
    angles = step("angles", _angles(all_positions, for_sines, base), how="pos / base^(2i/d_model)")
    others = angles if for_cosines == for_sines else _angles(all_positions, for_cosines, base)

    sines_are = "The sines come first" if is_halves else "The first of each pair is the sine"
    others_are = "The second half holds cosines" if is_halves else "The second of each pair is a cosine"
    first_are = "The first half holds sines" if is_halves else "The first of each pair is a sine"
    functions = choose(
        "functions",
        (sin, cos),
        swapped=wrong((cos, sin), f"You swapped sine and cosine. {sines_are}.", COMMON),
        all_sines=wrong((sin, sin), f"You used sines everywhere. {others_are}."),
        all_cosines=wrong((cos, cos), f"You used cosines everywhere. {first_are}.", RARE),
    )
    sines = [[functions[0](angle) for angle in row] for row in angles]
    cosines = [[functions[1](angle) for angle in row] for row in others]
    encoding = tuple(
        (*row, *other) if is_halves else tuple(number for pair in zip(row, other, strict=True) for number in pair)
        for row, other in zip(sines, cosines, strict=True)
    )
    return step("total", encoding, how="sin(angles), cos(angles)")


def _angles(positions: list[int], exponents: list[float], base: float) -> PositionRows:
    frequencies = sinusoids.frequencies(exponents, base)
    return tuple(tuple(position * frequency for frequency in frequencies) for position in positions)


examples: list[dict[str, Any]] = [
    {"d_model": 4, "length": 4, "base": 100},
    {"d_model": 8, "length": 3},
    {"d_model": 6, "positions": [2, 7], "base": 1000},
]
