"""The questions that are measured: of every type, with drawn parameters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Final
from unittest.mock import patch

from benchmarks.diagnosis.halves import seed
from benchmarks.diagnosis.identifiable import Rivals
from benchmarks.diagnosis.stated import DIGITS
from checker.answers import Judge, Reading, Tolerance
from checker.diagnosis import MistakenRuns, WrongAnswerIndex, coincidence, preceding_steps
from checker.engine.trace import TOTAL
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

MOST_PARTS: Final = 5
"""Number of parts of a question that also asks for its steps."""

RIGHT: Final = ("correct", "coarse")
"""Verdicts on answers that are not wrong."""


class Asked:
    """One asked step: its index, its judge, and everything in the catalogue that gives its answers."""

    def __init__(self, index: WrongAnswerIndex, judge: Judge) -> None:
        self.index = index
        self.judge = judge
        self._rivals: dict[tuple[tuple[int, ...], int], Rivals] = {}

    @cached_property
    def kind(self) -> str:
        """Return `number`, `matrix` (vectors and shapes too) or `order` (of growth, and choices)."""
        if self.index.is_coded:
            return "order"
        return "matrix" if self.index.shape else "number"

    @property
    def digits(self) -> tuple[int | None, ...]:
        """Return the ways in which its answers may be stated."""
        return (None,) if self.index.is_coded else DIGITS

    def is_wrong(self, answer: Reading) -> bool:
        """Return whether the answer is outside the tolerance, as far as its digits go."""
        return self.judge.verdict(answer) not in RIGHT

    def rivals(self, shape: tuple[int, ...], stage: int) -> Rivals:
        """Return everything that gives answers of this shape, with up to two or three deviations."""
        if (shape, stage) not in self._rivals:
            everywhere = [(float("-inf"), float("inf"))] * math.prod(shape)
            self._rivals[shape, stage] = Rivals(self.index.find(shape, everywhere, stage))
        return self._rivals[shape, stage]


def variant_of(half: str, name: str, number: int) -> Variant:
    """Return the type with the parameters of this draw."""
    question = solver(name)
    return Variant(question, arguments(question, question.draw(seed(half, name, number))))


def asked(variant: Variant) -> Asked:
    """Return the question about the result."""
    return _asked(MistakenRuns(variant, [TOTAL]), TOTAL)


def _asked(traces: MistakenRuns, step: str) -> Asked:
    index = WrongAnswerIndex(traces, step)
    truth = traces.variant.run(wanted={step})[step]
    return Asked(index, Judge(truth, Tolerance.default(whole=index.whole)))


def in_parts(variant: Variant) -> list[Asked]:
    """Return the questions about the result and the steps that lead to it; empty if there are no such steps."""
    leading = [step for step in preceding_steps(variant.board, TOTAL) if step in MistakenRuns(variant, [TOTAL]).truth]
    steps = [*leading[-(MOST_PARTS - 1) :], TOTAL]
    if len(steps) == 1:
        return []
    traces = MistakenRuns(variant, steps)
    parts = [_asked(traces, step) for step in steps]
    return [] if any(part.index.is_coded for part in parts) else parts


def without(variant: Variant, point: str) -> Variant:
    """Return the variant without a choice point in its catalogue."""
    held = Variant(variant.solver, variant.arguments, variant.declared)
    del held.truth.menu[point]
    return held


@contextmanager
def no_guard() -> Iterator[None]:
    """Diagnose without the guard against coincidence."""
    with patch.object(coincidence, "strength", return_value="consistent"):
        yield
