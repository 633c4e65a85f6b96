"""One student's answer to one part of a problem, next to the answers to other parts.

`PartAnswer` compares it with other values, and turns it into a value to go on with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from checker.diagnosis.coincidence import evidence_of
from checker.diagnosis.explanation import Diagnosis
from checker.diagnosis.flat_values import Value
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.window import Window, fits, window_of
from checker.kinds import Judge, Reading, Tolerance, flatten, kind
from checker.questions.resized import ResizedVariants


@dataclass(frozen=True, eq=False)
class PartAnswer:
    """One student's answer to one part, as it was read, with the known wrong answers to this part."""

    part: str
    index: WrongAnswerIndex
    reading: Reading
    alone: Diagnosis | None
    """Its diagnosis without regard to other answers; None if it is right."""
    tolerance: Tolerance | None = None
    """Tolerance of the part; None: as near as the answer's digits say."""
    kind: str = "number"
    """The kind of answer, which compares readings."""

    @property
    def is_right(self) -> bool:
        """Return whether the answer needs no explanation."""
        return self.alone is None

    @property
    def truth(self) -> Value:
        """Return the right answer to the part."""
        return self.index.runs.truth[self.index.step]

    def states(self, value: Value | None) -> bool:
        """Return whether the answer is this value, rounded to the digits that the student wrote."""
        return value is not None and value[0] == self.reading.shape and fits(value[1], self._window)

    def agrees(self, value: Any) -> bool:
        """Return whether the answer would be right if `value` were the truth, or is that value as written."""
        if self.tolerance and self.judge(value, self.tolerance).verdict(self.reading) == "correct":
            return True
        return self.states(flatten(value))

    @cached_property
    def evidence(self) -> float:
        """Return how much likelier the answer is from a cause that gives it than by chance."""
        return evidence_of(self.index, self.reading, self._window)

    @cached_property
    def value(self) -> Any:
        """Return the answer as a value of its step, with which a run can go on; None if it cannot be one."""
        right = self.index.variant.board[self.index.step].value
        shape, truths = flatten(right)
        if self.reading.shape != shape or self.index.is_coded or self.reading.refused:
            return None
        numbers: list[int | float] = []
        for number, truth in zip(self.reading.numbers, truths, strict=True):
            try:
                value = float(number.value)
            except OverflowError:  # no run goes on with whole numbers beyond the floats either
                return None
            is_whole = isinstance(truth, int) and int(number.value) == number.value
            if isinstance(truth, int) and not is_whole and self.is_count:
                return None
            numbers.append(int(number.value) if is_whole else value)
        return shaped_like(right, numbers, shape)

    @property
    def is_count(self) -> bool:
        """Return whether the question type asks for whole numbers by nature, not by chance as a mean of 5 is."""
        return self.index.whole and self.index.variant.solver.named == 1

    @property
    def has_variable_sizes(self) -> bool:
        """Return whether the answer is a formula, which is compared at several sizes of the question."""
        return isinstance(self.index.variant, ResizedVariants)

    def judge(self, value: Any, tolerance: Tolerance | None = None) -> Judge:
        """Return a judge that compares answers with `value` as the right one."""
        found: Judge = kind(self.kind).judge(value, tolerance or self.tolerance_for(value))
        return found

    def tolerance_for(self, value: Any) -> Tolerance:
        """Return the tolerance for comparing the answer with `value`.

        It is the part's own, or `exact` if there is none.  But where the right answer is a whole number that has to be
        exact, and `value` is not whole, it is the default for real numbers.
        """
        tolerance = self.tolerance or Tolerance("exact")
        numbers = flatten(value)[1]
        is_whole = all(isinstance(each, int) or not math.isfinite(each) or each == int(each) for each in numbers)
        is_exact = tolerance.rule == "exact" and self.index.whole and not is_whole
        return Tolerance.default(whole=False) if is_exact else tolerance

    @cached_property
    def _window(self) -> Window:
        """Return the bounds of the answer's numbers."""
        return window_of(self.reading, whole=self.index.is_count)


def shaped_like(other: Any, numbers: Sequence[int | float], shape: tuple[int, ...]) -> Any:
    """Return a flat list of numbers as a value of the same form as `other`: a number, tuple or array."""
    if not shape:
        return numbers[0]
    if isinstance(other, tuple | list):
        width = shape[-1]
        rows = [tuple(numbers[start : start + width]) for start in range(0, len(numbers), width)]
        return tuple(rows) if len(shape) > 1 else rows[0]
    import numpy as np  # here, because counts need none of it

    return np.array(numbers, dtype=other.dtype).reshape(shape)
