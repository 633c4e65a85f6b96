"""The mistakes that an answer can tell apart at all: the ceiling of every method.

A mistaken run is identifiable where nothing else in the catalogue with as few deviations gives an answer that is
stated in the same way.  Written apart from the engine's own look-up, as its judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from checker.answers import Reading, StatedNumber
from checker.diagnosis import WrongAnswerIndex
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Value
from checker.diagnosis.near_misses import near_misses
from checker.diagnosis.slips_on_the_way import slips_on_the_way
from checker.diagnosis.window import window_of
from checker.diagnosis.writing_slips import writing_slip

NOISE = 1e-9
"""Relative difference up to which two computations of a number count as equal."""


class Rivals:
    """Everything that gives answers of one shape; a slip is a deviation like a mistake."""

    def __init__(self, causes: Sequence[Cause]) -> None:
        self.causes = list(causes)
        self._values = np.array([list(map(float, cause.numbers)) for cause in self.causes], dtype=float)
        self._deviations = np.array([len(cause.mistakes) + bool(cause.slip) for cause in self.causes])

    def near(self, answer: Reading, most: int) -> list[Cause]:
        """Return the sets of deviations that give this answer, as far as its digits go."""
        if not self.causes:
            return []
        fits = self._deviations <= most
        for column, number in enumerate(answer.numbers):
            fits &= np.abs(self._values[:, column] - float(number.value)) <= _reach(number)
        return [self.causes[row] for row in np.flatnonzero(fits)]

    def equal(self, value: Value) -> list[Cause]:
        """Return the deviations that give exactly this value."""
        if not self.causes:
            return []
        numbers = np.array(list(map(float, value[1])))
        fits = np.all(np.abs(self._values - numbers) <= NOISE * np.abs(numbers), axis=1)
        return [cause for row in np.flatnonzero(fits) if _is_same((cause := self.causes[row]).numbers, value[1])]


def is_identifiable(rivals: Rivals, answer: Reading, made: frozenset[object], most: int) -> bool:
    """Return whether nothing but the mistakes made gives this answer."""
    ways = {(frozenset(cause.mistakes), cause.slip, cause.detail) for cause in rivals.near(answer, most)}
    return ways == {(made, None, "")}


def is_slip_of_the_pen(index: WrongAnswerIndex, answer: Reading) -> bool:
    """Return whether wrong digits or arithmetic, alone or after one mistake, give this answer: a rival not indexed."""
    if answer.shape != index.shape:
        return False
    for start in index.slip_starts:
        pairs = zip(answer.numbers, start.numbers, strict=True)
        made = {writing_slip(number, value) for number, value in pairs if not states(number, value)}
        if len(made) == 1 and made != {None}:
            return True
    window = window_of(answer, whole=index.whole)
    return bool(near_misses(index, answer) or slips_on_the_way(index, answer.shape, window))


def states(number: StatedNumber, value: Any) -> bool:
    """Return whether the number, with its digits, is a way to write the value."""
    return bool(abs(float(value) - float(number.value)) <= _reach(number))


def _reach(number: StatedNumber) -> float:
    """Return how far the value may be from the stated number; 27.6K states three digits, a plain whole number all."""
    if isinstance(number.value, int) and number.half < 1:
        return 0.0
    return float(number.half) + NOISE * abs(float(number.value))


def _is_same(numbers: Sequence[object], others: Sequence[object]) -> bool:
    """Compare numbers; whole ones exactly, however large."""
    pairs = zip(numbers, others, strict=True)
    return all(one == other for one, other in pairs if isinstance(one, int) and isinstance(other, int))
