"""Evaluates calculations with units: `2 kg * 3 m/s²`, `125 m / 10 s`, `5 N + 200 mN`.

The text is parsed as written-out arithmetic whose names are units.  Nothing is evaluated as code.
`formula_in_symbols` recognizes sides whose names are symbols instead: `2*pi*sqrt(l/g)`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, NamedTuple

from checker.answers.surrounding_text import FormulaInSymbols
from checker.answers.unit_text import is_unit
from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import MEASURED, Floats, call_function
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, children, names_in, walk_nodes
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.parser import parse
from checker.notation.text import brief
from checker.notation.units import Unit, ratio, read_unit
from checker.notation.units.lookup import MAX_UNIT_EXPONENT
from checker.notation.value import CONSTANTS, check_arguments, combine, power, root

MAX_LENGTH: Final = 500

_ONE: Final = Unit((), Fraction(1))
_RADIAN: Final = Unit((("angle", 1),), Fraction(1))
_HALF: Final = Fraction(1, 2)
_WORDS: Final = {
    "Δ°C": "delta_degC", "°C": "degC", "°F": "degF", "°": " deg ", "Å": "angstrom", "€": " EUR ", "£": " GBP ",
}  # fmt: skip
"""Names for signs that are no letters."""
_TIMES: Final = lazy_pattern(r"(?<=[\w)])\s+[xX]\s+(?=[\d.(])")
_BEHIND_NUMBER: Final = lazy_pattern(r"\d\s?(?!e\d)[^\W\d_]")
_FRACTION: Final = lazy_pattern(r"(?<![\w.,])(?:[1-9]/[2-9]|0[.,]2?5)\s?(?=[^\W\d_])")
"""The factor of a formula in symbols, which amounts rarely have: `1/2 C V^2`."""
_FACTOR: Final = r"(?:[1-9]/[2-9]|0[.,]2?5|(?:(?<=^)|(?<=^-))[2-4])\s?[^\W\d_]"
_NO_FUNCTION: Final = r"(?!e\d|π|pi\b|[a-z]{2,7} ?\()"
_UNIT_BEHIND_NUMBER: Final = lazy_pattern(rf"\d\s?{_NO_FUNCTION}[^\W\d_]")
_AMOUNT: Final = lazy_pattern(
    rf"(?<![\w.,])(?<![1-9]/)(?!{_FACTOR})({NUMERAL})\s?{_NO_FUNCTION}"
    rf"[^\W\d_]+(?:\^-?\d)?(?:[ /]{_NO_FUNCTION}[^\W\d_]+(?:\^-?\d)?)*"
)
"""A number and the unit behind it, next to symbols: `2.2 kΩ` in `2.2 kΩ * C`."""


class UnitQuantity(NamedTuple):
    """The result of a calculation with units: an exact value and its unit."""

    value: Exact
    unit: Unit


def calculate(side: str, hints: Hints) -> UnitQuantity | None:
    """Return the result of a calculation with units; None where a name is no unit.

    Also None for only symbols, for a mere number with its unit, and for text that is no arithmetic.  Raises
    UnreadableAnswer for units that do not fit together, and where there is no value.

    >>> calculate("125 m / 10 s", Hints(whole=False)).value
    Fraction(25, 2)
    >>> calculate("m*a", Hints(whole=False)), calculate("2 kg * v", Hints(whole=False))
    (None, None)
    """
    tree = _tree(side, hints)
    if tree is None:
        return None
    try:
        return _evaluate(tree, side)
    except ZeroDivisionError:
        raise UnreadableAnswer("This divides by zero. Check what you divide by.") from None
    except OverflowError:
        raise UnreadableAnswer("This number is too large. Check its exponents.") from None
    except ValueError:  # a root or a logarithm outside its domain
        raise UnreadableAnswer("This has no real value. Check its roots and logarithms.") from None


def formula_in_symbols(side: str, hints: Hints, *, is_last: bool) -> FormulaInSymbols | None:
    """Return the error to raise for a side that is a formula in symbols, as `2*pi*sqrt(l/g)`; None if it is none.

    Letters after a number are units.  In the last side of an equation `12.5*m/s` is a number with its unit.  The
    letters of the question are its symbols: R and C in `-RC ln(1/2)` and in `1/2 C V^2`.
    """
    if len(side) > MAX_LENGTH:
        return None
    try:
        tree = parse(_AMOUNT.sub(r"\1", side.strip()), hints, MEASURED)
    except UnreadableAnswer:
        return None
    found = [name for name in names_in(tree) if name not in CONSTANTS]
    letters = [each for name in found for each in hints.words.product(name) or [name]]
    given = hints.words.symbols.intersection(letters)
    if not letters or any(len(each) > 1 and each not in given for each in letters):
        return None
    if not given and _UNIT_BEHIND_NUMBER.search(_FRACTION.sub("", side)):
        return None
    is_given = given.issuperset(letters)
    has_function = any(isinstance(node, Call) and names_in(node) for node in walk_nodes(tree))
    is_product = len(letters) > 1 and (is_given or not is_last)
    is_formula = has_function or is_product or (given and not is_last)
    return FormulaInSymbols(side, hints, is_given=is_given) if is_formula else None


def _tree(side: str, hints: Hints) -> Node | None:
    """Return the tree of a side, if all of its names are units and it has several numbers; else None."""
    if len(side) > MAX_LENGTH:
        return None
    text = side
    for sign, word in _WORDS.items():
        text = text.replace(sign, word)
    text = _TIMES.sub(" × ", text.strip())
    try:
        tree = parse(text, hints, MEASURED)
    except UnreadableAnswer:
        return None
    found = [node.name for node in walk_nodes(tree) if isinstance(node, Name) and node.name not in CONSTANTS]
    is_formula = not _BEHIND_NUMBER.search(text) and all(len(name) == 1 for name in found)
    is_calculation = _factors(tree) > 1  # else it is a number and its unit, which measured_number.py reads
    return tree if found and is_calculation and not is_formula and all(map(is_unit, found)) else None


def _factors(tree: Node) -> int:
    """Return how many numbers a calculation has, without exponents.

    Numbers inside a function, or a calculation inside a power, count twice, so that it is no mere amount.
    """
    if isinstance(tree, Power):
        return _factors(tree.base) * (2 if isinstance(tree.base, Chain) else 1)
    if isinstance(tree, Call):
        return 2 * sum(map(_factors, tree.arguments))
    return 1 if isinstance(tree, Literal) else sum(map(_factors, children(tree)))


def _evaluate(node: Node, side: str) -> UnitQuantity:
    """Return the value of a node, as deep as the parser allows."""
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
            check_arguments(node)
            return _call(function, _evaluate(argument, side), side)
        case Chain(first, rest):
            found = _evaluate(first, side)
            for sign, operand in rest:
                if sign == "/" and found.unit == _ONE and _is_number_with_unit(operand):
                    raise UnreadableAnswer(
                        f'"{brief(side)}" can be read in two ways. Write brackets around everything below the slash.'
                    )
                found = _combined(sign, found, _evaluate(operand, side), side)
            return found
    raise _refusal(f'I cannot read "{brief(side)}"')


def _is_number_with_unit(node: Node) -> bool:
    """Return whether this is `2 kg`; in `1/2 kg` the unit may be below the slash or not."""
    return isinstance(node, Chain) and isinstance(node.first, Literal) and all(sign == "*" for sign, _ in node.rest)


def _unit(name: str, side: str) -> Unit:
    """Return the unit with this name.  Raise UnreadableAnswer for one with an offset, such as °C."""
    unit = read_unit(name)
    if unit.offset:
        raise _refusal(f'I cannot calculate with {name} in "{brief(side)}"')
    return unit


def _combined(sign: str, left: UnitQuantity, right: UnitQuantity, side: str) -> UnitQuantity:
    """Return the result of one operation: a sum or difference is in the unit on the left.

    Raise UnreadableAnswer for the sum or difference of different dimensions.
    """
    if sign in {"*", "/"}:
        unit = left.unit * right.unit if sign == "*" else left.unit / right.unit
        return UnitQuantity(combine(sign, left.value, right.value, 0), unit)
    by = ratio(right.unit, left.unit)
    if by is None:
        raise _refusal(f'"{brief(side)}" adds or subtracts units of different kinds')
    return UnitQuantity(combine(sign, left.value, combine("*", right.value, by, 0), 0), left.unit)


def _power(base: UnitQuantity, exponent: UnitQuantity, side: str) -> UnitQuantity:
    """Return a power; that of a unit has a small whole exponent, or 1/2.  Raise UnreadableAnswer for others."""
    number = exponent.value
    if exponent.unit != _ONE:
        raise _refusal(f'An exponent in "{brief(side)}" has a unit')
    if base.unit == _ONE:
        return UnitQuantity(power(base.value, number, 0), _ONE)
    if isinstance(number, Fraction) and number == _HALF:
        return _call("sqrt", base, side)
    powers: list[int | Fraction] = [1, *(abs(Fraction(each)) for _, each in base.unit.dimension)]
    if not isinstance(number, int) or abs(number) * max(powers) > MAX_UNIT_EXPONENT:
        raise _refusal(f'I cannot read the power of a unit in "{brief(side)}"')
    return UnitQuantity(power(base.value, number, 0), base.unit**number)


def _call(function: str, argument: UnitQuantity, side: str) -> UnitQuantity:
    """Return the value of a function: a root of anything, a sine of an angle, all others of numbers without a unit."""
    value, unit = argument
    if function == "sqrt":
        return UnitQuantity(root(value), unit**_HALF)
    in_radians = ratio(unit, _RADIAN) if function in {"sin", "cos", "tan"} and unit != _ONE else None
    plain = ratio(unit, _ONE) if in_radians is None else in_radians
    if plain is None:
        raise _refusal(f'In "{brief(side)}", {function} needs a number without a unit')
    found = call_function(function, (combine("*", value, plain, 0),), Floats)
    if not math.isfinite(found):
        raise OverflowError
    return UnitQuantity(found, _ONE)


def _refusal(reason: str) -> UnreadableAnswer:
    """Return the error to raise for a calculation, with the advice to write only the result."""
    return UnreadableAnswer(f"{reason}. Write only the result.")
