"""Numbers as a student wrote them (`WrittenNumber`) and calculations as trees (`Expression`), with their values.

A written number has half a unit of its last digit.  `agrees` decides whether a line of working is right, in any
sensible reading of its numbers and their digits; `may_be_converted` whether two numbers may be one amount.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Chain, Exact, Literal, Name, Node, rewrite, walk_nodes
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS, evaluate
from checker.reading.arithmetic import read_single
from checker.text.number import Hints

_SCALED: Final = re.compile(r"(-?)\((.+)\*(\d+)\)")
"""A number with its scale, as runs have it: `(27.6*1000)`."""
_LOG: Final = re.compile(r"\b(?:log|lg)\b(?!_)")
_FEWEST_DIGITS: Final = 3
"""Digits of a decimal that may be the rounding of a longer one."""
_MOST_SLACK: Final = Fraction(1, 100)
"""Largest share of a value that rounded numbers in its expression may move it by."""
_MOST_PLACES: Final = 15
_KEPT: Final = 3
"""Digits before the zeros of a rounded number: `25250` for 25,252.5."""
_KEPT_TREES: Final = 512
"""A side is read as the end of one equation and the start of the next."""
_SAME: Final = 1e-9
_ZEROS: Final = 3
"""Zeros at the end of a whole number from which it may be rounded."""


class WrittenNumber(NamedTuple):
    """A number as the student wrote it, with half a unit of its last digit."""

    value: Fraction
    half: Fraction
    """Half a unit of its last digit."""
    digits: int
    """Number of its digits."""
    zeros: int
    """Zeros at its end that may stand for digits: none where its half is wider because of them."""
    scale: Fraction
    """The word, letter or percent sign behind it: `27.6k` has 1,000."""

    def times(self, factor: Fraction) -> WrittenNumber:
        """Return the number multiplied by a factor, with the same digits."""
        return self._replace(value=self.value * factor, half=self.half * factor)


@lru_cache(_KEPT_TREES)
def written_number(text: str, decimal: str) -> WrittenNumber | None:
    """Return the number that a piece of mathematics is; None if it is anything else. `decimal`: "point" or "comma"."""
    scaled = _SCALED.fullmatch(text.strip())
    sign, number, scale = scaled.groups() if scaled else ("", text.strip(), "1")
    try:
        read = read_single(f"{sign}{number}", Hints(whole=False, decimal=decimal))
    except UnreadableAnswer:
        return None
    if read is None or read.digits is None:
        return None
    is_rounded = read.zeros >= _ZEROS and read.digits - read.zeros >= _KEPT
    wider, zeros = (10**read.zeros, 0) if is_rounded else (1, read.zeros)
    found = WrittenNumber(Fraction(read.value), Fraction(read.half) * wider, read.digits, zeros, Fraction(scale))
    return found._replace(scale=Fraction(1, 100)) if number.endswith("%") else found.times(found.scale)


class Expression(NamedTuple):
    """A calculation in a student's working, as a tree, and which of its numbers may be rounded."""

    tree: Node
    decimals: tuple[Fraction, ...]
    """Its numbers that may be rounded."""
    has_functions: bool
    has_quotient: bool

    @classmethod
    def of(cls, tree: Node) -> Expression:
        """Return the calculation with this tree, with its decimals, and whether it has functions and quotients."""
        nodes = [*walk_nodes(tree)]
        decimals = dict.fromkeys(each.value for each in nodes if isinstance(each, Literal))
        signs = [sign for each in nodes if isinstance(each, Chain) for sign, _ in each.rest]
        has_functions = any(isinstance(each, Call) for each in nodes)
        return cls(tree, tuple(each for each in decimals if isinstance(each, Fraction)), has_functions, "/" in signs)


@lru_cache(_KEPT_TREES)
def expressions_of(text: str, decimal: str) -> tuple[Expression, ...]:
    """Return the calculations that a text may mean, likeliest first: two with `log`, to base 10 or natural.

    Raise UnreadableAnswer if it is no calculation.
    """
    hints = Hints(whole=False, decimal=decimal)
    texts = [_LOG.sub(name, text) for name in ("log10", "ln")] if _LOG.search(text) else [text]
    return tuple(Expression.of(parse(each, hints)) for each in texts)


def in_degrees(tree: Node) -> Node | None:
    """Return a calculation with its angles read as degrees.

    It is None if it has no trigonometric function, or converts an angle already.
    """
    if any(isinstance(node, Call) and node.function == "radians" for node in walk_nodes(tree)):
        return None
    found = False

    def turned(node: Node) -> Node:
        nonlocal found
        match node:
            case Call("sin" | "cos" | "tan", (argument,)):
                found = True
                return Call(node.function, (Call("radians", (argument,), node.place),), node.place)
            case Call("asin" | "acos" | "atan"):
                found = True
                return Call("degrees", (node,), node.place)
        return node

    other = rewrite(tree, turned)
    return other if found else None


def value_of(tree: Node, names: Mapping[str, Exact]) -> Exact:
    """Return the value of a calculation's tree.  Raise UnreadableAnswer where it has none."""
    value: Exact = evaluate(tree, {**names, **CONSTANTS})
    return value


def replaced(tree: Node, values: Mapping[Exact, Exact]) -> Node:
    """Return a calculation's tree with other values for some of its numbers."""

    def other(node: Node) -> Node:
        if isinstance(node, Literal) and node.value in values:
            return Literal(values[node.value], node.place)
        return node

    return rewrite(tree, other)


def literals(tree: Node) -> Iterator[Literal]:
    """Yield the nodes of a tree that are numbers."""
    return (node for node in walk_nodes(tree) if isinstance(node, Literal))


def names_of(tree: Node) -> set[str]:
    """Return the symbols in the tree of a calculation, without constants such as pi."""
    return {node.name for node in walk_nodes(tree) if isinstance(node, Name)} - CONSTANTS.keys()


def _slack(expression: Expression, names: Mapping[str, Exact], value: Exact) -> Exact:
    """Return by how much a calculation may be off because its decimals are rounded.

    That is half a last digit of each of them, and at most 1% of its value.
    """
    total: Exact = 0
    for each in expression.decimals:
        half = _last_digit(each) / 2
        if not half:
            continue
        try:
            moved = value_of(replaced(expression.tree, {each: each + half}), names)
        except UnreadableAnswer:
            continue
        total += magnitude(moved - value)
    return min(total, magnitude(value) * _MOST_SLACK)


def magnitude(value: Exact) -> Exact:
    """Return the absolute value of an exact number."""
    return -value if value < 0 else value


def as_float(value: Exact) -> float:
    """Return a value as a float; infinity if it is larger than floats are."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def is_near(value: Exact, number: WrittenNumber, more: Exact = 0) -> bool:
    """Return whether a value is within half a unit of a written number's last digit, plus `more`."""
    try:
        distance = float(magnitude(value - number.value))
        return distance <= float(number.half + more) * (1 + _SAME) + abs(float(value)) * _SAME
    except OverflowError:  # exact numbers beyond the floats
        return value == number.value


def _last_digit(value: Exact) -> Fraction:
    """Return one unit of a decimal's last digit, as 0.001 for 1.234.

    It is 0 for whole numbers and those of fewer than three digits, which count as exact.
    """
    if not isinstance(value, Fraction):
        return Fraction(0)
    denominator = value.denominator
    places = next((each for each in range(_MOST_PLACES) if 10**each % denominator == 0), 0)
    if not places:
        return Fraction(0)
    digits = len(str(abs(value.numerator * 10**places // denominator)))
    return Fraction(1, 10**places) if digits >= _FEWEST_DIGITS else Fraction(0)


_ROUNDED_TWICE: Final = 4
"""Digits of a result from which a unit of its last one may come from rounding on the way."""
_CONVERSIONS: Final = tuple(
    each
    for factor in (1, 3.6, 6, 8, 24, 7, 12, 365, 1.024, 1.024**2, 1.024**3, 2 * math.pi, 180 / math.pi)
    for each in (factor, 1 / factor)
)
"""Factors between units, up to powers of ten."""
_NO_CONVERSION: Final = 1.05
"""Ratio below which two numbers are no conversion of each other."""
_CONVERTED: Final = 0.002


def agrees(
    expression: Expression,
    value: Exact,
    number: WrittenNumber,
    names: Mapping[str, Exact],
    finer: Mapping[Exact, Exact],
) -> bool:
    """Return whether a student's number is the value of a calculation, as far as the digits of both tell.

    Rounded numbers in the calculation may be replaced, or be half a digit off: `finer` has the
    unrounded values by the numbers that round them.
    """
    if is_near(value, number) or any(is_near(value, each) for each in _meant(value, number, expression)):
        return True
    try:
        if finer and is_near(value_of(replaced(expression.tree, finer), names), number):
            return True
        return bool(expression.decimals) and is_near(value, number, _slack(expression, names, value))
    except UnreadableAnswer:
        return False


def _meant(value: Exact, number: WrittenNumber, expression: Expression) -> list[WrittenNumber]:
    """Return other readings of a number: as a percentage, without its scale, rounded down, or rounded more coarsely."""
    found: list[WrittenNumber] = []
    if number.digits >= _ROUNDED_TWICE and not _is_exact(value, number):
        found.append(number._replace(half=2 * number.half))
    zeros = number.zeros if number.digits - number.zeros >= _KEPT else 0
    if zeros and not _is_exact(value, number):
        found.append(number._replace(half=number.half * 10**zeros))
    if magnitude(value) < 1 <= abs(number.value):
        found.append(number.times(Fraction(1, 100)))
    if number.scale != 1:
        found.append(number.times(1 / number.scale))
    is_whole = number.value.denominator == 1
    if is_whole and expression.has_quotient and math.floor(value) == number.value:  # sizes of outputs
        found.append(number._replace(half=Fraction(1)))
    return found


def _is_exact(value: Exact, number: WrittenNumber) -> bool:
    """Return whether a value is a whole multiple of a number's last digit, so that writing it needs no rounding."""
    return isinstance(value, int | Fraction) and (Fraction(value) / (2 * number.half)).denominator == 1


def may_be_converted(value: Exact, number: Fraction) -> bool:
    """Return whether value and number differ by a usual factor between two units, such as 60 or 1000.

    The factor may have further powers of ten. True also if one of them is 0, or too large for a float.
    """
    try:
        one, other = abs(float(value)), abs(float(number))
    except OverflowError:
        return True
    if not one or not other:
        return True
    ratio = max(one / other, other / one)
    if ratio < _NO_CONVERSION:
        return False
    powers = (ratio * factor / 10 ** round(math.log10(ratio * factor)) for factor in _CONVERSIONS)
    return any(abs(each - 1) < _CONVERTED for each in powers)
