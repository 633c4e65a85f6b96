"""The value of written-out arithmetic: exact, and bounded before anything large is computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from checker.errors import Unreadable
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, simple
from checker.notation.numeral import MAX_EXPONENT
from checker.notation.text import brief

MAX_BITS: Final = 8192
MAX_POWER_BITS: Final = 4096

HIGHEST: Final = 1e300
"""No number that is written for a question, or given by a formula, is larger: it would hardly fit a double."""

CONSTANTS: Final[Mapping[str, Exact]] = {"pi": math.pi, "π": math.pi, "e": math.e}
FUNCTIONS: Final[Mapping[str, Callable[[float], float]]] = {
    "exp": math.exp,
    "ln": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}


def evaluate(node: Node, symbols: Mapping[str, Exact] = CONSTANTS) -> Exact:
    """The exact value: an int or a Fraction, a finite float where a root or a function enters.

    Raises Unreadable for unknown names, for what has no value (1/0, √-1), and for what is too large.
    """
    try:
        value = _evaluate(node, symbols)
    except ZeroDivisionError:
        raise Unreadable("This divides by zero.", node.place) from None
    except OverflowError:
        raise Unreadable("This number is too large.", node.place) from None
    except ValueError:  # math.sqrt and math.log outside their domain
        raise Unreadable("This has no real value.", node.place) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("This number is too large.", node.place)
    return value


def _evaluate(node: Node, symbols: Mapping[str, Exact]) -> Exact:
    """The value, with Python's own errors where there is none; as deep as the parser allows."""
    match node:
        case Literal(value):
            return value
        case Name(name):
            if name not in symbols:
                raise Unreadable(f'I do not know "{brief(name, 20)}".', node.place)
            return symbols[name]
        case Minus(operand):
            return -_evaluate(operand, symbols)
        case Call(function, (argument,)):
            value = _evaluate(argument, symbols)
            return root(value) if function == "sqrt" else FUNCTIONS[function](float(value))
        case Power(base, exponent):
            return power(_evaluate(base, symbols), _evaluate(exponent, symbols), node.place)
        case Chain(first, rest):
            value = _evaluate(first, symbols)
            for sign, operand in rest:
                value = combine(sign, value, _evaluate(operand, symbols), node.place)
            return value
    raise Unreadable(f"{node.function} takes one argument here.", node.place)


def combine(sign: str, left: Exact, right: Exact, place: int) -> Exact:
    """The sum, difference, product or quotient, exactly where both are exact."""
    if not isinstance(left, float) and not isinstance(right, float):
        if _bits(left) + _bits(right) > MAX_BITS:
            raise Unreadable("This number is too large.", place)
        if sign == "/":
            return simple(Fraction(left) / right)
    if sign == "+":
        return simple(left + right)
    if sign == "-":
        return simple(left - right)
    return simple(left * right if sign == "*" else left / right)


def power(base: Exact, exponent: Exact, place: int) -> Exact:
    """A power, bounded before it is computed."""
    if not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
        raise Unreadable(f"An exponent is beyond ±{MAX_EXPONENT}.", place)
    if isinstance(exponent, int):
        if isinstance(base, float):
            return base**exponent
        if abs(exponent) * _bits(base) > MAX_POWER_BITS:
            raise Unreadable("This number is too large.", place)
        return simple(Fraction(base) ** exponent)
    if exponent == Fraction(1, 2):
        return root(base)
    if base < 0:
        raise Unreadable("A negative number has no real power like this.", place)
    real: float = float(base) ** float(exponent)
    return real


def root(value: Exact) -> Exact:
    """A square root; exact of a square."""
    if not isinstance(value, float) and value >= 0:
        top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return simple(Fraction(top, bottom))
    return math.sqrt(value)


def _bits(value: int | Fraction) -> int:
    """How large an exact number is in memory."""
    return value.numerator.bit_length() + value.denominator.bit_length()
