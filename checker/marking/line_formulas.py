"""A student's lines as formulas: each number in one is taken for the parameter, step or earlier line of its value.

A formula is given by its values at several sizes of the question, and a line may be several.  `Bindings` holds the
meanings that a number may have, and `WithUnknown` the lines with one unknown number.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.marking.step_formulas import StepFormulas, Values, by_value, varies
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Node, Power, simple
from checker.notation.value import combine, evaluate
from checker.working.amounts import as_float, last_digit, literals, magnitude
from checker.working.equation import Equation

PROBES: Final = (2, 3, 7)
"""Values of an unknown number."""
_MOST: Final = 48
"""Formulas that one expression may stand for."""
_MOST_OF_LINE: Final = 4
"""Formulas of an earlier line that a number may stand for."""
_MOST_RESULTS: Final = 8
"""Earlier lines with the same result that a number may stand for: the last ones."""
_MOST_OPERATIONS: Final = 20_000
"""Operations on the formulas of all lines of a question."""
_MOST_BITS: Final = 128
_CONSTANTS: Final = frozenset({*range(11), 12, 24, 60, 100, 1000, 1024, 3600})
"""Numbers that may stand for themselves where a parameter has the same value."""
_SMALLEST_RESULT: Final = 10
"""Results below it are not followed by their value."""
_UNIT_FACTORS: Final = (1000, 100, 10, 60, 3600, 10**6, 10**9)
"""Factors between units."""
_SMALL: Final = range(2, 5)
"""Factors of a parameter that students do not write down."""


class Unknown(NamedTuple):
    """A number to find so that the result is right: at a place in a line, or the whole result of the line."""

    line: int
    place: int | None


class Bindings:
    """What the numbers in a student's lines may stand for: parameters, right steps, short expressions of parameters."""

    def __init__(self, steps: StepFormulas) -> None:
        """Collect them once for a question."""
        self.steps_of = steps
        self.givens = steps.parameters_by_value()
        self._steps = sorted({values for each in steps.right.values() for values in each})
        self._firsts = [as_float(each[0]) for each in self._steps]
        givens = [values for each in self.givens.values() for values in each]
        self.scaled = by_value(dict.fromkeys(_scaled(givens)))
        self.derived = by_value(dict.fromkeys([*_converted(givens), *_scaled(givens), *_shifted(givens)]))

    def steps_rounded_to(self, value: Exact) -> list[Values]:
        """Return the right steps that are this value when they are rounded to its digits."""
        half = float(last_digit(value) / 2)
        start = bisect_left(self._firsts, as_float(value) - half)
        end = bisect_right(self._firsts, as_float(value) + half)
        return self._steps[start:end]


class LineFormulas:
    """The formulas that a student's lines may be, as values at several sizes of the question."""

    def __init__(self, bindings: Bindings, lines: Sequence[Equation]) -> None:
        self._bindings = bindings
        self._count = bindings.steps_of.count
        self._lines = lines
        self._known: dict[int, tuple[Values, ...]] = {}
        self._left = _MOST_OPERATIONS
        self._unbound: set[int] = set()
        """The lines with a number of unknown origin."""

    def of(self, line: Equation) -> tuple[Values, ...]:
        """Return the formulas that a line may be, likeliest first."""
        if line.number not in self._known:
            self._known[line.number] = ()  # a line never uses itself
            found = self._formulas(line.tree, line)
            self._known[line.number] = tuple(sorted(found, key=self._bindings.steps_of.is_unknown))
        return self._known[line.number]

    def is_certain(self, line: Equation) -> bool:
        """Return whether it is known where every number in a line comes from, and its value differs between sizes."""
        return any(map(varies, self.of(line))) and line.number not in self._unbound

    def is_result(self, number: Literal, line: Equation) -> bool:
        """Return whether a number in a line is copied from the result of an earlier line."""
        return bool(self._earlier_lines_with(simple(number.value), number.place, line))

    def _formulas(self, node: Node, line: Equation) -> list[Values]:
        """Return the formulas that a piece of a line may be, for all meanings of its numbers."""
        match node:
            case Literal(value):
                return self.meanings_of_number(simple(value), node.place, line)
            case Chain(first, rest):
                found = self._formulas(first, line)
                for sign, operand in rest:
                    found = self._combined([found, self._formulas(operand, line)], _operation(sign))
                return found
            case Minus(operand):
                return self._combined([self._formulas(operand, line)], lambda each: simple(-each))
            case Power(base, exponent):
                sides = [self._formulas(base, line), self._formulas(exponent, line)]
                return self._combined(sides, lambda one, other: evaluate(Power(Literal(one, 0), Literal(other, 0), 0)))
            case Call(function, arguments):
                sides = [self._formulas(each, line) for each in arguments]
                return self._combined(
                    sides, lambda *all_: evaluate(Call(function, tuple(Literal(each, 0) for each in all_), 0))
                )
        return self._same(evaluate(node))

    def meanings_of_number(self, value: Exact, place: int, line: Equation) -> list[Values]:
        """Return the formulas that a number in a line may stand for: an earlier result, a parameter, a step, or itself.

        If only itself is left and it is no usual constant, the line is remembered as uncertain.
        """
        results = self._earlier_lines_with(value, place, line)
        found = [values for each in results for values in self._result(each)]
        if results and results[0].number in self._unbound:
            if steps := self._bindings.steps_rounded_to(value):  # `31,036 × 768` is the step, wherever 31,036 is from
                return steps
            self._unbound.add(line.number)
        if len(results) == 1:
            return found
        found += self._bindings.givens.get(value, ())
        if magnitude(value) >= _SMALLEST_RESULT or isinstance(value, Fraction):
            found += self._bindings.steps_rounded_to(value)
        found += self._bindings.derived.get(value, ()) if not found else self._bindings.scaled.get(value, ())
        if not found and value not in _CONSTANTS:
            self._unbound.add(line.number)
        if not found or value in _CONSTANTS:
            found += self._same(value)
        return list(dict.fromkeys(found))[:_MOST]

    def _result(self, line: Equation) -> list[Values]:
        """Return the formulas of the number that a line gives; sizes of outputs are rounded to whole numbers."""
        found = list(self.of(line)[:_MOST_OF_LINE])
        whole = line.written.value
        if not line.is_right or whole.denominator != 1 or line.value == whole:
            return found
        rounding = next((each for each in (math.floor, math.ceil, round) if each(line.value) == whole), None)
        return [tuple(map(rounding, values)) for values in found] if rounding else found

    def _earlier_lines_with(self, value: Exact, place: int, line: Equation) -> list[Equation]:
        """Return the earlier lines whose result is this number, the last one first.

        If the expression has the number as often as there are such lines, each is used once.
        """
        if magnitude(value) < _SMALLEST_RESULT and isinstance(value, int):
            return []
        earlier = [each for each in self._lines[: line.number] if simple(each.written.value) == value]
        places = [each.place for each in literals(line.tree) if simple(each.value) == value]
        if len(places) == len(earlier) and value not in self._bindings.givens:
            return [earlier[places.index(place)]]
        return earlier[: -_MOST_RESULTS - 1 : -1]

    def _combined(self, sides: Sequence[Sequence[Values]], operation: Callable[..., Exact]) -> list[Values]:
        """Return the formulas of an operation on formulas, without those that have no value at some size."""
        found: dict[Values, None] = {}
        if self._left <= 0:  # of very long lines only the likeliest
            sides = [side[:1] for side in sides]
        for several in product(*sides):
            self._left -= 1
            try:
                values = tuple(_plain(operation(*each)) for each in zip(*several, strict=True))
            except (UnreadableAnswer, ArithmeticError, ValueError):
                continue
            found[values] = None
            if len(found) >= _MOST:
                break
        return list(found)

    def _same(self, value: Exact) -> list[Values]:
        """Return the only formula that has this value at all sizes."""
        return [(value,) * self._count]


class WithUnknown(LineFormulas):
    """The lines as functions of one unknown number.

    Their formulas hold the values at all sizes for each trial value in PROBES, one after the other.
    """

    def __init__(self, known: LineFormulas, lines: Sequence[Equation], unknown: Unknown) -> None:
        super().__init__(known._bindings, lines)  # noqa: SLF001 - of the same class
        self._certain = known
        self._unknown = unknown
        self._probes: Values = tuple(probe for probe in PROBES for _ in range(self._count))

    def of(self, line: Equation) -> tuple[Values, ...]:
        """Return the formulas of a line that depend on the unknown number."""
        if line.number < self._unknown.line:
            return ()
        if line.number == self._unknown.line and self._unknown.place is None:
            return (self._probes,)
        if line.number not in self._known:
            self._known[line.number] = ()
            found = self._formulas(line.tree, line)
            self._known[line.number] = tuple(each for each in found if self._depends_on_unknown(each))
        return self._known[line.number]

    def meanings_of_number(self, value: Exact, place: int, line: Equation) -> list[Values]:
        """Return the formulas that a number may stand for: the unknown, a result that depends on it, or known ones."""
        if (line.number, place) == self._unknown:
            return [self._probes]
        moved = [
            values for each in self._earlier_lines_with(value, place, line) for values in self.of(each)[:_MOST_OF_LINE]
        ]
        return moved or [each * len(PROBES) for each in self._certain.meanings_of_number(value, place, line)]

    def _depends_on_unknown(self, values: Values) -> bool:
        """Return whether a formula has other values for the first two values of the unknown."""
        return values[: self._count] != values[self._count : 2 * self._count]

    def _same(self, value: Exact) -> list[Values]:
        """Return the only formula that has this value at all sizes, for each trial value."""
        return [(value,) * (self._count * len(PROBES))]


def _operation(sign: str) -> Callable[[Exact, Exact], Exact]:
    """Return the operation that `+`, `-`, `*` or `/` stands for."""
    return lambda one, other: combine(sign, one, other, 0)


def _plain(value: Exact) -> Exact:
    """Return a fraction with very many digits as a float."""
    is_long = isinstance(value, Fraction) and value.denominator.bit_length() > _MOST_BITS
    return float(value) if is_long else value


def _converted(givens: Sequence[Values]) -> Iterator[Values]:
    """Yield parameters in other units: 0.25 L for 250 mL."""
    for one, factor in product(givens, _UNIT_FACTORS):
        yield tuple(simple(Fraction(each) * factor) for each in one)
        yield tuple(simple(Fraction(each) / factor) for each in one)


def _scaled(givens: Sequence[Values]) -> Iterator[Values]:
    """Yield products and quotients of two parameters, which students may write as one number."""
    for one, other in product(givens, repeat=2):
        yield tuple(map(_product, one, other))
        if all(other):
            yield tuple(simple(Fraction(a) / Fraction(b)) for a, b in zip(one, other, strict=True))


def _shifted(givens: Sequence[Values]) -> Iterator[Values]:
    """Yield sums and differences of two parameters, and of each one its small multiples, and it plus and minus 1."""
    for one in givens:
        yield from (tuple(factor * each for each in one) for factor in _SMALL)
        yield from (tuple(each + more for each in one) for more in (1, -1))
        for other in givens:
            yield tuple(map(_sum, one, other))
            yield tuple(map(_difference, one, other))


def _product(one: Exact, other: Exact) -> Exact:
    return one * other


def _sum(one: Exact, other: Exact) -> Exact:
    return one + other


def _difference(one: Exact, other: Exact) -> Exact:
    return one - other
