"""A formula cut into its pieces, each after those it is made of.  Equal pieces are one piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from checker.engine.errors import ParameterError
from checker.engine.trace import TOTAL
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in
from checker.notation.show import show, typed
from checker.notation.value import CONSTANTS
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic import _library as library
from checker.solvers.generic._arithmetic import NoValue, Operand, is_array
from checker.solvers.generic._symbols import Formula, SymbolTable

MOST_PIECES: Final = 250
LONGEST_NAME: Final = 60
MOST_SHOWN: Final = 5
"""So many symbols are told with their values where a piece has none."""

TURNED: Final = {"+": "-", "-": "+", "*": "/", "/": "*"}


@dataclass(slots=True)
class Piece:
    """A node of the tree.

    `kind` is number, symbol, named (a derived symbol, or the total), minus, power, terms (a sum), factors (a product),
    or the name of a function.
    """

    node: Node
    kind: str
    formula: Formula
    operands: tuple[int, ...] = ()
    signs: str = ""
    """Of a sum or a product the sign before each operand."""
    step: str = ""
    """Its name among the steps; empty where it is none."""
    value: Operand = 0
    """With every right choice."""

    @property
    def text(self) -> str:
        """As people write it."""
        return show(self.node)

    def work(self, values: Sequence[Operand]) -> Operand:
        """Its value, from those of all pieces."""
        return self.of([values[each] for each in self.operands])

    def of(self, operands: list[Operand]) -> Operand:
        """Its value, from those of its operands."""
        if self.kind in ("terms", "factors"):
            return chained(list(zip(self.signs, operands, strict=True)), self.kind)
        if self.kind in ("symbol", "named"):
            return operands[0]
        if self.kind == "minus":
            return arithmetic.negative(operands[0])
        if self.kind == "power":
            return arithmetic.power(*operands)
        return library.call(self.kind, operands)


def chained(items: Sequence[tuple[str, Operand]], kind: str) -> Operand:
    """A sum or a product of operands with their signs; of none it is 0 or 1."""
    empty = 0 if kind == "terms" else 1
    if not items:
        return empty
    sign, value = items[0]
    if sign in "-/":
        value = arithmetic.combine(sign, empty, value)
    for sign, operand in items[1:]:
        value = arithmetic.combine(sign, value, operand)
    return value


def cut(symbols: SymbolTable, expression: Formula) -> tuple[list[Piece], Mapping[str, int]]:
    """The pieces, the total last, and where each symbol stands.  Raises ParameterError where one has no value."""
    knife = _Knife(expression)
    for symbol, value in symbols.given.items():
        knife.symbols[symbol] = knife.add(Piece(Name(symbol, 0), "symbol", expression, value=value))
    for symbol, formula in symbols.derived.items():
        named = knife.named(symbol, formula)
        use = Piece(Name(symbol, 0), "symbol", formula, (named,), value=knife.pieces[named].value)
        knife.symbols[symbol] = knife.add(use)
    knife.named(TOTAL, expression)
    knife.name_steps()
    return knife.pieces, knife.symbols


class _Knife:
    """Cuts formulas into the pieces of one list."""

    def __init__(self, formula: Formula) -> None:
        self.pieces: list[Piece] = []
        self.symbols: dict[str, int] = {}
        self.formula = formula
        self._known: dict[str, int] = {}

    def add(self, piece: Piece) -> int:
        """Where the piece stands from now on."""
        self.pieces.append(piece)
        if len(self.pieces) > MOST_PIECES:
            raise piece.formula.error(f"makes more than {MOST_PIECES} pieces with those before it")
        return len(self.pieces) - 1

    def named(self, name: str, formula: Formula) -> int:
        """The whole of a formula, as the step of this name."""
        self.formula = formula
        root = self.piece(tidy(formula.tree))
        return self.add(Piece(formula.tree, "named", formula, (root,), step=name, value=self.pieces[root].value))

    def piece(self, node: Node) -> int:
        """The piece of a tidy node."""
        if isinstance(node, Literal):
            return self.add(Piece(node, "number", self.formula, value=self._written(node)))
        if isinstance(node, Name):
            return self.symbols[node.name] if node.name in self.symbols else self._constant(node)
        text = typed(node)
        if text not in self._known:
            self._known[text] = self.add(self._made(node))
        return self._known[text]

    def _constant(self, node: Name) -> int:
        if node.name not in self._known:
            self._known[node.name] = self.add(Piece(node, "number", self.formula, value=CONSTANTS[node.name]))
        return self._known[node.name]

    def _made(self, node: Node) -> Piece:
        match node:
            case Minus(operand):
                piece = Piece(node, "minus", self.formula, (self.piece(operand),))
            case Power(base, exponent):
                piece = Piece(node, "power", self.formula, (self.piece(base), self.piece(exponent)))
            case Call(function, arguments):
                piece = Piece(node, function, self.formula, tuple(map(self.piece, arguments)))
            case Chain(first, rest):
                kind, sign = ("terms", "+") if rest[0][0] in "+-" else ("factors", "*")
                if isinstance(first, Minus) and kind == "terms":
                    first, sign = first.operand, "-"
                operands = tuple(map(self.piece, (first, *(operand for _, operand in rest))))
                signs = sign + "".join(sign for sign, _ in rest)
                piece = Piece(node, kind, self.formula, operands, signs)
            case _:
                raise TypeError(f"{node} is no piece of its own")
        try:
            piece.value = piece.work([each.value for each in self.pieces])
            arithmetic.answer(piece.value, real=False)
        except NoValue as error:
            raise self._without_value(node, str(error)) from None
        return piece

    def _written(self, node: Literal) -> Operand:
        """A number as written, within what answers may be."""
        try:
            arithmetic.answer(node.value, real=False)
        except NoValue as error:
            raise self.formula.error(f"has a number that {error}") from None
        return node.value

    def _without_value(self, node: Node, problem: str) -> ParameterError:
        numbers = [
            f"{name} = {self.pieces[self.symbols[name]].value}"
            for name in names_in(node)
            if name in self.symbols and not is_array(self.pieces[self.symbols[name]].value)
        ]
        where = f", where {', '.join(numbers[:MOST_SHOWN])}" if numbers else ""
        text = show(node)
        is_part = text != show(self.formula.tree) and len(text) <= LONGEST_NAME
        return self.formula.error(f"has {text}, which {problem}{where}" if is_part else f"{problem}{where}")

    def name_steps(self) -> None:
        """Give each piece that is more than a name or numbers a name among the steps; the whole of one has its own."""
        wholes = {each.operands[0] for each in self.pieces if each.kind == "named"}
        taken = {each.step for each in self.pieces}
        for place, piece in enumerate(self.pieces):
            if piece.kind in ("number", "symbol", "named") or place in wholes or not names_in(piece.node):
                continue
            if isinstance(piece.node, Minus) and isinstance(piece.node.operand, Name):
                continue
            piece.step = unique(spelled(piece.text), taken)
            taken.add(piece.step)


def spelled(text: str) -> str:
    """A piece's text as a name: without points, which in a path stand for scopes, and not too long."""
    text = text.replace(".", ",")
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def unique(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken: `d#2`."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}#{number}"
    return found


def tidy(node: Node) -> Node:
    """The tree with products in products laid flat and signs drawn together; sums stay as the author bracketed them."""
    match node:
        case Call("matmul", (left, right)):
            return tidy(Chain(left, (("@", right),), node.place))
        case Call(function, arguments):
            return Call(function, tuple(map(tidy, arguments)), node.place)
        case Minus(operand):
            inner = tidy(operand)
            return inner.operand if isinstance(inner, Minus) else Minus(inner, node.place)
        case Power(base, exponent):
            return Power(tidy(base), tidy(exponent), node.place)
        case Chain(first, rest):
            made = (tidy(first), tuple((sign, tidy(operand)) for sign, operand in rest), node.place)
            return _sum(*made) if rest[0][0] in "+-" else _product(*made)
    return node


def _sum(first: Node, rest: tuple[tuple[str, Node], ...], place: int) -> Node:
    """A sum, in which a minus before a term is that term's sign."""
    terms = [
        (TURNED[sign], operand.operand) if isinstance(operand, Minus) else (sign, operand) for sign, operand in rest
    ]
    return Chain(first, tuple(terms), place)


def _product(first: Node, rest: tuple[tuple[str, Node], ...], place: int) -> Node:
    """A product, flat, with the minus before its first factor drawn out."""
    if isinstance(first, Minus):
        return Minus(_product(first.operand, rest, place), place)
    factors: list[tuple[str, Node]] = []
    for sign, operand in (("*", first), *rest):
        if sign == "*" and isinstance(operand, Chain) and all(each in "*/" for each, _ in operand.rest):
            factors += [(sign, operand.first), *operand.rest]
        else:
            factors.append((sign, operand))
    return Chain(factors[0][1], tuple(factors[1:]), place)


def is_root(piece: Piece) -> bool:
    """Whether this is a square root, of either spelling."""
    if isinstance(piece.node, Power):
        return typed(piece.node.exponent) in ("0.5", "1/2")
    return piece.kind == "sqrt"
