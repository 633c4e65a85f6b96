"""All the answers that known mistakes give to one asked step, sorted, to be looked up by a window of values."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis import slips
from checker.diagnosis.mistaken_runs import THIRD, MistakenRuns, Trace, Value, steps_of
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.numeric_equality import are_equal, noise_of
from checker.diagnosis.unit_slips import NONE_TRIED, Tried, UnitSlips, unit_slips
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.questions.variant import Variant

Window = Sequence[tuple[Any, Any]]
"""For each number of an answer the lowest and the highest value that its stated digits allow."""


MOST_SLIPPED: Final = 400
"""Slips of larger answers are not looked for."""


Way = tuple[tuple[Mistake, ...], str | None]
"""A way to an answer: the mistakes, and the slip after them."""


@lru_cache(maxsize=4096)
def depends(variant: Variant, step: str, on: str) -> bool:
    """Return whether the value of a step would be another one, were that of `on`."""
    return variant.depends_on(step, on)


class Cause(NamedTuple):
    """What may have led to an answer: mistakes, then at most one slip.

    `of` is the step or part that a slip took, or the units of a slip of units as its sentence names them.
    """

    mistakes: tuple[Mistake, ...]
    slip: str | None
    of: str
    prior: float
    numbers: tuple[Any, ...]
    also: tuple[Way, ...] = ()
    """Other ways, which say the same in other words."""


class ValueSlips(NamedTuple):
    """What a student of a table answers; `student` is as there."""

    shape: tuple[int, ...]
    numbers: tuple[Any, ...]
    student: int


class SortedCauses:
    """What gives answers of one shape, sorted by the number that tells most of them apart.

    Of a student who makes mistakes it is asked only when an answer comes near whether each of them matters.
    """

    def __init__(
        self,
        entries: Sequence[Cause | ValueSlips],
        matters: Callable[[ValueSlips], bool],
        cause: Callable[[ValueSlips], Cause],
    ) -> None:
        columns = list(zip(*(entry.numbers for entry in entries), strict=True))
        kinds = [len(set(column)) for column in columns]
        self._by = max(range(len(columns)), key=kinds.__getitem__) if columns else 0
        self._entries = sorted(entries, key=lambda entry: entry.numbers[self._by]) if columns else list(entries)
        self._keys = [entry.numbers[self._by] for entry in self._entries] if columns else []
        self._matters = matters
        self._cause = cause

    def find(self, window: Window) -> list[Cause]:
        """The causes in the window."""
        low, high = window[self._by]
        near = self._entries[bisect_left(self._keys, low) : bisect_right(self._keys, high)]
        if len(window) > 1:
            near = [entry for entry in near if fits(entry.numbers, window)]
        return [entry if isinstance(entry, Cause) else self._cause(entry) for entry in near if self._is_cause(entry)]

    @cached_property
    def varying(self) -> list[int]:
        """The numbers that are not the same in all answers."""
        first = next((entry.numbers for entry in self._entries if self._is_cause(entry)), ())
        constant = set(range(len(first)))
        for entry in self._entries:
            differing = {i for i in constant if entry.numbers[i] != first[i]}
            if differing and self._is_cause(entry):
                constant -= differing
        return [i for i in range(len(first)) if i not in constant]

    def _is_cause(self, entry: Cause | ValueSlips) -> bool:
        return isinstance(entry, Cause) or self._matters(entry)


class WrongAnswerIndex:
    """The causes of every known wrong answer to one asked step: up to two mistakes, and three on demand."""

    without_steps = "Check the formula, then the numbers."
    """What to do where there are no steps to go through."""

    def __init__(self, traces: MistakenRuns, step: str = TOTAL, other_parts: Mapping[str, Value] | None = None) -> None:
        self.traces = traces
        self.step = step
        self.shape, self.numbers = traces.truth[step]
        self.leading = [step for step in steps_of(traces.variant.board, step) if step in traces.truth]
        self.truths = tuple(map(float, self.numbers))
        self.scale = float(max(map(abs, self.numbers), default=0)) or 1.0
        self._noise = noise_of(self.scale)
        self.whole = all(isinstance(number, int) for number in self.numbers)
        self.has_listed = AUTHOR_LISTED in traces.variant.menu
        self.is_coded = isinstance(traces.variant.board[step].value, EncodedValue)
        self._other_parts = other_parts or {}
        self._shelves: dict[int, dict[tuple[int, ...], SortedCauses]] = {}

    @property
    def unit(self) -> str | None:
        """The unit of the asked step, if it has one."""
        return self.traces.variant.unit_of(self.step)

    @cached_property
    def units(self) -> UnitSlips | None:
        """The slips of units; none where the answer has no unit."""
        return unit_slips(self.unit, is_list=bool(self.shape)) if self.unit else None

    def is_of_the_same(self, other: WrongAnswerIndex) -> bool:
        """Whether both are of steps of the same question."""
        return self.traces.variant.key() == other.traces.variant.key()

    def is_on_the_way(self, step: str) -> bool:
        """Return whether the asked step is worked out from another one."""
        return step != self.step and (self.is_coded or depends(self.traces.variant, self.step, step))

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """The causes in the window, of up to two mistakes (stage 2) or of three (stage 3)."""
        shelf = self._stage(stage).get(shape)
        return shelf.find(window) if shelf else []

    def is_cut(self, stage: int) -> bool:
        """Whether there are more sets of so many mistakes than could be looked at."""
        return self.traces.table(stage).is_cut

    def varying(self, shape: tuple[int, ...]) -> Sequence[int]:
        """The entries that are evidence: those that differ between the known answers; of another shape all."""
        if shape != self.shape:
            return range(math.prod(shape))
        shelf = self._stage(2).get(shape)
        return shelf.varying if shelf else range(0)

    @cached_property
    def counting(self) -> list[str]:
        """The last names of the leading steps that are not 0: what a student may go through.

        A piece of a formula is no name: it would give the formula away.
        """
        used = (step for step in self.leading if any(self.traces.truth[step][1]) and self.is_on_the_way(step))
        names = (step.rpartition(".")[2] for step in used)
        return [name for name in names if name.isidentifier()]

    @cached_property
    def starts(self) -> list[Cause]:
        """What a slip may have been made on: the truth, and what single mistakes give."""
        made = [made for _, made in self._made(1) if self._matters(made)]
        priors = [self.traces.prior(each.student) for each in made]
        total = sum(priors)
        starts = [Cause((), None, "", slips.PRIOR * slips.ON_THE_TRUTH, self.numbers)]
        for each, prior in zip(made, priors, strict=True):
            if each.shape == self.shape:
                share = slips.PRIOR * (1 - slips.ON_THE_TRUTH) * prior / total
                starts.append(Cause(self.traces.mistakes(each.student), None, "", share, each.numbers))
        return starts

    def _stage(self, stage: int) -> dict[tuple[int, ...], SortedCauses]:
        if stage not in self._shelves:
            entries: dict[tuple[int, ...], list[Cause | ValueSlips]] = {}
            for shape, entry in self._entries(stage):
                entries.setdefault(shape, []).append(entry)
            self._shelves[stage] = {
                shape: SortedCauses(listed, self._matters, self._cause) for shape, listed in entries.items()
            }
        return self._shelves[stage]

    def _entries(self, stage: int) -> Iterator[tuple[tuple[int, ...], Cause | ValueSlips]]:
        for number in (THIRD,) if stage == THIRD else (1, 2):
            yield from self._made(number)
        if stage < THIRD and not self.is_coded:
            for shape, cause in self._slipped():
                if not self._are_equal((shape, cause.numbers), (self.shape, self.numbers)):
                    yield shape, cause

    def _made(self, number: int) -> Iterator[tuple[tuple[int, ...], ValueSlips]]:
        """What those answer who make so many mistakes, none of which is without effect on the asked step."""
        students, columns, _ = self.traces.table(number)
        if self.step not in columns:
            return
        mask, values = columns[self.step]
        for student in students:
            if student & mask == student and student in values:
                shape, numbers = values[student]
                yield shape, ValueSlips(shape, numbers, student)

    def _cause(self, made: ValueSlips) -> Cause:
        prior = (1 - slips.PRIOR) * self.traces.prior(made.student)
        return Cause(self.traces.mistakes(made.student), None, "", prior, made.numbers)

    def is_alive(self, trace: Trace) -> bool:
        """Whether the asked step needs every one of its mistakes: it equals that of none of the sub-sets."""
        value = trace.values.get(self.step)
        return value is not None and not self._is_of_fewer(value, self.traces.student(trace.mistakes))

    def _matters(self, made: ValueSlips) -> bool:
        """Whether every mistake of a student matters for the answer."""
        return not self._is_of_fewer((made.shape, made.numbers), made.student)

    def _is_of_fewer(self, value: Value, student: int) -> bool:
        """Whether this is also what one gets who makes some of a student's mistakes, or none."""
        fewer = student
        while fewer:
            fewer = (fewer - 1) & student
            other = self.traces.row(fewer).get(self.step)
            if other is not None and self._are_equal(value, other):
                return True
        return False

    def _are_equal(self, value: Value, other: Value) -> bool:
        return value[0] == other[0] and are_equal(value[1], other[1], self._noise)

    def _slipped(self) -> Iterator[tuple[tuple[int, ...], Cause]]:
        """Slips that follow from the value: of the truth or of one mistake, and other things taken for the answer."""
        if len(self.numbers) > MOST_SLIPPED:
            return
        for start in self.starts:
            named, covered = self._unit_slips(start)
            for slip, prior, shape, numbers in slips.value_slips(self.shape, start.numbers, covered):
                yield shape, Cause(start.mistakes, slip, "", start.prior * prior, numbers)
            for each in named:
                also = ((start.mistakes, each.same),) if each.same else ()
                numbers = each.on(start.numbers)
                yield self.shape, Cause(start.mistakes, each.slip, each.of, start.prior * each.prior, numbers, also)
        alone = slips.PRIOR * slips.ON_THE_TRUTH
        for slip, values in (("intermediate", self._intermediate()), ("another_part", self._other_parts)):
            for name, (shape, numbers) in values.items():
                yield shape, Cause((), slip, name, alone * slips.prior(slip, len(values)), numbers)
        for decimals in () if self.whole else (2, 3):
            try:
                rounded = self.traces.variant.run(wanted={self.step}, override=partial(_rounded, self.step, decimals))
            except INVALID_RUN:  # a step that is rounded to 0 and then divided by
                continue
            shape, numbers = flatten(rounded[self.step])
            if not all(map(math.isfinite, numbers)):
                continue
            yield shape, Cause((), "rounded_early", "", alone * slips.prior("rounded_early", 2), numbers)

    def _unit_slips(self, start: Cause) -> Tried:
        if self.units is None:
            return NONE_TRIED
        return self.units.on_mistake if start.mistakes else self.units.on_truth

    def _intermediate(self) -> dict[str, Value]:
        """The values of the steps on the way to the asked one; of steps with one value the outermost."""
        inside = "" if self.step == TOTAL else f"{self.step}."
        outermost: dict[Value, str] = {}
        for path in sorted(self.traces.variant.board, key=lambda path: path.count(".")):
            value = flatten(self.traces.variant.board[path].value)
            is_part = value in self._other_parts.values()
            if path.startswith(inside) and path not in (self.step, TOTAL) and any(value[1]) and not is_part:
                outermost.setdefault(value, path)
        return {path: value for value, path in outermost.items()}


def _rounded(asked: str, decimals: int, path: str, value: Any) -> Any:
    """The value of a step on the way as one may write it down, with few decimals."""
    if path == asked or isinstance(value, int):
        return value
    if isinstance(value, tuple | list):
        return tuple(_rounded(asked, decimals, path, entry) for entry in value)
    return round(value, decimals) if isinstance(value, float) else value.round(decimals)


def fits(numbers: Sequence[Any], window: Window) -> bool:
    """Whether all numbers lie in their windows."""
    return all(low <= number <= high for number, (low, high) in zip(numbers, window, strict=True))
