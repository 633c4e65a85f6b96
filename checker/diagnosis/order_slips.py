"""Slips in an order of growth: multiplied by what another part asks for, or two exponents exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Shape, Value
from checker.diagnosis.slipped_answers import ALONE
from checker.engine.values.order import AsymptoticOrder


def order_slips(value: Any, shape: Shape, other_parts: Mapping[str, Value]) -> Iterator[Cause]:
    """Yield the causes of wrong orders of growth, where the right one is a single product such as n²·d.

    The order of another part is multiplied with it, or two exponents are exchanged: n·d².
    """
    if not isinstance(value, AsymptoticOrder) or len(shape) != 2 or shape[0] != 1:  # noqa: PLR2004 - a row of exponents
        return
    numbers = value.code[1]
    products = {
        part: tuple(map(sum, zip(numbers, others, strict=True)))
        for part, (other_shape, others) in other_parts.items()
        if other_shape == shape and any(others)
    }
    for part, together in products.items():
        prior = ALONE * slips.prior("repeated", len(products))
        yield Cause((), "repeated", f"the part {part}", prior, together, is_estimated=True)
    names = value.symbols.shown
    pairs = [(one, other) for one, other in combinations(range(len(names)), 2) if numbers[one] != numbers[other]]
    used = [(one, other) for one, other in pairs if numbers[one] and numbers[other]]
    for one, other in used:
        exchanged = list(numbers)
        exchanged[one], exchanged[other] = numbers[other], numbers[one]
        detail, prior = f"{names[one]} and {names[other]}", ALONE * slips.prior(slips.EXPONENTS, len(used))
        yield Cause((), slips.EXPONENTS, detail, prior, tuple(exchanged), is_estimated=True)
