"""Splits the error of a wrong number into what each mistake adds, with as many digits as make the amounts add up.

Only for full feedback, since it gives the truth away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final, NamedTuple

from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistake_effects import effects_of
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.products import Product
from checker.diagnosis.window import fits, window_of
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.kinds import Reading
from checker.questions.variant import Variant
from checker.reading.show import json_number

FormattedAmount = int | Decimal

DIGITS: Final = 6
"""Minimum number of significant digits of the largest real number."""

DIGITS_OF_THE_SMALLEST: Final = 3
"""Minimum number of significant digits of the smallest difference."""

MAX_DIGITS: Final = 12
"""Maximum number of significant digits of real numbers."""


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


def breakdown_of(variant: Variant, step: str, explanation: Explanation, reading: Reading) -> Breakdown | None:
    """Return what each mistake of an explanation adds to the answer, in the order in which they act.

    None if the answer is not a single number, if the explanation has no mistake, or if they do not add up to it.
    """
    if not explanation.mistakes or reading.shape:
        return None
    effects = effects_of(variant, step)
    mistakes = effects.in_order(explanation.mistakes)
    values = [effects.value(mistakes[:count]) for count in range(len(mistakes) + 1)]
    if not explanation.slip and not _is_stated(values[-1], reading):
        return None
    given = reading.numbers[0].value
    amounts = _formatted([*values, given] if explanation.slip else values)
    if amounts is None:
        return None
    differences = [_difference(after, before) for before, after in pairwise(amounts)]
    contributions = [
        Contribution(mistake, amount, effects.product(mistakes[: place + 1], mistakes[:place], amount))
        for place, (mistake, amount) in enumerate(zip(mistakes, differences, strict=False))
    ]
    if explanation.slip:
        contributions.append(Contribution(None, differences[-1]))
    value = amounts[-1]
    stated = given if isinstance(value, int) else as_decimal(given).quantize(value, context=EXACT)
    return Breakdown(tuple(contributions), _difference(value, amounts[0]), value, stated != value)


def _is_stated(value: float | None, reading: Reading) -> bool:
    """Return whether an answer is this value, rounded to the digits that it shows."""
    return value is not None and fits((value,), window_of(reading, whole=isinstance(value, int)))


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
    decimals = max(DIGITS - _power_of_ten_below(largest), DIGITS_OF_THE_SMALLEST - _power_of_ten_below(smallest)) - 1
    unit = Decimal(1).scaleb(-max(0, min(decimals, MAX_DIGITS - 1 - _power_of_ten_below(largest))))
    return [as_decimal(value).quantize(unit, context=EXACT) for value in values]


def _power_of_ten_below(number: float) -> int:
    """Return the exponent of the largest power of ten that is not above a positive number; 0 for 0."""
    return math.floor(math.log10(number)) if number else 0


def _difference(after: FormattedAmount, before: FormattedAmount) -> FormattedAmount:
    """Return the exact difference of two numbers; whole if both are."""
    if isinstance(after, int) and isinstance(before, int):
        return after - before
    return EXACT.subtract(Decimal(after), Decimal(before))
