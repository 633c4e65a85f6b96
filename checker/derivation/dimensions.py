"""The unit that follows from the units of an expression's symbols, and the factor between it and the declared one.

Nothing follows where a symbol has no unit, where a power of ten is written out, or where a function leaves it open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.notation.functions import INVERSE
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.notation.show import show
from checker.notation.value import CONSTANTS

if TYPE_CHECKING:  # units are slow to load, and few formulas have units for all symbols
    from checker.notation.units import Unit

_SAME: Final = frozenset({"abs", "sum", "mean", "max", "min", "median", "sd", "psd", "floor", "ceil", "round", "trunc"})
_ROOTS: Final = {"sqrt": Fraction(1, 2), "cbrt": Fraction(1, 3)}
_NUMBERS: Final = frozenset({*INVERSE, *INVERSE.values(), "exp", "ln", "log2", "log10"})
_NO_SCALE: Final = frozenset({"%", "°"})
_LARGEST_COUNT: Final = 12
"""Whole numbers up to this count something; others may convert units."""
_POWER_OF_TEN: Final = re.compile(r"10*|[1-9]\d*000|0\.0*1")
"""A power of ten, or a number with one in it: `m*v^2/2000` is in kJ already."""


class Mismatch(ValueError):  # noqa: N818 - its text is a finding
    """Raised for an expression whose units do not fit together."""


class Unknown(ValueError):  # noqa: N818 - nothing is wrong
    """Raised where no unit follows from those of the symbols."""


class Derived(NamedTuple):
    """What follows from the units of an expression's symbols."""

    unit: Unit
    factor: Fraction
    """By what its value is multiplied for the declared unit, where only a prefix differs; otherwise 1."""
    fits: bool
    """Whether the declared unit measures the same, and nothing is left to convert."""
    ratio: Fraction | None = None
    """How many declared units it is; None where they measure different things."""


def derived_unit(  # noqa: PLR0911 - each reason why nothing follows
    tree: Node, units: Mapping[str, str], formulas: Mapping[str, Node], declared: str | None
) -> Derived | None:
    """Return the unit of an expression and how it fits the declared one; None where none follows.

    `units` are those of symbols, and `formulas` the expressions of others.  Raise Mismatch.
    """
    names = [name for name in names_in(tree) if name not in CONSTANTS]
    if not declared or declared.strip() in _NO_SCALE or not names:
        return None
    if not all(name in units or name in formulas for name in names) or _has_power_of_ten(tree):
        return None
    from checker.notation.units import convert, unit_of_author

    target = unit_of_author(declared)
    try:
        found = _UnitReader(units, formulas, unit_of_author).unit(tree)
    except Unknown:
        return None
    if target is None or found is None or target.offset or target.is_difference:
        return None
    ratio = convert(Fraction(1), found, target)
    if ratio is None:
        return Derived(found, Fraction(1), fits=False)
    if _is_prefix(ratio):
        return Derived(found, ratio, fits=True, ratio=ratio)
    return Derived(found, Fraction(1), fits=_may_convert(tree), ratio=ratio)


def _may_convert(tree: Node) -> bool:
    """Report whether a number in the expression may be the factor between two units, as 3.6 in `3.6*v`."""
    return any(
        isinstance(node, Literal) and (node.value > _LARGEST_COUNT or node.value % 1) for node in walk_nodes(tree)
    )


def _has_power_of_ten(tree: Node) -> bool:
    return any(
        isinstance(node, Literal) and node.value != 1 and _POWER_OF_TEN.fullmatch(show(node))
        for node in walk_nodes(tree)
    )


def _is_prefix(ratio: Fraction) -> bool:
    return all(_POWER_OF_TEN.fullmatch(str(each)) for each in (ratio.numerator, ratio.denominator))


class _UnitReader:
    """Finds the unit of expressions; None is that of a constant, which takes the unit next to it in a sum."""

    def __init__(
        self, units: Mapping[str, str], formulas: Mapping[str, Node], read: Callable[[str], Unit | None]
    ) -> None:
        self._units, self._formulas, self._read = units, formulas, read

    def unit(self, node: Node) -> Unit | None:  # noqa: PLR0911 - a case for each kind of node
        """Return the unit of a node; None for a constant.  Raise Mismatch and Unknown."""
        match node:
            case Literal():
                return None
            case Name(name):
                return self._of_name(name)
            case Minus(operand):
                return self.unit(operand)
            case Power(base, Literal(int() | Fraction() as exponent)):
                unit = self.unit(base)
                return None if unit is None else unit ** Fraction(exponent)
            case Power(base, exponent):
                self._plain(exponent)
                self._plain(base)
                return None
            case Chain(first, ((sign, _), *_) as rest) if sign in "+-":
                return self._of_sum([first, *(operand for _, operand in rest)])
            case Chain(first, rest):
                return self._of_product([("*", first), *rest])
            case Call(function, arguments):
                return self._of_call(function, arguments)
        raise Unknown

    def _of_name(self, name: str) -> Unit | None:
        if name in CONSTANTS and name not in self._units:
            return None
        if name not in self._units:
            if names_in(self._formulas[name]).keys() - self._units.keys() - self._formulas.keys() - CONSTANTS.keys():
                raise Unknown
            return self.unit(self._formulas[name])
        unit = self._read(self._units[name])
        if unit is None or unit.offset or self._units[name].strip() in _NO_SCALE - {"°"}:
            raise Unknown
        return unit

    def _of_sum(self, operands: Iterable[Node]) -> Unit | None:
        from checker.notation.units import convert

        found: list[tuple[Node, Unit]] = []
        for operand in operands:
            unit = self.unit(operand)
            if unit is None:
                continue
            for other, known in found[:1]:
                ratio = convert(Fraction(1), unit, known)
                if ratio is None:
                    raise Mismatch(
                        f"adds or subtracts {show(other)} and {show(operand)}, which measure different things"
                    )
                if ratio != 1:
                    raise Mismatch(f"adds or subtracts {show(other)} and {show(operand)}, which are in different units")
            found.append((operand, unit))
        return found[0][1] if found else None

    def _of_product(self, operands: Iterable[tuple[str, Node]]) -> Unit | None:
        product: Any = None
        for sign, operand in operands:
            unit = self.unit(operand)
            if sign == "@":
                raise Unknown
            if unit is not None:
                power = unit if sign == "*" else unit**-1
                product = power if product is None else product * power
        return product  # type: ignore[no-any-return]

    def _of_call(self, function: str, arguments: tuple[Node, ...]) -> Unit | None:
        if function in _ROOTS:
            unit = self.unit(arguments[0])
            return None if unit is None else unit ** _ROOTS[function]
        if function in _NUMBERS:
            self._plain(arguments[0], is_angle=function in INVERSE)
            return None
        if function in _SAME:
            return self._of_sum(arguments)
        raise Unknown

    def _plain(self, node: Node, *, is_angle: bool = False) -> None:
        """Raise Mismatch unless a node is a plain number, or an angle where one may be."""
        unit = self.unit(node)
        rest = [each for each, _ in unit.dimension if not (is_angle and each in ("angle", "cycle"))] if unit else []
        if rest:
            raise Mismatch(f"needs {show(node)} to be a number, but it has a unit")
