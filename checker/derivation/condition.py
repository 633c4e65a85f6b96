"""Conditions by which an author accepts answers, such as `det(answer) == d and answer[1] > 0`.

Numbers are compared within the tolerance of the question and the rounding of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from checker.derivation.arithmetic import NO_VALUE, NoValue, Operand, array, from_answer, is_array, shape
from checker.derivation.evaluate import IMAGINARY, evaluate, is_true
from checker.derivation.symbols import Formula, check_names, read_formula, read_symbols, with_units
from checker.engine.errors import ParameterError
from checker.engine.values import ComplexNumber
from checker.formula.nodes import COMPARISONS, Call, Name, Node, names_in

_ANSWER: Final = "answer"
_IsClose = Callable[[float, float], bool]
"""Whether two numbers are equal within the tolerance of the question."""

_SIGNS: Final = re.compile(r"[=!<>]=|[<>]")
_JOINED: Final = frozenset({"and", "or"})
_STRICT: Final = frozenset({"<", ">", "!="})


class Condition:
    """A condition that right answers meet, in the names of the question's symbols and `answer`."""

    def __init__(self, text: str, arguments: Mapping[str, Any], unit: str | None = None) -> None:
        """Read a condition about an answer in a unit.  Raise ParameterError for one that cannot be read."""
        named = arguments.get("symbols")
        numbers = {name: value for name, value in arguments.items() if type(value) in {int, float, list}}
        symbols = named if isinstance(named, dict) else numbers
        formula = read_formula(text, "accept_if", ("accept_if",))
        check_names(formula, {**symbols, _ANSWER: None})
        if _ANSWER not in names_in(formula.tree):
            raise formula.error(f"says nothing about `{_ANSWER}`, which is what the student gave")
        if not _is_condition(formula.tree):
            raise formula.error(f"is no condition: compare, as in `{_ANSWER} > 0` or `det({_ANSWER}) == 1`")
        sides = [side.strip() for side in _SIGNS.split(text)]
        if len(sides) > 1 and len(set(sides)) == 1:
            raise formula.error("says the same on both sides, so every answer would be right, or none")
        table = read_symbols(symbols)
        units = {**table.units, _ANSWER: unit} if unit else table.units
        formula, problems = with_units(formula, table._replace(units=units), None)
        if problems and table.units:
            raise formula.error(problems[0])
        self.text = text
        self._tree = formula.tree
        self._values: dict[str, Operand] = {**IMAGINARY, **table.given}
        for name, derived in table.derived.items():
            self._values[name] = evaluate(derived.tree, self._values)

    def holds(self, answer: Any, is_close: _IsClose, reach: Sequence[float] = ()) -> bool:
        """Return whether a student's answer meets the condition; False where the condition has no value.

        `reach` is how far each entry may be from what was meant, because it is rounded.
        """
        try:
            return _Answer(_as_operand(answer), self._values, is_close, reach).meets(self._tree)
        except NO_VALUE:
            return False


class _Answer:
    """An answer that is put into a condition."""

    def __init__(
        self, answer: Operand, values: Mapping[str, Operand], is_close: _IsClose, reach: Sequence[float]
    ) -> None:
        self.values, self.is_close = {**values, _ANSWER: answer}, is_close
        entries = answer.flat if is_array(answer) else [answer]
        self.size = max((float(abs(each)) for each in entries), default=0.0)
        """The size of its largest entry."""
        self.moved = [{**values, _ANSWER: moved} for moved in _moved(answer, reach)]

    def meets(self, node: Node) -> bool:
        match node:
            case Call("not", (inner,)):
                return not self.meets(inner)
            case Call(name, (one, other)) if name in _JOINED:
                return self.meets(other) if self.meets(one) == (name == "and") else name == "or"
            case Call(sign, (one, other)) if sign in COMPARISONS:
                pairs = _pairs(one, other, self.values)
                rounding = self._rounding(one, other, pairs)
                compared = [self._compare(sign, a, b, more) for (a, b), more in zip(pairs, rounding, strict=True)]
                return any(compared) if sign == "!=" else all(compared)
        return is_true(evaluate(node, self.values))

    def _compare(self, sign: str, a: float, b: float, rounding: float) -> bool:
        """Return whether two numbers compare as a sign has it.

        If one is 0, the other is compared with the largest entry of the answer; with a strict sign only the errors of
        floats are allowed.
        """
        if a and b:
            is_equal = self.is_close(a, b)
        elif sign in _STRICT:
            is_equal = abs(a - b) <= 1e-9 * self.size
        else:
            is_equal = self.is_close(a + self.size, b + self.size)
        is_equal = is_equal or abs(a - b) <= rounding
        if is_equal or sign in {"==", "!="}:
            return is_equal == (sign not in _STRICT)
        return a < b if sign[0] == "<" else a > b

    def _rounding(self, one: Node, other: Node, pairs: list[tuple[float, float]]) -> list[float]:
        most = [0.0] * len(pairs)
        for values in self.moved:
            try:
                moved = _pairs(one, other, values)
            except NO_VALUE:  # beyond the domain of a function: asin(1.005)
                continue
            most = [before + abs((a - b) - (c - d)) for before, (a, b), (c, d) in zip(most, pairs, moved, strict=True)]
        return most


def _moved(answer: Operand, reach: Sequence[float]) -> Iterator[Operand]:
    for place, step in enumerate(reach):
        if not step:
            continue
        if is_array(answer):
            moved = answer.copy()
            moved.flat[place] = float(moved.flat[place]) + step
            yield moved
        else:
            yield answer + (complex(0, step) if place else step)


def check_condition(formula: Formula, switches: Container[str] = ()) -> None:
    """Raise ParameterError if a formula is no condition; `switches` are names that are 1 or 0."""
    if not (isinstance(formula.tree, Name) and formula.tree.name in switches) and not _is_condition(formula.tree):
        raise ParameterError("this", "is no condition; compare, as in `d_ff > d_model`", formula.path)


def _is_condition(node: Node) -> bool:
    """Return whether an expression is a condition: a comparison, `and`, `or`, `not` or `if`."""
    return isinstance(node, Call) and node.function in {*_JOINED, *COMPARISONS, "not", "if"}


def _as_operand(answer: Any) -> Operand:
    if isinstance(answer, ComplexNumber):
        return complex(*answer)
    if isinstance(answer, tuple | list):
        return array(
            [[*map(_as_operand, row)] if isinstance(row, tuple | list) else _as_operand(row) for row in answer]
        )
    if isinstance(answer, float):
        return float(answer)  # without what its author typed
    return answer if isinstance(answer, int | Fraction) else from_answer(answer)


def _pairs(one: Node, other: Node, values: Mapping[str, Operand]) -> list[tuple[float, float]]:
    """Return the numbers that two sides compare, entry by entry.  Raise NoValue where shapes differ."""
    left, right = evaluate(one, values), evaluate(other, values)
    if complex in {type(left), type(right)}:
        a, b = complex(left), complex(right)
        return [(a.real, b.real), (a.imag, b.imag)]
    if shape(left) != shape(right):
        raise NoValue("has shapes that differ")
    if not is_array(left):
        return [(float(left), float(right))]
    return [(float(a), float(b)) for a, b in zip(left.flat, right.flat, strict=True)]
