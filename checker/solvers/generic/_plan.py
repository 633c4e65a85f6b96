"""A formula ready to be worked out again and again: read once, then only what a mistake touches is computed anew."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from checker.engine.errors import ParameterError
from checker.engine.recording import FilledFormula
from checker.engine.trace import choose_among, step
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power
from checker.notation.show import show, typed
from checker.notation.words import did_you_mean
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Operand, is_array
from checker.solvers.generic._derived import mistakes
from checker.solvers.generic._pieces import Piece, chained, cut, tidy
from checker.solvers.generic._symbols import Symbol, check_names, read_formula, read_symbols
from checker.solvers.generic._wrong import WrongExpression

MOST_PLANS: Final = 64
MOST_AXES: Final = 2

_plans: dict[str, Plan] = {}


def planned(expression: str, symbols: Mapping[str, Symbol], pieces: Mapping[str, str]) -> Plan:
    """The plan of a formula, made once.  Raises ParameterError."""
    key = repr((expression, symbols, pieces))
    if key not in _plans:
        plan = Plan(expression, symbols, pieces)
        if len(_plans) >= MOST_PLANS:
            _plans.pop(next(iter(_plans)))
        _plans[key] = plan
    return _plans[key]


class Plan:
    """A formula's pieces with their values, its steps, and the mistakes that its tree allows."""

    def __init__(self, expression: str, symbols: Mapping[str, Symbol], said: Mapping[str, str]) -> None:
        self.symbols = read_symbols(symbols)
        formula = read_formula(expression, "expression", ("expression",))
        check_names(formula, symbols)
        self.pieces, self.places = cut(self.symbols, formula)
        if len(arithmetic.shape(self.pieces[-1].value)) > MOST_AXES:
            raise formula.error("gives more than rows of numbers")
        self.values = [piece.value for piece in self.pieces]
        self.answers = [
            arithmetic.answer(value, real=False) if self.pieces[at].step else value
            for at, value in enumerate(self.values)
        ]
        self.words = self._words(said)

    @cached_property
    def mistakes(self) -> Mapping[str, tuple[WrongExpression, ...]]:
        """The wrong options, by choice point."""
        return mistakes(self.pieces, self.places, self.symbols)

    @cached_property
    def menu(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the wrong options, by choice point."""
        return {point: tuple(each.option for each in wrong) for point, wrong in self.mistakes.items()}

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """How common each mistake is."""
        return {f"{point}.{each.option}": each.weight for point, wrong in self.mistakes.items() for each in wrong}

    @cached_property
    def steps(self) -> list[tuple[int, Piece, FilledFormula]]:
        """The pieces that are worked out, and how."""
        return [(at, piece, self._how(piece)) for at, piece in enumerate(self.pieces) if piece.operands]

    def solve(self) -> Any:
        """The value of the formula, under what the student believes."""
        values, changed, edits = list(self.values), set[int](), dict[int, list[WrongExpression]]()
        for point, option in choose_among(self.menu).items():
            wrong = next(each for each in self.mistakes[point] if each.option == option)
            for each in (wrong, *wrong.elsewhere):
                edits.setdefault(each.at, []).append(each)
        for at in edits:
            if not self.pieces[at].operands:
                values[at] = _edited(self.pieces[at], edits[at], self.values)
                changed.add(at)
        total = self.answers[-1]
        for at, piece, how in self.steps:
            answer = self.answers[at]
            if at in edits or not changed.isdisjoint(piece.operands):
                values[at] = _edited(piece, edits[at], values) if at in edits else piece.work(values)
                changed.add(at)
                answer = arithmetic.answer(values[at], real=type(answer) is float) if piece.step else answer
            if piece.step:
                total = step(piece.step, answer, how)
                if total is not answer:
                    values[at] = arithmetic.exact(total)
                    changed.add(at)
        return total

    def _how(self, piece: Piece) -> FilledFormula:
        """A piece with the numbers of its operands, and the steps that these are."""
        if piece.kind == "named":
            piece = self.pieces[piece.operands[0]]
        numbers = [self._number(each) for each in piece.operands]
        uses = tuple(step for each in piece.operands for step in self._uses(each))
        return FilledFormula(
            show(_with_operands(piece, numbers)) if numbers else show(self._number(self.pieces.index(piece))), uses
        )

    def _uses(self, place: int) -> list[str]:
        piece = self.pieces[place]
        if piece.step:
            return [piece.step]
        return [step for each in piece.operands for step in self._uses(each)]

    def _number(self, place: int) -> Node:
        """A piece's value, as it stands in a formula; of an array its text."""
        value = self.values[place]
        if is_array(value):
            return self.pieces[place].node
        text = f"{abs(value):,}" if isinstance(value, int) else f"{float(abs(value)):.6g}"
        return Minus(Name(text, 0), 0) if value < 0 else Name(text, 0)

    def _words(self, said: Mapping[str, str]) -> Mapping[str, str]:
        """What the author calls pieces, by their text.  ParameterError for what is no piece."""
        known = {typed(piece.node) for piece in self.pieces}
        words = {}
        for text, word in said.items():
            formula = read_formula(text, "pieces", ("pieces", text))
            tree = tidy(formula.tree)
            if typed(tree) not in known:
                known_as = did_you_mean(typed(tree), sorted(known))
                raise ParameterError(
                    "pieces", f"names {text}, which is no piece of the expression{known_as}", formula.path
                )
            if typed(tree) in words:
                raise ParameterError("pieces", f"names {text}, which has words already: say it once", formula.path)
            words[typed(tree)] = " ".join(word.split())
        return words


def _edited(piece: Piece, edits: list[WrongExpression], values: list[Operand]) -> Operand:
    """A piece's value with mistakes in it."""
    of_operands = {each.operand: each for each in edits if each.operand is not None}
    value = None
    if of_operands:
        items: list[tuple[str, Operand]] = []
        for place, (sign, at) in enumerate(zip(piece.signs, piece.operands, strict=True)):
            items += of_operands[place].act(sign, values[at]) if place in of_operands else [(sign, values[at])]
        value = chained(items, piece.kind)
    for each in edits:
        if each.operand is None:
            value = each.act(values)
    return value


def _with_operands(piece: Piece, operands: list[Node]) -> Node:
    """A piece's node, made of other operands."""
    match piece.node:
        case Minus():
            return Minus(operands[0], 0)
        case Power():
            return Power(operands[0], operands[1], 0)
        case Call(function):
            return Call(function, tuple(operands), 0)
        case Chain():
            first = Minus(operands[0], 0) if piece.signs[0] == "-" else operands[0]
            return Chain(first, tuple(zip(piece.signs[1:], operands[1:], strict=True)), 0)
    return operands[0] if operands else Literal(0, 0)
