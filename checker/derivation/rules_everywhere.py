"""Wrong rules on whole formulas about conversions, angles, missing values of a mean, and temperature differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from checker.derivation.fields import InField, instead
from checker.derivation.trees import (
    TWO,
    Rewriting,
    exchanged,
    is_number,
    number,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, USUAL
from checker.formula.nodes import Call, Literal, Name, Node, is_name, rewrite, walk_nodes
from checker.formula.show import show

_OTHER_PERIODS: Final[Mapping[int, tuple[int, ...]]] = {
    360: (365, 12),
    365: (360, 12),
    1200: (100, 12),
    3600: (60,),
    10_000: (100, 1000),
    1_000_000: (1000, 10_000),
}
"""Divisors of conversions, and the ones that students use for them: a factor is forgotten, or days are months."""


def other_conversion(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide by another conversion number, such as 60 for 3600 or 365 for 360.

    Formulas with angles are left alone.
    """
    nodes = [*walk_nodes(tree)]
    periods = {each.value for each in nodes if isinstance(each, Literal)} & _OTHER_PERIODS.keys()
    if not periods or any(
        is_name(each, "pi") or (isinstance(each, Call) and each.function in {"sin", "cos", "tan"}) for each in nodes
    ):
        return  # 360 is a turn
    for right, others in _OTHER_PERIODS.items():
        for other in others if right in periods else ():
            new = rewrite(tree, lambda node: number(other) if is_number(node, right) else node)  # noqa: B023
            if new != tree:
                text = f"You used {other} instead of {right:,}."
                yield Rewriting(f"{other}_for_{right}", USUAL, text, new)


_KELVIN: Final = Fraction("273.15")


_FUNCTIONS: Final = {"asin": "sin", "acos": "cos"}
_WORDS: Final = {"sin": "sine", "cos": "cosine"}


def other_angle(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who divide an angle itself instead of its sine, in asin(sin(a)/n).

    Others give the other angle of the right triangle.
    """
    for call in walk_nodes(tree):
        inverse = isinstance(call, Call) and _FUNCTIONS.get(call.function)
        parts = product_of(call.arguments[0]) if isinstance(call, Call) and inverse else None
        inner = [each for each in parts.factors if isinstance(each, Call) and each.function == inverse] if parts else []
        if parts and len(inner) == 1 and isinstance(inner[0], Call):
            factors = [inner[0].arguments[0] if each is inner[0] else each for each in parts.factors]
            angle = product(factors, parts.divisors)
            text = f"You calculated with the angle itself, not with its {_WORDS[inner[0].function]}."
            yield Rewriting("angle_itself", USUAL, text, rewrite(tree, partial(exchanged, call, angle)))
            if isinstance(tree, Call) and tree.function == "degrees":
                yield Rewriting("other_angle", USUAL, "You gave 90° minus the angle.", plus(number(90), tree, "-"))
            return


def missing_value(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who average instead of working with totals, as in n·m - (a + b + c).

    See Mokros & Russell 1995.
    """
    terms = terms_of(tree)
    parts = product_of(terms[0][1]) if len(terms) >= TWO else None
    known = [each for sign, each in terms[1:] if sign == "-"]
    if len(known) == 1 and (inner := terms_of(known[0])):
        known = [each for sign, each in inner if sign == "+"]
    counts = [each for each in parts.factors if _is_count(each, values, len(known) + 1)] if parts else []
    if not parts or parts.divisors or len(parts.factors) != TWO or len(counts) != 1 or len(known) < TWO:
        return
    mean = next(each for each in parts.factors if each is not counts[0])
    total, fewer = sum_of_terms([("+", each) for each in known]), number(len(known))
    so_far = product([total], [fewer])
    fewer_times, twice = plus(product([fewer, mean]), total, "-"), plus(product([number(2), mean]), so_far, "-")
    middle = product([plus(so_far, mean)], [number(2)])
    for option, weight, said, new in (
        ("so_far", COMMON, "gave the mean of the known values", so_far),
        ("one_fewer", COMMON, f"multiplied the mean by {len(known)}, not by {len(known) + 1}", fewer_times),
        ("mirrored", USUAL, "took the mean for the middle of the last value and the mean of the others", twice),
        ("averaged", USUAL, "averaged the two means", middle),
    ):
        yield Rewriting(option, weight, instead("means", f"You {said}.", show(new)), new)


def _is_count(node: Node, values: Mapping[str, Any], count: int) -> bool:
    """Return whether a node is this number, or a symbol with this value."""
    value = values.get(node.name) if isinstance(node, Name) else None
    return is_number(node, count) or (isinstance(value, int | float) and value == count)


def converted_difference(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who add 273.15 to a temperature that is a difference, as in m·c·T.

    See Yeo & Zadnik 2001.
    """
    if any(isinstance(each, Literal) and 273 <= each.value < 274 for each in walk_nodes(tree)):
        return
    new = rewrite(tree, _with_kelvin_added)
    if new != tree:
        said = "You added 273.15 to a difference of temperatures. It is the same in kelvin."
        text = InField("temperature", said, "You added 273.15 to a factor.")
        yield Rewriting("difference_in_kelvin", USUAL, text, new)


def _with_kelvin_added(node: Node) -> Node:
    """Return a product with a factor such as c, and 273.15 added to its change of temperature; else the node."""
    parts = product_of(node)
    is_heat = parts and any(isinstance(each, Name) and each.name[0] == "c" for each in parts.factors)
    if not parts or not is_heat:
        return node
    factors = [plus(each, number(_KELVIN)) if _is_temperature_change(each) else each for each in parts.factors]
    return product(factors, parts.divisors) if any(map(_is_temperature_change, parts.factors)) else node


def _is_temperature_change(node: Node) -> bool:
    """Return whether a node is a symbol such as dT, or T."""
    return isinstance(node, Name) and node.name in {"T", "dT", "ΔT", "Delta_T"}
