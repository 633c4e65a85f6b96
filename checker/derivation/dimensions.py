"""Units in authors' expressions: prefixes are converted, and what does not fit is reported.

The unit of each part is read from those of its symbols.  A factor between units counts as written where its number is
anywhere in the expression; where a power of ten is written, no prefix is converted.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import NO_VALUE, is_array
from checker.derivation.evaluate import IMAGINARY, evaluate
from checker.derivation.symbols import SymbolTable
from checker.formula.functions import ANGLES, INVERSE, OF_DISTRIBUTIONS
from checker.formula.nodes import (
    COMPARISONS,
    OF_UNITS,
    Call,
    Chain,
    Index,
    Literal,
    Minus,
    Name,
    Node,
    Power,
    is_name,
    names_in,
    rewrite,
    substituted,
    walk_nodes,
    with_children,
)
from checker.formula.show import show
from checker.formula.value import CONSTANTS
from checker.text.number import PLAIN_NUMBER
from checker.text.plain import is_degrees
from checker.units.kinds import in_base_units, kind_of
from checker.units.reading import unit_of_author
from checker.units.unit import Unit, convert

_TWO, _ONE, _LESS, _NONE = map(Fraction, (2, 1, -1, 0))

_PLAIN: Final = frozenset({
    *(name for name in (*INVERSE, *INVERSE.values()) if name not in ANGLES),
    *("exp", "ln", "log2", "log10", "log", "erf", "gamma", "factorial", "comb", "perm", "softmax"),
    *(name for name in OF_DISTRIBUTIONS if not name.startswith(("normal_", "exponential_"))),
})  # fmt: skip
"""Functions of plain numbers."""

_NUMBERS: Final = frozenset({"atan2", "normal_cdf", "normal_sf", "normal_pdf", *COMPARISONS})
"""Functions of arguments in one unit whose value is a number."""

_ALIKE: Final = frozenset({"sum", "mean", "max", "min", "mod", "gcd", "lcm", "hypot", "list", "if", *_NUMBERS})
"""Functions of arguments in one unit, which is that of the value; of an `if`, all but the condition."""


_WHOLE: Final = frozenset({"floor", "ceil", "round", "trunc"})
"""Functions that depend on the size of a unit, also where it is a plain number: the whole part of 5 mm/m."""

_MADE_OF: Final[Mapping[str, tuple[Fraction, ...]]] = {
    **dict.fromkeys(("abs", "floor", "ceil", "round", "trunc", "re", "im", "conj"), (_ONE,)),
    **dict.fromkeys(("median", "sd", "psd", "sort", "cumsum", "norm", "transpose", "trace", "eigenvalues"), (_ONE,)),
    **dict.fromkeys(("count", "rank", "sgn", "not"), (_NONE,)),
    **dict.fromkeys(("corr", "and", "or"), (_NONE, _NONE)),
    **dict.fromkeys(("var", "pvar"), (_TWO,)),
    **dict.fromkeys(("dot", "cross", "matmul", "cov"), (_ONE, _ONE)),
    "sqrt": (Fraction(1, 2),),
    "cbrt": (Fraction(1, 3),),
    "inv": (_LESS,),
    "solve": (_LESS, _ONE),
    "slope": (_LESS, _ONE),
    "intercept": (_NONE, _ONE),
    "exponential_pdf": (_LESS,),
}
"""The exponents of the arguments in the unit of the value."""

_CONSTANTS: Final = {**CONSTANTS, **IMAGINARY}
_GIVE_ANGLES: Final = frozenset({*(INVERSE[name] for name in ANGLES), "atan2", "arg", "radians"})
_RADIAN: Final = Unit((("angle", 1),), Fraction(1))
_SILENT: Final = frozenset({"angle", "cycle", "decay", "oscillation"})
"""Bases that are no size of their own next to others: a radius in m times rad/s is a speed in m/s."""
ONE: Final = Unit((), Fraction(1))


class _Measure(NamedTuple):
    """What is known of the unit of a part of an expression."""

    unit: Unit | None = None
    """None is that of a constant, which takes the unit next to it in a sum."""
    points: tuple[str, ...] = ()
    """Names of temperatures in °C or °F that are multiplied, as if they were no points on a scale."""
    is_unknown: bool = False
    """True where the unit is None because a function's is not known."""

    def to(self, exponent: Fraction) -> _Measure:
        """Return the measure of this part raised to a power."""
        return self._replace(unit=None if self.unit is None else self.unit**exponent)

    def times(self, other: _Measure) -> _Measure:
        """Return the measure of the product of two parts."""
        units = [each.unit for each in (self, other) if each.unit is not None]
        is_unknown = self.is_unknown or other.is_unknown
        unit = None if is_unknown or not units else units[0] * units[1] if len(units) > 1 else units[0]
        return _Measure(unit, _multiplied((self, other)), is_unknown)

    @property
    def is_point(self) -> bool:
        """Return whether it is a temperature on a scale with its own zero, such as °C."""
        return self.unit is not None and self.unit.offset != 0


def in_units(tree: Node, symbols: SymbolTable, unit: str | None) -> tuple[Node, tuple[str, ...]]:
    """Return an expression with conversion factors, so that its value is in `unit`, and the problems with its units.

    Each problem is the end of a sentence that starts with the expression, for lint to report.
    A symbol without a unit is a plain number where others have units; where the dimensions do not fit then, nothing is
    known.  Symbols in degrees become radians inside sin, cos and the like, unless `pi` or `radians(θ)` converts them.
    """
    tree = _with_radians(tree, {name for name, each in symbols.units.items() if is_degrees(each)})
    reader = _Reader(tree, symbols)
    if not reader.is_measured:
        return tree, ()
    if unit and (target := _known_unit(unit)):
        read = reader.converted(tree, target, unit)
    else:
        measure, read = reader.read(tree)
        if measure.unit and not measure.unit.dimension and not reader.shares:
            reader.problems.clear()
            read = reader.converted(tree, ONE, "1")  # a length in m over one in cm is a plain number
    return read, tuple(dict.fromkeys(reader.problems))


def _with_radians(tree: Node, in_degrees: Collection[str]) -> Node:
    in_radians = {name: Call("radians", (Name(name, 0),), 0) for name in in_degrees}

    def converted(node: Node) -> Node:
        match node:
            case Call(function, (argument,)) if function in ANGLES:
                inside = [*walk_nodes(argument)]
                is_converted = any(is_name(each, "pi") or (_has_radians(each) and names_in(each)) for each in inside)
                return node if is_converted else Call(function, (substituted(argument, in_radians),), node.place)
        return node

    return rewrite(tree, converted) if in_degrees else tree


def _known_unit(text: str) -> Unit | None:
    return ONE if text in PLAIN_NUMBER else unit_of_author(text)


class _Reader:
    """Reads the measures of one expression, and puts factors between units into it; it collects their problems."""

    def __init__(self, tree: Node, symbols: SymbolTable) -> None:
        self.symbols = symbols
        self.problems: list[str] = []
        self._known: dict[str, _Measure] = {}
        trees, names = [tree], [*names_in(tree)]
        for name in names:  # and those in the expressions of symbols without a unit
            if name in symbols.derived and name not in symbols.units:
                trees.append(symbols.derived[name].tree)
                names += (each for each in names_in(trees[-1]) if each not in names)
        self.is_measured = any(name in symbols.units for name in names)
        self.shares = [name for name in names if symbols.units.get(name, "").strip() == "%"]
        """The symbols in %, which are never converted."""
        self._numbers = {number for each in trees for number in self._numbers_in(each)}
        self._has_power_of_ten = any(is_prefix(each) or each % 1000 == 0 for each in self._numbers)
        self._is_complete = all(name in symbols.units for name in names if name in symbols.given)

    def _numbers_in(self, tree: Node) -> Iterator[Fraction]:
        """Yield the numbers that are written in an expression, any of which may be a conversion: 3.6 in `3.6*v`."""
        for node in walk_nodes(tree):
            values = [self._constant(node)]
            if isinstance(node, Chain) and node.rest[0][0] in "*/":
                factors = [(sign, self._constant(each)) for sign, each in (("*", node.first), *node.rest)]
                values.append(math.prod(1 / each if sign == "/" else each for sign, each in factors if each))
            for value in values:
                if value and not isinstance(value, complex) and math.isfinite(value):
                    yield from _powers_of_ten(abs(_exact(value)))

    def _fitted(self, node: Node, factor: Fraction | None, clash: str, problem: str, *, is_kept: bool = False) -> Node:
        """Return a node times a factor, unless it `is_kept`; note the `problem` where only the author can convert.

        Without a factor dimensions `clash`, unless a symbol without a unit or a power of ten may make up for it.
        """
        if factor is None:
            self.problems += [clash] if self._is_complete and not self._has_power_of_ten else []
        elif factor != 1 and not any(_is_near(factor, each) or _is_near(factor, 1 / each) for each in self._numbers):
            if is_prefix(factor) and not (self._has_power_of_ten or self.shares or is_kept):
                sign, number = ("*", factor) if factor > 1 else ("/", 1 / factor)
                return Chain(node, ((sign, Literal(int(number), OF_UNITS)),), 0)
            self.problems += [problem] if problem else []
        return node

    def converted(self, node: Node, target: Unit, written: str) -> Node:
        if isinstance(node, Call) and node.function == "list":
            entries: Node = with_children(node, [self.converted(each, target, written) for each in node.arguments])
            return entries
        measure, node = self.read(node)
        if measure.unit is None or self._is_settled(measure, target, written):
            return node
        factor = _ratio_of(measure.unit, target)
        kind, base = kind_of(measure.unit), in_base_units(measure.unit)
        made = f"is {kind if base in kind else f'{kind} ({base})'} by the units of its symbols"
        what = f"{made}, but `unit: {written}` is {kind_of(target)}"
        clash = f"{what}. Correct the expression, the unit of a symbol or `unit`"
        return self._fitted(node, factor, clash, self._missing(factor, "is", written), is_kept=written.strip() == "%")

    def _missing(self, factor: Fraction | None, which: str, written: str) -> str:
        """Return the problem of a value that is not in its declared unit, and that only the author can convert."""
        if self.shares:
            return f"uses {self.shares[0]}, which is in %, as a number. Divide it by 100"
        asked = f"Multiply it by {float(factor or 0):.6g}, or declare the unit that it is in"
        return f"{which} not in {written} by the units of its symbols. {asked}"

    def _note_multiplied(self, measure: _Measure) -> None:
        """Note that a factor is in °C, where the formula needs kelvins."""
        self.problems.append(
            f"multiplies or divides by {measure.points[0]}, which is a temperature on a scale. Add 273.15 to a "
            "temperature in °C; for a difference of temperatures, declare its unit as K or delta_degC"
        )

    def _is_settled(self, measure: _Measure, target: Unit, written: str) -> bool:
        """Return whether temperatures need no conversion; note a problem if they are on another scale (°C for K)."""
        unit, is_temperature = measure.unit or ONE, [*target.dimension] == [("temperature", 1)]
        if measure.points:
            if not is_temperature and _ratio_of(unit, target) is not None:
                self._note_multiplied(measure)
            return True
        if not is_temperature or unit.dimension != target.dimension:
            return False
        if target.is_difference or unit.is_difference or unit.offset == target.offset:
            return unit.size == target.size
        is_other = f"is a temperature on another scale than `unit: {written}`. Add or subtract its zero, such as 273.15"
        is_none = f"is in kelvins, or a difference, but `unit: {written}` is a point on a scale"
        subtract = "Subtract 273.15, or declare K or delta_degC"
        self.problems.append(is_other if measure.is_point else f"{is_none}. {subtract}")
        return True

    def read(self, node: Node) -> tuple[_Measure, Node]:  # noqa: PLR0911 - a case for each kind of node
        if isinstance(node, Literal) and node.place == OF_UNITS:
            return _Measure(Unit((), 1 / Fraction(node.value))), node
        if self._constant(node) is not None:
            return _Measure(), node
        match node:
            case Name(name):
                return self._of_name(name), node
            case Minus(operand):
                measure, inner = self.read(operand)
                return measure, Minus(inner, node.place)
            case Power(base, exponent):
                return self._of_power(node, base, exponent)
            case Chain(first, ((sign, _), *_) as rest) if sign in "+-":
                return self._of_sum([("+", first), *rest], node.place)
            case Chain(first, rest):
                return self._of_product([("*", first), *rest], node.place)
            case Call(function, arguments):
                return self._of_call(node, function, arguments)
        return _Measure(), node

    def _constant(self, node: Node) -> Any:
        names = names_in(node).keys()
        is_open = any(isinstance(each, Index) or each.place == OF_UNITS for each in walk_nodes(node))
        if is_open or not all(name in _CONSTANTS and not self._is_symbol(name) for name in names):
            return None
        if isinstance(node, Call) and node.function in {*_GIVE_ANGLES, "list"}:
            return None
        try:
            value = evaluate(node, IMAGINARY)
        except NO_VALUE:
            return 1
        return 1 if is_array(value) else value

    def _is_symbol(self, name: str) -> bool:
        return name in self.symbols.given or name in self.symbols.derived

    def _of_name(self, name: str) -> _Measure:
        if name not in self._known:
            self._known[name] = _Measure(is_unknown=True)  # for a cycle, which is reported elsewhere
            written = self.symbols.units.get(name)
            if written is None and name in self.symbols.derived:
                kept = len(self.problems)
                self._known[name], _ = self.read(self.symbols.derived[name].tree)
                del self.problems[kept:]  # they are those of the symbol
            else:
                self._known[name] = _Measure(ONE if written is None else _known_unit(written) or ONE)
        return self._known[name]

    def _value(self, node: Node) -> Any:
        if isinstance(node, Name) and self._is_symbol(node.name):
            value = self.symbols.given.get(node.name)
            return None if is_array(value) else value
        return self._constant(node)

    def _of_power(self, node: Node, base: Node, exponent: Node) -> tuple[_Measure, Node]:
        measure, inner = self.read(base)
        exponent = self._plain(exponent)
        if measure.unit is not None and not measure.unit.dimension:
            return _Measure(ONE), Power(self._plain(base), exponent, node.place)
        value = self._value(exponent)
        raised = Power(inner, exponent, node.place)
        if measure.unit is None:
            return measure, raised
        if isinstance(value, int | float | Fraction):
            exact = _exact(value)
            return measure.to(exact) if exact.denominator <= 12 else _Measure(is_unknown=True), raised
        self.problems.append(f"raises {show(inner)}, which has a unit, to a power that is no number")
        return _Measure(is_unknown=True), raised

    def _of_product(self, operands: Iterable[tuple[str, Node]], place: int) -> tuple[_Measure, Node]:
        product = _Measure()
        read: list[tuple[str, Node]] = []
        for sign, operand in operands:
            measure, inner = self.read(operand)
            read.append((sign, inner))
            if measure.is_point and (unit := measure.unit):
                names = [each for each in names_in(operand) if self._of_name(each).is_point] or [show(operand)]
                measure = _Measure(Unit(unit.dimension, unit.size), (*measure.points, *names))
            product = product.times(measure.to(Fraction(-1)) if sign == "/" else measure)
        (_, first), *rest = read
        return product, Chain(first, tuple(rest), place)

    def _of_sum(self, operands: Sequence[tuple[str, Node]], place: int) -> tuple[_Measure, Node]:
        signs = [sign for sign, _ in operands]
        read = [self.read(operand) for _, operand in operands]
        points = [(sign, each.unit) for sign, (each, _) in zip(signs, read, strict=True) if each.is_point and each.unit]
        measure, read = self._of_temperatures(points, read) if points else self._alike(read)
        (_, first), *rest = read
        pairs = tuple((sign, node) for sign, (_, node) in zip(signs[1:], rest, strict=True))
        return measure, Chain(first, pairs, place)

    def _of_temperatures(
        self, points: Sequence[tuple[str, Unit]], read: list[tuple[_Measure, Node]]
    ) -> tuple[_Measure, list[tuple[_Measure, Node]]]:
        """Return the measure of a sum with points on a scale: t + 273.15 is in kelvins, t2 - t1 a difference."""
        (_, scale), *_ = points
        kelvins = Unit(scale.dimension, scale.size)
        node = next(node for each, node in read if each.is_point)
        alike = [
            (each, inner if each.is_point or each.unit is None else self._like(inner, each.unit, kelvins, node))
            for each, inner in read
        ]
        others = [self._value(node) for each, node in read if not each.is_point]
        is_zero_added = any(isinstance(each, int | float | Fraction) and abs(each - 273.15) < 0.2 for each in others)
        is_difference = [sign for sign, _ in points].count("-") * 2 == len(points)
        unit = kelvins if is_zero_added or is_difference else scale
        return _Measure(unit, _multiplied(each for each, _ in read)), alike

    def _alike(self, read: list[tuple[_Measure, Node]]) -> tuple[_Measure, list[tuple[_Measure, Node]]]:
        """Return the measure of operands that are added or compared, and the operands in one unit."""
        points = _multiplied(each for each, _ in read)
        known = [(each.unit, node) for each, node in read if each.unit is not None]
        if not known:
            return _Measure(None, points, any(each.is_unknown for each, _ in read)), read
        unit, main = known[0]
        if not self.shares and not unit.dimension and len(known) < len(read):
            unit, main = ONE, Literal(1, 0)  # 1 + t/T, where t is in ms and T in s
        alike = [
            (each, node if each.unit is None or node is main else self._like(node, each.unit, unit, main))
            for each, node in read
        ]
        return _Measure(unit, points), alike

    def _like(self, node: Node, own: Unit, unit: Unit, other: Node) -> Node:
        pair = f"adds, subtracts or compares {show(other)} and {show(node)}, which"
        clash = f"{pair} measure different things. Correct it, or the unit of a symbol"
        problem = f"{pair} are in different units. Convert one of them, or correct their units"
        return self._fitted(node, _ratio_of(own, unit), clash, problem)

    def _of_call(self, node: Call, function: str, arguments: tuple[Node, ...]) -> tuple[_Measure, Node]:
        """Return the measure of a function's value, and the call with its arguments in the units that it needs."""
        if function in _PLAIN or function in ANGLES:
            inner = [self._plain(each, is_angle=function in ANGLES) for each in arguments]
            return _Measure(_RADIAN if function in _GIVE_ANGLES else ONE), with_children(node, inner)
        read = [self.read(each) for each in arguments]
        measures = [measure for measure, _ in read]
        nodes = [inner for _, inner in read]
        ratios = (_ratio_of(each.unit or ONE, measures[0].unit or ONE) for each in measures)
        if function in _ALIKE and (function != "list" or None not in ratios):
            condition, compared = (nodes[:1], read[1:]) if function == "if" else ([], read)
            measure, alike = self._alike(compared)
            made = _Measure(_RADIAN if function in _GIVE_ANGLES else ONE) if function in _NUMBERS else measure
            return made, with_children(node, [*condition, *(each for _, each in alike)])
        # functions whose value has the unit of the first argument; the others are plain numbers
        if function in {"at", "quantile"}:
            return measures[0], with_children(node, [nodes[0], *map(self._plain, arguments[1:])])
        if function in _WHOLE and measures[0].unit is not None and not measures[0].unit.dimension:
            return _Measure(ONE), with_children(node, [self._plain(arguments[0])])
        return self._made_of(function, arguments, measures), with_children(node, nodes)

    def _made_of(self, function: str, arguments: Sequence[Node], measures: Sequence[_Measure]) -> _Measure:
        if function in ("radians", "degrees"):
            return _Measure(unit_of_author("rad" if function == "radians" else "°"))
        if function in ("sum_over", "zero"):
            return measures[0 if function == "sum_over" else 2]
        exponents = _MADE_OF.get(function, ())
        if function in ("product", "det"):
            match arguments[0]:
                case Call("list", entries):
                    exponents = (Fraction(len(entries)),)
                case Name(name) if is_array(value := self.symbols.given.get(name, 0)):
                    exponents = (Fraction(len(value)),)
        product = _Measure(is_unknown=not exponents)
        for measure, exponent in zip(measures, exponents, strict=False):
            if exponent:
                product = product.times(measure.to(exponent))
        return product

    def _plain(self, node: Node, *, is_angle: bool = False) -> Node:
        """Return a node that is a plain number, or an angle in radians; note a problem where it is not."""
        measure, node = self.read(node)
        if (unit := measure.unit) is None or measure.points:
            if measure.points and unit is not None and not unit.dimension:
                self._note_multiplied(measure)
            return node
        factor = None if measure.is_point else _ratio_of(unit, _RADIAN if is_angle else ONE)
        clash = f"needs {show(node)} to be a number, but it has a unit. Correct it, or the unit of a symbol"
        if factor and is_prefix(factor):
            problem = self._missing(factor, f"has {show(node)}, which is", "no unit")
        elif is_angle and "pi" not in names_in(node) and not any(map(_has_radians, walk_nodes(node))):
            problem = f"takes {show(node)} in degrees as radians. Give the symbol in it `unit: °`"
        else:
            problem = ""
        return self._fitted(node, factor, clash, problem)


def _ratio_of(unit: Unit, target: Unit) -> Fraction | None:
    """Return how many `target` one `unit` is, where angles next to other units count nothing; None if they differ."""
    of, to = (each if not each.offset else Unit(each.dimension, each.size) for each in (unit, target))
    if (factor := convert(Fraction(1), of, to)) is not None:
        return factor
    one, other = (tuple(each for each in unit.dimension if each[0] not in _SILENT) for unit in (of, to))
    return of.size / to.size if one == other else None


def is_prefix(factor: Fraction) -> bool:
    """Return whether a factor is a power of ten, as between a unit and the same one with a prefix."""
    large = max(factor, 1 / factor)
    return large > 1 and large == Fraction(10) ** round(math.log10(large))


def _powers_of_ten(number: Fraction) -> Iterator[Fraction]:
    """Yield a number above 0 and the power of ten in it: 2000 and 1000; nothing for 1."""
    large = max(number, 1 / number)
    if number != 1:
        yield number
        if large.denominator == 1 and (power := 10 ** (len(text := str(large)) - len(text.rstrip("0")))) > 1:
            yield Fraction(power)


def _is_near(factor: Fraction, other: Fraction) -> bool:
    """Return whether two factors are equal, or, where they are not prefixes, nearly so."""
    return factor == other or (not is_prefix(factor) and math.isclose(factor, other, rel_tol=2e-3))


def _multiplied(measures: Iterable[_Measure]) -> tuple[str, ...]:
    return tuple(name for each in measures for name in each.points)


def _exact(value: float | Fraction) -> Fraction:
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def _has_radians(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "radians"
