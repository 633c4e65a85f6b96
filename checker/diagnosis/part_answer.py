"""A part of a problem, as a student answered it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from checker.answers import Judge, Reading, Tolerance, flatten
from checker.diagnosis.diagnose import causes_of, evidence, window_of
from checker.diagnosis.index import Cause, Window, WrongAnswerIndex, depends, fits
from checker.diagnosis.mistaken_runs import Value
from checker.diagnosis.mistakes import Mistake
from checker.questions.resized import ResizedVariants


@dataclass(frozen=True, eq=False)
class PartAnswer:
    """A part, by its id, and an answer that was read."""

    part: str
    index: WrongAnswerIndex
    reading: Reading
    is_right: bool
    tolerance: Tolerance | None = None
    """How near to a value an answer has to be to be right, were this the truth; None: as near as its digits say."""

    @property
    def truth(self) -> Value:
        """The right answer."""
        return self.index.traces.truth[self.index.step]

    def follows_from(self, other: PartAnswer) -> bool:
        """Whether the other part asks for a step on the way to this one."""
        step = other.index.step
        if step == self.index.step or not self.index.is_of_the_same(other.index):
            return False
        return depends(self.index.traces.variant, self.index.step, step)

    def under(self, beliefs: tuple[Mistake, ...]) -> Value | None:
        """What somebody with these beliefs would answer; None where they do not fit together."""
        return self.index.traces.values(self.index.traces.applicable(beliefs)).get(self.index.step)

    def is_given_by(self, value: Value | None) -> bool:
        """Whether this value, with the digits that were stated, is what the student gave."""
        return value is not None and value[0] == self.reading.shape and fits(value[1], self._window)

    def agrees(self, value: Any) -> bool:
        """Whether the answer is right, were this the truth, or is this value as far as its digits go."""
        if self.tolerance and Judge(value, self.tolerance).verdict(self.reading) == "correct":
            return True
        return self.is_given_by(flatten(value))

    @cached_property
    def causes(self) -> list[Cause]:
        """What may have led to the answer, seen alone."""
        return causes_of(self.index, self.reading, self._window)[0]

    @cached_property
    def evidence(self) -> float:
        """The logarithm of what speaks for an explanation that gives this answer."""
        return math.log(evidence(self.index, self.reading, self._window))

    @cached_property
    def value(self) -> Any:
        """The answer in the form that its step has in the solver; None where it cannot stand in its place."""
        right = self.index.traces.variant.board[self.index.step].value
        shape, truths = flatten(right)
        if self.reading.shape != shape or self.index.is_coded or self.reading.refused:
            return None
        numbers: list[int | float] = []
        for number, truth in zip(self.reading.numbers, truths, strict=True):
            try:
                value = int(number.value) if isinstance(truth, int) else float(number.value)
                if value != number.value and isinstance(truth, int):
                    if self.is_count:
                        return None
                    value = float(number.value)
            except OverflowError:
                return None
            numbers.append(value)
        return formed(numbers, shape, right)

    @property
    def is_count(self) -> bool:
        """Whether whole numbers are asked by the type of the question, not by the author's numbers: a mean may be 5."""
        return self.index.whole and self.index.traces.variant.solver.named == 1

    @property
    def has_variable_sizes(self) -> bool:
        """Whether it is a formula, which is compared at several sizes of the question."""
        return isinstance(self.index.traces.variant, ResizedVariants)

    def tolerance_for(self, value: Any) -> Tolerance:
        """Return how near an answer has to be to a value: what is not whole cannot be exact, though the truth is."""
        tolerance = self.tolerance or Tolerance("exact")
        is_whole = all(number == int(number) for number in flatten(value)[1] if math.isfinite(number))
        is_exact = tolerance.rule == "exact" and self.index.whole and not is_whole
        return Tolerance.default(whole=False) if is_exact else tolerance

    @cached_property
    def _window(self) -> Window:
        return window_of(self.index, self.reading)


def formed(numbers: Sequence[int | float], shape: tuple[int, ...], like: Any) -> Any:
    """Numbers in row-major order in the form of another value."""
    if not shape:
        return numbers[0]
    if isinstance(like, tuple | list):
        width = shape[-1]
        rows = [tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)]
        return tuple(rows) if len(shape) > 1 else rows[0]
    import numpy as np  # here, because counts need none of it

    return np.array(numbers, dtype=like.dtype).reshape(shape)
