"""Finds a mistake followed by a number copied wrongly; tried where nothing else explains an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Any, Final

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, Entry, SortedCauses
from checker.diagnosis.flat_values import Shape, finite_column
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.slips_on_the_way import Slipped, no_cause, slipped_runs

MAX_MISTAKES: Final = 8
"""Maximum number of mistakes, likeliest first, after which a number is copied wrongly."""

MAX_SLIPS: Final = 80
"""Maximum number of slips, likeliest first, after each of these mistakes."""

MAX_WORK: Final = 50_000
"""Maximum work of all these runs, in values of steps by students."""


def slips_after_mistakes(index: WrongAnswerIndex, shape: Shape, window: Sequence[Any]) -> list[Cause]:
    """Return the pairs of a mistake and a number copied wrongly after it that give an answer in the window.

    The window has the bounds of each number of the answer.
    """
    causes = index.after_mistakes(_by_shape).get(shape)
    return causes.find(window) if causes else []


def _by_shape(index: WrongAnswerIndex) -> Mapping[Shape, SortedCauses]:
    """Return, by shape, the answers to the asked step after a mistake and a slip in copying."""
    runs = index.runs
    copied = [each for each in runs.slipped(slipped_runs).slips if each.slip == slips.MISCOPIED]
    starts = [each for each in index.slip_starts[1:] if not each.mistakes[0].scope]
    if runs.variant.solver.one_by_one or not copied or not starts:
        return {}
    starts = nlargest(MAX_MISTAKES, starts, key=lambda each: each.prior)
    most = min(MAX_SLIPS, MAX_WORK // (len(starts) * runs.work_per_student))
    copied = nlargest(most, copied, key=lambda each: each.chance)
    entries: dict[Shape, list[Entry]] = {}
    for start, slipped, (value_shape, numbers) in _together(index, starts, copied):
        if value_shape != index.shape or not (are_equal(numbers, start.numbers) or are_equal(numbers, index.numbers)):
            chance = start.prior * slips.prior(slips.MISCOPIED) * slipped.chance
            cause = Cause(start.mistakes, slips.MISCOPIED, slipped.detail, chance, numbers, is_estimated=True)
            entries.setdefault(value_shape, []).append(cause)
    return {each: SortedCauses(causes, no_cause) for each, causes in entries.items()}


def _together(index: WrongAnswerIndex, starts: Sequence[Cause], copied: Sequence[Slipped]) -> Any:
    """Yield each mistake with each slip and the value of the asked step, from one run with a student for each pair."""
    given: defaultdict[str, dict[int, Any]] = defaultdict(dict)
    for place, each in enumerate(copied):
        for name, value in each.wrong.items():
            given[name][1 << place] = value
    options = {
        (each.mistakes[0].choice, each.mistakes[0].option): 1 << (len(copied) + place)
        for place, each in enumerate(starts)
    }
    columns = index.runs.variant.run_replaced({}, given, {index.step}, options)
    if index.step not in columns:
        return
    column = finite_column(columns[index.step])
    for start, bit in zip(starts, options.values(), strict=True):
        for place, slipped in enumerate(copied):
            if value := column.value_for(bit | 1 << place):
                yield start, slipped, value
