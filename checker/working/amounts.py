"""Numbers as a student wrote them (`WrittenNumber`), calculations as trees with their values, and the `Equation`.

A written number has half a unit of its last digit.  `agrees` decides whether a line of working is right, in any
sensible reading of its numbers and their digits; `may_be_converted` whether two numbers may be one amount.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Chain, Exact, Literal, Node, names_in, rewrite, walk_nodes
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS, evaluate
from checker.reading.arithmetic import read_single
from checker.text.number import Hints

_LOG: Final = re.compile(r"\b(?:log|lg)\b(?!_)")
_KEPT: Final = 3
"""Digits before the zeros of a rounded number: `25250` for 25,252.5."""
_KEPT_TREES: Final = 512
"""A side is read as the end of one equation and the start of the next."""
_SAME: Final = 1e-9


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
    # a number with its scale, as runs have it: `(27.6*1000)`
    scaled = re.fullmatch(r"(-?)\((.+)\*(\d+)\)", text.strip())
    sign, number, scale = scaled.groups() if scaled else ("", text.strip(), "1")
    try:
        read = read_single(f"{sign}{number}", Hints(whole=False, decimal=decimal))
    except UnreadableAnswer:
        return None
    if read is None or read.digits is None:
        return None
    # zeros at the end of a whole number from which it may be rounded
    is_rounded = read.zeros >= 3 and read.digits - read.zeros >= _KEPT
    wider, zeros = (10**read.zeros, 0) if is_rounded else (1, read.zeros)
    found = WrittenNumber(Fraction(read.value), Fraction(read.half) * wider, read.digits, zeros, Fraction(scale))
    return found._replace(scale=Fraction(1, 100)) if number.endswith("%") else found.times(found.scale)


@lru_cache(_KEPT_TREES)
def expressions_of(text: str, decimal: str) -> tuple[Node, ...]:
    """Return the calculations that a text may mean, likeliest first: two with `log`, to base 10 or natural.

    Raise UnreadableAnswer if it is no calculation.
    """
    hints = Hints(whole=False, decimal=decimal)
    texts = [_LOG.sub(name, text) for name in ("log10", "ln")] if _LOG.search(text) else [text]
    return tuple(parse(each, hints) for each in texts)


def in_degrees(tree: Node) -> Node | None:
    """Return a calculation with its angles read as degrees.

    It is None if it has no trigonometric function, or converts an angle already.
    """
    if any(isinstance(node, Call) and node.function == "radians" for node in walk_nodes(tree)):
        return None

    def turned(node: Node) -> Node:
        match node:
            case Call("sin" | "cos" | "tan", (argument,)):
                return Call(node.function, (Call("radians", (argument,), node.place),), node.place)
            case Call("asin" | "acos" | "atan"):
                return Call("degrees", (node,), node.place)
        return node

    other = rewrite(tree, turned)
    return other if other != tree else None


def value_of(tree: Node, names: Mapping[str, Exact]) -> Exact:
    """Return the value of a calculation's tree.  Raise UnreadableAnswer where it has none."""
    value: Exact = evaluate(tree, {**names, **CONSTANTS})
    return value


def literals(tree: Node) -> Iterator[Literal]:
    """Yield the nodes of a tree that are numbers."""
    return (node for node in walk_nodes(tree) if isinstance(node, Literal))


def names_of(tree: Node) -> set[str]:
    """Return the symbols in the tree of a calculation, without constants such as pi."""
    return names_in(tree).keys() - CONSTANTS.keys()


def as_float(value: Exact) -> float:
    """Return a value as a float; infinity if it is larger than floats are."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def is_near(value: Exact, number: WrittenNumber, more: Exact = 0) -> bool:
    """Return whether a value is within half a unit of a written number's last digit, plus `more`."""
    try:
        distance = abs(float(value - number.value))
        return distance <= float(number.half + more) * (1 + _SAME) + abs(float(value)) * _SAME
    except OverflowError:  # exact numbers beyond the floats
        return value == number.value


_CONVERSIONS: Final = tuple(
    each
    for factor in (1, 3.6, 6, 8, 24, 7, 12, 365, 1.024, 1.024**2, 1.024**3, 2 * math.pi, 180 / math.pi)
    for each in (factor, 1 / factor)
)
"""Factors between units, up to powers of ten."""


def agrees(tree: Node, value: Exact, number: WrittenNumber) -> bool:
    """Return whether a student's number is the value of a calculation, as far as the digits of both tell.

    Numbers in the calculation with decimals may be rounded.
    """
    # numerator from which a number with decimals may be the rounding of a longer one
    is_rounded = any(isinstance(each.value, Fraction) and each.value.numerator >= 100 for each in literals(tree))
    # share of a value that rounded numbers in its calculation may move it by
    more = abs(as_float(value)) * 0.005 if is_rounded else 0
    return is_near(value, number, more) or any(is_near(value, each) for each in _meant(tree, value, number))


def _meant(tree: Node, value: Exact, number: WrittenNumber) -> list[WrittenNumber]:
    """Return other readings of a number: as a percentage, without its scale, rounded down, or rounded more coarsely."""
    found: list[WrittenNumber] = []
    # digits of a result from which a unit of its last one may come from rounding on the way
    if number.digits >= 4 and not _is_exact(value, number):
        found.append(number._replace(half=2 * number.half))
    zeros = number.zeros if number.digits - number.zeros >= _KEPT else 0
    if zeros and not _is_exact(value, number):
        found.append(number._replace(half=number.half * 10**zeros))
    if abs(as_float(value)) < 1 <= abs(number.value):
        found.append(number.times(Fraction(1, 100)))
    if number.scale != 1:
        found.append(number.times(1 / number.scale))
    is_whole = number.value.denominator == 1
    has_quotient = any(isinstance(each, Chain) and "/" in dict(each.rest) for each in walk_nodes(tree))
    if is_whole and has_quotient and math.floor(value) == number.value:  # sizes of outputs
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
    if ratio < 1.05:  # ratio below which two numbers are no conversion of each other
        return False
    powers = (ratio * factor / 10 ** round(math.log10(ratio * factor)) for factor in _CONVERSIONS)
    return any(abs(each - 1) < 0.002 for each in powers)


class Equation(NamedTuple):
    """One equation of a student's working: the calculation, and the number that the student gives for it."""

    expression: str
    result: str
    """The number as it is written, with its unit."""
    written: WrittenNumber
    value: Exact
    """What the expression gives."""
    is_right: bool
    number: int
    """Its place among the equations of the question."""
    uses: tuple[int, ...]
    """The numbers of the earlier equations whose results it uses."""
    is_aside: bool
    """Whether it is said to be a comparison or a supposition."""
    called: str
    """The words before it, its symbol, and the cells of its row: what may name a step."""

    @property
    def text(self) -> str:
        """Return the equation as text: calculation and number."""
        return f"{self.expression} = {self.result}"


def numbers_behind(equations: Sequence[Equation], end: Equation) -> list[int]:
    """Return in order the `number` of each equation that `end` uses, directly or by way of others, and its own."""
    seen: set[int] = set()
    open_ = [end.number]
    while open_:
        number = open_.pop()
        if number not in seen:
            seen.add(number)
            open_ += equations[number].uses
    return sorted(seen)
