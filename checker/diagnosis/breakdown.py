"""What each mistake adds to a wrong number, on top of those before it.  For full feedback: it gives the truth away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from checker.answers import Reading, StatedNumber, flatten
from checker.answers.show import json_number
from checker.answers.symbols import numeric_arguments
from checker.answers.tolerance import EXACT, as_decimal
from checker.diagnosis.diagnose import Explanation
from checker.diagnosis.mistakes import Mistake, wrong
from checker.diagnosis.products import Product, Products
from checker.engine.errors import INVALID_RUN
from checker.engine.memory import Memory
from checker.questions.parameters import in_file
from checker.questions.resized import resized_variants
from checker.questions.variant import Variant

FormattedAmount = int | Decimal
MistakeSet = tuple[Mistake, ...]

DIGITS: Final = 6
DIGITS_OF_THE_SMALLEST: Final = 3
MOST_DIGITS: Final = 12
"""Significant digits of real numbers: at least so many of the largest, and of the smallest difference; at most 12."""

DRAWS: Final = 5
"""So many other sizes a product has to hold at."""

MOST_RUNS: Final = 4096
"""Sets of mistakes whose runs are remembered, for each step of a question."""

NOISE: Final = 1e-9
"""What is this much smaller than the numbers comes from computing them."""


class Contribution(NamedTuple):
    """What a mistake adds; or, where `mistake` is None, the slip that was made after them all."""

    mistake: Mistake | None
    amount: FormattedAmount
    product: Product = Product()


class Breakdown(NamedTuple):
    """How a wrong number came about: contributions that add up, exactly, to the `total` by which it is too large.

    `value` is the number that they lead to; a student may have rounded it.
    """

    contributions: tuple[Contribution, ...]
    total: FormattedAmount
    value: FormattedAmount
    is_rounded: bool

    def values(self) -> dict[Mistake | None, dict[str, Any]]:
        """For the record: the numbers that each mistake, and the slip, rests on."""
        told = {}
        for mistake, amount, (numbers, names) in self.contributions:
            texts = {"product": numbers, "names": names}
            told[mistake] = {"contribution": json_number(amount)} | {key: text for key, text in texts.items() if text}
        return told


def account(variant: Variant, step: str, explanation: Explanation, reading: Reading) -> Breakdown | None:
    """The account of an explained answer; None where that is no single number, or where no mistake is in it.

    The mistakes stand in the order in which they act, which is that of the menu.  None, too, where they lead somewhere
    else than to the answer: nothing is told that does not add up.
    """
    if not explanation.mistakes or reading.shape:
        return None
    outcomes = _outcomes(variant, step)
    mistakes = outcomes.in_order(explanation.mistakes)
    values = [outcomes.value(mistakes[:count]) for count in range(len(mistakes) + 1)]
    given = reading.numbers[0].value
    if not explanation.slip and not _is_rounding(values[-1], reading.numbers[0]):
        return None
    reached = _told([*values, given] if explanation.slip else values)
    if reached is None:
        return None
    amounts = [_difference(after, before) for before, after in pairwise(reached)]
    contributions = [
        Contribution(mistake, amount, outcomes.product(mistakes[: place + 1], mistakes[:place], amount))
        for place, (mistake, amount) in enumerate(zip(mistakes, amounts, strict=False))
    ]
    if explanation.slip:
        contributions.append(Contribution(None, amounts[-1]))
    value = reached[-1]
    stated = given if isinstance(value, int) else as_decimal(given).quantize(value, context=EXACT)
    return Breakdown(tuple(contributions), _difference(value, reached[0]), value, stated != value)


def product_of(
    variant: Variant, step: str, mistakes: Sequence[Mistake], before: Sequence[Mistake], amount: FormattedAmount
) -> Product:
    """The product that `amount` is: what these mistakes add to a step, on top of those before, at all sizes."""
    return _outcomes(variant, step).product(tuple(mistakes), tuple(before), amount)


class MistakeOutcomes:
    """What mistakes make of one step of a question, at its own sizes and at others.  Each run is made once."""

    def __init__(self, variant: Variant, step: str) -> None:
        self._variant = variant
        self._step = step
        self._places = {name: place for place, name in enumerate(variant.menu)}
        self._values: Memory[MistakeSet, int | float | None] = Memory(MOST_RUNS)
        self._whole: Memory[MistakeSet, tuple[int, ...]] = Memory(MOST_RUNS)
        self._found: Memory[tuple[int, ...], Product] = Memory(MOST_RUNS)

    def in_order(self, mistakes: MistakeSet) -> MistakeSet:
        """Return the mistakes in the order in which they act."""
        return tuple(sorted(mistakes, key=lambda mistake: self._places[mistake.point]))

    def value(self, mistakes: MistakeSet) -> int | float | None:
        """Return the single number that the step is for who makes these mistakes; None if there is none."""
        return self._values.get(mistakes, lambda: _value(self._variant, self._step, mistakes))

    def product(self, mistakes: MistakeSet, before: MistakeSet, amount: FormattedAmount) -> Product:
        """Return the product that `amount` is: what these mistakes add, on top of those before, at all sizes."""
        if not amount or not isinstance(amount, int) or not self._elsewhere:
            return Product()
        after, without = self._at_all_sizes(mistakes), self._at_all_sizes(before)
        if not after or not without:
            return Product()
        sign = 1 if amount > 0 else -1
        numbers = tuple([sign * (one - other) for one, other in zip(after, without, strict=True)])
        return self._found.get(numbers, lambda: self._products.product(numbers))

    def _at_all_sizes(self, mistakes: MistakeSet) -> tuple[int, ...]:
        """Return what the step is at all sizes; nothing where it is no whole number at one of them."""
        return self._whole.get(mistakes, lambda: tuple(self._runs(mistakes)))

    def _runs(self, mistakes: MistakeSet) -> Sequence[int]:
        numbers = []
        for place in self._elsewhere:
            number = self.value(mistakes) if place is self._variant else _value(place, self._step, mistakes)
            if not isinstance(number, int):
                return ()
            numbers.append(number)
        return numbers

    @cached_property
    def _elsewhere(self) -> tuple[Variant, ...]:
        return at_other_sizes(self._variant)

    @cached_property
    def _products(self) -> Products:
        return Products([sizes_of(place) for place in self._elsewhere])


@lru_cache(64)
def _outcomes(variant: Variant, step: str) -> MistakeOutcomes:
    return MistakeOutcomes(variant, step)


@lru_cache(64)
def at_other_sizes(variant: Variant) -> tuple[Variant, ...]:
    """The question, then at other sizes; none where one of its sizes cannot vary, for a constant may hide that."""
    variants = resized_variants(variant, (), DRAWS).variants
    own = sizes_of(variant)
    varying = {name for name, size in own.items() for other in variants if sizes_of(other)[name] != size}
    is_hidden = any(_has_sizes(value) for value in variant.arguments.values() if type(value) is not int)
    return () if is_hidden or varying < own.keys() else variants


def sizes_of(variant: Variant) -> dict[str, int]:
    """The whole numbers above 0 among the parameters, by their names in files."""
    known = numeric_arguments(variant.arguments).items()
    return {in_file(name): value for name, value in known if type(value) is int and value > 0}


def _has_sizes(value: Any) -> bool:
    """Whether a parameter has whole numbers in it that no name stands for."""
    if isinstance(value, Mapping):
        return any(_has_sizes(each) for each in value.values() if type(each) is not int)
    return isinstance(value, list | tuple) and any(type(each) is int or _has_sizes(each) for each in value)


def _value(variant: Variant, step: str, mistakes: Sequence[Mistake]) -> int | float | None:
    """The single number that a step is for who makes these mistakes; None if there is none."""
    try:
        shape, numbers = flatten(variant.run(wrong(mistakes), wanted={step})[step])
    except INVALID_RUN:
        return None
    return None if shape or not isinstance(numbers[0], int | float) or not math.isfinite(numbers[0]) else numbers[0]


def _is_rounding(value: float | None, number: StatedNumber) -> bool:
    """Whether the stated number is a way to write the value."""
    if value is None:
        return False
    if value == number.value:
        return True
    exact = Fraction(value)
    return abs(exact - Fraction(number.value)) <= Fraction(number.half) + abs(exact) * Fraction(NOISE)


def _told(values: Sequence[Any]) -> list[FormattedAmount] | None:
    """The numbers as they are told: whole ones as they are, real ones all to the same decimal, so that they add up."""
    if any(value is None for value in values):
        return None
    if all(isinstance(value, int) for value in values):
        return list(values)
    largest = max(abs(float(value)) for value in values)
    differences = [abs(float(after) - float(before)) for before, after in pairwise(values)]
    smallest = min((each for each in differences if each > NOISE * largest), default=largest)
    decimals = max(DIGITS - _magnitude(largest), DIGITS_OF_THE_SMALLEST - _magnitude(smallest)) - 1
    unit = Decimal(1).scaleb(-max(0, min(decimals, MOST_DIGITS - 1 - _magnitude(largest))))
    return [as_decimal(value).quantize(unit, context=EXACT) for value in values]


def _magnitude(number: float) -> int:
    return math.floor(math.log10(number)) if number else 0


def _difference(after: FormattedAmount, before: FormattedAmount) -> FormattedAmount:
    if isinstance(after, int) and isinstance(before, int):
        return after - before
    return EXACT.subtract(Decimal(after), Decimal(before))
