"""A formula computed for many students at once: each piece once for all whose mistakes so far are the same."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from checker.derivation.arithmetic import Operand
from checker.derivation.compiled_formula import CompiledFormula, as_answer
from checker.derivation.pieces import Piece
from checker.derivation.wrong_expression import WrongExpression, value_with_mistakes
from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of, union
from checker.engine.lanes.columns import LaneColumn
from checker.engine.trace import TOTAL

Edits = Mapping[int, Sequence[WrongExpression]]
"""What each mistake, by its bit, changes in one piece."""


class FormulaLanes:
    """The runs of a formula for students as sets of mistakes; those whose runs fail are left out on the way."""

    def __init__(self, formula: CompiledFormula, bits: Mapping[tuple[str, str], int], students: Sequence[int]) -> None:
        self.formula = formula
        self.students: Sequence[int] = [*dict.fromkeys(students)]
        self._edits: dict[int, dict[int, list[WrongExpression]]] = {}
        chosen = union(students)
        for (point, option), bit in bits.items():
            for each in formula.changes.get(point, {}).get(option, ()) if bit & chosen else ():
                self._edits.setdefault(each.target, {}).setdefault(bit, []).append(each)
        self._columns: list[LaneColumn] = []
        """The values of the pieces so far."""

    def run(self, wanted: Container[str]) -> dict[str, LaneColumn]:
        """Return, by step, the values that the students get: for the total and the steps in `wanted`."""
        found = {}
        for at, piece in enumerate(self.formula.pieces):
            values, answers = self._piece(at, piece)
            self._columns.append(values)
            if piece.step and (piece.step in wanted or piece.step == TOTAL):
                found[piece.step] = answers
        return found

    def _piece(self, at: int, piece: Piece) -> tuple[LaneColumn, LaneColumn]:
        """Compute a piece for all students.

        Return its values, and the same in the form of answers if the piece is a step.
        """
        formula, edits = self.formula, self._edits.get(at, {})
        right, answer = formula.values[at], formula.answers[at]
        operands = {*piece.operands}
        edited = union(edits)
        own = edited | union(self._columns[each].mask for each in operands)
        if not own:
            return LaneColumn(0, {0: right}), LaneColumn(0, {0: answer})
        if piece.operands:
            operands.update(each for each in self._read_by(edits, at) if self._columns[each].mask)
        sources = [(each, self._columns[each]) for each in operands]
        mask = own | union(column.mask for _, column in sources)
        values, answers, with_mistakes = dict[int, Any](), dict[int, Any](), list(formula.values)
        keys = {student & mask for student in self.students}
        for key in keys:
            if not key & own:
                values[key], answers[key] = right, answer
                continue
            for place, column in sources:
                with_mistakes[place] = column.values[key & column.mask]
            wrong = [each for bit in bits_of(key & edited) for each in edits[bit]]
            try:
                value = value_with_mistakes(piece, wrong, with_mistakes) if wrong else piece.evaluate(with_mistakes)
                answers[key] = as_answer(value, answer) if piece.step else value
            except INVALID_RUN:
                continue
            values[key] = value
        if len(values) < len(keys):
            self.students = [student for student in self.students if student & mask in values]
        return LaneColumn(mask, values), LaneColumn(mask, answers)

    def _read_by(self, edits: Edits, at: int) -> Iterator[int]:
        """Yield the places of all values that the mistakes in a piece look at.

        If a mistake has no value, yield all places before the piece.
        """
        for wrong in (each for some in edits.values() for each in some if each.operand is None):
            values = _ReadValues(self.formula.values)
            try:
                wrong.effect(values)
            except INVALID_RUN:
                yield from range(at)
            yield from values.read


class _ReadValues(list[Operand]):
    """The right values of all pieces, and the places that were read."""

    def __init__(self, values: Sequence[Operand]) -> None:
        super().__init__(values)
        self.read = set[int]()

    def __getitem__(self, place: Any) -> Any:
        self.read.add(place)
        return super().__getitem__(place)
