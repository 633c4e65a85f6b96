"""Slips: what goes wrong on the way to paper, whatever the question is about.

A slip is one last choice point after the solver, combinable with at most one misconception.  Those that follow from a
value alone (`value_slips`) stand in the index like any other run; those that depend on how many digits were stated
(`writing_slip`) are looked for where nothing else explains the answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from checker.answers import StatedNumber
from checker.answers.tolerance import EXACT, as_decimal
from checker.notation.digits import digits_of

PRIOR: Final = 0.15
"""The share of slips among all that goes wrong."""

ON_THE_TRUTH: Final = 0.8
"""The share of slips that come alone, without a misconception."""

MIN_DIGITS: Final = 4
"""A digit edit is told only where this many digits are stated."""

WEIGHTS: Final = {
    "another_part": 4,
    "intermediate": 4,
    "unit": 8,
    "conversion": 4,
    "unit_prefix": 4,
    "truncated": 4,
    "rounded_early": 4,
    "power_of_ten": 2,
    "complement": 2,
    "sign": 2,
    "order": 2,
    "transposed": 2,
    "reciprocal": 1,
    "factor_two": 1,
    "off_by_one": 1,
    "digits_swapped": 1,
    "digit_wrong": 0.1,
    "digit_missing": 0.1,
    "digit_extra": 0.1,
}

SENTENCES: Final = {
    "another_part": "This answers another part of the question: {of}.",
    "copied": "This is the number that you gave for {of}.",
    "intermediate": "This is {of}, a step on the way; the question asks for more.",
    "unit": "Your {of}.",
    "conversion": "From {of}.",
    "unit_prefix": "Check the prefix: thousand, million or billion.",
    "truncated": "Round to the nearest; do not cut the digits off.",
    "rounded_early": "You rounded too early; keep more digits until the end.",
    "power_of_ten": "Check the decimal point.",
    "complement": "Check whether the question asks for this, or for 1 minus it.",
    "sign": "Check the sign.",
    "order": "Check the order of the numbers.",
    "transposed": "Check which are the rows and which the columns.",
    "reciprocal": "Check which way round you divided.",
    "factor_two": "Check for a factor of two.",
    "off_by_one": "Check where counting begins and ends.",
    "digits_swapped": "Check your typing: two neighbouring digits.",
    "digit_wrong": "Check your typing: one digit.",
    "digit_missing": "Check your typing: one digit.",
    "digit_extra": "Check your typing: one digit.",
}
"""What is said of them.  Most can be undone by whoever knows them, so these ask to check, and confirm no digits."""

COPIED: Final = "copied"
"""A wrong answer that is given once more: as likely as to answer another part."""

UNIT: Final = "unit"
"""A number that is right in another unit than the question's, or than the one that is written behind it."""

CONVERSION: Final = "conversion"
"""A number that is off by a wrong conversion to the question's unit."""

WRITING_SLIPS: Final = frozenset(
    {
        "sign",
        "power_of_ten",
        "unit_prefix",
        "truncated",
        "digits_swapped",
        "digit_wrong",
        "digit_missing",
        "digit_extra",
        "order",
        "transposed",
    }
)
"""What goes wrong in writing a known answer down; the others are an answer to something else, or worked out wrongly."""

REARRANGED: Final = ("order", "transposed")
"""Slips after which every entry is elsewhere."""

FROM_THE_VALUE: Final = frozenset(
    {
        UNIT,
        CONVERSION,
        "unit_prefix",
        "power_of_ten",
        "complement",
        "sign",
        "reciprocal",
        "factor_two",
        "off_by_one",
        *REARRANGED,
    }
)
"""Slips that yield to a mistake of the same value, which says more: see `doubles`."""

CONFIRMING: Final = (FROM_THE_VALUE - {UNIT, CONVERSION}) | {
    "digits_swapped",
    "digit_wrong",
    "digit_missing",
    "digit_extra",
}
"""Slips that whoever knows them can undo.  Made on the truth they confirm all that an answer needs but the slip.

A wrong unit is told all the same: the number says which unit it is in, and that is what there is to learn from it.
"""

_TOTAL = sum(weight for slip, weight in WEIGHTS.items() if slip not in {UNIT, CONVERSION})
"""The slips of units come on top: a unit makes no other slip less likely."""

FACTORS: Final = {
    "unit_prefix": (1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9),
    "power_of_ten": (10, 0.1, 100, 0.01),
    "factor_two": (2, 0.5),
    "sign": (-1,),
}

SCALING: Final = frozenset({*FACTORS, UNIT, CONVERSION})
"""The slips that multiply by a factor; an answer of 0 is none of them."""

Shape = tuple[int, ...]
Numbers = tuple[Any, ...]


def prior(slip: str, ways: int = 1) -> float:
    """The prior of one way to make this slip, among all slips."""
    return float(WEIGHTS[slip] / _TOTAL / ways)


def value_slips(
    shape: Shape, numbers: Numbers, covered: Collection[tuple[str, float]] = ()
) -> Iterator[tuple[str, float, Shape, Numbers]]:
    """Slips that follow from the value alone: (slip, its prior among slips, the shape and the numbers it gives).

    `covered`: the slips, with their factors, that are left to slips of units.
    """
    for slip, factors in FACTORS.items():
        for factor in factors:
            if (slip, factor) in covered:
                continue
            yield slip, prior(slip, len(factors)), shape, tuple(_times(number, factor) for number in numbers)
    if len(numbers) == 1:
        for slip, share, number in _made_from_one(numbers[0]):
            yield slip, share, shape, (number,)
    elif len(shape) == 1:
        yield "order", prior("order"), shape, numbers[::-1]
    else:
        rows, columns = shape
        transposed = tuple(numbers[row * columns + column] for column in range(columns) for row in range(rows))
        yield "transposed", prior("transposed"), (columns, rows), transposed


def _made_from_one(number: Any) -> Iterator[tuple[str, float, Any]]:
    if isinstance(number, int):
        yield "off_by_one", prior("off_by_one", 2), number + 1
        yield "off_by_one", prior("off_by_one", 2), number - 1
    elif number:
        yield "reciprocal", prior("reciprocal"), 1 / number
        if 0 < number < 1:
            yield "complement", prior("complement"), 1 - number


def _times(number: Any, factor: float) -> Any:
    """The product, exact for a whole number where it is one."""
    if isinstance(number, int):
        if factor == int(factor):
            return number * int(factor)
        inverse = round(1 / factor)
        if math.isclose(inverse * factor, 1) and number % inverse == 0:
            return number // inverse
        if abs(number) > 2**53:
            return Decimal(number) * Decimal(factor)
    return number * factor


def writing_slip(number: StatedNumber, value: Any) -> tuple[str, float] | None:
    """The slip of the pen that turns `value` into the number that was stated, with its prior among slips."""
    stated, half, digits = number
    if digits is None:
        return None
    if half and _is_truncated(stated, half, value):
        return "truncated", prior("truncated")
    if digits < MIN_DIGITS or not half or (isinstance(value, int) and not isinstance(stated, int)):
        return None
    if (stated < 0) != (value < 0):
        return None
    try:
        written, unit = _written(stated, half)
        return _digit_edit(written, _digits(value, unit))
    except (ArithmeticError, ValueError):  # beyond all that a double holds, or closer to 0
        return None


@lru_cache(64)
def _written(stated: Any, half: Any) -> tuple[str, float]:
    """The digits of a stated number, and what one more in the last of them is worth."""
    unit = float(2 * half)
    return _digits(stated if isinstance(stated, int) else float(stated), unit), unit


def _digits(value: float, unit: float) -> str:
    """The digits of a value that is rounded to the place of a unit; those of a whole number go all the way."""
    return digits_of(abs(value) if isinstance(value, int) and unit == 1 else round(abs(value) / unit))


def _is_truncated(stated: Any, half: Any, value: Any) -> bool:
    """Whether the value, cut off after the stated digits, is what was stated, and rounded would be something else."""
    if isinstance(value, int) and isinstance(stated, int) and half + half <= 1:  # nothing was cut off
        return False
    exact, unit = as_decimal(value), EXACT.multiply(Decimal(half), Decimal(2))
    beyond = EXACT.subtract(abs(exact), abs(Decimal(stated)))
    return Decimal(half) < beyond < unit and (exact < 0) == (stated < 0)


def _digit_edit(stated: str, meant: str) -> tuple[str, float] | None:
    length = len(meant)
    if len(stated) == length:
        differing = [i for i in range(length) if stated[i] != meant[i]]
        if len(differing) == 1:
            return "digit_wrong", prior("digit_wrong", 9 * length)
        if len(differing) == 2 and _is_swap(stated, meant, differing):  # noqa: PLR2004 - a swap has two
            return "digits_swapped", prior("digits_swapped", length - 1)
    elif len(stated) == length - 1 and _is_one_longer(meant, stated):
        return "digit_missing", prior("digit_missing", length)
    elif len(stated) == length + 1 and _is_one_longer(stated, meant):
        return "digit_extra", prior("digit_extra", 10 * (length + 1))
    return None


def _is_swap(stated: str, meant: str, differing: Sequence[int]) -> bool:
    i, j = differing
    return j == i + 1 and stated[i] == meant[j] and stated[j] == meant[i]


def _is_one_longer(longer: str, shorter: str) -> bool:
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
