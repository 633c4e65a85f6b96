"""Nulls: meaningless wrong answers in the shape of the right one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from checker.diagnosis import WrongAnswerIndex
from checker.diagnosis.flat_values import Value

RANDOM: Final = ("near", "log-uniform", "digit slip", "structured")
"""Four of the five nulls; the fifth holds a choice point out of the catalogue."""

NEAR: Final = 0.3
DECADES: Final = 3
SIGNIFICANT: Final = 6


def null_answer(null: str, rng: Random, index: WrongAnswerIndex) -> Value:
    """Return a random answer; each number is drawn independently."""
    largest = max(map(abs, index.numbers), default=1) or 1
    givens = sorted(set(numbers_of(index.variant.arguments)))
    draw: Callable[[Any], Any] = {
        "near": lambda number: (number or largest) * rng.uniform(1 - NEAR, 1 + NEAR),
        "log-uniform": lambda number: (number or largest) * 10 ** rng.uniform(-DECADES, DECADES),
        "digit slip": lambda number: digit_slip(number, rng, whole=index.whole),
        "structured": lambda _: structured(givens, rng, whole=index.whole),
    }[null]
    drawn = map(draw, index.numbers)
    return index.shape, tuple(round(number) if index.whole else float(number) for number in drawn)


def digit_slip(number: Any, rng: Random, *, whole: bool) -> Any:
    """Replace one digit of a number."""
    digits = list(f"{abs(number)}" if whole else f"{abs(number):.{SIGNIFICANT}g}")
    place = rng.choice([at for at, digit in enumerate(digits) if digit.isdigit()])
    digits[place] = rng.choice([digit for digit in "0123456789" if digit != digits[place]])
    changed = "".join(digits)
    return math.copysign(float(changed), number) if not whole else int(changed) * (-1 if number < 0 else 1)


def structured(givens: list[Any], rng: Random, *, whole: bool) -> Any:
    """Combine the question's numbers: a sum of up to three products; for real numbers also a quotient."""
    factors = [given for given in givens if given not in {0, 1}] or [2]

    def product() -> Any:
        return math.prod(rng.choices(factors, k=rng.randint(1, 3))) * rng.randint(1, 4)

    total = sum(product() * rng.choice((1, 1, 1, -1)) for _ in range(rng.randint(1, 3)))
    if whole:
        return abs(round(total))
    return total / rng.choice(factors) if rng.random() < 0.5 else total  # noqa: PLR2004 - evenly


def numbers_of(given: Any) -> Iterator[Any]:
    """Yield every number in the parameters, at any depth."""
    if isinstance(given, bool | str) or given is None:
        return
    if isinstance(given, int | float):
        yield given
    elif isinstance(given, Mapping):
        for inner in given.values():
            yield from numbers_of(inner)
    else:
        for inner in given.tolist() if hasattr(given, "tolist") else given:
            yield from numbers_of(inner)
