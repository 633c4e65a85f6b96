"""Numbers as a student wrote them (`WrittenNumber`) and calculations as trees (`Expression`), with their values.

A written number has half a unit of its last digit; `slack` is how far a value may be off because numbers in its
calculation are rounded.
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
from checker.text.number import Hints
from checker.text.numeral import NUMERAL, read_numeral
from checker.text.plain import plain
from checker.working.runs import Run

_NUMBER: Final = re.compile(
    rf"\s*(?P<sign>-?)\(?(?P<number>{NUMERAL})(?:\*(?P<scale>10\^\d+|\d+)\))?"
    r"(?:[*×]10\^\(?(?P<power>-?\d{1,3})\)?)?(?P<percent>%?)\s*",
    re.ASCII,
)
_LOG: Final = re.compile(r"\b(?:log|lg)\b(?!_)")
_FEWEST_DIGITS: Final = 3
"""Digits of a decimal that may be the rounding of a longer one."""
_MOST_SLACK: Final = Fraction(1, 100)
"""Largest share of a value that rounded numbers in its expression may move it by."""
_MOST_PLACES: Final = 15
_KEPT: Final = 3
"""Digits before them."""
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
    scale: Fraction
    """The word or letter behind it: `27.6k` has 1,000."""
    digits: int
    """Number of its digits."""
    zeros: int = 0
    """Zeros at its end that may stand for digits: none where its half is wider because of them."""

    def times(self, factor: Fraction) -> WrittenNumber:
        """Return the number multiplied by a factor, with the same digits."""
        return self._replace(value=self.value * factor, half=self.half * factor)


def written_number(run: Run, decimal: str) -> WrittenNumber | None:
    """Return the number that a piece of mathematics is; None if it is anything else. `decimal`: "point" or "comma"."""
    return _written_number(run.text, decimal)


@lru_cache(_KEPT_TREES)
def _written_number(text: str, decimal: str) -> WrittenNumber | None:
    """Return what `written_number` does, from the text alone: `27.6k`, `3 × 10^5`, `40%`."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    try:
        coefficient, exponent = read_numeral(found["number"], Hints(whole=False, decimal=decimal))
    except UnreadableAnswer:
        return None
    scale = Fraction(1)
    if word := found["scale"]:
        scale = Fraction(10 ** int(word[3:])) if "^" in word else Fraction(int(word))
    if found["power"]:
        scale *= Fraction(10) ** int(found["power"])
    zeros = len(str(coefficient)) - len(str(coefficient).rstrip("0")) if coefficient and exponent >= 0 else 0
    scale /= 100 if found["percent"] else 1
    unit = Fraction(10) ** exponent * scale
    digits = len(str(coefficient))
    is_rounded = zeros >= _ZEROS and digits - zeros >= _KEPT
    half = unit * 10 ** (zeros if is_rounded else 0) / 2
    value = coefficient * unit * (-1 if found["sign"] else 1)
    return WrittenNumber(value, half, scale, digits, 0 if is_rounded else zeros)


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
    return tuple(Expression.of(parse(plain(each), hints)) for each in texts)


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


def slack(expression: Expression, names: Mapping[str, Exact], value: Exact) -> Exact:
    """Return by how much a calculation may be off because its decimals are rounded.

    That is half a last digit of each of them, and at most 1% of its value.
    """
    total: Exact = 0
    for each in expression.decimals:
        half = last_digit(each) / 2
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


def last_digit(value: Exact) -> Fraction:
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
