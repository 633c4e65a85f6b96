"""Finds a mistake together with a number of the question copied wrongly; tried where nothing else explains an answer.

The solver is run again with both.  Final answers that are written wrongly are in `writing_slips`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any, Final

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, SortedCauses, causes_by_shape
from checker.diagnosis.flat_values import Shape, Value, finite_values
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistaken_runs import MistakenRuns, a_student_each
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.slips_on_the_way import Slipped, slipped_runs
from checker.questions.variant import LaneColumns

MAX_MISTAKES: Final = 8
"""Maximum number of mistakes, likeliest first, after which a number is copied wrongly."""

MAX_SLIPS: Final = 80
"""Maximum number of slips, likeliest first, after each of these mistakes."""

MAX_WORK: Final = 50_000
"""Maximum work of the runs for one step, in values of steps by students."""


def slips_after_mistakes(index: WrongAnswerIndex, shape: Shape, window: Sequence[Any]) -> list[Cause]:
    """Return the pairs of a mistake and a number copied wrongly after it that give an answer.

    `window` has the bounds of each number of the answer.
    """
    causes = index.once(_by_shape).get(shape)
    return causes.find(window) if causes else []


def _by_shape(index: WrongAnswerIndex) -> Mapping[Shape, SortedCauses]:
    """Return, by shape, the answers to the asked step after a mistake and a slip in copying."""
    everywhere = (each for each in index.slip_starts[1:] if not each.mistakes[0].scope)
    starts = {each.mistakes[0]: each for each in nlargest(MAX_MISTAKES, everywhere, key=lambda each: each.prior)}
    causes: list[tuple[Shape, Cause]] = []
    for mistake, slipped, (value_shape, numbers) in index.runs.shared(RunsAfterMistakes).answers(index.step, [*starts]):
        start = starts[mistake]
        if value_shape != index.shape or not (are_equal(numbers, start.numbers) or are_equal(numbers, index.numbers)):
            chance = start.prior * slips.prior(slips.MISCOPIED) * slipped.chance
            cause = Cause(start.mistakes, slips.MISCOPIED, slipped.detail, chance, numbers, is_estimated=True)
            causes.append((value_shape, cause))
    return causes_by_shape(causes)


class RunsAfterMistakes:
    """The runs with a mistake and then a number that is copied wrongly: once for all asked steps."""

    def __init__(self, runs: MistakenRuns) -> None:
        self._runs = runs
        copied = [each for each in runs.shared(slipped_runs).slips if each.slip == slips.MISCOPIED]
        self._copied = sorted(copied, key=lambda each: -each.chance)
        self._known: dict[Mistake, tuple[int, int, LaneColumns]] = {}
        """For each mistake how many slips were made after it, its bit, and the columns with all of them."""

    def answers(self, step: str, mistakes: Sequence[Mistake]) -> Iterator[tuple[Mistake, Slipped, Value]]:
        """Yield these mistakes with each slip, and the value of a step after both; only the likeliest slips are run."""
        if self._runs.variant.solver.one_by_one or not self._copied or not mistakes:
            return
        most = min(MAX_SLIPS, MAX_WORK // (len(mistakes) * self._runs.work_per_student))
        copied = self._copied[:most]
        if new := [each for each in mistakes if self._known.get(each, (0,))[0] < len(copied)]:
            self._run(new, copied)
        for mistake in mistakes:
            _, bit, columns = self._known[mistake]
            if step in columns:
                column = columns[step]
                found = {place: column.value_for(bit | 1 << place) for place in range(len(copied))}
                values = finite_values({place: value for place, value in found.items() if value is not None})
                yield from ((mistake, copied[place], value) for place, value in values.items())

    def _run(self, mistakes: Sequence[Mistake], copied: Sequence[Slipped]) -> None:
        """Run these mistakes with these slips, with a student for each pair."""
        given = a_student_each(each.wrong for each in copied)
        bits = {each: 1 << (len(copied) + place) for place, each in enumerate(mistakes)}
        options = {(each.choice, each.option): bit for each, bit in bits.items()}
        columns = self._runs.variant.run_replaced({}, given, self._runs.steps, options)
        self._known |= {each: (len(copied), bit, columns) for each, bit in bits.items()}
