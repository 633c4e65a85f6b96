"""Formulas as text: shown to people (`2·p`, `√d_k`) or as one types them (`2*p`, `sqrt(d_k)`)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

from checker.formula.functions import INVERSE
from checker.formula.nodes import COMPARISONS, SERIES, Call, Chain, Exact, Index, Literal, Minus, Name, Node, Power
from checker.text.number import digits_of

_EITHER, _BOTH, _COMPARED, _SUM, _PRODUCT, _SIGNED, _RAISED, _ATOM = range(8)
"""Levels of precedence, from loose to tight."""

_INFIX: Final = {"or": _EITHER, "and": _BOTH, **dict.fromkeys(COMPARISONS, _COMPARED)}
"""Functions that stand between their arguments, with their levels."""

_SERIES: Final = {name: spelling for spelling, name in SERIES.items()}
_SIGNS: Final = {"+": " + ", "-": " - ", "*": "·", "/": "/", "@": " @ "}
_TYPED: Final = _SIGNS | {"*": "*"}
COMMA_AND_POINT: Final = str.maketrans(",.", ".,")
_INVERSES: Final = frozenset(INVERSE.values())
"""atan and the like: with a symbol a, `atan(x)` could be a·tan(x)."""

_POWER: Final = re.compile(r"\^(\d+)(?![\d.])")
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def with_superscripts(text: str) -> str:
    """Return a formula's text with `^2` written as ², and so for every whole exponent."""
    return _POWER.sub(lambda power: power[1].translate(_SUPERSCRIPTS), text)


def with_decimal_sign(text: str, decimal: str | None) -> str:
    """Return a shown formula with its decimal points written as the assignment declares: "point", "comma" or None.

    >>> with_decimal_sign("max(1.5·x, 2)", "comma")
    'max(1,5·x; 2)'
    """
    return text.replace(", ", "; ").translate(COMMA_AND_POINT) if decimal == "comma" else text


def show(node: Node) -> str:
    """Return a formula's tree as text for people, with no more brackets than it needs.

    >>> show(Power(Name("d", 0), Literal(2, 0), 0))
    'd^2'
    """
    return _shown(node, _SIGNS)[0]


def typed(node: Node) -> str:
    """Return a formula's tree as the text that one would type.

    >>> typed(Call("sqrt", (Name("d_k", 0),), 0))
    'sqrt(d_k)'
    """
    return _shown(node, _TYPED)[0]


def _shown(node: Node, signs: Mapping[str, str]) -> tuple[str, int]:  # noqa: C901, PLR0911, PLR0912 - a case for each node
    match node:
        case Literal(value):
            text = _exact_text(value) if signs is _TYPED else people(value)
            return text, _PRODUCT if "/" in text or "·" in text else _ATOM
        case Name(name) | Index(name):
            return name, _ATOM
        case Minus(Chain(_, ((sign, _), *_)) as product) if sign not in "+-":
            return f"-{_shown(product, signs)[0]}", _SUM
        case Minus(operand):
            return f"-{_within(operand, _RAISED, signs)}", _SIGNED
        case Call("sqrt", (Name() | Literal() as argument,)) if signs is _SIGNS:
            return f"√{_within(argument, _ATOM, signs)}", _RAISED
        case Call("radians", (Name() | Literal() as angle,)) if signs is _SIGNS:
            text, level = _shown(angle, signs)
            return f"{text}{'°' if isinstance(angle, Literal) else ''}", level
        case Call(function, (left, right)) if function in _INFIX:
            level = _INFIX[function]
            return f"{_within(left, level + 1, signs)} {function} {_within(right, level + 1, signs)}", level
        case Call("list", entries):
            return f"[{', '.join(_shown(each, signs)[0] for each in entries)}]", _ATOM
        case Call("at", (of, *places)):
            return f"{_within(of, _ATOM, signs)}[{', '.join(_shown(each, signs)[0] for each in places)}]", _ATOM
        case Call(function, arguments):
            function = _SERIES.get(function, function)
            name = f"arc{function[1:]}" if function in _INVERSES and signs is _SIGNS else function
            return f"{name}({', '.join(_shown(each, signs)[0] for each in arguments)})", _ATOM
        case Power(base, exponent):
            return f"{_within(base, _ATOM, signs)}^{_within(exponent, _ATOM, signs)}", _RAISED
        case Chain(first, rest):
            level = _SUM if rest[0][0] in "+-" else _PRODUCT
            text = _within(first, level, signs)
            for sign, operand in rest:
                text += signs[sign] + _within(operand, level if sign in "+*" else level + 1, signs)
            return text, level


def _within(node: Node, level: int, signs: Mapping[str, str]) -> str:
    text, shown_level = _shown(node, signs)
    return text if shown_level >= level else f"({text})"


def people(value: Exact) -> str:
    """Return a number as people write it; one that is very large or small as a power of ten.

    >>> people(17.0), people(8.99e9), people(2e-06), people(0.25), people(1e-200)
    ('17', '8.99·10^9', '2·10^-6', '0.25', '10^-200')
    """
    if not isinstance(value, float) or not math.isfinite(value):
        return _exact_text(value)
    if value.is_integer() and abs(value) < _LARGE:
        return str(int(value))
    if value and not 1 / _LARGE**0.5 < abs(value) < _LARGE:
        mantissa, _, exponent = f"{Decimal(repr(value)).normalize():e}".partition("e")
        return f"10^{int(exponent)}" if mantissa == "1" else f"{mantissa}·10^{int(exponent)}"
    return str(value)


_LARGE: Final = 1e7
"""Floats from here on are shown with powers of ten; so are those that are smaller than the root of 1 over this."""


def _exact_text(value: Exact) -> str:
    if not isinstance(value, Fraction):
        return digits_of(value) if isinstance(value, int) else str(value)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return digits_of(value)
    return f"{Context(prec=3000).divide(Decimal(value.numerator), Decimal(value.denominator)):f}"
