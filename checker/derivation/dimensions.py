"""Units in authors' expressions: prefixes are converted automatically, and what cannot be converted is reported."""

from __future__ import annotations

from typing import NamedTuple

from checker.derivation import unit_problems as problems
from checker.derivation.measure_reader import MeasureReader, Units, known_unit, times
from checker.derivation.measures import ONE, Measure, fit, is_prefix
from checker.formula.nodes import Call, Node
from checker.units import Unit


class Converted(NamedTuple):
    """An expression with conversion factors written into it, and the problems with its units, for lint to report."""

    tree: Node
    problems: tuple[str, ...] = ()
    """What does not fit, as the end of a sentence that starts with the expression."""


def in_units(tree: Node, symbols: Units, unit: str | None) -> Converted:
    """Return an expression with conversion factors, so that its value is in `unit`, and the problems with its units.

    A symbol without a unit is a plain number where others have units; where none has one, nothing is converted, and
    neither where a power of ten is written out.
    """
    reader = MeasureReader(symbols)
    if not reader.is_measured(tree):
        return Converted(tree)
    if unit and (target := known_unit(unit)):
        read = _Target(reader, target, unit).converted(tree)
    else:
        measure, read = reader.read(tree)
        if measure.unit and not measure.unit.dimension and not measure.is_open and not measure.shares:
            reader = MeasureReader(symbols)
            read = _Target(reader, ONE, "1").converted(tree)  # a length in m over one in cm is a plain number
    found = list(dict.fromkeys(reader.problems))
    if found and reader.plain:
        found[0] += problems.plain_numbers([*reader.plain])
    return Converted(read, tuple(found))


class _Target(NamedTuple):
    """The unit that the value of an expression must be in, as it is written, and the reader of the expression."""

    reader: MeasureReader
    unit: Unit
    written: str

    def converted(self, node: Node) -> Node:
        """Return a whole expression, or each entry of a list, with conversion factors to the unit."""
        if isinstance(node, Call) and node.function == "list":
            return node._replace(arguments=tuple(self.converted(each) for each in node.arguments))
        measure, node = self.reader.read(node)
        if measure.unit is None or self._is_settled(measure):
            return node
        found = fit(measure, self.unit)
        if found.factor is None:
            self._note_other(measure)
        elif found.factor != 1 and not found.is_written:
            is_share = bool(measure.shares) or self.written.strip() == "%"
            if measure.is_open and not is_share:
                return node
            if is_share or measure.has_power_of_ten or not is_prefix(found.factor):
                self.reader.problems.append(problems.factor_missing(measure, found.factor, self.written))
            else:
                return times(node, found.factor)
        return node

    def _is_settled(self, measure: Measure) -> bool:
        """Return whether temperatures need no conversion; note a problem if they are on another scale (°C for K)."""
        is_temperature = [*self.unit.dimension] == [("temperature", 1)]
        if measure.points:
            if not is_temperature and not measure.is_open and fit(measure, self.unit).factor is not None:
                self.reader.problems.append(problems.multiplied_temperature(measure.points[0]))
            return True
        unit = measure.unit
        if unit is None or not is_temperature or measure.is_open or unit.dimension != self.unit.dimension:
            return False
        if self.unit.is_difference or unit.is_difference or unit.offset == self.unit.offset:
            return unit.size == self.unit.size
        self.reader.problems.append(problems.other_scale(measure, self.written))
        return True

    def _note_other(self, measure: Measure) -> None:
        """Note that an expression measures something else than its unit."""
        if not (measure.is_open or measure.has_power_of_ten):
            self.reader.problems.append(problems.other_quantity(measure, self.unit, self.written))
