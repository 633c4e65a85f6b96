"""The angles of sinusoidal positions: what the types of this topic share."""

from __future__ import annotations

import math
from typing import Annotated

from annotated_types import Ge, Le

from checker.engine.errors import ParameterError
from checker.engine.trace import choose

LOWEST, HIGHEST = 1.0, 1e12

Base = Annotated[float, Ge(LOWEST), Le(HIGHEST)]
"""The base of the wavelengths; 10000 in the paper."""

PositionRows = tuple[tuple[float, ...], ...]
"""A matrix as a tuple of rows: this topic needs no arrays."""

MOST = 10_000
"""Numbers of one answer."""


def check(d_model: int, base: float, rows: int, counted: str) -> None:
    """Refuse what has no pairs, no wavelengths, or too many numbers to write out."""
    if d_model < 1 or d_model % 2:
        raise ParameterError("d_model", "must be even: each sine has its cosine")
    if d_model * rows > MOST:
        raise ParameterError("d_model", f"times {counted} gives more than {MOST:,} numbers to write out")
    if not LOWEST <= base <= HIGHEST:
        raise ParameterError("base", "must be from 1 to 10^12")


def frequencies(exponents: list[float], base: float) -> list[float]:
    """1 / base^exponent for each exponent, in radians per position."""
    base = choose("base", base, ten_thousand=1e4, thousand=1e3, hundred_thousand=1e5, e=math.e)
    sign = choose("direction", -1, multiplied=1)
    unit = choose("angle_unit", 1.0, degrees=math.pi / 180)
    return [unit * base ** (sign * exponent) for exponent in exponents]


explain = {
    "exponent.half_d_model": "You divided the exponent by d_model / 2; it is 2i / d_model.",
    "exponent.without_the_2": "You used i / d_model as the exponent; it is 2i / d_model.",
    "base.ten_thousand": "You took 10000 as the base, as usual; this question gives another.",
    "base.thousand": "You took 1000 as the base; this question has another.",
    "base.hundred_thousand": "You took 100000 as the base; this question has another.",
    "base.e": "You took e as the base, as in an exponential; this question has another.",
    "direction.multiplied": "You multiplied the position by the power of the base; it is divided by it.",
    "angle_unit.degrees": "Your calculator was in degrees; these angles are in radians.",
}

weights = {
    "exponent.half_d_model": 1,
    "base.ten_thousand": 4,
    "base.hundred_thousand": 1,
    "base.e": 1,
    "angle_unit": 4,
}
