"""Equations as right answers: compiled as the formula of the difference between their sides.

Its letters stand for lists of drawn values, at which the two sides are compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from checker.derivation import scoped
from checker.derivation.arithmetic import is_array
from checker.derivation.compiled_formula import CompiledFormula
from checker.derivation.pieces import Piece
from checker.derivation.symbols import LETTER, Symbol, read_formula, with_radians, with_units
from checker.engine.errors import ParameterError
from checker.engine.recording import FilledFormula
from checker.engine.values.equation import TURNS, EquationValue, drawn_points, is_exact_number
from checker.notation.nodes import OPPOSITE, Call, Chain, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.notation.show import show, with_superscripts
from checker.notation.value import CONSTANTS

EQUALS: Final = re.compile(r"(?<![<>=!:])=(?!=)")


class CompiledEquation(CompiledFormula):
    """A formula whose result is an equation, such as `y = 2*x + 1`: its letters stand for lists of values."""

    has_steps = False

    def __init__(self, expression: str, symbols: Mapping[str, Symbol], words: Mapping[str, str]) -> None:
        """Compile an equation.  Raise ParameterError."""
        sides = [side.strip() for side in EQUALS.split(expression)]
        if len(sides) != 2 or not all(sides):
            raise ParameterError("expression", "is no equation: write two sides with one = between them")
        self.letters = tuple(name for name, given in symbols.items() if is_letter(given))
        if not self.letters:
            problem = "is an equation without letters: write `x: letter` among the symbols for each letter in it"
            raise ParameterError("expression", problem)
        left, right = sides
        self._written = [read_formula(side, "expression", ("expression",)) for side in sides]
        self.written = " = ".join(show(side.tree) for side in self._written)
        for turn in range(TURNS):
            self.points = drawn_points(self.letters, turn)
            lists: dict[str, Any] = {name: [point[name] for point in self.points] for name in self.letters}
            self._left_side = left, {**symbols, **lists}
            try:
                super().__init__(f"({left}) - ({right})", {**symbols, **lists}, words)
            except ParameterError:
                if turn == TURNS - 1:
                    raise
            else:
                break
        if not any(self.total.gaps):
            raise ParameterError("expression", "is true for all values of its letters, so it says nothing")

    @cached_property
    def _sides(self) -> list[Node]:
        """Return the sides, in which angles in degrees and units are converted."""
        turned = [with_radians(side, self.symbols.units) for side in self._written]
        return [with_units(side, self.symbols, None)[0].tree for side in turned]

    @cached_property
    def _lefts(self) -> list[Any]:
        """Return the values of the left side."""
        return self._entries(CompiledFormula(*self._left_side, {}).values[-1])

    @cached_property
    def text(self) -> str:
        """Return the equation as text, with numbers for everything that does not depend on its letters."""
        values = {**self.symbols.given, **{name: self.values[at] for name, at in self.places.items()}}
        return " = ".join(with_superscripts(show(self._computed(tree, values))) for tree in self._sides)

    @cached_property
    def _gap(self) -> Node:
        """Return the left side minus the right side as a tree of letters and numbers."""
        values = {**self.symbols.given, **{name: self.values[at] for name, at in self.places.items()}}
        left, right = (self._computed(tree, values, is_shown=False) for tree in self._sides)
        return Chain(left, (("-", right),), 0)

    def _computed(self, node: Node, values: Mapping[str, Any], *, is_shown: bool = True) -> Node:  # noqa: PLR0911 - a case for each node
        """Return a tree in which each piece without letters is its value; `is_shown`: as people write it."""

        def inner(each: Node) -> Node:
            return self._computed(each, values, is_shown=is_shown)

        if not names_in(node).keys().isdisjoint(self.letters):
            match node:
                case Chain(first, rest):
                    chain = Chain(inner(first), tuple((sign, inner(each)) for sign, each in rest), node.place)
                    return _with_signs(chain) if is_shown else _merged(chain)
                case Minus(operand):
                    return Minus(inner(operand), node.place)
                case Power(base, exponent):
                    return Power(inner(base), inner(exponent), node.place)
                case Call(function, arguments):
                    return Call(function, tuple(map(inner, arguments)), node.place)
            return node
        if is_shown and not set(names_in(node)).difference(CONSTANTS):
            return node
        value = scoped.evaluate(node, values)
        if not is_shown:
            return Literal(value, node.place)
        number = Name(f"{float(abs(value)):.6g}", node.place)
        return Minus(number, node.place) if value < 0 else number

    @cached_property
    def total(self) -> EquationValue:
        """Return the right answer: the equation as it is without mistakes."""
        return self._equation(self.values[-1])

    def _equation(self, gaps: Any) -> EquationValue:
        """Return the answer whose sides differ by these gaps, one for each point."""
        entries = self._entries(gaps)
        tree = self._gap if entries == self._entries(self.values[-1]) else None
        numbers = [each.value for each in walk_nodes(tree) if isinstance(each, Literal)] if tree else None
        is_exact = (
            all(map(is_exact_number, numbers)) if numbers else all(isinstance(each, int | Fraction) for each in entries)
        )
        sizes = [max(abs(left), abs(left - gap)) for left, gap in zip(self._lefts, entries, strict=True)]
        return EquationValue(self.text, self.letters, self.points, entries, sizes, is_exact=is_exact, tree=tree)

    def _entries(self, value: Any) -> list[Any]:
        """Return a value as a list with one entry for each point; a single number is repeated."""
        return list(value) if is_array(value) else [value] * len(self.points)

    def _as_answer(self, at: int, value: Any, *, real: bool) -> Any:
        """Return the value of a piece as an answer; that of the last piece is an equation."""
        return self._equation(value) if at == len(self.pieces) - 1 else super()._as_answer(at, value, real=real)

    def _filled(self, piece: Piece) -> FilledFormula:
        """Return a piece with numbers for its operands; the last piece is the equation as its author wrote it."""
        return FilledFormula(self.written, ()) if piece is self.pieces[-1] else super()._filled(piece)


def _with_signs(chain: Chain) -> Node:
    """Return a sum in which a negative number is subtracted: `2·x - 3` for `2·x + -3`."""
    if chain.rest[0][0] not in "+-":
        return chain
    rest = [(OPPOSITE[sign], each.operand) if isinstance(each, Minus) else (sign, each) for sign, each in chain.rest]
    return Chain(chain.first, tuple(rest), chain.place)


def _merged(chain: Chain) -> Node:
    """Return a sum or a product in which all its numbers are combined into one, at the front."""
    is_product = chain.rest[0][0] in "*/"
    operands = [("*" if is_product else "+", chain.first), *chain.rest]
    numbers = tuple(each for each in operands if isinstance(each[1], Literal))
    if len(numbers) <= 1 or not all(sign in ("*/" if is_product else "+-") for sign, _ in operands):
        return chain
    value = scoped.evaluate(Chain(Literal(int(is_product), chain.place), numbers, chain.place), {})
    others = tuple(each for each in operands if not isinstance(each[1], Literal))
    return Chain(Literal(value, chain.place), others, chain.place)


def is_letter(given: Symbol) -> bool:
    """Return whether an author declares a symbol as a letter of an equation and not as a number."""
    return given == LETTER or (isinstance(given, dict) and given.get("value", given.get("expression")) == LETTER)
