"""Splits the error of a wrong number into what each mistake adds, in words as a product of sizes: `4 · d_model`.

The amounts have as many digits as make them add up.  Only for full feedback, since it gives the truth away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from typing import Any, Final, NamedTuple

from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistakes import Mistake, Mistakes, value_with
from checker.diagnosis.values import NOISE, fits, window_of
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.formula.symbols import numeric_arguments
from checker.kinds import Reading, flatten
from checker.reading.show import json_number
from checker.solvers.resized import resized_variants
from checker.solvers.signature import in_file
from checker.solvers.variant import Variant

FormattedAmount = int | Decimal

DRAWS: Final = 5
"""Number of other sizes at which a product has to hold: nearly every number equals some product by coincidence."""

MOST_NAMES: Final = 9
"""Maximum number of sizes in a question whose products are tried."""

_TIMES_SIGN: Final = " · "


class Product(NamedTuple):
    """A product of a question's sizes in numbers, `4 · 768`, and in names, `4 · d_model`; either may be empty."""

    numbers: str = ""
    names: str = ""


class Contribution(NamedTuple):
    """What one mistake adds to a number; or, if `mistake` is None, what the slip after all mistakes adds."""

    mistake: Mistake | None
    amount: FormattedAmount
    product: Product = Product()


class Breakdown(NamedTuple):
    """Contributions that add up, exactly, to `total`, the difference between a wrong number and the right one.

    `value` is the number that they give; a student may have rounded it.
    """

    contributions: tuple[Contribution, ...]
    total: FormattedAmount
    value: FormattedAmount
    is_rounded: bool

    def values(self) -> dict[Mistake | None, dict[str, Any]]:
        """Return the numbers to put into a record, by mistake; those of the slip after them have the key None.

        Each is {"contribution": ..., "product": ..., "names": ...}, without empty texts.
        """
        values = {}
        for mistake, amount, (numbers, names) in self.contributions:
            texts = {"contribution": json_number(amount), "product": numbers, "names": names}
            values[mistake] = {key: text for key, text in texts.items() if text != ""}
        return values


def product_of_sizes(
    numbers: Sequence[int],
    points: Sequence[Mapping[str, int]],
    most_factors: int = 5,
    most_times: int = 24,
) -> Product:
    """Return the simplest product that equals these numbers at several points, of which the question's come first.

    It is empty if there is none.

    >>> product_of_sizes([256, 40, 12], [{"d": 64, "f": 120}, {"d": 10, "f": 7}, {"d": 3, "f": 20}])
    Product(numbers='4 · 64', names='4 · d')
    """
    own = points[0]
    found: list[tuple[int, int, tuple[str, ...]]] = []
    is_searched = min(numbers) > 0 and len(own) <= MOST_NAMES
    for count in range(1, most_factors + 1) if is_searched else ():
        for names in combinations_with_replacement(own, count):
            times = numbers[0] // math.prod(own[name] for name in names)
            if 0 < times <= most_times and all(
                times * math.prod(sizes[name] for name in names) == number
                for number, sizes in zip(numbers, points, strict=True)
            ):
                found.append((count + (times > 1), times, names))
    if not found:
        return Product()
    _, times, names = min(found, key=lambda each: each[:2])
    shown = _written(times, [f"{own[name]:,}" for name in names if own[name] > 1])
    return Product(shown if _TIMES_SIGN in shown else "", _written(times, names))  # a number alone is shown already


def _written(times: int, factors: Sequence[str]) -> str:
    """Return factors as text, `4 · d_model`; a 1 before them is left out."""
    return _TIMES_SIGN.join(factors if times == 1 and factors else [str(times), *factors])


@lru_cache(64)
def _points_of(variant: Variant) -> list[dict[str, int]]:
    """Return a question's sizes and other ones; none if a size cannot be changed, or has no name."""
    if any(_has_sizes(value) for value in variant.arguments.values() if type(value) is not int):
        return []
    points = [sizes_of(each) for each in resized_variants(variant, draws=DRAWS).variants]
    is_varying = all(any(other[name] != size for other in points) for name, size in sizes_of(variant).items())
    return points if is_varying else []


def sizes_of(variant: Variant) -> dict[str, int]:
    """Return the parameters that are whole numbers above 0, {name in files: value}."""
    known = numeric_arguments(variant.arguments).items()
    return {in_file(name): value for name, value in known if type(value) is int and value > 0}


def _has_sizes(value: Any) -> bool:
    """Return whether a parameter holds whole numbers in a list, which have no names of their own."""
    if isinstance(value, Mapping):
        return any(_has_sizes(each) for each in value.values() if type(each) is not int)
    return isinstance(value, list | tuple) and any(type(each) is int or _has_sizes(each) for each in value)


@lru_cache(4096)
def _value(variant: Variant, step: str, mistakes: Mistakes) -> int | float | None:
    value = value_with(variant, step, mistakes)
    shape, numbers = ((0,), ()) if value is None else flatten(value)
    return None if shape or not isinstance(numbers[0], int | float) or not math.isfinite(numbers[0]) else numbers[0]


@lru_cache(4096)
def product_of(variant: Variant, step: str, mistakes: Mistakes, before: Mistakes, amount: object) -> Product:
    """Return, as a product of sizes, the `amount` that `mistakes` add to a number with the mistakes `before`."""
    points = _points_of(variant) if amount and isinstance(amount, int) else []
    if not points:
        return Product()
    numbers = []
    for each in resized_variants(variant, draws=DRAWS).variants:
        after, without = _value(each, step, mistakes), _value(each, step, before)
        if not isinstance(after, int) or not isinstance(without, int):
            return Product()
        numbers.append(after - without if amount > 0 else without - after)  # type: ignore[operator]
    return product_of_sizes(numbers, points)


def breakdown_of(variant: Variant, step: str, explanation: Explanation, reading: Reading) -> Breakdown | None:
    """Return what each mistake of an explanation adds to the answer, in the order in which they act.

    None if the answer is not a single number, if the explanation has no mistake, or if they do not add up to it.
    """
    if not explanation.mistakes or reading.shape:
        return None
    places = {name: place for place, name in enumerate(variant.menu)}
    mistakes = tuple(sorted(explanation.mistakes, key=lambda each: places.get(each.point, len(places))))
    values = [_value(variant, step, mistakes[:count]) for count in range(len(mistakes) + 1)]
    if not explanation.slip:
        last = values[-1]
        if last is None or not fits((last,), window_of(reading, whole=isinstance(last, int))):
            return None
    given = reading.numbers[0].value
    amounts = _formatted([*values, given] if explanation.slip else values)
    if amounts is None:
        return None
    differences = [_difference(after, before) for before, after in pairwise(amounts)]
    contributions = [
        Contribution(mistake, amount, product_of(variant, step, mistakes[: place + 1], mistakes[:place], amount))
        for place, (mistake, amount) in enumerate(zip(mistakes, differences, strict=False))
    ]
    if explanation.slip:
        contributions.append(Contribution(None, differences[-1]))
    value = amounts[-1]
    stated = given if isinstance(value, int) else as_decimal(given).quantize(value, context=EXACT)
    return Breakdown(tuple(contributions), _difference(value, amounts[0]), value, stated != value)


def _formatted(values: Sequence[Any]) -> list[FormattedAmount] | None:
    """Return the numbers as people read them: whole ones, or real ones to the same decimal, so that they add up.

    None if one of them is missing.
    """
    if any(value is None for value in values):
        return None
    if all(isinstance(value, int) for value in values):
        return list(values)
    largest = max(abs(float(value)) for value in values)
    differences = [abs(float(after) - float(before)) for before, after in pairwise(values)]
    smallest = min((each for each in differences if each > NOISE * largest), default=largest)
    # at least 6 significant digits of the largest and 3 of the smallest difference, at most 12
    decimals = max(5 - _power_of_ten_below(largest), 2 - _power_of_ten_below(smallest))
    unit = Decimal(1).scaleb(-max(0, min(decimals, 11 - _power_of_ten_below(largest))))
    return [as_decimal(value).quantize(unit, context=EXACT) for value in values]


def _power_of_ten_below(number: float) -> int:
    return math.floor(math.log10(number)) if number else 0


def _difference(after: FormattedAmount, before: FormattedAmount) -> FormattedAmount:
    if isinstance(after, int) and isinstance(before, int):
        return after - before
    return EXACT.subtract(Decimal(after), Decimal(before))
