"""Evaluates the tree of a formula: exactly where possible, and checked before anything large is computed.

Also single operations under the same limits (`combine`, `power`), and the values of π and e (`CONSTANTS`).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NoReturn

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import FUNCTIONS, Floats, NoCount, Reals, call_function, square_root
from checker.formula.nodes import (
    SERIES,
    Call,
    Chain,
    Exact,
    Index,
    Known,
    Literal,
    Minus,
    Name,
    Node,
    Power,
    simple,
    walk_nodes,
)
from checker.text.numeral import MAX_EXPONENT
from checker.text.plain import brief

MAX_BITS: Final = 8192
_MAX_POWER_BITS: Final = 4096
MAX_NUMBER: Final = 1e300
"""Maximum size of a number in a question or of a formula's value; more would hardly fit a double."""
INFINITE: Final = int(MAX_NUMBER)
"""What stands for an infinite end of an interval."""

_MAX_TERMS: Final = 1_000
_EXACT_TYPES: Final = frozenset({int, bool, Fraction})
OPERATIONS: Final = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
CONSTANTS: Final[Mapping[str, Exact]] = {"pi": math.pi, "π": math.pi, "e": math.e}
FLOATS: Final = Floats()


def evaluate(node: Node, symbols: Mapping[str, Any] = CONSTANTS, reals: Reals = FLOATS) -> Any:
    """Return a formula's value: an int or Fraction if it is exact, or else a number of the arithmetic `reals`.

    Raise UnreadableAnswer for unknown names, without a value (1/0, √-1), and for what is too large.
    """
    try:
        value = Evaluator(symbols, reals).value(node)
    except ZeroDivisionError:
        raise UnreadableAnswer("This divides by zero. Check what you divide by.", node.place) from None
    except OverflowError:
        raise UnreadableAnswer("This number is too large. Check its exponents.", node.place) from None
    except ValueError:  # outside a function's domain
        raise UnreadableAnswer("This has no real value. Check its roots and logarithms.", node.place) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise UnreadableAnswer("This number is too large. Check its exponents.", node.place)
    return value


class Evaluator:
    """The one evaluator of expressions, in the arithmetic of students' formulas: exact where the numbers are.

    Else it computes with real numbers of some precision.  `checker.derivation.evaluate` has that of authors.
    """

    def __init__(self, values: Mapping[str, Any], reals: Reals = FLOATS, pieces: Sequence[Any] = ()) -> None:
        self.values, self.reals, self.pieces = values, reals, pieces

    def value(self, node: Any) -> Any:
        """Return the value of an expression of the known names and of earlier pieces of its program."""
        kind = type(node)
        if kind is Name or kind is Index:
            return self.values[node.name] if node.name in self.values else self.unknown(node)
        if kind is Known:
            return self.pieces[node.piece]
        if kind is Literal:
            return node.value
        if kind is Chain:
            total = self.value(node.first)
            for sign, operand in node.rest:
                total = self.combine(sign, total, self.value(operand))
            return total
        if kind is Power:
            return self.power(self.value(node.base), self.value(node.exponent))
        return -self.value(node.operand) if kind is Minus else self._of_call(node)

    def _of_call(self, node: Call) -> Any:
        """Return a function's value; `if` computes one of two arguments only, and a series its term several times."""
        if node.function == "if":
            condition, one, other = node.arguments
            return self.value(one if self.choice(node, self.value(condition)) else other)
        if node.function not in SERIES.values():
            return self.call(node, [*map(self.value, node.arguments)])
        term, variable, *ends = node.arguments
        low, high = map(self.value, ends)

        def at(x: Any) -> Any:
            outer, self.values = self.values, {**self.values, variable.name: x}  # type: ignore[union-attr]
            value = self.value(term)
            self.values = outer
            return value

        if node.function == "zero":
            return self.zero(node, at, low, high)
        sign, total = ("+", 0) if node.function == "sum_over" else ("*", 1)
        for number in self.numbers(node, low, high):
            total = self.combine(sign, total, at(number))
        return total

    def combine(self, sign: str, left: Any, right: Any) -> Any:
        """Return what a sign (+, -, *, /, @) gives of two values."""
        return combine(sign, left, right, self.reals)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return a base to an exponent."""
        return power(base, exponent, self.reals)

    def call(self, node: Call, values: list[Any]) -> Any:
        """Return a function's value.  Raise UnreadableAnswer for an unknown one, or other arguments than it takes."""
        if node.function not in FUNCTIONS:
            self.unknown(node)
        _, _, least, most = FUNCTIONS[node.function]
        if not least <= len(values) <= most:
            number = ("no", "one argument", "two arguments")[least] if least == most else f"{least} to {most} arguments"
            raise UnreadableAnswer(f"{node.function} takes {number} here.", node.place)
        try:
            return call_function(node.function, tuple(values), self.reals)
        except NoCount as error:
            raise UnreadableAnswer(f"{node.function.capitalize()} {error}.", node.place) from None

    def choice(self, node: Call, condition: Any) -> bool:  # noqa: ARG002 - authors' formulas have conditions
        """Return whether the condition of an `if` holds.  Students' formulas have none."""
        self.unknown(node)

    def numbers(self, node: Call, first: Any, last: Any) -> Iterable[int]:
        """Return the whole numbers from first to last.  Raise UnreadableAnswer for other bounds, or nested series."""
        begin, end = (self.reals.floor(self.reals.number(each)) for each in (first, last))
        if [begin, end] != [first, last]:
            raise UnreadableAnswer("A sum or a product runs from one whole number to another.", node.place)
        if end - begin >= _MAX_TERMS:
            raise UnreadableAnswer(f"This sum or product has more than {_MAX_TERMS:,} terms.", node.place)
        within = walk_nodes(node.arguments[0])
        if any(isinstance(each, Call) and each.function in SERIES.values() for each in within):
            raise UnreadableAnswer("I cannot read a sum or a product within another one.", node.place)
        return range(begin, end + 1)

    def zero(self, node: Call, at: Callable[[Any], Any], low: Any, high: Any) -> Any:  # noqa: ARG002 - as for `choice`
        """Return where a function is 0 between two numbers.  Students find a zero themselves."""
        self.unknown(node)

    def unknown(self, node: Any) -> NoReturn:
        """Raise the error about a name without a value, or an unknown function."""
        raise UnreadableAnswer(f'I do not know "{brief(node[0], 20)}".', node.place)


def combine(sign: str, left: Any, right: Any, reals: Reals = FLOATS) -> Any:
    """Return what a sign gives of two numbers, exact if they are.  Raise OverflowError for too many bits."""
    if type(left) in _EXACT_TYPES and type(right) in _EXACT_TYPES:
        if _bits(left) + _bits(right) <= MAX_BITS:
            if sign == "/":
                is_whole = type(left) is type(right) is int and not left % right
                return left // right if is_whole else simple(Fraction(left) / right)
            return simple(OPERATIONS[sign](left, right))
        if isinstance(left, int) and isinstance(right, int) and reals is FLOATS:
            raise OverflowError
    is_zero, is_other_zero = (type(each) is int and not each for each in (left, right))
    if (sign == "/" and is_zero and right) or (sign == "*" and (is_zero or is_other_zero)):
        return 0  # an exact zero stays exact
    return OPERATIONS[sign](reals.number(left), reals.number(right))


def power(base: Any, exponent: Any, reals: Reals = FLOATS) -> Any:
    """Return base ^ exponent.  Raise OverflowError, before it is computed, where it would be too large."""
    if isinstance(base, int) and reals is FLOATS and not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
        raise OverflowError
    if isinstance(base, int | Fraction):
        if isinstance(exponent, int):
            if abs(exponent) * _bits(base) <= _MAX_POWER_BITS:
                return simple(Fraction(base) ** exponent)
            if isinstance(base, int) and reals is FLOATS:
                raise OverflowError
        if exponent == Fraction(1, 2):
            return call_function("sqrt", (base,), reals)
        if base < 0 and not isinstance(exponent, int) and reals is FLOATS:
            raise ValueError("a negative number has no real power with this exponent")
    return reals.power(reals.number(base), exponent if isinstance(exponent, int) else reals.number(exponent))


def root(value: Exact) -> Exact:
    """Return the square root of a number, exact if the root is a fraction.  Raise ValueError for a negative number."""
    exact = None if isinstance(value, float) else square_root(value)
    return math.sqrt(value) if exact is None else simple(exact)


def _bits(value: int | Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()
