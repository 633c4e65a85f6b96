"""What the earlier lines of a question have given: the values of symbols, and results that later lines use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import KeysView, Mapping
from fractions import Fraction
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import Exact, Literal, Name, Node, rewrite, simple
from checker.notation.value import CONSTANTS
from checker.working.amounts import is_near, literals, names_of, replaced, value_of
from checker.working.equation import Equation

_TELLING: Final = 3
"""Digits from which an equal number in a later line is taken for the same result."""


class Earlier:
    """The symbols and results so far; a number of a later line is found by its value, without a search."""

    def __init__(self) -> None:
        """Begin with no line."""
        self.equations: list[Equation] = []
        self._names: dict[str, Exact] = {}
        self._repaired_names: dict[str, Exact] = {}
        self._sources: dict[str, int] = {}
        """By symbol, the equation that gave it its value."""
        self._exact: dict[Exact, Exact] = {}
        """By result as it is written, the value that it is the rounding of; without slips."""
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
        """Remember the result of an equation."""
        self.equations.append(equation)
        written = equation.written
        if equation.is_right:
            self._exact[written.value] = equation.value
        if written.digits >= _TELLING:
            self._results[written.value].append(equation)

    def rename(self, count: int, called: str) -> list[Equation]:
        """Return the last equations with more words that name them."""
        renamed = [each._replace(called=f"{each.called} {called}") for each in self.equations[-count:]]
        self.equations[-count:] = renamed
        return renamed

    def define(self, name: str, value: Fraction, equation: Equation | None) -> None:
        """Remember the value of a symbol, which may be the result of an equation."""
        if name in CONSTANTS:
            return
        self._names[name] = simple(value)
        self._repaired_names[name] = equation.repaired if equation else self._names[name]
        if equation:
            self._sources[name] = equation.number

    def finer(self, tree: Node) -> dict[Exact, Exact]:
        """Return the numbers of a tree that are roundings of earlier results, with these."""
        return {each.value: self._exact[each.value] for each in literals(tree) if each.value in self._exact}

    def with_values(self, tree: Node) -> Node:
        """Return a tree with the values of its symbols in their places."""

        def valued(node: Node) -> Node:
            known = isinstance(node, Name) and self._names.get(node.name)
            return node if not known else Literal(known, node.place)

        return rewrite(tree, valued) if names_of(tree) else tree

    def repaired(self, tree: Node, value: Exact) -> tuple[Exact, tuple[int, ...]]:
        """Return the value of a tree without the slips in the results that it uses, and which these are."""
        slips: dict[Exact, Exact] = {}
        uses = {self._sources[name] for name in names_of(tree) if name in self._sources}
        for each in {node.value for node in literals(tree)} & self._results.keys():
            earlier = self._results[each]
            uses |= {equation.number for equation in earlier}
            last = earlier[-1]
            slips[each] = each if is_near(last.repaired, last.written) else last.repaired
        if not uses:
            return value, ()
        try:
            repaired = value_of(replaced(tree, slips), {**self._names, **self._repaired_names})
        except UnreadableAnswer:
            repaired = value
        return repaired, tuple(sorted(uses))
