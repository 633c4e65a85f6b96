"""Evaluates the tree of a formula: exactly where possible, and checked before anything large is computed.

Also single operations under the same limits (`combine`, `power`), and the values of π and e (`CONSTANTS`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import FUNCTIONS, Floats, NoCount, Reals, call_function, square_root
from checker.formula.nodes import (
    SERIES,
    Call,
    Chain,
    Exact,
    Index,
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

MAX_TERMS: Final = 1_000
"""Maximum number of terms of a sum in an answer."""

EXACT_TYPES: Final = frozenset({int, bool, Fraction})

CONSTANTS: Final[Mapping[str, Exact]] = {"pi": math.pi, "π": math.pi, "e": math.e}
FLOATS: Final = Floats()


def evaluate(node: Node, symbols: Mapping[str, Any] = CONSTANTS, reals: Reals = FLOATS) -> Any:
    """Return a formula's value: an int or Fraction if it is exact, or else a number of the arithmetic `reals`.

    Raise UnreadableAnswer for unknown names, without a value (1/0, √-1), and for what is too large.
    """
    try:
        value = _evaluate(node, symbols, reals)
    except ZeroDivisionError:
        raise UnreadableAnswer("This divides by zero. Check what you divide by.", node.place) from None
    except OverflowError:
        raise UnreadableAnswer("This number is too large. Check its exponents.", node.place) from None
    except ValueError:  # outside a function's domain
        raise UnreadableAnswer("This has no real value. Check its roots and logarithms.", node.place) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise UnreadableAnswer("This number is too large. Check its exponents.", node.place)
    return value


def _evaluate(node: Node, symbols: Mapping[str, Any], reals: Reals) -> Any:  # noqa: C901, PLR0911 - a case for each node
    match node:
        case Literal(value):
            return value
        case Name(name) | Index(name):
            if name not in symbols:
                raise UnreadableAnswer(f'I do not know "{brief(name, 20)}".', node.place)
            return symbols[name]
        case Call("sum_over" | "product_over"):
            return _series(node, symbols, reals)
        case Minus(operand):
            return -_evaluate(operand, symbols, reals)
        case Call(function, arguments):
            check_arguments(node)
            try:
                return call_function(function, tuple(_evaluate(each, symbols, reals) for each in arguments), reals)
            except NoCount as error:
                raise UnreadableAnswer(f"{function.capitalize()} {error}.", node.place) from None
        case Power(base, exponent):
            return power(_evaluate(base, symbols, reals), _evaluate(exponent, symbols, reals), node.place, reals)
        case Chain(first, rest):
            value = _evaluate(first, symbols, reals)
            for sign, operand in rest:
                value = combine(sign, value, _evaluate(operand, symbols, reals), node.place, reals)
            return value


def _series(node: Call, symbols: Mapping[str, Any], reals: Reals) -> Any:
    """Return a sum or product over the whole numbers from first to last, both included.

    Raise UnreadableAnswer if the bounds are not whole, too far apart, or the term holds another series.
    """
    term, variable, *bounds = node.arguments
    first, last = (_evaluate(each, symbols, reals) for each in bounds)
    whole = [reals.floor(reals.number(each)) for each in (first, last)]
    if whole != [first, last]:
        raise UnreadableAnswer("A sum or a product runs from one whole number to another.", node.place)
    if whole[1] - whole[0] >= MAX_TERMS:
        raise UnreadableAnswer(f"This sum or product has more than {MAX_TERMS:,} terms.", node.place)
    if any(isinstance(each, Call) and each.function in SERIES.values() for each in walk_nodes(term)):
        raise UnreadableAnswer("I cannot read a sum or a product within another one.", node.place)
    assert isinstance(variable, Index)  # noqa: S101 - the parser makes it
    is_sum = node.function == "sum_over"
    total: Any = 0 if is_sum else 1
    for number in range(whole[0], whole[1] + 1):
        value = _evaluate(term, {**symbols, variable.name: number}, reals)
        total = combine("+" if is_sum else "*", total, value, node.place, reals)
    return total


def check_arguments(node: Call) -> None:
    """Raise UnreadableAnswer if a node calls an unknown function, or one with a wrong number of arguments."""
    if node.function not in FUNCTIONS:
        raise UnreadableAnswer(f'I do not know "{brief(node.function, 20)}".', node.place)
    _, _, least, most = FUNCTIONS[node.function]
    if not least <= len(node.arguments) <= most:
        number = ("no", "one argument", "two arguments")[least] if least == most else f"{least} to {most} arguments"
        raise UnreadableAnswer(f"{node.function} takes {number} here.", node.place)


def combine(sign: str, left: Any, right: Any, place: int, reals: Reals = FLOATS) -> Any:
    """Return `left + right`, or what another sign (`-`, `*`, `/`) gives; exact where both numbers are.

    Raise UnreadableAnswer for whole numbers of too many bits, and ZeroDivisionError.
    """
    if type(left) in EXACT_TYPES and type(right) in EXACT_TYPES:
        if _bits(left) + _bits(right) <= MAX_BITS:
            if sign == "/":
                is_whole = type(left) is type(right) is int and not left % right
                return left // right if is_whole else simple(Fraction(left) / right)
            return simple(left + right if sign == "+" else left - right if sign == "-" else left * right)
        if isinstance(left, int) and isinstance(right, int) and reals is FLOATS:
            raise UnreadableAnswer("This number is too large. Check its exponents.", place)
    is_zero, is_other_zero = (type(each) is int and not each for each in (left, right))
    if (sign == "/" and is_zero and right) or (sign == "*" and (is_zero or is_other_zero)):
        return 0  # an exact zero stays exact
    left, right = reals.number(left), reals.number(right)
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "*" else left / right


def power(base: Any, exponent: Any, place: int, reals: Reals = FLOATS) -> Any:
    """Return base ^ exponent.  Raise UnreadableAnswer, before it is computed, where it would be too large."""
    if isinstance(base, int) and reals is FLOATS and not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
        raise UnreadableAnswer(f"An exponent is beyond ±{MAX_EXPONENT}.", place)
    if isinstance(base, int | Fraction):
        if isinstance(exponent, int):
            if abs(exponent) * _bits(base) <= _MAX_POWER_BITS:
                return simple(Fraction(base) ** exponent)
            if isinstance(base, int) and reals is FLOATS:
                raise UnreadableAnswer("This number is too large. Check its exponents.", place)
        if exponent == Fraction(1, 2):
            return call_function("sqrt", (base,), reals)
        if base < 0 and not isinstance(exponent, int) and reals is FLOATS:
            raise UnreadableAnswer("A negative number has no real power with this exponent. Check its sign.", place)
    return reals.power(reals.number(base), exponent if isinstance(exponent, int) else reals.number(exponent))


def root(value: Exact) -> Exact:
    """Return the square root of a number, exact if the root is a fraction.  Raise ValueError for a negative number."""
    exact = None if isinstance(value, float) else square_root(value)
    return math.sqrt(value) if exact is None else simple(exact)


def _bits(value: int | Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()
