"""Remembers what earlier lines of a student's working gave (`Earlier`), as later lines use or repeat it.

It knows symbols and results. Also recognises numbers that restate results: their sum (`summed`), and the last one with
digits cut off (`cut_short`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import KeysView, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from checker.formula.nodes import Exact, Literal, Name, Node, rewrite, simple
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS
from checker.text.number import OF_AUTHORS
from checker.working.amounts import WrittenNumber, is_near, literals, names_of
from checker.working.equation import Equation, Recomputed

_TELLING: Final = 3
"""Digits from which an equal number in a later line is taken for the same result."""

SUM: Final = re.compile(
    r"\b(?:total\w*|sum|together|altogether|overall|in all|gesamt\w*|insgesamt|summe|zusammen|somme|suma|totale)\b",
    re.IGNORECASE,
)

_MOST_ITEMS: Final = 8
_FEWEST_DIGITS: Final = 4
"""Digits from which a sum that is a digit off is a slip, and no other number."""


class Earlier:
    """The values of symbols and the results of equations in earlier lines, for reading later ones."""

    def __init__(self) -> None:
        self.equations: list[Equation] = []
        self._names: dict[str, Exact] = {}
        self._sources: dict[str, int] = {}
        """By symbol, the equation that gave it its value."""
        self._results: defaultdict[Exact, list[Equation]] = defaultdict(list)
        """By result as it is written, the equations that gave it."""

    @property
    def symbols(self) -> KeysView[str]:
        """Return the symbols that have a value."""
        return self._names.keys()

    @property
    def values(self) -> Mapping[str, Exact]:
        """Return the values of the symbols, as they are written."""
        return self._names

    def add(self, equation: Equation) -> None:
        """Remember the result of an equation, for later lines that use it."""
        self.equations.append(equation)
        written = equation.written
        if written.digits >= _TELLING:
            self._results[written.value].append(equation)

    def add_words(self, count: int, called: str) -> list[Equation]:
        """Add words to the names of the last `count` equations, and return these."""
        renamed = [each._replace(called=f"{each.called} {called}") for each in self.equations[-count:]]
        self.equations[-count:] = renamed
        return renamed

    def define(self, name: str, value: Fraction, equation: Equation | None) -> None:
        """Remember the value of a symbol, unless it is a constant such as pi; `equation` gave it, if any did."""
        if name in CONSTANTS:
            return
        self._names[name] = simple(value)
        if equation:
            self._sources[name] = equation.number

    def with_values(self, tree: Node) -> Node:
        """Return a calculation's tree with symbols replaced by their values."""

        def valued(node: Node) -> Node:
            known = isinstance(node, Name) and self._names.get(node.name)
            return node if not known else Literal(known, node.place)

        return rewrite(tree, valued) if names_of(tree) else tree

    def used_by(self, tree: Node) -> tuple[int, ...]:
        """Return the numbers of the equations whose results a calculation uses."""
        uses = {self._sources[name] for name in names_of(tree) if name in self._sources}
        for each in {node.value for node in literals(tree)} & self._results.keys():
            uses |= {equation.number for equation in self._results[each]}
        return tuple(sorted(uses))


class _Restated(NamedTuple):
    """What a number on a line of its own stands for: an expression, and its value computed again."""

    expression: str
    read: Recomputed


def summed(number: WrittenNumber, equations: Sequence[Equation]) -> _Restated | None:
    """Return the sum of the last two to eight results if a number is meant as it; else None.

    All are whole. The number may be wrong in a digit, or have two neighbours swapped, if it has four digits or more.
    """
    if number.value.denominator != 1:
        return None
    items: list[int] = []
    for equation in reversed(equations[-_MOST_ITEMS:]):
        if equation.written.value.denominator != 1:
            return None
        items.insert(0, int(equation.written.value))
        total = sum(items)
        is_right = total == number.value
        if len(items) > 1 and (is_right or _is_a_digit_beside(str(total), str(number.value))):
            tree = parse(" + ".join(map(str, items)), OF_AUTHORS)
            return _Restated(" + ".join(f"{each:,}" for each in items), Recomputed(tree, total, is_right))
    return None


def cut_short(number: WrittenNumber, last: Equation) -> _Restated | None:
    """Return the last result if a number is it with digits cut off instead of rounded; else None.

    So 218 million for 218,671,424 is an equation that is wrong.
    """
    value = last.written.value
    if value.denominator != 1 or not number.value < value < number.value + 2 * number.half:
        return None
    if is_near(value, number) or last.written.digits <= number.digits:
        return None
    return _Restated(f"{int(value):,}", Recomputed(parse(str(value), OF_AUTHORS), int(value), is_right=False))


def _is_a_digit_beside(one: str, other: str) -> bool:
    """Return whether two numbers differ in at most one digit, or in two neighbours that are swapped.

    They have the same length, of four digits or more.
    """
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    first, *more = [place for place in range(len(one)) if one[place] != other[place]] or [0]
    is_swap = more == [first + 1] and one[first : first + 2] == other[first : first + 2][::-1]
    return not more or is_swap
