"""Equality of numbers in the diagnosis: two are the same if they differ only by the rounding errors of floats.

`are_equal` compares two lists; `comparison_key` and `identity` make keys for dicts that are the same for equal ones.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any, Final

from checker.kinds import flatten

NOISE: Final = 1e-9
"""Relative difference below which two numbers are the same."""

ZERO: Final = 1e-12
"""Size, relative to a right answer, below which a number counts as 0."""

MAX_COMPARED: Final = 64
"""Maximum number of numbers that are compared one by one; longer answers are compared by a digest."""

_Numbers = Sequence[Any]
"""Whole and real numbers, in row-major order."""

Answers = tuple[Any, ...]
"""One value per question; None where the run fails."""


def noise_of(scale: float) -> float:
    """Return how far apart two numbers of this size may be and still count as equal, because floats are inexact.

    It does not grow with large answers: a 1 next to 6 · 10²³ is not noise.
    """
    return ZERO * min(scale, 1.0)


def are_equal(numbers: _Numbers, others: _Numbers, noise: float = 0.0) -> bool:
    """Return whether two answers have the same numbers: whole ones exactly, real ones but for a relative NOISE.

    Real ones may also differ by as much as `noise`.
    """
    for one, other in zip(numbers, others, strict=True):
        if one == other:
            continue
        if isinstance(one, int) and isinstance(other, int):
            return False
        try:
            if not math.isclose(one, other, rel_tol=NOISE, abs_tol=noise):
                return False
        except OverflowError:  # a whole number beyond every float
            return False
    return True


def identity(answers: Answers) -> tuple[Any, ...]:
    """Return a key for answers to several questions; answers that differ only by errors of floats have the same."""
    distinct = {id(value): flatten(value) for value in answers if value is not None}
    keys = {key: (shape, comparison_key(numbers)) for key, (shape, numbers) in distinct.items()}
    return tuple(keys.get(id(value)) for value in answers)


def comparison_key(numbers: _Numbers) -> Any:
    """Return numbers without the errors of floats, as a key for a dict; of many numbers a hash."""
    if all(type(number) is int for number in numbers) and len(numbers) <= MAX_COMPARED:
        return tuple(numbers)
    real = (abs(number) for number in numbers if not isinstance(number, int))
    noise = NOISE * max(real, default=0.0)
    if len(numbers) > MAX_COMPARED:
        return _digest(numbers, noise)
    return tuple(
        number if isinstance(number, int) else 0.0 if abs(number) <= noise else float(f"{number:.9e}")
        for number in numbers
    )


def _digest(numbers: _Numbers, noise: float) -> bytes:
    """Return a hash of many numbers, each rounded to ten digits; those up to `noise` count as 0."""
    import numpy as np  # here, because only arrays are this long

    values = np.array(numbers, dtype=float)
    values[np.abs(values) <= noise] = 0
    scale = 10.0 ** np.floor(np.log10(np.abs(values), out=np.zeros_like(values), where=values != 0))
    return hashlib.blake2b(np.round(values / scale, 9) * scale + 0.0, digest_size=16).digest()
