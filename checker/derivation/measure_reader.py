"""Measures of authors' expressions: reads their units from those of their symbols, and converts prefixes in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.derivation import unit_problems as problems
from checker.derivation.arithmetic import NO_VALUE, is_array
from checker.derivation.complex_numbers import IMAGINARY
from checker.derivation.evaluate import evaluate
from checker.derivation.measures import (
    ONE,
    Measure,
    are_various,
    fit,
    fits,
    is_prefix,
    is_zero_of_celsius,
    joined,
    numbers_in,
    ratio_of,
)
from checker.derivation.unit_functions import ALIKE, LIKE_FIRST, MADE_OF, NUMBERS, PLAIN, WHOLE
from checker.formula.functions import ANGLES, INVERSE
from checker.formula.nodes import OF_UNITS, Call, Chain, Index, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.formula.show import show
from checker.formula.value import CONSTANTS
from checker.text.number import PLAIN_NUMBER
from checker.units import Unit, unit_of_author

_CONSTANTS: Final = {**CONSTANTS, **IMAGINARY}
_GIVE_ANGLES: Final = frozenset({*(INVERSE[name] for name in ANGLES), "atan2", "arg", "radians"})
_SMALLEST_ROOT: Final = 12
_RADIAN: Final = Unit((("angle", 1),), Fraction(1))


class Units(NamedTuple):
    """What `in_units` needs to know of an expression's symbols: their values, expressions and units."""

    given: Mapping[str, Any]
    derived: Mapping[str, Node]
    units: Mapping[str, str]


def known_unit(text: str) -> Unit | None:
    """Return the unit that an author wrote; None for one that is not known."""
    return ONE if text in PLAIN_NUMBER else unit_of_author(text)


class MeasureReader:
    """Reads the measures of expressions, and puts factors between units into them; it collects their problems."""

    def __init__(self, symbols: Units) -> None:
        self.symbols = symbols
        self.problems: list[str] = []
        self.plain: dict[str, None] = {}
        """The symbols without a unit, in an expression whose other symbols have units: they are plain numbers."""
        self._known: dict[str, Measure] = {}

    def is_measured(self, tree: Node) -> bool:
        """Return whether a symbol has a unit in an expression, or in those of its symbols."""
        names = [*names_in(tree)]
        for name in names:
            if name in self.symbols.derived and name not in self.symbols.units:
                names += names_in(self.symbols.derived[name])
        return not self.symbols.units.keys().isdisjoint(names)

    def read(self, node: Node) -> tuple[Measure, Node]:  # noqa: PLR0911 - a case for each kind of node
        """Return what is known of a node's unit, and the node with conversion factors in it."""
        if isinstance(node, Literal) and node.place == OF_UNITS:
            return Measure(Unit((), 1 / Fraction(node.value))), node
        if (value := self._constant(node)) is not None:
            return Measure(numbers=numbers_in(value)), node
        match node:
            case Name(name):
                return self.of_name(name), node
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
        return Measure(), node

    def _measured(self, node: Node) -> Measure:
        """Return the measure of a node, and forget the problems that reading it finds."""
        kept = len(self.problems)
        measure, _ = self.read(node)
        del self.problems[kept:]
        return measure

    def _constant(self, node: Node) -> Any:
        """Return the value of a node, 1 if it has no single one; None if it has symbols, or is an angle or a list."""
        names = names_in(node).keys()
        is_open = any(isinstance(each, Index) or each.place == OF_UNITS for each in walk_nodes(node))
        if is_open or not all(name in _CONSTANTS and not self.is_symbol(name) for name in names):
            return None
        if isinstance(node, Call) and node.function in {*_GIVE_ANGLES, "list"}:
            return None
        try:
            value = evaluate(node, IMAGINARY)
        except NO_VALUE:
            return 1
        return 1 if is_array(value) else value

    def is_symbol(self, name: str) -> bool:
        """Return whether a name is that of a symbol of the question."""
        return name in self.symbols.given or name in self.symbols.derived

    def of_name(self, name: str) -> Measure:
        """Return the measure of a symbol, which is worked out once."""
        if name not in self._known:
            self._known[name] = Measure()  # for a cycle, which is reported elsewhere
            self._known[name] = self._named(name)
        return self._known[name]

    def _named(self, name: str) -> Measure:
        """Return the measure of a symbol: by its declared unit, by its expression, or open."""
        written = self.symbols.units.get(name)
        if written is not None and (unit := known_unit(written)) is not None:
            return Measure(unit, shares=(name,) if written.strip() == "%" else ())
        if written is None and name in self.symbols.derived:
            return self._measured(self.symbols.derived[name])
        value = self.symbols.given.get(name)
        number = () if value is None or is_array(value) else numbers_in(value)
        if value is None:
            return Measure(numbers=number, is_open=True)
        self.plain[name] = None
        return Measure(ONE, number)

    def _value(self, node: Node) -> float | Fraction | None:
        """Return the number that a constant or a given symbol is."""
        if isinstance(node, Name) and self.is_symbol(node.name):
            value = self.symbols.given.get(node.name)
            return None if value is None or is_array(value) else value
        return self._constant(node)  # type: ignore[no-any-return]

    def _of_power(self, node: Node, base: Node, exponent: Node) -> tuple[Measure, Node]:
        """Return the measure of a power, and the power with its exponent as a plain number."""
        measure, base = self.read(base)
        exponent = self._plain(exponent)
        value = self._value(exponent)
        raised = Power(base, exponent, node.place)
        if isinstance(value, int | float | Fraction):
            exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
            return measure.to(exact) if exact.denominator <= _SMALLEST_ROOT else Measure(is_open=True), raised
        if measure.unit is not None and measure.unit.dimension:
            self.problems.append(f"raises {show(base)}, which has a unit, to a power that is no number")
        return Measure(is_open=measure.is_open), self._plain_power(raised, measure)

    def _plain_power(self, node: Power, measure: Measure) -> Node:
        """Return a power; its base is converted to a plain number if it is a number with a unit such as %."""
        if measure.unit is None or measure.unit.dimension or measure.unit == ONE:
            return node
        return Power(self._plain(node.base), node.exponent, node.place)

    def _of_product(self, operands: Iterable[tuple[str, Node]], place: int) -> tuple[Measure, Node]:
        """Return the measure of a product, and the product; nothing is converted between its factors."""
        product = Measure()
        read: list[tuple[str, Node]] = []
        points: list[str] = []
        for sign, operand in operands:
            measure, inner = self.read(operand)
            read.append((sign, inner))
            if measure.is_point:
                points += [each for each in names_in(operand) if self.of_name(each).is_point] or [show(operand)]
                assert measure.unit is not None  # noqa: S101 - a point has a unit
                measure = measure._replace(unit=Unit(measure.unit.dimension, measure.unit.size))
            product = product.times(measure.to(Fraction(-1)) if sign == "/" else measure)
        if points:
            product = product._replace(points=(*product.points, *points))
        (_, first), *rest = read
        return product, Chain(first, tuple(rest), place)

    def _of_sum(self, operands: Sequence[tuple[str, Node]], place: int) -> tuple[Measure, Node]:
        """Return the measure of a sum, and the sum with its terms in one unit."""
        signs = [sign for sign, _ in operands]
        read = [self.read(operand) for _, operand in operands]
        points = [(sign, each.unit) for sign, (each, _) in zip(signs, read, strict=True) if each.is_point and each.unit]
        measure, read = self._of_temperatures(points, read) if points else self._alike(read)
        (_, first), *rest = read
        pairs = tuple((sign, node) for sign, (_, node) in zip(signs[1:], rest, strict=True))
        return measure, Chain(first, pairs, place)

    def _of_temperatures(
        self, points: Sequence[tuple[str, Unit]], read: list[tuple[Measure, Node]]
    ) -> tuple[Measure, list[tuple[Measure, Node]]]:
        """Return the measure of a sum with points on a scale: t + 273.15 is in kelvins, t2 - t1 a difference."""
        shares, multiplied, is_open = joined(each for each, _ in read)
        (_, scale), *_ = points
        kelvins = Measure(Unit(scale.dimension, scale.size), (), is_open, shares, multiplied)
        others = [self._value(node) for each, node in read if not each.is_point]
        is_zero_added = any(map(is_zero_of_celsius, others))
        is_difference = [sign for sign, _ in points].count("-") * 2 == len(points)
        node = next(node for each, node in read if each.is_point)
        alike = [
            (each, inner if each.is_point or each.unit is None else self._like(each, inner, kelvins, node))
            for each, inner in read
        ]
        if is_zero_added:
            return kelvins._replace(is_open=False), alike
        return kelvins if is_difference else kelvins._replace(unit=scale), alike

    def _alike(self, read: list[tuple[Measure, Node]]) -> tuple[Measure, list[tuple[Measure, Node]]]:
        """Return the measure of operands that are added or compared, and the operands in one unit."""
        measures = [measure for measure, _ in read]
        shares, points, is_open = joined(measures)
        known = [each for each in read if each[0].unit is not None]
        if not known:
            return Measure(None, (), is_open, shares, points), read
        main, node = next((each for each in known if not each[0].is_open), known[0])
        unit = main.unit or ONE
        if not shares and not unit.dimension and any(each.unit is None and not each.is_open for each in measures):
            node, unit = Literal(1, 0), ONE  # 1 + t/T, where t is in ms and T in s
        for one in main.conversions:  # R*1000 + X, where R is in kΩ and X in Ω
            if one != 1 and all(fits(measure, unit * Unit((), 1 / one)) for measure, _ in known):
                unit *= Unit((), 1 / one)
                main = main._replace(numbers=())
                break
        alike = [
            (measure, self._like(measure, operand, main._replace(unit=unit), node))
            if measure.unit is not None and operand is not node
            else (measure, operand)
            for measure, operand in read
        ]
        return Measure(unit, main.numbers, is_open, shares, points), alike

    def _like(self, measure: Measure, node: Node, main: Measure, other: Node) -> Node:
        """Return an operand in the unit of another one; note a problem where nothing is converted."""
        assert main.unit is not None  # noqa: S101 - the other one has a unit
        found = fit(measure, main.unit)
        is_open, has_powers = measure.is_open or main.is_open, measure.has_power_of_ten or main.has_power_of_ten
        if found.factor is None:
            if not is_open and not has_powers and not (measure.shares or main.shares):
                self.problems.append(problems.not_alike(show(other), show(node), is_same_kind=False, is_open=False))
            return node
        if found.factor == 1 or found.is_written:
            return node
        is_share = bool(measure.shares or main.shares)
        if not is_open and not is_share and not has_powers and is_prefix(found.factor):
            return times(node, found.factor)
        if not is_open or is_prefix(found.factor):
            self.problems.append(problems.not_alike(show(other), show(node), is_same_kind=True, is_open=is_open))
        return node

    def _of_call(self, node: Call, function: str, arguments: tuple[Node, ...]) -> tuple[Measure, Node]:
        """Return the measure of a function's value, and the call with its arguments in the units that it needs."""
        if function in PLAIN or function in ANGLES:
            inner = [self._plain(each, is_angle=function in ANGLES) for each in arguments]
            return Measure(_RADIAN if function in _GIVE_ANGLES else ONE), _with(node, inner)
        read = [self.read(each) for each in arguments]
        measures = [measure for measure, _ in read]
        nodes = [inner for _, inner in read]
        if function in ALIKE and not (function == "list" and are_various(measures)):
            condition, compared = (nodes[:1], read[1:]) if function == "if" else ([], read)
            measure, alike = self._alike(compared)
            made = Measure(_RADIAN if function in _GIVE_ANGLES else ONE) if function in NUMBERS else measure
            return made, _with(node, [*condition, *(each for _, each in alike)])
        if function in LIKE_FIRST:
            nodes[1:] = [self._plain(each) for each in arguments[1:]]
            return measures[0], _with(node, nodes)
        if function in WHOLE and measures[0].unit is not None and not measures[0].unit.dimension:
            return Measure(ONE), _with(node, [self._plain(arguments[0])])
        return self._made_of(function, arguments, measures), _with(node, nodes)

    def _made_of(self, function: str, arguments: Sequence[Node], measures: Sequence[Measure]) -> Measure:
        """Return the measure of the value of a function from those of its arguments."""
        if function in ("radians", "degrees"):
            return Measure(unit_of_author("rad" if function == "radians" else "°"))
        if function in ("sum_over", "zero"):
            measure = measures[0] if function == "sum_over" else measures[2]
            return measure._replace(is_open=True) if measure.unit is None else measure
        exponents = MADE_OF.get(function) or self._of_entries(function, arguments)
        if not exponents:
            return Measure(is_open=True)
        product = Measure()
        for measure, exponent in ((each, power) for each, power in zip(measures, exponents, strict=False) if power):
            product = product.times(measure.to(exponent))
        return product._replace(is_open=any(each.is_open for each in measures))

    def _of_entries(self, function: str, arguments: Sequence[Node]) -> tuple[Fraction, ...]:
        """Return the exponent in the unit of a product of entries, or of a determinant; empty where it is not known."""
        if function not in ("product", "det"):
            return ()
        match arguments[0]:
            case Call("list", entries):
                return (Fraction(len(entries)),)
            case Name(name) if is_array(value := self.symbols.given.get(name, 0)):
                return (Fraction(len(value)),)
        return ()

    def _plain(self, node: Node, *, is_angle: bool = False) -> Node:
        """Return a node that is a plain number, or an angle in radians; note a problem where it is not."""
        measure, node = self.read(node)
        if (unit := measure.unit) is None or measure.is_open or measure.points:
            if measure.points and not measure.is_open and unit is not None and not unit.dimension:
                self.problems.append(problems.multiplied_temperature(measure.points[0]))
            return node
        factor = None if measure.is_point else ratio_of(unit, _RADIAN if is_angle else ONE)
        if factor is None:
            if not measure.has_power_of_ten:
                self.problems.append(problems.no_number(show(node)))
        elif factor != 1 and factor not in measure.conversions:
            if not is_prefix(factor):
                if is_angle and "pi" not in names_in(node) and not _has_radians(node):
                    self.problems.append(problems.not_in_radians(show(node)))
            elif measure.shares or measure.has_power_of_ten:
                self.problems.append(problems.factor_missing(measure, factor, "no unit", what=show(node)))
            else:
                return times(node, factor)
        return node


def _with(node: Call, arguments: Iterable[Node]) -> Call:
    """Return a call with other arguments."""
    return node._replace(arguments=tuple(arguments))


def times(node: Node, factor: Fraction) -> Node:
    """Return a node times a factor between units."""
    sign, number = ("*", factor) if factor > 1 else ("/", 1 / factor)
    return Chain(node, ((sign, Literal(int(number), OF_UNITS)),), 0)


def _has_radians(node: Node) -> bool:
    """Return whether an expression turns an angle into radians itself."""
    return any(isinstance(each, Call) and each.function == "radians" for each in walk_nodes(node))
