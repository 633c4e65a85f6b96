"""`Program`: an author's formula as named expressions in order, each over those before it; the last is the result.

It is evaluated, shown as a worked solution, and changed by mistakes: each puts another expression in place of one, or
other operands, and what depends on that is computed anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from operator import is_
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, is_array
from checker.derivation.edits import edits_of
from checker.derivation.evaluate import SCOPED, evaluate
from checker.derivation.patterns import flatten_tree, number_node
from checker.derivation.pieces import Edit, decompose, edited
from checker.derivation.symbols import (
    Symbol,
    SymbolPath,
    check_names,
    read_formula,
    read_symbols,
    with_units,
)
from checker.engine.errors import ParameterError
from checker.engine.memory import Memory
from checker.engine.recording import FilledFormula, Option
from checker.engine.trace import choose_among, pick_option, step, wrong
from checker.engine.values import ComplexNumber, joined
from checker.formula.nodes import Known, Name, Node, is_name, rewrite
from checker.formula.show import show, typed
from checker.formula.value import CONSTANTS
from checker.text.words import did_you_mean

_kept: Final[Memory[str, Program]] = Memory(256)
_latest: list[tuple[tuple[object, ...], Program]] = []
"""The program that was asked for last, with what was given: hundreds of runs of one question follow each other."""


def program(
    expression: str, symbols: Mapping[str, Symbol] | None, words: Mapping[str, str] | None, unit: str | None = None
) -> Program:
    """Return the program of an author's expression, a known one if possible.  Raise ParameterError if it is faulty."""
    given = expression, symbols, words, unit
    for latest, found in _latest:
        if all(map(is_, latest, given)):
            return found
    found = _kept.get(repr(given), lambda: Program(expression, symbols or {}, words or {}, unit))
    _latest[:] = [(given, found)]
    return found


class Program:
    """An author's formula: its pieces with their values, its steps, and the mistakes that its form allows."""

    def __init__(
        self, expression: str, symbols: Mapping[str, Symbol], words: Mapping[str, str], unit: str | None = None
    ) -> None:
        self.unit = unit
        formula = read_formula(expression, "expression", ("expression",))
        self.symbols = read_symbols(symbols)
        check_names(formula, symbols)
        self.expression = formula
        """The expression as its author wrote it."""
        formula, problems = with_units(formula, self.symbols, unit)
        self.unit_problems = (*self.symbols.unit_problems, *((formula.path, each) for each in problems))
        """The faults in the units, with the places of the expressions."""
        self.pieces, self.places, self.values = self.decomposed = decompose(self.symbols, formula)
        if len(arithmetic.shape(self.values[-1])) > 2:
            raise formula.error("gives more than rows of numbers")
        inputs = (value for piece, value in zip(self.pieces, self.values, strict=True) if not piece.operands)
        has_reals = any(isinstance(value, float) for value in inputs)
        self.answers = [
            arithmetic.as_answer(value, real=has_reals and isinstance(value, complex)) if piece.step else value
            for piece, value in zip(self.pieces, self.values, strict=True)
        ]
        self.words = self._read_words(words)

    @cached_property
    def mistakes(self) -> Mapping[str, Mapping[str, Edit]]:
        """Return the mistakes that students may make, {text of the piece at which they go wrong: {option: edit}}."""
        return edits_of(self.decomposed, self.symbols)

    @cached_property
    def menu(self) -> Mapping[str, Mapping[str, Option]]:
        """Return the possible mistakes by choice point; `formula_sentences` has what is said of them."""
        return {
            point: {option: wrong(None, "", each.weight) for option, each in edits.items()}
            for point, edits in self.mistakes.items()
        }

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
        """Return the formula's value, with the mistakes of the run that is going on; each computed piece is a step."""
        edits: dict[int, list[Edit]] = {}
        for point, option in choose_among(lambda _: self.menu).items():
            edit = pick_option(point, option, self.mistakes[point])
            edits.setdefault(edit.target, []).append(edit)
        values, changed, total = [*self.values], set[int](), self.answers[-1]
        for at, piece in enumerate(self.pieces):
            answer = self.answers[at]
            if at in edits or not changed.isdisjoint(piece.operands):
                changed.add(at)
                form = edited(piece, edits[at]) if at in edits else piece.form
                # the numbers of exchanged symbols are those that the question gives
                values[at] = evaluate(form, CONSTANTS, values if piece.operands else self.values)
                answer = _as_answer(values[at], answer) if piece.step else values[at]
            if piece.step:
                total = step(piece.step, answer, partial(self._filled, at))
                if total is not answer and at < len(values) - 1:
                    values[at] = arithmetic.from_answer(total)
                    changed.add(at)
        return total

    def _filled(self, at: int) -> FilledFormula:
        if self.pieces[at].kind == "named":
            at = self.pieces[at].operands[0]
        piece = self.pieces[at]
        if not piece.operands:
            return FilledFormula(show(self._number(at)))
        form = piece.node if piece.kind in SCOPED else piece.form
        used = tuple(step for place in piece.operands for step in self._steps_of(place))
        return FilledFormula(show(rewrite(form, self._with_number)), used)

    def _with_number(self, node: Any) -> Node:
        at = node.piece if isinstance(node, Known) else self.places.get(node.name) if isinstance(node, Name) else None
        return node if at is None else self._number(at)

    def _steps_of(self, place: int) -> list[str]:
        piece = self.pieces[place]
        if piece.step:
            return [piece.step]
        return [step for each in piece.operands for step in self._steps_of(each)]

    def _number(self, place: int) -> Node:
        value, piece = self.values[place], self.pieces[place]
        if is_array(value) or is_name(piece.node, "inf"):
            return piece.node
        is_typed = not piece.operands and not (isinstance(piece.node, Name) and piece.node.name in CONSTANTS)
        digits = 15 if is_typed else 6  # what the author typed is shown in full
        if isinstance(value, complex):
            text = joined(f"{value.real:.{digits}g}", f"{value.imag:.{digits}g}")
            return piece.node if is_typed else Name(f"({text})" if " " in text else text, 0)
        return number_node(value, digits)

    def _read_words(self, words: Mapping[str, str]) -> Mapping[str, str]:
        known = {piece.typed for piece in self.pieces} if words else set[str]()
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


def _as_answer(value: Operand, right: Any) -> Any:
    number = right.real if isinstance(right, ComplexNumber) else right
    is_real = type(number) is float or (is_array(number) and getattr(number, "dtype", None) == "float64")
    return arithmetic.as_answer(value, real=is_real)
