"""Every mistaken run of a variant, stage by stage: one mistake, two, and on demand three."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from checker.answers import flatten
from checker.diagnosis.mistakes import Mistake, possible_mistakes, wrong
from checker.diagnosis.numeric_equality import rounded
from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of
from checker.engine.lanes.columns import LaneColumn
from checker.engine.memory import Memory
from checker.engine.recording import AUTHOR_LISTED, Step
from checker.engine.trace import TOTAL
from checker.questions.variant import Variant

Value = tuple[tuple[int, ...], tuple[Any, ...]]
"""A shape, and the numbers in row-major order."""

Mistakes = tuple[Mistake, ...]

_Key = TypeVar("_Key")

STAGE_PRIORS: Final = {1: 0.70, 2: 0.22, 3: 0.08}
"""P(number of mistakes), given that the answer comes from mistakes."""

THIRD: Final = 3
"""The stage that is built only where two mistakes explain nothing."""

MOST_RUNS: Final = {2: 40_000, 3: 20_000}
"""A bound on the students of a stage, likeliest first.  A count, not a time: the same on every machine."""

MOST_NUMBERS: Final = 400_000
"""A bound on the numbers that one stage keeps."""

MOST_WORK: Final = 8_000_000
"""A bound on what one stage computes: values of steps, by students.  About two seconds on a machine of today."""

MOST_SETS: Final = 250_000
"""So many sets of mistakes are put in order; of more mistakes the likeliest are combined."""

WORK_OF_AN_ARRAY: Final = 25
"""The work for a step that is an array, beside one that is a number; one number more costs a twentieth of that."""

MOST_KNOWN: Final = 4_096
"""So many further students are remembered, whom no stage has."""


class RunRow(Mapping[str, Value]):
    """What one student gets at the steps that are kept; nothing where their run fails."""

    __slots__ = ("_columns", "_student")

    def __init__(self, columns: Mapping[str, LaneColumn], student: int) -> None:
        self._columns = columns
        self._student = student

    def __getitem__(self, step: str) -> Value:
        value: Value | None = self.get(step)
        if value is None:
            raise KeyError(step)
        return value

    def get(self, step: str, default: Any = None) -> Any:
        """The value of a step, if it has one."""
        column = self._columns.get(step)
        return default if column is None else column.values.get(self._student & column.mask, default)

    def __iter__(self) -> Iterator[str]:
        return (step for step in self._columns if self.get(step) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Trace(NamedTuple):
    """One mistaken run: its mistakes, its prior, and its values at the asked steps and at those that lead there."""

    mistakes: Mistakes
    prior: float
    values: Mapping[str, Value]


class Stage(NamedTuple):
    """All students with one number of mistakes whose runs do not fail, in one table.

    A student is the sum of the `bits` of their mistakes.
    """

    students: Sequence[int]
    columns: Mapping[str, LaneColumn]
    is_cut: bool = False
    """Whether there were more students than a run may have; those here are the likeliest."""


class MistakenRuns:
    """The mistaken runs of a variant that is asked for `steps`."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self._watched = self.steps.union(*(steps_of(variant.board, step) for step in self.steps))
        self.truth: Mapping[str, Value] = _flat(variant.run(wanted=self._watched), self._watched)
        self._stages: dict[int, Stage] = {}
        self._rows: dict[int, Mapping[str, Value]] = {0: self.truth}
        self._others: Memory[Mistakes, Mapping[str, Value]] = Memory(MOST_KNOWN)

    def stage(self, number: int) -> list[Trace]:
        """The runs with this many mistakes that have a value at all."""
        students, columns, _ = self.table(number)
        return [Trace(self.mistakes(each), self.prior(each), RunRow(columns, each)) for each in students]

    def table(self, number: int) -> Stage:
        """The same in one table."""
        if number not in self._stages:
            for fewer in range(1, number):  # whoever asks whether a mistake matters looks at who makes fewer
                self.table(fewer)
            stage = self._stages[number] = self._singles() if number == 1 else self._sets(number)
            if number < THIRD:  # the third stage is large, and little of it is ever reported
                self._rows |= {student: RunRow(stage.columns, student) for student in stage.students}
        return self._stages[number]

    def values(self, mistakes: Mistakes) -> Mapping[str, Value]:
        """What this student gets at the asked steps and those that lead there; nothing where the run fails."""
        size = len(mistakes)
        if 0 < size < THIRD:
            self.table(size)
        row = self._rows.get(self.student(mistakes)) if size < THIRD else None
        if row is not None:
            return row
        return self._others.get(mistakes, lambda: self._run(mistakes, self._watched))

    def row(self, student: int) -> Mapping[str, Value]:
        """What a student of the first two stages gets."""
        return self._rows.get(student, {})

    def learn(self, sets: Iterable[Mistakes]) -> None:
        """Remember what further students get, all in one run; those with two beliefs about one point are left out."""
        new = [chosen for chosen in dict.fromkeys(sets) if len(chosen) >= THIRD and chosen not in self._others]
        new = [chosen for chosen in new if are_of_different_points(chosen)]
        if not new:
            return
        students = [self.student(chosen) for chosen in new]
        alive, columns = self._run_all(students, self._watched)
        going = set(alive)
        for chosen, student in zip(new, students, strict=True):
            self._others.keep(chosen, RunRow(columns, student) if student in going else {})

    def carried(self, sets: Sequence[Mistakes], step: str, replace: Callable[[str, Any], Any]) -> list[Value | None]:
        """What further students get at a step, all in one run, where other steps are replaced."""
        students = [self.student(chosen) for chosen in sets]
        alive, columns = self.variant.run_many(self._named_bits, students, {step}, replace)
        if step not in columns:
            return [None] * len(sets)
        column, going = _flat_column(columns[step]), set(alive)
        return [column.value_for(student) if student in going else None for student in students]

    def every_value(self, mistakes: Mistakes) -> Mapping[str, Value]:
        """What this student gets at every step."""
        return self._run(mistakes, frozenset(self.variant.board) | self._watched)

    def student(self, mistakes: Iterable[Mistake]) -> int:
        """The student who makes these mistakes, in the tables."""
        bits = self.bits
        return sum([bits[mistake] for mistake in mistakes])

    def mistakes(self, student: int) -> Mistakes:
        """The mistakes that a student makes."""
        known = self._in_order
        return tuple([known[bit.bit_length() - 1] for bit in bits_of(student)])

    def prior(self, student: int) -> float:
        """How likely it is that whoever makes a mistake is this student."""
        mistakes = self.mistakes(student)
        size = len(mistakes)
        return STAGE_PRIORS[size] * (math.factorial(size) * math.prod([self.shares[one] for one in mistakes]))

    def _singles(self) -> Stage:
        """Single mistakes.  One held locally that equals a global one in every step is that global one."""
        steps = frozenset(self.variant.board) | self._watched
        mistakes = sorted(self.shares, key=lambda mistake: bool(mistake.scope))
        alive, columns = self._run_all([self.bits[mistake] for mistake in mistakes], steps)
        changed = _changed(alive, columns)
        seen: set[Any] = {frozenset()}
        students = []
        for mistake in mistakes:
            student = self.bits[mistake]
            if student in changed:
                identity = frozenset(changed[student])
                if not (mistake.scope and identity in seen):
                    seen.add(identity)
                    students.append(student)
        return Stage(students, {step: column for step, column in columns.items() if step in self._watched})

    def _sets(self, size: int) -> Stage:
        """Sets of global mistakes about different points; where there are too many, the likeliest of them."""
        mistakes = [
            mistake
            for mistake in self.shares
            if not mistake.scope and mistake.point != AUTHOR_LISTED and (size < THIRD or mistake in self._effective)
        ]
        combined = _likeliest(mistakes, self.shares, _most_combined(len(mistakes), size))
        students = self._of_different_points(combined, size)
        numbers = sum(len(numbers) for _, numbers in self.truth.values())
        most = min(MOST_RUNS[size], MOST_NUMBERS // max(numbers, 1), MOST_WORK // self.work)
        is_cut = len(combined) < len(mistakes) or len(students) > most
        return Stage(*self._run_all(students[:most], self._watched if size < THIRD else self.steps), is_cut)

    def _of_different_points(self, mistakes: Sequence[Mistake], size: int) -> list[int]:
        """Who makes so many of these mistakes, each about another point, likeliest first.

        Those about one point stand side by side.
        """
        points = [mistake.point for mistake in mistakes]
        following = [len(points) - points[::-1].index(point) for point in points]
        bits = [self.bits[mistake] for mistake in mistakes]
        places = range(len(mistakes))
        cost = [-math.log(self.shares[mistake]) for mistake in mistakes]
        found = [(cost[place], bits[place], following[place]) for place in places]
        for _ in range(size - 1):
            found = [
                (paid + cost[place], student | bits[place], following[place])
                for paid, student, next_ in found
                for place in places[next_:]
            ]
        return [student for _, student, _ in sorted(found, key=itemgetter(0))]

    def _run_all(
        self, students: Sequence[int], steps: frozenset[str]
    ) -> tuple[Sequence[int], Mapping[str, LaneColumn]]:
        """The students whose runs do not fail, and the flat values of all of them."""
        alive, columns = self.variant.run_many(self._named_bits, [0, *students], steps)
        flat = {step: _flat_column(column) for step, column in columns.items()}
        going = set(alive)
        return [student for student in students if student in going], flat

    @cached_property
    def work(self) -> int:
        """What one student more costs: the values of all steps."""
        return sum(_work(step.value) for step in self.variant.board.values())

    @cached_property
    def shares(self) -> Mapping[Mistake, float]:
        """Every mistake on the menu, with its share of the prior."""
        return possible_mistakes(self.variant)

    @cached_property
    def _in_order(self) -> Sequence[Mistake]:
        return list(self.shares)

    @cached_property
    def bits(self) -> Mapping[Mistake, int]:
        """For each mistake its bit in a student."""
        return {mistake: 1 << place for place, mistake in enumerate(self.shares)}

    @cached_property
    def _named_bits(self) -> Mapping[tuple[str, str], int]:
        return {(mistake.choice, mistake.option): bit for mistake, bit in self.bits.items()}

    def applicable(self, beliefs: Iterable[Mistake]) -> Mistakes:
        """Those of some beliefs that are mistakes here, in the order in which `values` has them."""
        return tuple(sorted((belief for belief in beliefs if belief in self.shares), key=self.bits.__getitem__))

    @cached_property
    def _effective(self) -> set[Mistake]:
        """The mistakes that change an asked step, alone or beside another one: without W_O its bias counts nothing."""
        effective = 0
        for students, columns, _ in (self.table(1), self.table(2)):
            for student in students:
                for bit in bits_of(student & ~effective):
                    if self._differs(columns, student, bit):
                        effective |= bit
        return set(self.mistakes(effective))

    def _differs(self, columns: Mapping[str, LaneColumn], student: int, bit: int) -> bool:
        """Whether an asked step is another one for a student than it is without one of the mistakes."""
        fewer = self._rows.get(student ^ bit, {})
        return any(
            columns[step].mask & bit and columns[step].value_for(student) != fewer.get(step)
            for step in self.steps
            if step in columns
        )

    def _run(self, mistakes: Sequence[Mistake], steps: frozenset[str]) -> Mapping[str, Value]:
        """The values of a run; none where it fails, because the mistakes do not fit together."""
        try:
            return _flat(self.variant.run(wrong(mistakes), steps), steps)
        except INVALID_RUN:
            return {}


def _changed(students: Iterable[int], columns: Mapping[str, LaneColumn]) -> dict[int, set[tuple[str, Any]]]:
    """By single mistake the steps that it changes, with their values but for the noise of computing them."""
    changed: dict[int, set[tuple[str, Any]]] = {student: set() for student in students}
    for step, column in columns.items():
        right = _identity(column.values.get(0))
        for student in bits_of(column.mask):
            if student in changed and (found := _identity(column.values.get(student))) != right:
                changed[student].add((step, found))
    return changed


def _identity(value: Value | None) -> Any:
    return value and (value[0], rounded(value[1]))


def _work(value: Any) -> int:
    """What a step costs beside one that is a number."""
    if isinstance(value, tuple | list):
        return sum(map(_work, value))
    return WORK_OF_AN_ARRAY + value.size * WORK_OF_AN_ARRAY // 20 if hasattr(value, "size") else 1


def _most_combined(mistakes: int, size: int) -> int:
    """Of how many mistakes at most all sets of a size are put in order."""
    return next(most for most in range(mistakes, 0, -1) if math.comb(most, size) <= MOST_SETS) if mistakes else 0


def _likeliest(mistakes: Sequence[Mistake], shares: Mapping[Mistake, float], most: int) -> Sequence[Mistake]:
    """The likeliest mistakes, in their order."""
    if len(mistakes) <= most:
        return mistakes
    kept = set(heapq.nlargest(most, mistakes, key=shares.__getitem__))
    return [mistake for mistake in mistakes if mistake in kept]


def are_of_different_points(mistakes: Mistakes) -> bool:
    """Whether nobody believes two things about one point here, as in a table."""
    return len({mistake.point for mistake in mistakes}) == len(mistakes)


def steps_of(board: Mapping[str, Step], asked: str) -> list[str]:
    """The steps that lead straight to the asked one: those of its own scope, or those beside it that it is made of."""
    scope = "" if asked == TOTAL else f"{asked}."
    before = takewhile(lambda path: path != asked, board)
    inside = [path for path in before if path.startswith(scope) and "." not in path[len(scope) :]]
    return inside or list(board[asked].uses)


def _flat(taken: Mapping[str, Any], steps: frozenset[str]) -> dict[str, Value]:
    """The values of these steps, flat; those that are not finite are left out."""
    return _finite({step: taken[step] for step in steps if step in taken})


def _flat_column(column: LaneColumn) -> LaneColumn:
    return LaneColumn(column.mask, _finite(column.values))


def _finite(values: Mapping[_Key, Any]) -> dict[_Key, Value]:
    """The flat values, without those that are not finite."""
    flat = {key: flatten(value) for key, value in values.items()}
    return {key: value for key, value in flat.items() if all(map(_is_finite, value[1]))}


def _is_finite(number: Any) -> bool:
    return isinstance(number, int) or math.isfinite(number)
