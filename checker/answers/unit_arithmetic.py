"""Working with units: `2 kg * 3 m/s²`, `125 m / 10 s`, `5 N + 200 mN`.

The text is parsed as written-out arithmetic whose names are units.  Nothing is evaluated as code.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import Floats, call_function
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, children, walk
from checker.notation.number import Hints
from checker.notation.parser import parse
from checker.notation.text import brief
from checker.notation.units import Unit, UnitError, ratio, read_unit
from checker.notation.value import CONSTANTS, combine, power, root

LONGEST: Final = 500
MAX_EXPONENT: Final = 24

_ONE: Final = Unit((), Fraction(1))
_RADIAN: Final = Unit((("angle", 1),), Fraction(1))
_HALF: Final = Fraction(1, 2)
_WORDS: Final = {
    "Δ°C": "delta_degC", "°C": "degC", "°F": "degF", "°": " deg ", "Å": "angstrom", "€": " EUR ", "£": " GBP ",
}  # fmt: skip
"""Names for signs that are no letters."""
_TIMES: Final = re.compile(r"(?<=[\w)])\s+[xX]\s+(?=[\d.(])")
_BEHIND_NUMBER: Final = re.compile(r"\d\s?(?!e\d)[^\W\d_]")


class UnitQuantity(NamedTuple):
    """An exact value and its unit, which has no zero point."""

    value: Exact
    unit: Unit


def worked_out(side: str, hints: Hints) -> UnitQuantity | None:
    """Return the value of working with units; None where a name is no unit, or where the names are only symbols.

    Raises Unreadable for units that do not fit together, and for what has no value.

    >>> worked_out("125 m / 10 s", Hints(whole=False)).value
    Fraction(25, 2)
    >>> worked_out("m*a", Hints(whole=False)), worked_out("2 kg * v", Hints(whole=False))
    (None, None)
    """
    tree = _tree(side, hints)
    if tree is None:
        return None
    try:
        return _evaluate(tree, side)
    except ZeroDivisionError:
        raise UnreadableAnswer("This divides by zero.") from None
    except OverflowError:
        raise UnreadableAnswer("This number is too large.") from None
    except ValueError:  # a root or a logarithm outside its domain
        raise UnreadableAnswer("This has no real value.") from None


def _tree(side: str, hints: Hints) -> Node | None:
    """The tree of a side, if all of its names are units and it has several numbers."""
    if len(side) > LONGEST:
        return None
    text = side
    for sign, word in _WORDS.items():
        text = text.replace(sign, word)
    text = _TIMES.sub(" × ", text.strip())
    try:
        tree = parse(text, hints)
    except UnreadableAnswer:
        return None
    found = [node.name for node in walk(tree) if isinstance(node, Name) and node.name not in CONSTANTS]
    is_formula = not _BEHIND_NUMBER.search(text) and all(len(name) == 1 for name in found)
    is_working = _factors(tree) > 1  # else it is a number and its unit, which is read elsewhere
    return tree if found and is_working and not is_formula and all(map(_is_unit, found)) else None


def _factors(tree: Node) -> int:
    """How many numbers stand in the tree that are no exponents; those in a power or a root count twice."""
    if isinstance(tree, Power):
        return _factors(tree.base) * (2 if isinstance(tree.base, Chain) else 1)
    if isinstance(tree, Call):
        return 2 * sum(map(_factors, tree.arguments))
    return 1 if isinstance(tree, Literal) else sum(map(_factors, children(tree)))


def _is_unit(name: str) -> bool:
    try:
        read_unit(name)
    except UnitError:
        return False
    return True


def _evaluate(node: Node, side: str) -> UnitQuantity:
    """The value of a node, as deep as the parser allows."""
    match node:
        case Literal(value):
            return UnitQuantity(value, _ONE)
        case Name(name):
            return UnitQuantity(CONSTANTS[name], _ONE) if name in CONSTANTS else UnitQuantity(1, _unit(name, side))
        case Minus(operand):
            value, unit = _evaluate(operand, side)
            return UnitQuantity(-value, unit)
        case Power(base, exponent):
            return _power(_evaluate(base, side), _evaluate(exponent, side), side)
        case Call(function, (argument,)):
            return _call(function, _evaluate(argument, side), side)
        case Chain(first, rest):
            found = _evaluate(first, side)
            for sign, operand in rest:
                if sign == "/" and found.unit == _ONE and _is_number_with_unit(operand):
                    raise UnreadableAnswer(f'"{brief(side)}" can be read in two ways. Write brackets.')
                found = _combined(sign, found, _evaluate(operand, side), side)
            return found
    raise UnreadableAnswer(f'I cannot read "{brief(side)}".')


def _is_number_with_unit(node: Node) -> bool:
    """Whether this is `2 kg`; in `1/2 kg` it is open whether the unit is below the slash."""
    return isinstance(node, Chain) and isinstance(node.first, Literal) and all(sign == "*" for sign, _ in node.rest)


def _unit(name: str, side: str) -> Unit:
    unit = read_unit(name)
    if unit.offset:
        raise UnreadableAnswer(f'I cannot read "{brief(side)}": {name} is a point on a scale. Write one number.')
    return unit


def _combined(sign: str, left: UnitQuantity, right: UnitQuantity, side: str) -> UnitQuantity:
    if sign in {"*", "/"}:
        unit = left.unit * right.unit if sign == "*" else left.unit / right.unit
        return UnitQuantity(combine(sign, left.value, right.value, 0), unit)
    by = ratio(right.unit, left.unit)
    if by is None:
        raise UnreadableAnswer(f'"{brief(side)}" adds units of two kinds. Write one number.')
    return UnitQuantity(combine(sign, left.value, combine("*", right.value, by, 0), 0), left.unit)


def _power(base: UnitQuantity, exponent: UnitQuantity, side: str) -> UnitQuantity:
    number = exponent.value
    if exponent.unit != _ONE:
        raise UnreadableAnswer(f'I cannot read "{brief(side)}": an exponent has a unit.')
    if base.unit == _ONE:
        return UnitQuantity(power(base.value, number, 0), _ONE)
    if isinstance(number, Fraction) and number == _HALF:
        return _call("sqrt", base, side)
    if not isinstance(number, int) or abs(number) > MAX_EXPONENT:
        raise UnreadableAnswer(f'I cannot read the power of a unit in "{brief(side)}".')
    if any(not -MAX_EXPONENT <= each * int(number) <= MAX_EXPONENT for _, each in base.unit.dimension):
        raise UnreadableAnswer(f'I cannot read the power of a unit in "{brief(side)}".')
    return UnitQuantity(power(base.value, number, 0), base.unit**number)


def _call(function: str, argument: UnitQuantity, side: str) -> UnitQuantity:
    """The value of a function: a root of anything, sines of angles, all else of plain numbers."""
    value, unit = argument
    if function == "sqrt":
        return UnitQuantity(root(value), unit**_HALF)
    in_radians = ratio(unit, _RADIAN) if function in {"sin", "cos", "tan"} and unit != _ONE else None
    plain = ratio(unit, _ONE) if in_radians is None else in_radians
    if plain is None:
        raise UnreadableAnswer(f'I cannot read "{brief(side)}": {function} takes a number without a unit.')
    found = call_function(function, (combine("*", value, plain, 0),), Floats)
    if not math.isfinite(found):
        raise OverflowError
    return UnitQuantity(found, _ONE)
