"""Formulas of a solver's steps: the mistakes that follow from their form, and the values of steps with these.

Also their values with other numbers for the names in them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import MATRIX, NoValue, Operand, is_array, shape
from checker.derivation.decomposer import decompose
from checker.derivation.formula_mistakes import formula_mistakes
from checker.derivation.symbols import Formula, SymbolTable, read_formula
from checker.derivation.wrong_expression import WrongExpression, value_with_mistakes
from checker.engine.recording import DERIVED
from checker.formula.nodes import Call, Chain, Minus, Name, Node, Power, children, names_in
from checker.formula.value import CONSTANTS

MAX_ENTRIES: Final = 64
"""Maximum number of entries of an array in a formula: each is computed as exactly as a single number."""

MAX_REMEMBERED: Final = 4_096
"""Maximum number of results with mistakes that a formula remembers."""

NOISE: Final = 1e-9
"""Relative difference of equal values."""

_LIKELIHOODS: Final = {
    ("counted_twice", "terms"): 3.0,
    ("counted_twice", "factors"): 0.3,
    ("subtracted", "terms"): 0.3,
    ("divided", "factors"): 0.3,
}
"""How likely mistakes are in the steps of solvers, where they are other than in formulas."""

_NUMBERS: Final = ("sum", "mean", "max", "min", "norm", "dot")
"""Functions that make one number of an array."""

_TRANSPOSED: Final = re.compile(r"([A-Za-z]\w*)ᵀ")


def read_term(text: str) -> Node:
    """Return a term, as solvers write formulas of steps, as a tree.  Raise ParameterError if it cannot be read."""
    return read_formula(_TRANSPOSED.sub(r"transpose(\1)", text), "how", ()).tree


class StepFormula:
    """The formula of a step: its terms as trees, and the names that these may use with their right values.

    A term is counted or not, as in the `how` of a step.  `names_of_step` begin the names of its choice points: that of
    the step, and one that several steps with the same formula share.  `steps` are the names that are earlier steps.
    Raise NoValue where the formula does not give the right value.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that makes a step
        self,
        names_of_step: Sequence[str],
        terms: Sequence[Node],
        counted: Sequence[bool],
        names: Mapping[str, Any],
        right: Any,
        steps: Collection[str] = (),
    ) -> None:
        self._names_of_step = names_of_step
        self._steps = steps
        self._counted = tuple(counted)
        kept = [term for term, flag in zip(terms, counted, strict=True) if flag] if counted else list(terms)
        if not kept:
            raise NoValue("has no term")
        tree = Chain(kept[0], tuple(("+", term) for term in kept[1:]), 0) if kept[1:] else kept[0]
        used = names_in(tree)
        given = {each: operand for each, value in names.items() if (operand := _operand(value)) is not None}
        if missing := used - given.keys() - CONSTANTS.keys():
            raise NoValue(f"uses {min(missing)}, which is no number")
        self.formula = Formula("how", (), _as_matrices(tree, given))
        order = {**{each: given[each] for each in given if each in used}, **given}
        self._table = SymbolTable(order, {}, {}, {})
        self.pieces, self._places = decompose(self._table, self.formula)
        self._values = [piece.value for piece in self.pieces]
        self._is_shape = isinstance(right, tuple)
        self.uses = frozenset(given)
        self._kept = [at for at, flag in enumerate(counted) if flag] if len(kept) > 1 else []
        self._remembered: dict[Any, Any] = {}
        self._last: tuple[Any, Any] | None = None
        """What the run before was given, and its right values: most students differ elsewhere."""
        self._check(self._values[-1], right)

    @cached_property
    def mistakes(self) -> Mapping[str, tuple[WrongExpression, ...]]:
        """Return the mistakes that students may make in this step, by choice point."""
        found = formula_mistakes(self.pieces, self._places, self._table)
        kept = {point: tuple(filter(self._is_likely, options)) for point, options in found.items()}
        return {
            f"{name}{DERIVED}{point.replace(':', ' ')}": options
            for name in self._names_of_step
            for point, options in kept.items()
            if options
        }

    def _is_likely(self, wrong: WrongExpression) -> bool:
        """Return whether a mistake exchanges like for like: nobody takes a size for the result of a step."""
        piece = self.pieces[wrong.piece].text
        if wrong.option == "multiplied_in":
            is_zero = type(number := self.pieces[wrong.piece].value) in (int, float) and not number
            return piece not in self._steps and not self._is_shape and not is_zero
        return wrong.other is None or (piece in self._steps) == (self.pieces[wrong.other].text in self._steps)

    @property
    def points(self) -> Mapping[str, tuple[WrongExpression, ...]]:
        """Return the choice points of this step with their mistakes, as `mistakes` has them."""
        return self.mistakes

    def likelihood(self, wrong: WrongExpression) -> float:
        """Return how much likelier a mistake is in a solver's step than its weight in an author's formula says."""
        of = self.pieces[wrong.within].kind if wrong.within is not None else ""
        return _LIKELIHOODS.get((wrong.option, of), 1.0)

    def mistaken(
        self, right: Any, names: Mapping[str, Any], counted: Sequence[bool], options: Sequence[tuple[str, str]]
    ) -> Any:
        """Return the step's value with these mistakes, (choice point, option).

        Raise NoValue if, in this run, the formula does not give the right value without them.
        """
        numbers = (right, *(names.get(name, 0) for name in self._places))
        if any(map(is_array, numbers)):
            return self._mistaken(right, names, counted, options)
        given = numbers, tuple(map(type, numbers)), tuple(counted)
        key = given, tuple(options)
        if key not in self._remembered:
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.clear()
            try:
                self._remembered[key] = self._mistaken(right, names, counted, options, given)
            except NoValue as error:
                self._remembered[key] = error
        found = self._remembered[key]
        if isinstance(found, NoValue):
            raise NoValue(*found.args)
        return found

    def _mistaken(
        self,
        right: Any,
        names: Mapping[str, Any],
        counted: Sequence[bool],
        options: Sequence[tuple[str, str]],
        given: Any = None,
    ) -> Any:
        """Return the step's value with these mistakes, without a look at the remembered ones.

        `given` are all numbers of the run; None where it has arrays.
        """
        edits: defaultdict[int, list[WrongExpression]] = defaultdict(list)
        for point, option in options:
            for wrong in self.mistakes[point]:
                if wrong.option == option:
                    for each in (wrong, *wrong.further):
                        edits[each.target].append(each)
        last = self._last
        if last is None or given is None or last[0] != given or not self._places.keys() <= names.keys():
            last = self._last = (given, self._without_mistakes(right, names, counted))
        values, uncounted = last[1]
        for at, wrong_ones in uncounted.items():
            edits[at] += wrong_ones
        return _as_answer(self._with_edits([*values], edits), right)

    def _without_mistakes(
        self, right: Any, names: Mapping[str, Any], counted: Sequence[bool]
    ) -> tuple[list[Operand], Mapping[int, list[WrongExpression]]]:
        """Return the right values of all pieces in a run, and the terms that do not count there."""
        uncounted = self._uncounted(counted)
        values = self._with_names(names)
        self._check(self._evaluate(values, uncounted), right)
        return values, uncounted

    def gives(self, right: Any, names: Mapping[str, Any]) -> bool:
        """Return whether the formula gives the value `right` with these values of its names."""
        try:
            self._check(self._evaluate(self._with_names(names), {}), right)
        except NoValue:
            return False
        return True

    @property
    def sizes(self) -> Collection[str]:
        """Return the names in the formula."""
        return names_in(self.formula.tree)

    def _with_names(self, names: Mapping[str, Any]) -> list[Operand]:
        """Return the right values of all pieces, with these values of the names in their places.

        Raise NoValue if a name is missing.
        """
        values = list(self._values)
        for name, at in self._places.items():
            operand = _operand(names[name]) if name in names else None
            if operand is None:
                raise NoValue("lacks a name")
            values[at] = operand
        return values

    def _evaluate(self, values: list[Operand], edits: Mapping[int, list[WrongExpression]]) -> Operand:
        """Compute the values of all pieces; return the last."""
        for at, piece in enumerate(self.pieces):
            if wrong := edits.get(at):
                values[at] = value_with_mistakes(piece, wrong, values)
            elif piece.operands:
                values[at] = piece.evaluate(values)
        return values[-1]

    def _with_edits(self, values: list[Operand], edits: Mapping[int, list[WrongExpression]]) -> Operand:
        """Compute the pieces that these mistakes change, given the right values of all; return the last."""
        changed = set(edits)
        for at in range(min(edits), len(self.pieces)):
            piece = self.pieces[at]
            if wrong := edits.get(at):
                values[at] = value_with_mistakes(piece, wrong, values)
            elif not changed.isdisjoint(piece.operands):
                values[at] = piece.evaluate(values)
                changed.add(at)
        return values[-1]

    def _uncounted(self, counted: Sequence[bool]) -> dict[int, list[WrongExpression]]:
        """Return the terms that do not count in a run as if they were left out.

        Raise NoValue if others count there than in the formula.
        """
        if tuple(counted) == self._counted:
            return {}
        root = self.pieces[-1].operands[0]
        missing = [operand for operand, at in enumerate(self._kept) if not counted[at]]
        if not self._kept or any(flag and not was for flag, was in zip(counted, self._counted, strict=True)):
            raise NoValue("has other terms")
        omitted = (WrongExpression("", 0, "", 0, root, operand, lambda *_: []) for operand in missing)
        return {root: list(omitted)}

    def _check(self, value: Operand, right: Any) -> None:
        """Raise NoValue unless the formula gives the right value."""
        if is_array(value):
            import numpy as np

            if np.shape(right) == value.shape and np.allclose(value.astype(float), right, rtol=NOISE, atol=NOISE):
                return
        elif not is_array(value) and isinstance(right, int | float) and abs(value - right) <= NOISE * abs(right):
            return
        raise NoValue("has another value")


def _operand(value: Any) -> Operand | None:
    """Return a value as an operand of formulas; None if it is none."""
    if type(value) in (int, float):
        return value
    if type(value) is tuple:
        is_list = 0 < len(value) <= MAX_ENTRIES and all(type(entry) in (int, float) for entry in value)
        return arithmetic.array(list(value)) if is_list else None
    if hasattr(value, "tolist") and value.ndim and value.size <= MAX_ENTRIES and value.dtype.kind in "if":
        return value.astype(object)
    return None


def _as_answer(value: Operand, right: Any) -> Any:
    """Return a result in the form of the right one.

    Raise NoValue if it has another shape, or is no whole number where the right one is.
    """
    if isinstance(right, tuple):
        return _as_tuple(value, right)
    answer = arithmetic.as_answer(value, real=isinstance(right, float))
    if isinstance(right, int) and not isinstance(answer, int):
        raise NoValue("is no whole number")
    if is_array(right) != is_array(answer) or len(shape(right)) != len(shape(answer)):
        raise NoValue("has another shape")
    return answer


def _as_tuple(value: Operand, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a vector as a tuple: of floats if the right one has a float, otherwise of whole numbers.

    Raise NoValue if an entry of these is negative or not whole.
    """
    if len(shape(value)) != 1:
        raise NoValue("has another shape")
    if any(isinstance(entry, float) for entry in right):
        return tuple(map(float, value))
    if any(entry != int(entry) or entry < 0 for entry in value):
        raise NoValue("has entries that are no sizes")
    return tuple(map(int, value))


def _as_matrices(node: Node, names: Mapping[str, Operand]) -> Node:
    """Return the tree with matrix products where solvers write factors of which one is a matrix, as in `Q Kᵀ`."""
    match node:
        case Minus(operand):
            return Minus(_as_matrices(operand, names), node.place)
        case Power(base, exponent):
            return Power(_as_matrices(base, names), exponent, node.place)
        case Call(function, arguments):
            return Call(function, tuple(_as_matrices(each, names) for each in arguments), node.place)
        case Chain(first, rest):
            left, factors = _as_matrices(first, names), list[tuple[str, Node]]()
            axes = _axes(left, names)
            for sign, factor in rest:
                right = _as_matrices(factor, names)
                others = _axes(right, names)
                is_matrix = sign == "*" and axes and others and MATRIX in (axes, others)
                factors.append(("@" if is_matrix else sign, right))
                axes = axes + others - MATRIX if is_matrix else max(axes, others)
            return Chain(left, tuple(factors), node.place)
    return node


def _axes(node: Node, names: Mapping[str, Operand]) -> int:
    """Return the number of axes of a value."""
    match node:
        case Name(name):
            return len(shape(names.get(name, 0)))
        case Call(function, arguments):
            return 0 if function in _NUMBERS else max(_axes(each, names) for each in arguments)
        case Chain(first, rest) if any(sign == "@" for sign, _ in rest):
            parts = [_axes(each, names) for each in (first, *(factor for _, factor in rest))]
            return max(min(parts), 1) if len(parts) == MATRIX else max(parts)
    return max((_axes(each, names) for each in children(node)), default=0)
