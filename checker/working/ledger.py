"""The working of one question: its equations, each recomputed, with the symbols and results that it defines.

A line is right if any sensible reading of it is: what is not certainly wrong raises no alarm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from checker.answers.unit_text import is_unit
from checker.engine.errors import UnreadableAnswer
from checker.notation import nodes as parts
from checker.notation.nodes import Exact, Node, walk_nodes
from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.notation.value import CONSTANTS
from checker.working.amounts import (
    Written,
    in_degrees,
    literals,
    names_of,
    replaced,
    slack,
    trees_of,
    value_of,
    written_number,
)
from checker.working.equations import Chain, Side, chains
from checker.working.runs import Run, runs, spelled

LONGEST: Final = 2_000
"""Characters of a text that is searched for equations."""
MOST: Final = 300
"""Equations of one question."""
_GROUP: Final = re.compile(r"\d[.,]\d{3}(?!\d)")
"""A number with two readings."""
_LABELLED: Final = re.compile(r"\d{1,2} \d{3}\b")
"""A number in groups, or a label and a number: `Layer 2 256 × 96`."""
_SHAPE: Final = re.compile(r"\d+(?:[*×]\d+){1,3}")
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
_SUM: Final = re.compile(
    r"\b(?:total\w*|sum|together|altogether|overall|in all|gesamt\w*|insgesamt|summe|zusammen|somme|suma|totale)\b",
    re.IGNORECASE,
)
_MOST_ITEMS: Final = 8
_FEWEST_IN_SUM: Final = 4
"""Digits from which a sum that is a digit off is a slip, and no other number."""
_SAME: Final = 1e-9
_TELLING: Final = 3
"""Digits from which an equal number in a later line is taken for the same result."""


class Equation(NamedTuple):
    """An expression and the number that the student gives for it."""

    expression: str
    result: str
    """The number as it is written, with its unit."""
    label: str
    """The words before it."""
    name: str
    """The symbol that the student calls it by."""
    tree: Node
    written: Written
    value: Exact
    """What the expression gives."""
    repaired: Exact
    """What it would give without the slips of earlier lines."""
    is_right: bool
    number: int
    """Its place among the equations of the question."""
    uses: tuple[int, ...]
    """The numbers of the earlier equations whose results it uses."""
    is_aside: bool
    """Whether it is said to be a comparison or a supposition."""
    named: frozenset[str]
    """The words of its label that may name a step."""

    @property
    def operators(self) -> int:
        """Return how many signs and functions the expression has."""
        return sum(
            len(each.rest) if isinstance(each, parts.Chain) else not isinstance(each, parts.Literal)
            for each in walk_nodes(self.tree)
        )

    @property
    def text(self) -> str:
        """Return both sides."""
        return f"{self.expression} = {self.result}"


class Ledger:
    """The equations of one question in the order of its text."""

    def __init__(self, decimal: str = "point", naming: Callable[[str], Collection[str]] = str.split) -> None:
        """Begin the working of a question; `naming` returns the words of a label that may name a step."""
        self._naming = naming
        self.equations: list[Equation] = []
        self._decimal = decimal
        self._names: dict[str, Exact] = {}
        self._repaired_names: dict[str, Exact] = {}
        self._sources: dict[str, int] = {}
        """By symbol, the equation that gave it its value."""
        self._count = 0
        self._is_aside = False
        self._waiting: tuple[str, Run, Side] | None = None
        """An expression without a number, which a later line may give under the same name."""

    def add(self, text: str, *, is_aside: bool = False) -> list[Equation]:
        """Add a text; return its equations.  `is_aside`: it is a comparison or a supposition."""
        self._is_aside = is_aside
        if len(text) > LONGEST or len(self.equations) >= MOST or not any(map(str.isdigit, text)):
            return []
        found: list[Equation] = []
        for chain in chains(text, self._names.keys()):
            found += self._chain(chain) or self._restated(chain, text)
        self.equations += found
        return found

    def add_row(self, cells: Sequence[str], *, is_aside: bool = False) -> list[Equation]:
        """Add the row of a table: its only calculation, and the number in the cell behind it."""
        found = [equation for cell in cells for equation in self.add(cell, is_aside=is_aside)]
        if found:
            row = frozenset(self._naming(" ".join(cells)))
            renamed = [each._replace(named=each.named | row) for each in found]
            self.equations[-len(found) :] = renamed
            return renamed
        names = self._names.keys()
        read = [_only_run(cell, names) for cell in cells]
        places = [place for place, run in enumerate(read) if run and run.is_calculation]
        if len(places) != 1 or places[0] + 1 >= len(cells):
            return []
        target = read[places[0] + 1]
        number = target and written_number(target, self._decimal)
        if target is None or number is None or sum(each is not None for each in read[places[0] + 1 :]) != 1:
            return []
        label = " ".join(cells[: places[0]])
        return self.add(f"{label}: {cells[places[0]]} = {cells[places[0] + 1]}", is_aside=is_aside)

    def _restated(self, chain: Chain, text: str) -> list[Equation]:
        """Return the equation of a number that sums up results above it, or rounds the last one."""
        run = chain.sides[-1].first or (chain.sides[-1].last if len(chain.sides) == 1 else None)
        number = run and written_number(run, self._decimal)
        if run is None or number is None or any(side.first for side in chain.sides[:-1]):
            return []
        label = text[: text.rfind(run.text) if run.text in text else None]
        if number.scale > 1:
            return self._rounded_off(number, run, chain.sides[-1], label)
        return self._summed(number, run, label) if _SUM.search(label) else []

    def _summed(self, number: Written, run: Run, label: str) -> list[Equation]:
        """Return the sum of the results above, if the number is this sum or a digit beside it."""
        for count in range(2, min(_MOST_ITEMS, len(self.equations)) + 1):
            items = self.equations[-count:]
            if not all(each.written.value.denominator == 1 for each in items):
                continue
            value = int(sum(each.written.value for each in items))
            is_right = value == number.value
            if is_right or _is_a_digit_beside(str(value), str(number.value)):
                expression = " + ".join(f"{int(each.written.value):,}" for each in items)
                tree = parse(expression.replace(",", ""), OF_AUTHORS)
                shown = f"{int(number.value):,}"
                return [self._made(expression, shown, label, "", tree, number, value, is_right)]
        return []

    def _rounded_off(self, number: Written, run: Run, side: Side, label: str) -> list[Equation]:
        """Return the last result next to an abbreviation that cuts its digits off: 218 million for 218,671,424."""
        last = self.equations[-1] if self.equations else None
        if last is None or not number.value < last.written.value < number.value + 2 * number.half:
            return []
        if _is_near(last.written.value, number, 0) or last.written.digits <= number.digits:
            return []
        if last.written.value.denominator != 1:
            return []
        expression = f"{int(last.written.value):,}"
        tree = parse(str(last.written.value), OF_AUTHORS)
        shown = " ".join(side.text[run.start : run.end].split())
        return [self._made(expression, shown, label, "", tree, number, int(last.written.value), is_right=False)]

    def _chain(self, chain: Chain) -> list[Equation]:
        """Return the equations of a chain, and remember what it defines."""
        sides = chain.sides
        name = sides[0].name if sides[0].last is None or _is_name(sides[0]) else ""
        runs = [side.last if place == 0 else side.first for place, side in enumerate(sides)]
        numbers = [run and written_number(run, self._decimal) for run in runs]
        found: list[Equation] = []
        if len(sides) > 1 and name and self._waiting and self._waiting[0] == name and numbers[1]:
            waiting = self._waiting
            equation = self._equation(waiting[1], numbers[1], chain, waiting[2].text, sides[1], name, runs[1])
            found += [equation] if equation else []
        self._waiting = None
        for place, run in enumerate(runs):
            if run is None or not run.is_calculation or numbers[place]:
                continue
            if place and _goes_on(run, runs[place - 1], numbers[place - 1]):
                pass  # 5 × 3 = 15 + 2 = 17: the sum is calculated with the number that it begins with
            target = next((each for each in range(place + 1, len(runs)) if numbers[each]), None)
            if target is None:
                if place == len(runs) - 1 and name and not _SHAPE.fullmatch(run.text):
                    self._waiting = (name, run, sides[place])
                continue
            between = runs[place + 1 : target]
            if any(each is not None and _goes_on(each, run, self._rounded(run)) for each in between):
                continue
            number = numbers[target]
            if number is None:
                continue
            equation = self._equation(run, number, chain, sides[place].text, sides[target], name, runs[target])
            if equation:
                found.append(equation)
        self._define(name, chain, runs, numbers, found)
        return found

    def _rounded(self, run: Run) -> Written | None:
        """Return the value of a run as a number."""
        try:
            value = value_of(trees_of(run, self._decimal)[0], self._names)
        except UnreadableAnswer:
            return None
        return Written(Fraction(value), Fraction(0), Fraction(1), 1)

    def _equation(
        self, run: Run, number: Written, chain: Chain, before: str, after: Side, name: str, target: Run | None
    ) -> Equation | None:
        """Return the equation of an expression and a number; None where it is not certain what it says."""
        found = self._read(run, number, self._decimal)
        if found and not found[2] and target and _GROUP.search(run.text + target.text):
            other = "comma" if self._decimal == "point" else "point"
            number_there = written_number(target, other)
            again = number_there and self._read(run, number_there, other)
            found = again if again and again[2] else found
        if found is None:
            return None
        tree, value, is_right = found
        if not is_right and (target is None or self._is_uncertain(run, target, tree, number, chain)):
            return None
        expression = " ".join(before[run.start : run.end].split())
        shown = " ".join(after.text[: target.end if target else None].split()).lstrip("$* ")
        return self._made(expression, shown, chain.label, name, tree, number, value, is_right)

    def _made(  # noqa: PLR0913, PLR0917 - an equation has as many
        self,
        expression: str,
        result: str,
        label: str,
        name: str,
        tree: Node,
        number: Written,
        value: Exact,
        is_right: bool,  # noqa: FBT001
    ) -> Equation:
        """Return an equation with its number and what it uses."""
        repaired, uses = self._repaired(tree, value)
        self._count += 1
        return Equation(
            expression,
            result,
            label,
            name,
            tree,
            number,
            value,
            repaired,
            is_right,
            self._count - 1,
            uses,
            self._is_aside,
            frozenset(self._naming(f"{label} {name}")),
        )

    def _read(self, run: Run, number: Written, decimal: str) -> tuple[Node, Exact, bool] | None:
        """Return the tree of an expression, its value, and whether the number is this value; None where it has none."""
        try:
            trees = trees_of(run, decimal)
            values = [value_of(each, self._names) for each in trees]
        except UnreadableAnswer:
            return None
        right = next((place for place, each in enumerate(trees) if self._agrees(each, values[place], number)), None)
        if right is None and len(trees) > 1:
            return None
        return trees[right or 0], values[right or 0], right is not None

    def _is_uncertain(self, run: Run, target: Run, tree: Node, number: Written, chain: Chain) -> bool:
        """Return whether an equation that does not hold as it was read may be meant otherwise."""
        if run.is_unclear or target.is_unclear or (_have_units(run, target) and self._may_be_converted(tree, number)):
            return True
        if _LABELLED.match(run.text):
            return True
        if run.nouns and len(chain.sides) > 2:  # noqa: PLR2004 - 3 women + 2 men = 84 × 21 = 1764
            return True
        return not number.value and bool(names_of(tree))

    def _may_be_converted(self, tree: Node, number: Written) -> bool:
        """Return whether a usual factor between two units lies between a value and a number."""
        value = abs(float(value_of(tree, self._names)))
        if not value or not number.value:
            return True
        ratio = max(abs(float(number.value)) / value, value / abs(float(number.value)))
        if ratio < _NO_CONVERSION:
            return False
        powers = (ratio * factor / 10 ** round(math.log10(ratio * factor)) for factor in _CONVERSIONS)
        return any(abs(each - 1) < _CONVERTED for each in powers)

    def _agrees(self, tree: Node, value: Exact, number: Written) -> bool:
        """Return whether the number is the value, as far as the digits written on both sides say."""
        if any(_is_near(value, each, 0) for each in _meant(value, number, tree)):
            return True
        try:
            finer = value_of(replaced(tree, self._finer(tree)), self._names)
            if _is_near(finer, number, 0) or _is_near(value, number, slack(tree, self._names, value)):
                return True
            turned = in_degrees(tree)
            return turned is not None and self._agrees_turned(turned, number)
        except UnreadableAnswer:
            return False

    def _agrees_turned(self, tree: Node, number: Written) -> bool:
        value = value_of(tree, self._names)
        return _is_near(value, number, slack(tree, self._names, value))

    def _finer(self, tree: Node) -> dict[Exact, Exact]:
        """Return the numbers of a tree that are roundings of earlier results, with these."""
        found: dict[Exact, Exact] = {}
        for each in literals(tree):
            for earlier in self.equations:
                if each.value == earlier.written.value and earlier.is_right:
                    found[each.value] = earlier.value
        return found

    def _repaired(self, tree: Node, value: Exact) -> tuple[Exact, tuple[int, ...]]:
        """Return the value of a tree without the slips in the results that it uses, and which these are."""
        slips: dict[Exact, Exact] = {}
        uses = {self._sources[name] for name in names_of(tree) if name in self._sources}
        for each in literals(tree):
            for earlier in self.equations:
                if earlier.written.digits >= _TELLING and each.value == earlier.written.value:
                    is_same = _is_near(earlier.repaired, earlier.written, 0)
                    slips[each.value] = each.value if is_same else earlier.repaired
                    uses.add(earlier.number)
        try:
            repaired = value_of(replaced(tree, slips), {**self._names, **self._repaired_names})
        except UnreadableAnswer:
            repaired = value
        return repaired, tuple(sorted(uses))

    def _define(
        self,
        name: str,
        chain: Chain,
        runs: Sequence[Run | None],
        numbers: Sequence[Written | None],
        found: Sequence[Equation],
    ) -> None:
        """Remember the value of the symbol that a chain begins with."""
        given = [each for each in numbers[1:] if each]
        if not name or name in CONSTANTS or not given or len(chain.sides) < 2:  # noqa: PLR2004
            return
        value = given[-1].value
        self._names[name] = value.numerator if value.denominator == 1 else value
        self._repaired_names[name] = found[-1].repaired if found else self._names[name]
        if found:
            self._sources[name] = found[-1].number


def _only_run(cell: str, names: Collection[str]) -> Run | None:
    """Return the mathematics of a cell, if there is nothing else in it."""
    text = spelled(cell)
    found = runs(text, names)
    is_only = len(found) == 1 and not text[: found[0].start].strip(" $*") and not text[found[0].end :].strip(" $*")
    return found[0] if is_only else None


def _meant(value: Exact, number: Written, tree: Node) -> list[Written]:
    """Return a number in the ways in which it may be meant: as a percentage, without its scale, rounded down."""
    found = [number]
    if number.digits >= _ROUNDED_TWICE and not _is_exact(value, number):
        found.append(number._replace(half=2 * number.half))
    if abs(value) < 1 <= abs(number.value):
        found.append(number.times(Fraction(1, 100)))
    if number.scale != 1:
        found.append(number.times(1 / number.scale))
    if number.value.denominator == 1 and math.floor(value) == number.value and _has_quotient(tree):  # sizes of outputs
        found.append(number._replace(half=Fraction(1)))
    return found


def _is_exact(value: Exact, number: Written) -> bool:
    """Return whether a value has no more digits than the number is written with."""
    return isinstance(value, int | Fraction) and (Fraction(value) / (2 * number.half)).denominator == 1


def _has_quotient(tree: Node) -> bool:
    return any(sign == "/" for node in walk_nodes(tree) if isinstance(node, parts.Chain) for sign, _ in node.rest)


def _is_a_digit_beside(one: str, other: str) -> bool:
    """Return whether two numbers of the same length differ in one digit, or in two neighbours that are swapped."""
    if len(one) != len(other) or len(one) < _FEWEST_IN_SUM:
        return False
    places = [place for place in range(len(one)) if one[place] != other[place]]
    if len(places) == 2 and places[1] - places[0] == 1:  # noqa: PLR2004
        return one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]
    return len(places) == 1


def numbers_behind(equations: Sequence[Equation], end: Equation) -> set[int]:
    """Return the numbers of the equations that lead to one, and its own."""
    seen: set[int] = set()
    open_ = [end.number]
    while open_:
        number = open_.pop()
        if number not in seen:
            seen.add(number)
            open_ += equations[number].uses
    return seen


def _is_name(side: Side) -> bool:
    """Return whether a side is a symbol that is being defined."""
    return side.last is not None and side.last.text.strip() == side.name


def _is_near(value: Exact, number: Written, more: Exact) -> bool:
    """Return whether a value rounds to a number, give or take."""
    distance = abs(value - number.value)
    return distance <= float(number.half + more) * (1 + _SAME) + abs(float(value)) * _SAME


def _goes_on(run: Run, before: Run | None, number: Written | None) -> bool:
    """Return whether a side goes on with the result of the one before: `5 × 3 = 15 + 2 = 17`."""
    if before is None or number is None or not run.is_calculation:
        return False
    try:
        first = next(literals(trees_of(run, "point")[0]), None)
    except UnreadableAnswer:
        return False
    return first is not None and first.value == number.value


def _have_units(run: Run, target: Run) -> bool:
    """Return whether units stand on a side, which may be converted on the way."""
    return any(is_unit(each) for each in (*run.nouns, *target.nouns))
