"""Frequencies of sinusoidal positions, from which the question types of this folder compute angles.

Also a check of sizes.
"""

from __future__ import annotations

import math
from typing import Annotated

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, wrong
from checker.engine.weights import COMMON, RARE

_MIN_BASE, _MAX_BASE = 1.0, 1e12

Base = Annotated[float, Ge(_MIN_BASE), Le(_MAX_BASE)]
"""Base of the wavelengths; 10000 in the paper."""

PositionRows = tuple[tuple[float, ...], ...]
"""Matrix as a tuple of rows: this topic needs no numpy."""

HALF_D_MODEL = "You divided the exponent by d_model / 2. The exponent is 2i / d_model."
WITHOUT_THE_2 = "You used i / d_model as the exponent. The exponent is 2i / d_model."

_MAX_NUMBERS = 10_000
"""Maximum number of entries of one answer."""


def check_sizes(d_model: int, base: float, rows: int, row_count: str) -> None:
    """Raise ParameterError for an odd width, a base out of range, or too many numbers.

    `row_count` says in the message what `rows` is.
    """
    if d_model < 1 or d_model % 2:
        raise ParameterError("d_model", "must be even: each sine has its cosine")
    if d_model * rows > _MAX_NUMBERS:
        raise ParameterError("d_model", f"times {row_count} gives more than {_MAX_NUMBERS:,} numbers to write out")
    if not _MIN_BASE <= base <= _MAX_BASE:
        raise ParameterError("base", "must be from 1 to 10^12")


def frequencies(exponents: list[float], base: float) -> list[float]:
    """Return 1 / base^exponent for each exponent, in radians per position, right or as this run's student has it."""
    base = choose(
        "base",
        base,
        ten_thousand=wrong(1e4, "You used the usual base 10000. This question gives another base.", COMMON),
        thousand=wrong(1e3, "You used 1000 as the base. This question has another base."),
        hundred_thousand=wrong(1e5, "You used 100000 as the base. This question has another base.", RARE),
        e=wrong(math.e, "You used e as the base, as in an exponential. This question has another base.", RARE),
    )
    sign = choose(
        "direction",
        -1,
        multiplied=wrong(1, "You multiplied the position by the power of the base. Divide it by the power."),
    )
    unit = choose(
        "angle_unit",
        1.0,
        degrees=wrong(math.pi / 180, "You took the angles in degrees. Set your calculator to radians.", COMMON),
    )
    return [unit * base ** (sign * exponent) for exponent in exponents]
