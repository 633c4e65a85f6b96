"""Wrong answers by slips, the small errors of any question, made on the right value or after a mistake.

The value has another factor, sign, unit or order; it is that of a step inside or of another part; or steps were rounded
too early.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, Final

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Numbers, Shape, Value
from checker.diagnosis.unit_slips import NONE_TRIED, UnitSlips
from checker.engine.errors import INVALID_RUN
from checker.engine.trace import TOTAL
from checker.kinds import flatten
from checker.questions.variant import Variant

MAX_SLIPPED: Final = 400
"""Maximum number of numbers in an answer in which slips are looked for."""

ALONE: Final = slips.PRIOR * slips.ON_THE_TRUTH
"""The prior of a slip without a mistake."""

Slipped = Iterator[tuple[Shape, Cause]]


class SlippedAnswers:
    """The wrong answers that slips give to one step of a question, computed from its runs."""

    def __init__(
        self, variant: Variant, step: str, truth: Value, other_parts: Mapping[str, Value], units: UnitSlips | None
    ) -> None:
        self._variant = variant
        self._step = step
        self._shape, self._numbers = truth
        self._other_parts = other_parts
        self._units = units

    def of(self, starts: Iterable[Cause]) -> Slipped:
        """Yield answers with a slip, each with its shape and as a cause; `starts` are the values before the slip.

        A question whose answer has more than MAX_SLIPPED numbers has none.
        """
        if len(self._numbers) > MAX_SLIPPED:
            return
        for start in starts:
            yield from self._with_slip_of_value(start)
        for slip, values in (("intermediate", self._intermediate_values()), ("another_part", self._other_parts)):
            for name, (shape, numbers) in values.items():
                yield shape, Cause((), slip, name, ALONE * slips.prior(slip, len(values)), numbers)
        if not all(isinstance(number, int) for number in self._numbers):
            yield from self._rounded_early()

    def _with_slip_of_value(self, start: Cause) -> Slipped:
        """Yield the answers that a slip in the final value gives, such as a factor, a sign or another unit."""
        tried = NONE_TRIED
        if self._units:
            tried = self._units.on_mistake if start.mistakes else self._units.on_truth
        for slip, prior, shape, numbers in _value_slips(self._shape, start.numbers, tried.covered):
            if slip == "off_by_one" and self._units:  # an amount of money or of a measure is no count
                continue
            yield shape, Cause(start.mistakes, slip, "", start.prior * prior, numbers)
        for each in tried.slips:
            also = ((start.mistakes, each.same),) if each.same else ()
            numbers = each.on(start.numbers)
            yield self._shape, Cause(start.mistakes, each.slip, each.detail, start.prior * each.prior, numbers, also)

    def _intermediate_values(self) -> dict[str, Value]:
        """Return {step: value} of the steps inside the asked one, but for zeros and the answers to other parts.

        Of steps with the same value only the outermost is there.
        """
        inside = "" if self._step == TOTAL else f"{self._step}."
        board = self._variant.board
        outermost: dict[Value, str] = {}
        for path in sorted(board, key=lambda path: path.count(".")):
            value = flatten(board[path].value)
            is_part = value in self._other_parts.values()
            if path.startswith(inside) and path not in (self._step, TOTAL) and any(value[1]) and not is_part:
                outermost.setdefault(value, path)
        return {path: value for value, path in outermost.items()}

    def _rounded_early(self) -> Slipped:
        """Yield the answers with every step before the asked one rounded to two or three decimals."""
        for decimals in (2, 3):
            try:
                run = self._variant.run(wanted={self._step}, override=partial(_rounded, self._step, decimals))
            except INVALID_RUN:  # a step is rounded to 0 and divided by
                continue
            shape, numbers = flatten(run[self._step])
            if all(map(math.isfinite, numbers)):
                yield shape, Cause((), "rounded_early", "", ALONE * slips.prior("rounded_early", 2), numbers)


def _rounded(asked: str, decimals: int, path: str, value: Any) -> Any:
    """Return the value of a step with few decimals; whole numbers and the asked step as they are."""
    if path == asked or isinstance(value, int):
        return value
    if isinstance(value, tuple | list):
        return tuple(_rounded(asked, decimals, path, entry) for entry in value)
    return round(value, decimals) if isinstance(value, float) else value.round(decimals)


def _value_slips(
    shape: Shape, numbers: Numbers, covered: Collection[tuple[str, float]] = ()
) -> Iterator[tuple[str, float, Shape, Numbers]]:
    """Yield each slip with its prior among slips, and the shape and the numbers that it gives.

    `covered`: slips with their factors that slips of units explain better.
    """
    for slip, factors in slips.FACTORS.items():
        for factor in factors:
            if (slip, factor) not in covered:
                yield slip, slips.prior(slip, len(factors)), shape, tuple(_times(number, factor) for number in numbers)
    if len(numbers) == 1:
        for slip, share, number in _slips_of_one(numbers[0]):
            yield slip, share, shape, (number,)
    elif len(shape) == 1:
        yield "order", slips.prior("order"), shape, numbers[::-1]
    else:
        rows, columns = shape
        transposed = tuple(numbers[row * columns + column] for column in range(columns) for row in range(rows))
        yield "transposed", slips.prior("transposed"), (columns, rows), transposed


def _slips_of_one(number: Any) -> Iterator[tuple[str, float, Any]]:
    """Yield the slips that only single numbers have."""
    if isinstance(number, int):
        yield "off_by_one", slips.prior("off_by_one", 2), number + 1
        yield "off_by_one", slips.prior("off_by_one", 2), number - 1
    elif number:
        yield "reciprocal", slips.prior("reciprocal"), 1 / number
        if 0 < number < 1:
            yield "complement", slips.prior("complement"), 1 - number


def _times(number: Any, factor: float) -> Any:
    """Return the product, as a whole number where it is one."""
    if isinstance(number, int):
        if factor == int(factor):
            return number * int(factor)
        inverse = round(1 / factor)  # factors below 1 have whole inverses
        if number % inverse == 0:
            return number // inverse
        if abs(number) > 2**53:
            return Decimal(number) * Decimal(factor)
    return number * factor
