"""When answers are the same: what is compared, without the noise of computing it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any, Final

from checker.answers import flatten

NOISE: Final = 1e-9
"""Numbers this near to each other, relative to the largest beside them, are one number."""

ZERO: Final = 1e-12
"""What is this much smaller than a right answer may as well be 0."""

MANY: Final = 64
"""More numbers than this are compared by a digest of them."""

Numbers = Sequence[Any]
"""Whole and real ones, in row-major order."""

Answers = tuple[Any, ...]
"""A value for each question; None where the run fails."""


def noise_of(scale: float) -> float:
    """What may as well be 0 where answers are of this size.

    Not more of large ones: what a factor like Avogadro's number was left out of still is a number.
    """
    return ZERO * min(scale, 1.0)


def are_equal(numbers: Numbers, others: Numbers, noise: float = 0.0) -> bool:
    """Whether as many numbers are the same one by one: whole ones exactly, real ones but for rounding and noise."""
    for one, other in zip(numbers, others, strict=True):
        if one == other:
            continue
        if isinstance(one, int) and isinstance(other, int):
            return False
        try:
            if not math.isclose(one, other, rel_tol=NOISE, abs_tol=noise):
                return False
        except OverflowError:  # a whole number that no real one comes near to
            return False
    return True


def identity(answers: Answers) -> tuple[Any, ...]:
    """What two students share whose answers are the same but for rounding."""
    different = {id(value): flatten(value) for value in answers if value is not None}
    known = {key: (shape, rounded(numbers)) for key, (shape, numbers) in different.items()}
    return tuple(known.get(id(value)) for value in answers)


def rounded(numbers: Numbers) -> Any:
    """Numbers without the noise; of many only what tells them from others."""
    if all(type(number) is int for number in numbers) and len(numbers) <= MANY:
        return tuple(numbers)
    real = (abs(number) for number in numbers if not isinstance(number, int))
    noise = NOISE * max(real, default=0.0)
    if len(numbers) > MANY:
        return _digest(numbers, noise)
    return tuple(
        number if isinstance(number, int) else 0.0 if abs(number) <= noise else float(f"{number:.9e}")
        for number in numbers
    )


def _digest(numbers: Numbers, noise: float) -> bytes:
    import numpy as np  # here, because only who works with arrays has so many numbers

    values = np.array(numbers, dtype=float)
    values[np.abs(values) <= noise] = 0
    scale = 10.0 ** np.floor(np.log10(np.abs(values), out=np.zeros_like(values), where=values != 0))
    return hashlib.blake2b(np.round(values / scale, 9) * scale + 0.0, digest_size=16).digest()
