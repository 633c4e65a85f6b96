"""Splits a formula into its pieces, each after those that it is computed from.  Equal pieces are one piece.

`a + b*c` has the pieces a, b, c, `b*c` and the whole.  Each piece gets its value, and a computed one the name of a
step.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from checker.derivation import arithmetic, scoped
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.derivation.complex_numbers import IMAGINARY
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.pieces import LONGEST_NAME, Piece, unique_name
from checker.derivation.symbols import Formula, SymbolTable
from checker.engine.errors import ParameterError
from checker.engine.memory import Memory
from checker.engine.trace import TOTAL
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in
from checker.formula.show import show, typed
from checker.formula.value import CONSTANTS

MAX_PIECES: Final = 250
MAX_SYMBOLS_SHOWN: Final = 5
"""Maximum number of symbols that an error about a piece shows with their values."""

MAX_REMEMBERED: Final = 256
"""Maximum number of formulas whose pieces are remembered: a question at other sizes has the same with other values."""

Pieces = tuple[Sequence[Piece], Mapping[str, int]]
"""The pieces of a formula, the total last, and the place of each symbol."""

_remembered: Final[Memory[Hashable, Pieces]] = Memory(MAX_REMEMBERED)


def decompose(symbols: SymbolTable, expression: Formula) -> Pieces:
    """Return the pieces of a formula, and the place of each symbol among them.

    Each computed piece is a step of the worked solution.  Raise ParameterError where a piece has no value.
    """
    key = expression, (*symbols.given,), (*symbols.derived.items(),)
    pieces, places = _remembered.get(key, lambda: _decompose_anew(symbols, expression))
    try:
        return _with_values(pieces, symbols.given), places
    except NoValue:
        return _decompose_anew(symbols, expression)


def _with_values(pieces: Sequence[Piece], given: Mapping[str, Operand]) -> list[Piece]:
    """Return the same pieces with their values for other numbers.

    Raise NoValue if a piece has no value, or if an `if` takes its other case.
    """
    values: list[Operand] = []
    for piece in pieces:
        value = piece.value
        if piece.operands:
            value = piece.evaluate(values)
            if piece.kind == "if" and not piece.has_its_case(values[piece.operands[0]]):
                raise NoValue("has other pieces")
            if piece.kind not in ("symbol", "named"):
                arithmetic.as_answer(value, real=False)
        elif piece.kind == "symbol":
            value = given[piece.text]
        values.append(value)
    return [piece.with_value(value) for piece, value in zip(pieces, values, strict=True)]


def _decompose_anew(symbols: SymbolTable, expression: Formula) -> Pieces:
    """Return the pieces and the places of the symbols, without a look at the remembered ones."""
    decomposer = Decomposer(expression)
    trees = [expression.tree, *(formula.tree for formula in symbols.derived.values())]
    for name in {name: None for tree in trees for name in names_in(tree)}:
        if name in IMAGINARY and name not in symbols.given and name not in symbols.derived:
            decomposer.add_symbol(name, Piece(Name(name, 0), "number", expression, value=IMAGINARY[name]))
    for symbol, value in symbols.given.items():
        decomposer.add_symbol(symbol, Piece(Name(symbol, 0), "symbol", expression, value=value))
    for symbol, formula in symbols.derived.items():
        whole = decomposer.add_formula(symbol, formula)
        value = decomposer.pieces[whole].value
        decomposer.add_symbol(symbol, Piece(Name(symbol, 0), "symbol", formula, (whole,), value=value))
    decomposer.add_formula(TOTAL, expression)
    decomposer.name_steps()
    return decomposer.pieces, decomposer.symbols


class Decomposer:
    """Splits several formulas into pieces of one common list, in which equal pieces are shared."""

    def __init__(self, formula: Formula) -> None:
        self.pieces: list[Piece] = []
        self.symbols: dict[str, int] = {}
        self.formula = formula
        self._places: dict[str, int] = {}
        """The place of each constant and each composed piece, by its text."""

    def add_symbol(self, symbol: str, piece: Piece) -> None:
        """Add a symbol's piece to the list, and remember its place by the symbol's name."""
        self.symbols[symbol] = self._add(piece)

    def add_formula(self, step: str, formula: Formula) -> int:
        """Add a whole formula, which is the step of this name, and return its place among the pieces."""
        self.formula = formula
        root = self._place_of(flatten_tree(formula.tree))
        return self._add(Piece(formula.tree, "named", formula, (root,), step=step, value=self.pieces[root].value))

    def _add(self, piece: Piece) -> int:
        """Add a piece; return its place."""
        self.pieces.append(piece)
        if len(self.pieces) > MAX_PIECES:
            raise piece.formula.error(f"makes more than {MAX_PIECES} pieces with those before it")
        return len(self.pieces) - 1

    def _place_of(self, node: Node) -> int:
        """Return the place of the piece for a node; add the piece if it is new. The node comes from `flatten_tree`."""
        if isinstance(node, Literal):
            self._check_literal(node)
            return self._add(Piece(node, "number", self.formula, value=node.value))
        if isinstance(node, Name) and node.name in self.symbols:
            return self.symbols[node.name]
        text = typed(node)
        if text not in self._places:
            self._places[text] = self._add(self._piece(node))
        return self._places[text]

    def _piece(self, node: Node) -> Piece:
        """Return a new piece of a constant or of a composed node.  Raise ParameterError if it has no value."""
        match node:
            case Name(constant):
                return Piece(node, "number", self.formula, value=CONSTANTS[constant])
            case Minus(operand):
                piece = Piece(node, "minus", self.formula, (self._place_of(operand),))
            case Power(base, exponent):
                piece = Piece(node, "power", self.formula, (self._place_of(base), self._place_of(exponent)))
            case Call(function) if function in scoped.SCOPED:
                piece = self._scoped(node)
            case Call(function, arguments):
                piece = Piece(node, function, self.formula, tuple(map(self._place_of, arguments)))
            case Chain(first, rest):
                kind, sign = ("terms", "+") if rest[0][0] in "+-" else ("factors", "*")
                if isinstance(first, Minus) and kind == "terms":
                    first, sign = first.operand, "-"
                operands = tuple(map(self._place_of, (first, *(operand for _, operand in rest))))
                signs = sign + "".join(sign for sign, _ in rest)
                piece = Piece(node, kind, self.formula, operands, signs)
            case _:
                raise TypeError(f"{node} is not a composed node")
        try:
            piece.value = piece.evaluate([each.value for each in self.pieces])
            arithmetic.as_answer(piece.value, real=False)
        except NoValue as error:
            raise self._without_value(node, str(error)) from None
        return piece

    def _scoped(self, node: Call) -> Piece:
        """Return the piece of an `if`, or of a sum, product or zero over a variable.

        Of an `if`, the condition and the case that holds become pieces of their own.  Raise ParameterError if the
        condition has no value.
        """
        if node.function != "if":
            symbols = tuple(scoped.free_names(node))
            places = tuple(self.symbols[each] for each in symbols)
            return Piece(node, node.function, self.formula, places, symbols=symbols)
        condition, *cases = node.arguments
        holds = self._place_of(condition)
        try:
            is_first = scoped.is_true(self.pieces[holds].value)
        except NoValue as error:
            raise self._without_value(node, str(error)) from None
        taken, other = cases if is_first else reversed(cases)
        symbols = tuple(scoped.free_names(other))
        places = (holds, self._place_of(taken), *(self.symbols[each] for each in symbols))
        return Piece(node, "if", self.formula, places, signs="1" if is_first else "0", symbols=symbols)

    def _check_literal(self, node: Literal) -> None:
        """Raise ParameterError for a number that no answer may be."""
        try:
            arithmetic.as_answer(node.value, real=False)
        except NoValue as error:
            raise self.formula.error(f"has a number that {error}") from None

    def _without_value(self, node: Node, problem: str) -> ParameterError:
        """Return the error about a piece without a value; it shows the values of the symbols."""
        values: list[tuple[str, Operand]] = [
            (name, self.pieces[self.symbols[name]].value) for name in names_in(node) if name in self.symbols
        ]
        numbers = [f"{name} = {value}" for name, value in values if not is_array(value)]
        where = f", where {', '.join(numbers[:MAX_SYMBOLS_SHOWN])}" if numbers else ""
        text = show(node)
        is_part = text != show(self.formula.tree) and len(text) <= LONGEST_NAME
        return self.formula.error(f"has {text}, which {problem}{where}" if is_part else f"{problem}{where}")

    def name_steps(self) -> None:
        """Give each computed piece the name of a step; symbols, numbers and whole formulas need no further name."""
        wholes = {piece.operands[0] for piece in self.pieces if piece.kind == "named"}
        taken = {piece.step for piece in self.pieces}
        for place, piece in enumerate(self.pieces):
            if piece.kind in ("number", "symbol", "named") or place in wholes or not names_in(piece.node):
                continue
            if isinstance(piece.node, Minus) and isinstance(piece.node.operand, Name):
                continue
            piece.step = unique_name(piece.text, taken)
            taken.add(piece.step)
