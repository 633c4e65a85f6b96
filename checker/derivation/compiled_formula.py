"""Formulas compiled for many runs: read once, then a mistake computes only the pieces that depend on it.

A piece is a part of the formula with its value: in `a + b*c` there are a, b, c, `b*c` and the whole.  A compiled
formula also has its mistakes, its steps with numbers put in, the author's words for pieces, and the problems with its
units.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import is_
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, is_array
from checker.derivation.complex_numbers import show_complex
from checker.derivation.decomposer import decompose
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.formula_mistakes import formula_mistakes
from checker.derivation.pieces import Piece
from checker.derivation.scoped import SCOPED
from checker.derivation.symbols import (
    Symbol,
    SymbolPath,
    check_names,
    read_formula,
    read_symbols,
    with_radians,
    with_units,
)
from checker.derivation.wrong_expression import WrongExpression, value_with_mistakes
from checker.engine.errors import ParameterError
from checker.engine.recording import FilledFormula
from checker.engine.trace import RIGHT, TOTAL, choose_among, pick_option, step
from checker.engine.values import ComplexNumber
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, Power, is_name, rewrite
from checker.formula.show import show, typed
from checker.formula.value import CONSTANTS
from checker.text.words import did_you_mean

MAX_COMPILED: Final = 256
MAX_ANSWER_AXES: Final = 2

_compiled: dict[str, CompiledFormula] = {}
_latest: list[tuple[tuple[object, ...], CompiledFormula]] = []
"""The formula that was asked for last, with what was given: thousands of runs of one question follow each other."""

NOTHING: Final[Mapping[str, Any]] = {}

Override = Callable[[str, Any], Any]
"""A function of a step's name and value that returns the value to go on with."""


def compiled_formula(
    expression: str, symbols: Mapping[str, Symbol] | None, words: Mapping[str, str] | None, unit: str | None = None
) -> CompiledFormula:
    """Return an author's expression, compiled, from a cache if possible.  Raise ParameterError if it is faulty."""
    given = expression, symbols, words, unit
    for latest, formula in _latest:
        if all(map(is_, latest, given)):
            return formula
    key = repr(given)
    if key not in _compiled:
        formula = CompiledFormula(expression, symbols or NOTHING, words or NOTHING, unit)
        if len(_compiled) >= MAX_COMPILED:
            _compiled.pop(next(iter(_compiled)))
        _compiled[key] = formula
    formula = _compiled[key]
    _latest[:] = [(given, formula)]
    return formula


class CompiledFormula:
    """An author's formula: its pieces with their values, its steps, and the mistakes that its form allows."""

    unit: str | None = None
    """The unit of the result, if the question asks for one."""

    def __init__(
        self, expression: str, symbols: Mapping[str, Symbol], words: Mapping[str, str], unit: str | None = None
    ) -> None:
        self.unit = unit
        formula = read_formula(expression, "expression", ("expression",))
        self.symbols = read_symbols(symbols)
        check_names(formula, symbols)
        self.expression = formula
        """The expression as its author wrote it."""
        formula, problems = with_units(with_radians(formula, self.symbols.units), self.symbols, unit)
        self.unit_problems = (*self.symbols.unit_problems, *((formula.path, each) for each in problems))
        """What does not fit in the units, with the places of the expressions."""
        self.pieces, self.places = decompose(self.symbols, formula)
        if len(arithmetic.shape(self.pieces[-1].value)) > MAX_ANSWER_AXES:
            raise formula.error("gives more than rows of numbers")
        self.values = [piece.value for piece in self.pieces]
        has_reals = any(isinstance(piece.value, float) for piece in self.pieces if not piece.operands)
        self.answers = [
            arithmetic.as_answer(piece.value, real=has_reals and isinstance(piece.value, complex))
            if piece.step
            else piece.value
            for piece in self.pieces
        ]
        self.words = self._read_words(words)

    @cached_property
    def mistakes(self) -> Mapping[str, tuple[WrongExpression, ...]]:
        """Return the mistakes that students may make, {choice point: mistakes}.

        A choice point is a piece at which a student may go wrong, named by its text.
        """
        return formula_mistakes(self.pieces, self.places, self.symbols)

    @cached_property
    def menu(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names of the possible mistakes, by choice point."""
        return {point: tuple(each.option for each in wrong) for point, wrong in self.mistakes.items()}

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """Return how frequent each mistake is, relative to the others: {"point.option": weight}."""
        return {f"{point}.{each.option}": each.weight for point, wrong in self.mistakes.items() for each in wrong}

    @cached_property
    def computed_pieces(self) -> list[tuple[int, Piece, Callable[[], FilledFormula]]]:
        """Return (place, piece, function) for each piece with operands.

        The function returns its formula with numbers in place of the operands.
        """
        return [(at, piece, partial(self._filled, piece)) for at, piece in enumerate(self.pieces) if piece.operands]

    def problems_of(self, step: str, unit: str) -> Iterator[tuple[SymbolPath, str]]:
        """Yield what is wrong with the units of a step that is asked for in `unit`, each with its place."""
        if step in self.symbols.units or not self.symbols.units:
            return
        for piece in self.pieces:
            if piece.step == step:
                formula, problems = with_units(piece.formula._replace(tree=piece.node), self.symbols, unit)
                if formula.tree != piece.node:
                    problems = (*problems, f"is not in {unit}, in which it is asked for. Give it this unit")
                yield from ((piece.formula.path, each) for each in problems)

    def solve(self) -> Any:
        """Return the formula's value, with the mistakes of the run that is going on."""
        return self._go_on(choose_among(lambda: self.menu), step)

    def run(self, wrong: Mapping[str, str], wanted: Container[str], override: Override | None) -> dict[str, Any]:
        """Return the values of the total and the wanted steps, with the mistakes in `wrong`, {choice point: option}.

        It does what a `Run` of the solver does in a fraction of the time: one answer needs thousands of runs.
        """
        points = self.menu if wrong else {}
        chosen = {name: option for name, option in wrong.items() if name in points and option != RIGHT}
        if override is None:
            answers = self._answers_with(chosen)
            return {name: answers[at] for at, name in self._steps if name in wanted} | {TOTAL: answers[-1]}
        recorded: dict[str, Any] = {}

        def taken(name: str, value: Any, _: object) -> Any:
            if name != TOTAL:
                value = override(name, value)
            if name in wanted:
                recorded[name] = value
            return value

        recorded[TOTAL] = override(TOTAL, self._go_on(chosen, taken))
        return recorded

    def _go_on(self, chosen: Mapping[str, str], take: Callable[[str, Any, Callable[[], FilledFormula]], Any]) -> Any:
        """Compute the formula with chosen options.  `take` gets each step and returns the value to go on with."""
        values, edits = self._edited(chosen)
        changed = set(edits)
        total = self.answers[-1]
        for at, piece, how in self.computed_pieces:
            answer = self.answers[at]
            if at in edits or not changed.isdisjoint(piece.operands):
                changed.add(at)
                answer = self._computed_anew(at, edits, values)
            if piece.step:
                total = take(piece.step, answer, how)
                if total is not answer and at < len(values) - 1:
                    values[at] = arithmetic.from_answer(total)
                    changed.add(at)
        return total

    def _answers_with(self, chosen: Mapping[str, str]) -> Sequence[Any]:
        """Return the value of each piece with chosen options, in the form of an answer where the piece is a step."""
        if not chosen:
            return self.answers
        (values, edits), answers = self._edited(chosen), list(self.answers)
        for at in sorted(set[int]().union(*map(self._resting_on.__getitem__, edits))):
            answers[at] = self._computed_anew(at, edits, values)
        return answers

    def _edited(self, chosen: Mapping[str, str]) -> tuple[list[Operand], Mapping[int, Sequence[WrongExpression]]]:
        """Return the values of all pieces, with chosen options in those without operands; and the options by piece."""
        edits: dict[int, list[WrongExpression]] = {}
        for point, option in chosen.items():
            for each in pick_option(point, option, self.changes[point]):
                edits.setdefault(each.target, []).append(each)
        values = list(self.values)
        for at, wrong in edits.items():
            if not self.pieces[at].operands:
                values[at] = value_with_mistakes(self.pieces[at], wrong, self.values)
        return values, edits

    def _computed_anew(self, at: int, edits: Mapping[int, Sequence[WrongExpression]], values: list[Operand]) -> Any:
        """Compute a piece again, store its value in `values`, and return it, as an answer if the piece is a step."""
        piece = self.pieces[at]
        values[at] = value_with_mistakes(piece, edits[at], values) if at in edits else piece.evaluate(values)
        return as_answer(values[at], self.answers[at]) if piece.step else values[at]

    @cached_property
    def _resting_on(self) -> Sequence[frozenset[int]]:
        """Return for each piece the places of the pieces that are computed from it.

        Itself among them if it has operands.
        """
        found = [frozenset[int]()] * len(self.pieces)
        for at, piece in reversed([*enumerate(self.pieces)]):
            found[at] |= {at} if piece.operands else set()
            for operand in piece.operands:
                found[operand] |= found[at]
        return found

    @cached_property
    def _steps(self) -> Sequence[tuple[int, str]]:
        """Return the steps, each with the place of its piece."""
        return [(at, piece.step) for at, piece in enumerate(self.pieces) if piece.step]

    @cached_property
    def changes(self) -> Mapping[str, Mapping[str, tuple[WrongExpression, ...]]]:
        """Return {choice point: {option: changes}}.

        A mistake that changes several pieces at once has a change for each.
        """
        changes: dict[str, dict[str, tuple[WrongExpression, ...]]] = {point: {} for point in self.mistakes}
        for point, wrong in self.mistakes.items():
            for each in wrong:
                changes[point].setdefault(each.option, (each, *each.further))
        return changes

    def _filled(self, piece: Piece) -> FilledFormula:
        """Return a piece with the numbers of its operands, and the steps that these come from."""
        if piece.kind == "named":
            piece = self.pieces[piece.operands[0]]
        numbers = [self._number(place) for place in piece.operands]
        steps = tuple(step for place in piece.operands for step in self._steps_of(place))
        node = _with_operands(piece, numbers) if numbers else self._number(self.pieces.index(piece))
        return FilledFormula(show(node), steps)

    def _steps_of(self, place: int) -> list[str]:
        """Return the step of a piece, or those of its operands."""
        piece = self.pieces[place]
        if piece.step:
            return [piece.step]
        return [step for each in piece.operands for step in self._steps_of(each)]

    def _number(self, place: int) -> Node:
        """Return the value of a piece as part of a formula; an array keeps its text."""
        value, piece = self.values[place], self.pieces[place]
        if is_array(value) or is_name(piece.node, "inf"):
            return piece.node
        is_typed = not piece.operands and not (isinstance(piece.node, Name) and piece.node.name in CONSTANTS)
        digits = 15 if is_typed else 6  # what the author typed is shown in full
        if isinstance(value, complex):
            text = show_complex(value, digits)
            return piece.node if is_typed else Name(f"({text})" if " " in text else text, 0)
        text = f"{abs(value):,}" if isinstance(value, int) else f"{float(abs(value)):.{digits}g}"
        return Minus(Name(text, 0), 0) if value < 0 else Name(text, 0)

    def _read_words(self, words: Mapping[str, str]) -> Mapping[str, str]:
        """Return the author's words for pieces by text.  Raise ParameterError for words about no piece."""
        known = {piece.typed for piece in self.pieces}
        read: dict[str, str] = {}
        for text, description in words.items():
            formula = read_formula(text, "pieces", ("pieces", text))
            piece = typed(flatten_tree(formula.tree))
            if piece not in known:
                hint = did_you_mean(piece, sorted(known))
                problem = f"names {text}, which is not a piece of the expression{hint}"
                raise ParameterError("pieces", problem, formula.path)
            if piece in read:
                raise ParameterError("pieces", f"names {text}, which has words already: keep one of them", formula.path)
            read[piece] = " ".join(description.split())
        return read


def as_answer(value: Operand, right: Any) -> Any:
    """Return the value of a piece as an answer, of the same type as the right one."""
    return arithmetic.as_answer(value, real=_is_real(right))


def _is_real(answer: Any) -> bool:
    """Return whether an answer has floats: itself, its parts or its entries."""
    if isinstance(answer, ComplexNumber):
        return type(answer.real) is float
    return type(answer) is float or (is_array(answer) and getattr(answer, "dtype", None) == "float64")


def _with_operands(piece: Piece, operands: list[Node]) -> Node:
    """Return the node of a piece with other operands."""
    match piece.node:
        case Minus():
            return Minus(operands[0], 0)
        case Power():
            return Power(operands[0], operands[1], 0)
        case Call(function) if function in SCOPED:
            names = dict(zip(piece.symbols, operands[-len(piece.symbols) :], strict=True)) if piece.symbols else {}
            return rewrite(piece.node, lambda node: names.get(node.name, node) if isinstance(node, Name) else node)
        case Call(function):
            return Call(function, tuple(operands), 0)
        case Chain():
            first = Minus(operands[0], 0) if piece.signs[0] == "-" else operands[0]
            return Chain(first, tuple(zip(piece.signs[1:], operands[1:], strict=True)), 0)
    return operands[0] if operands else Literal(0, 0)
