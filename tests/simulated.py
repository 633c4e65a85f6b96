"""Answers that known mistakes give, for tests of all question types."""

from __future__ import annotations

from checker.diagnosis import WrongAnswerIndex
from checker.diagnosis.mistakes import MistakenRun


def runs_of(index: WrongAnswerIndex, size: int) -> list[MistakenRun]:
    """Return the runs with this many mistakes whose answer the index has: it needs each of them."""
    runs = index.runs.singles if size == 1 else index.runs.pairs
    return [run for run in runs if _is_known(index, run)]


def _is_known(index: WrongAnswerIndex, run: MistakenRun) -> bool:
    if index.step not in run.values:
        return False
    shape, numbers = run.values[index.step]
    kind = "one" if len(run.mistakes) == 1 else "two"
    found = index.find(shape, [(number, number) for number in numbers], kind)
    return any(cause.mistakes == run.mistakes and not cause.slip for cause in found)
