"""Pieces: the named expressions of a program in their order, each over those before it; the last is the result.

`a + b*c` has the pieces a, b, c, `b*c` and the whole.  Equal pieces are one piece: a mistake is made wherever it
occurs.  They do not depend on numbers, and serve all questions with the same formula.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.derivation.evaluate import IMAGINARY, SCOPED, evaluate, is_true
from checker.derivation.patterns import flatten_tree
from checker.derivation.symbols import Formula, SymbolTable
from checker.engine.errors import ParameterError
from checker.engine.memory import Memory
from checker.engine.trace import TOTAL
from checker.formula.nodes import (
    Call,
    Chain,
    Known,
    Literal,
    Minus,
    Name,
    Node,
    Power,
    children,
    names_in,
    substituted,
    with_children,
)
from checker.formula.show import show, typed
from checker.formula.value import CONSTANTS

_LONGEST_NAME: Final = 60
_DECIMAL: Final = re.compile(r"(\d+)\.(\d+)")


@dataclass(eq=False)
class Piece:
    """A part of a formula, such as `b*c` in `a + b*c`, as an expression over the pieces before it.

    `kind` is number, symbol, named (a derived symbol, or the total), minus, power, terms (a sum), factors (a product),
    a scoped expression such as `if`, or the name of a function.
    """

    node: Node
    kind: str
    formula: Formula
    operands: tuple[int, ...] = ()
    signs: str = ""
    """The sign before each operand of a sum or a product; of an `if` 1 where its first case holds, else 0."""
    form: Any = None
    """The expression with a `Known` for each operand; None for a symbol with a number."""
    step: str = ""
    rewritings: dict[bool, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def names(self) -> Mapping[str, None]:
        """Return the symbols in the piece, in their order."""
        return names_in(self.node)

    @cached_property
    def text(self) -> str:
        """Return the piece as people write it: `2·p`."""
        return show(self.node)

    @cached_property
    def typed(self) -> str:
        """Return the piece as one types it: `2*p`."""
        return typed(self.node)

    @property
    def is_root(self) -> bool:
        """Return whether it is a square root, in either spelling."""
        is_half = isinstance(self.node, Power) and typed(self.node.exponent) in ("0.5", "1/2")
        return is_half or self.kind == "sqrt"


class Pieces(NamedTuple):
    """The pieces of a formula with their values, the total last, and the place of each symbol."""

    pieces: Sequence[Piece]
    places: Mapping[str, int]
    values: Sequence[Operand]


_remembered: Final[Memory[Hashable, Pieces]] = Memory(256)


def decompose(symbols: SymbolTable, expression: Formula) -> Pieces:
    """Return the pieces of a formula; computed ones are steps.  Raise ParameterError where a piece has no value."""
    key = expression, (*symbols.given,), (*symbols.derived.items(),)
    known = _remembered.get(key, lambda: _Decomposer(symbols, expression).done)
    try:
        return known._replace(values=_values(known.pieces, symbols.given))
    except NoValue:
        return _Decomposer(symbols, expression).done


def _values(pieces: Sequence[Piece], given: Mapping[str, Operand]) -> list[Operand]:
    """Return the values of pieces for other numbers.  Raise NoValue for none, or if an `if` takes its other case."""
    values: list[Operand] = []
    for piece in pieces:
        value = given[piece.text] if piece.form is None else evaluate(piece.form, CONSTANTS, values)
        if piece.kind == "if" and is_true(values[piece.operands[0]]) != (piece.signs == "1"):
            raise NoValue("has other pieces")
        if piece.operands and piece.kind not in ("symbol", "named"):
            arithmetic.as_answer(value, real=False)
        values.append(value)
    return values


class _Decomposer:
    """Splits a formula and those of its symbols into pieces of one common list, in which equal pieces are shared."""

    def __init__(self, symbols: SymbolTable, expression: Formula) -> None:
        self.pieces: list[Piece] = []
        self.values: list[Operand] = []
        self.symbols: dict[str, int] = {}
        self.formula = expression
        self._places: dict[str, int] = {}
        """The place of each constant and each composed piece, by its text."""
        trees = [expression.tree, *(formula.tree for formula in symbols.derived.values())]
        for name in {name: None for tree in trees for name in names_in(tree)}:
            if name in IMAGINARY and name not in symbols.given and name not in symbols.derived:
                number = Literal(IMAGINARY[name], 0)
                self.symbols[name] = self._add(Piece(Name(name, 0), "number", expression, form=number), number.value)
        for symbol, value in symbols.given.items():
            self.symbols[symbol] = self._add(Piece(Name(symbol, 0), "symbol", expression), value)
        for symbol, formula in symbols.derived.items():
            whole = self._add_formula(symbol, formula)
            piece = Piece(Name(symbol, 0), "symbol", formula, (whole,), form=Known(whole))
            self.symbols[symbol] = self._add(piece, self.values[whole])
        self._add_formula(TOTAL, expression)
        self._name_steps()
        self.done = Pieces(self.pieces, self.symbols, self.values)

    def _add_formula(self, step: str, formula: Formula) -> int:
        self.formula = formula
        root = self._place_of(flatten_tree(formula.tree))
        return self._add(Piece(formula.tree, "named", formula, (root,), form=Known(root), step=step), self.values[root])

    def _add(self, piece: Piece, value: Operand) -> int:
        self.pieces.append(piece)
        self.values.append(value)
        if len(self.pieces) > 250:
            raise piece.formula.error("makes more than 250 pieces with those before it")
        return len(self.pieces) - 1

    def _place_of(self, node: Node) -> int:
        if isinstance(node, Literal):
            try:
                arithmetic.as_answer(node.value, real=False)
            except NoValue as error:
                raise self.formula.error(f"has a number that {error}") from None
            return self._add(Piece(node, "number", self.formula, form=node), node.value)
        if isinstance(node, Name) and node.name in self.symbols:
            return self.symbols[node.name]
        text = typed(node)
        if text not in self._places:
            piece = self._piece(node)
            try:
                value = evaluate(piece.form, CONSTANTS, self.values)
                arithmetic.as_answer(value, real=False)
            except NoValue as error:
                raise self._without_value(node, str(error)) from None
            self._places[text] = self._add(piece, value)
        return self._places[text]

    def _piece(self, node: Node) -> Piece:
        if isinstance(node, Call) and node.function == "if":
            return self._choice(node)
        signs, kind, operands = "", type(node).__name__.lower(), children(node)
        if isinstance(node, Chain):
            kind, signs = ("terms", "+") if node.rest[0][0] in "+-" else ("factors", "*")
            if isinstance(node.first, Minus) and kind == "terms":
                signs, operands = "-", (node.first.operand, *operands[1:])
            signs += "".join(sign for sign, _ in node.rest)
        elif isinstance(node, Call):
            kind = node.function
            if kind in SCOPED:
                places = tuple(self.symbols[each] for each in names_in(node) if each in self.symbols)
                return Piece(node, kind, self.formula, places, form=self._over_symbols(node))
        places = tuple(map(self._place_of, operands))
        known = [*map(Known, places)]
        form = chain([*zip(signs, known, strict=True)], kind) if signs else with_children(node, known)
        return Piece(node, kind if places else "number", self.formula, places, signs, form)

    def _choice(self, node: Call) -> Piece:
        """Return the piece of an `if`; its condition and the case that holds are pieces of their own."""
        condition, *cases = node.arguments
        holds = self._place_of(condition)
        try:
            is_first = is_true(self.values[holds])
        except NoValue as error:
            raise self._without_value(node, str(error)) from None
        taken, other = cases if is_first else reversed(cases)
        place = self._place_of(taken)
        forms: list[Any] = [Known(place), self._over_symbols(other)]
        places = (holds, place, *(self.symbols[each] for each in names_in(other) if each in self.symbols))
        form: Any = Call("if", (Known(holds), *(forms if is_first else reversed(forms))), 0)  # type: ignore[arg-type]
        return Piece(node, "if", self.formula, places, "1" if is_first else "0", form)

    def _over_symbols(self, node: Node) -> Any:
        return substituted(node, {name: Known(place) for name, place in self.symbols.items()})

    def _without_value(self, node: Node, problem: str) -> ParameterError:
        values = [(name, self.values[self.symbols[name]]) for name in names_in(node) if name in self.symbols]
        numbers = [f"{name} = {value}" for name, value in values if not is_array(value)]
        where = f", where {', '.join(numbers[:5])}" if numbers else ""
        text = show(node)
        is_part = text != show(self.formula.tree) and len(text) <= _LONGEST_NAME
        return self.formula.error(f"has {text}, which {problem}{where}" if is_part else f"{problem}{where}")

    def _name_steps(self) -> None:
        wholes = {piece.operands[0] for piece in self.pieces if piece.kind == "named"}
        taken = {piece.step for piece in self.pieces}
        for place, piece in enumerate(self.pieces):
            if piece.kind in ("number", "symbol", "named") or place in wholes or not piece.names:
                continue
            if isinstance(piece.node, Minus) and isinstance(piece.node.operand, Name):
                continue
            piece.step = unique_name(piece.text, taken)
            taken.add(piece.step)


def chain(items: Sequence[tuple[str, Any]], kind: str) -> Any:
    """Return the sum or product of (sign, operand) pairs; with no operands the sum is 0 and the product 1."""
    if not items or items[0][0] == "/":
        items = [("*", Literal(int(kind == "factors"), 0)), *items]
    (sign, first), *rest = items
    first = Minus(first, 0) if sign == "-" else first
    return Chain(first, tuple(rest), 0) if rest else first


class Edit(NamedTuple):
    """One mistake in a formula: what takes the place of a piece or of an operand, its weight and its sentence."""

    option: str
    weight: int
    sentence: str
    """The sentence for students, with slots such as {piece} and {bare}."""
    piece: int
    target: int
    form: Any = None
    """The expression in place of the target's, over all pieces."""
    operand: int | None = None
    items: tuple[tuple[str, Any], ...] = ()
    """The operands in place of this one, each with its sign."""
    within: int | None = None
    """The piece that the sentence gives as the place of the mistake."""
    other: int | None = None
    parts: Mapping[str, Sequence[Node]] = {}
    """Further expressions that it names, by slot."""


def edited(piece: Piece, edits: Sequence[Edit]) -> Any:
    """Return the expression that takes the place of a piece's with these edits."""
    wholes = [each.form for each in edits if each.operand is None]
    if wholes:
        return wholes[-1]
    new = {each.operand: each.items for each in edits}
    operands = enumerate(zip(piece.signs, map(Known, piece.operands), strict=True))
    return chain([item for at, operand in operands for item in new.get(at, (operand,))], piece.kind)


def unique_name(text: str, taken: Collection[str]) -> str:
    """Return the text as a name that is not taken: without points, not too long, and numbered as in `d#2`.

    A point separates the scopes of a path.  Next to commas between arguments, a decimal comma would look like one.

    >>> unique_name("9.81*t", ()), unique_name("t_quantile(0.975, n - 1)", ())
    ('9,81*t', 't_quantile(975e-3, n - 1)')
    """
    text = _DECIMAL.sub(_without_point, text) if ", " in text else text.replace(".", ",")
    if len(text) > _LONGEST_NAME:
        text = f"{text[: _LONGEST_NAME - 1]}…"
    number, name = 1, text
    while name in taken:
        number += 1
        name = f"{text}#{number}"
    return name


def _without_point(number: re.Match[str]) -> str:
    return f"{int(number[1] + number[2])}e-{len(number[2])}"
