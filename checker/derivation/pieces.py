"""Pieces of a formula: the parts of its tree with their values, so that a mistake changes only what depends on it.

What follows from the expression of a piece alone is kept for all questions with the same formula (`PieceForm`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from checker.derivation import arithmetic, function_library, scoped
from checker.derivation.arithmetic import Operand
from checker.derivation.symbols import Formula
from checker.formula.nodes import Node, Power, names_in
from checker.formula.show import show, typed

LONGEST_NAME: Final = 60
_DECIMAL: Final = re.compile(r"(\d+)\.(\d+)")


class PieceForm:
    """What follows from a piece's expression alone, kept for all questions with the same formula."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self.rewritings: Any = None
        """What the wrong rules give in place of the piece; see `rewritings`."""
        self.whole_rewritings: Any = None
        """What rules on whole formulas give in its place; see `rewritings`."""
        self.operand_mistakes: dict[int, Any] = {}
        """The mistakes about each operand; see `formula_mistakes`."""

    @cached_property
    def names(self) -> Mapping[str, None]:
        """Return the symbols in the piece, in their order."""
        return names_in(self._node)

    @cached_property
    def text(self) -> str:
        """Return the piece as people write it: `2·p`."""
        return show(self._node)

    @cached_property
    def typed(self) -> str:
        """Return the piece as one types it: `2*p`."""
        return typed(self._node)


@dataclass(slots=True)
class Piece:
    """A part of a formula, such as `b*c` in `a + b*c`, with its value and the places of its operands.

    `kind` is number, symbol, named (a derived symbol, or the total), minus, power, terms (a sum), factors (a product),
    a scoped expression such as `if`, or the name of a function.
    """

    node: Node
    kind: str
    formula: Formula
    operands: tuple[int, ...] = ()
    """The places of the operands in the list of pieces."""
    signs: str = ""
    """The sign before each operand of a sum or a product; of an `if` 1 where its condition holds, else 0."""
    symbols: tuple[str, ...] = ()
    """The symbols inside an `if`, a sum or the like, whose values are the last operands."""
    step: str = ""
    """The name of the step; empty if the piece is no step."""
    value: Operand = 0
    """The value without mistakes."""
    form: PieceForm = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.form = PieceForm(self.node)

    def with_value(self, value: Operand) -> Piece:
        """Return the same piece in another question, where it has this value."""
        found = Piece(self.node, self.kind, self.formula, self.operands, self.signs, self.symbols, self.step, value)
        found.form = self.form
        return found

    @property
    def text(self) -> str:
        """Return the piece as people write it: `2·p`."""
        return self.form.text

    @property
    def typed(self) -> str:
        """Return the piece as one types it: `2*p`."""
        return self.form.typed

    def evaluate(self, values: Sequence[Operand]) -> Operand:
        """Return the value of the piece, given those of all pieces of the formula."""
        operands = [values[place] for place in self.operands]
        if self.kind in ("terms", "factors"):
            return chain_value(list(zip(self.signs, operands, strict=True)), self.kind)
        if self.kind in ("symbol", "named"):
            return operands[0]
        if self.kind == "minus":
            return arithmetic.negative(operands[0])
        if self.kind == "power":
            return arithmetic.power_of(*operands)
        if self.kind in scoped.SCOPED:
            return self._evaluate_scoped(operands)
        return function_library.call_function(self.kind, operands)

    def _evaluate_scoped(self, operands: list[Operand]) -> Operand:
        """Return the value of an `if`, or of a sum, product or zero.

        The operands of an `if` are its condition, the right case, and the symbols of the other case.
        """
        node = self.node
        if self.kind != "if":
            return scoped.evaluate(node, dict(zip(self.symbols, operands, strict=True)))
        condition, taken, *others = operands
        return taken if self.has_its_case(condition) else self.other_case(others)

    def has_its_case(self, condition: Operand) -> bool:
        """Return whether an `if` takes the same case under this condition as in the right solution."""
        return scoped.is_true(condition) == (self.signs == "1")

    def other_case(self, symbols: Sequence[Operand]) -> Operand:
        """Return the value of the case of an `if` that is not taken, given the values of its symbols."""
        _, one, other = self.node.arguments  # type: ignore[union-attr]
        return scoped.evaluate(other if self.signs == "1" else one, dict(zip(self.symbols, symbols, strict=True)))


def chain_value(items: Sequence[tuple[str, Operand]], kind: str) -> Operand:
    """Return the sum or product of (sign, operand) pairs; with no operands the sum is 0 and the product 1."""
    empty = 0 if kind == "terms" else 1
    if not items:
        return empty
    sign, value = items[0]
    if sign in "-/":
        value = arithmetic.combine_values(sign, empty, value)
    for sign, operand in items[1:]:
        value = arithmetic.combine_values(sign, value, operand)
    return value


def is_root(piece: Piece) -> bool:
    """Return whether a piece is a square root, in either spelling."""
    if isinstance(piece.node, Power):
        return typed(piece.node.exponent) in ("0.5", "1/2")
    return piece.kind == "sqrt"


def _without_point(number: re.Match[str]) -> str:
    """Return a decimal as a whole number with an exponent: 975e-3."""
    return f"{int(number[1] + number[2])}e-{len(number[2])}"


def unique_name(text: str, taken: Collection[str]) -> str:
    """Return the text as a name that is not taken: without points, not too long, and numbered as in `d#2`.

    A point separates the scopes of a path.  Next to commas between arguments, a decimal comma would look like one.

    >>> unique_name("9.81*t", ()), unique_name("t_quantile(0.975, n - 1)", ())
    ('9,81*t', 't_quantile(975e-3, n - 1)')
    """
    text = _DECIMAL.sub(_without_point, text) if ", " in text else text.replace(".", ",")
    if len(text) > LONGEST_NAME:
        text = f"{text[: LONGEST_NAME - 1]}…"
    number, name = 1, text
    while name in taken:
        number += 1
        name = f"{text}#{number}"
    return name
