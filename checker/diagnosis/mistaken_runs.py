"""Runs a question's solver with each mistake, and with pairs of them: what students then get.

`MistakenRuns` keeps the values at the asked steps and those directly before them, as tables of many students.  It also
runs mistakes that follow from formulas (`derived`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from checker.diagnosis.flat_values import Value, finite_column, finite_values
from checker.diagnosis.mistakes import Mistakes, options_of
from checker.diagnosis.numeric_equality import comparison_key
from checker.diagnosis.preceding_steps import preceding_steps
from checker.diagnosis.students import StudentSets
from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of
from checker.engine.lanes.columns import LaneColumn
from checker.engine.memory import Memory
from checker.engine.recording import AUTHOR_LISTED
from checker.questions.variant import Variant

PAIRS: Final = 2
"""The largest number of mistakes that are tried together."""

MAX_PAIRS: Final = 40_000
"""Maximum number of pairs, likeliest first: a count and not a time, the same on every machine."""

MAX_NUMBERS: Final = 400_000
"""Maximum number of numbers that a stage keeps."""

MAX_STAGE_WORK: Final = 8_000_000
"""Maximum work of a stage, in values of steps by students."""

MAX_DERIVED_WORK: Final = 200_000
"""Maximum work of the runs with one derived mistake."""

WORK_OF_AN_ARRAY: Final = 25
"""Work for a step that is an array, relative to a single number; each number in it adds a twentieth of that."""

MAX_REMEMBERED: Final = 4_096
"""Maximum number of remembered students that are in no stage."""


_Runs = TypeVar("_Runs")

Columns = Mapping[str, LaneColumn]
"""The values of many students, by step."""


class MistakenRun(NamedTuple):
    """One run with some mistakes: their prior, and the values at the asked steps and those directly before them."""

    mistakes: Mistakes
    prior: float
    values: Mapping[str, Value]


class Stage(NamedTuple):
    """The runs with one number of mistakes, as a table: students, which are sets of mistakes, and values by step.

    Sets whose runs fail are left out.
    """

    students: Sequence[int]
    columns: Columns
    is_truncated: bool = False
    """True if there were more students than a stage may have; the likeliest are kept."""


def a_student_each(values: Iterable[Mapping[str, Any]]) -> dict[str, dict[int, Any]]:
    """Return {name: {student: wrong value}}, where the values at place n belong to the student 2ⁿ."""
    found: dict[str, dict[int, Any]] = {}
    for place, wrong in enumerate(values):
        for name, value in wrong.items():
            found.setdefault(name, {})[1 << place] = value
    return found


class MistakenRuns:
    """All runs of one question with mistakes; kept are the values at the steps that are asked for."""

    def __init__(self, variant: Variant, steps: Iterable[str]) -> None:
        self.variant = variant
        self.steps = frozenset(steps)
        self.students = StudentSets(variant)
        self._watched = self.steps.union(*(preceding_steps(variant.board, step) for step in self.steps))
        self.truth = _flat(variant.run(wanted=self._watched), self._watched)
        self._stages: dict[int, Stage] = {}
        self._shared: dict[Callable[[MistakenRuns], Any], Any] = {}
        self._effects: set[Any] = {frozenset()}
        """What the known single mistakes change."""
        self._known: dict[int, Columns] = {0: _as_columns(self.truth)}
        """By student of the first two stages, the table that has the student's values."""
        self._others: Memory[int, Columns] = Memory(MAX_REMEMBERED)

    def of_size(self, size: int) -> list[MistakenRun]:
        """Return all runs with this many mistakes, but for those that fail."""
        stage = self.table(size)
        sets = [self.students.mistakes(each) for each in stage.students]
        return [
            MistakenRun(mistakes, self.students.prior(mistakes), _values_of(each, stage.columns))
            for each, mistakes in zip(stage.students, sets, strict=True)
        ]

    def shared(self, make: Callable[[MistakenRuns], _Runs]) -> _Runs:
        """Return `make(self)`, such as runs with a slip.  It is called once and remembered for all steps."""
        if make not in self._shared:
            self._shared[make] = make(self)
        return cast("_Runs", self._shared[make])

    def table(self, size: int) -> Stage:
        """Return all runs with this many mistakes as one table, computed on first use."""
        if size not in self._stages:
            if size == PAIRS:  # to see if a mistake affects an answer, compare with fewer mistakes
                self.table(1)
            stage = self._pairs() if size == PAIRS else self._singles()
            self._known |= dict.fromkeys(stage.students, stage.columns)
            self._stages[size] = stage  # last: another thread that finds the stage looks its students up
        return self._stages[size]

    def known_value(self, student: int, step: str) -> Value | None:
        """Return the value of a step for a student with one or two mistakes, given as their bits; None if unknown."""
        columns = self._known.get(student)
        return None if columns is None or step not in columns else columns[step].value_for(student)

    def value(self, mistakes: Mistakes, step: str) -> Value | None:
        """Return the value of an asked step, or of one directly before it, with mistakes; None if the run fails."""
        student = self.students.student(mistakes)
        columns = self._columns(student)
        return columns[step].value_for(student) if step in columns else None

    def values(self, mistakes: Mistakes) -> dict[str, Value]:
        """Return the values with these mistakes at the asked steps and directly before them; empty if the run fails."""
        student = self.students.student(mistakes)
        return _values_of(student, self._columns(student))

    def changes(self, mistakes: Mistakes, steps: Iterable[str]) -> Iterator[tuple[str, Value]]:
        """Yield each of these steps that the mistakes change, with the value that it then has."""
        student = self.students.student(mistakes)
        columns = self._columns(student)
        for step in steps:
            if step in columns and (value := columns[step].value_for(student)) not in (None, self.truth[step]):
                yield step, value

    def every_value(self, mistakes: Mistakes) -> dict[str, Value]:
        """Return the values of every step with these mistakes; empty if the run fails."""
        return self._run(mistakes, frozenset(self.variant.board) | self._watched)

    def _columns(self, student: int) -> Columns:
        """Return the table that has a student's values, computed if need be; empty if the run fails."""
        size = student.bit_count()
        if 0 < size <= PAIRS and student not in self._known:
            self.table(size)
        columns = self._known.get(student)
        if columns is not None:
            return columns
        return self._others.get(student, lambda: _as_columns(self._run(self.students.mistakes(student), self._watched)))

    @cached_property
    def work_per_student(self) -> int:
        """Return how much work, for the limits of a stage, one more set of mistakes is.

        That is the number of all steps' values; an array counts for many.
        """
        return sum(_work(step.value) for step in self.variant.board.values())

    def _singles(self) -> Stage:
        """Return the runs with one mistake."""
        steps = frozenset(self.variant.board) | self._watched
        bits = self.students.bits
        students, columns = self._run_all([bits[mistake] for mistake in self.students.named], steps)
        self._effects |= {frozenset(each) for each in _changed_steps(students, columns).values()}
        return Stage(students, {step: column for step, column in columns.items() if step in self._watched})

    @cached_property
    def derived(self) -> Stage:
        """Return the runs with one mistake that follows from the formula of a step; of very many, the likeliest.

        Those that change nothing, or equal a named mistake or a likelier one, are left out.
        """
        self.table(1)
        steps = frozenset(self.variant.board) | self._watched
        priors, bits = self.students.derived, self.students.bits
        likeliest = sorted(priors, key=lambda mistake: -priors[mistake])
        most = MAX_DERIVED_WORK // self.work_per_student
        valid, columns = self._run_all([bits[mistake] for mistake in likeliest[:most]], steps)
        students = []
        for student, changes in _changed_steps(valid, columns).items():
            if (effect := frozenset(changes)) not in self._effects:
                self._effects.add(effect)
                students.append(student)
        kept = {step: column for step, column in columns.items() if step in self._watched}
        self._known |= dict.fromkeys(students, kept)
        return Stage(students, kept, len(likeliest) > most)

    def _pairs(self) -> Stage:
        """Run pairs of mistakes about different points; where there are too many, the likeliest."""
        mistakes = [mistake for mistake in self.students.named if mistake.point != AUTHOR_LISTED]
        combined = self.students.likeliest(mistakes)
        students = self.students.pairs(combined)
        numbers = sum(len(numbers) for _, numbers in self.truth.values())
        most = min(MAX_PAIRS, MAX_NUMBERS // max(numbers, 1), MAX_STAGE_WORK // self.work_per_student)
        is_truncated = len(combined) < len(mistakes) or len(students) > most
        return Stage(*self._run_all(students[:most], self._watched), is_truncated)

    def _run_all(self, students: Sequence[int], steps: frozenset[str]) -> tuple[Sequence[int], Columns]:
        """Return the students whose runs do not fail, and their values in flat form."""
        valid, columns = self.variant.run_many(self.students.named_bits, [0, *students], steps)
        kept = set(valid)
        flat = {step: finite_column(column) for step, column in columns.items()}
        return [student for student in students if student in kept], flat

    def _run(self, mistakes: Mistakes, steps: frozenset[str]) -> dict[str, Value]:
        """Return the flat values of these steps in one run with mistakes; empty if it fails."""
        try:
            return _flat(self.variant.run(options_of(mistakes), steps), steps)
        except INVALID_RUN:
            return {}


def _changed_steps(students: Iterable[int], columns: Columns) -> dict[int, set[tuple[str, Any]]]:
    """Return, for each of these students with one mistake, the steps that it changes, as (step, comparable value)."""
    changed: dict[int, set[tuple[str, Any]]] = {student: set() for student in students}
    for step, column in columns.items():
        value = column.values.get(0)
        right = _comparable(value)
        for student in bits_of(column.mask):
            is_other = student in changed and (other := column.values.get(student)) != value
            if is_other and (found := _comparable(other)) != right:
                changed[student].add((step, found))
    return changed


def _comparable(value: Value | None) -> Any:
    """Return a value without the errors of floats, to be compared; None if there is none."""
    return value and (value[0], comparison_key(value[1]))


def _work(value: Any) -> int:
    """Return the work for a step, relative to one that is a number."""
    if isinstance(value, tuple | list):
        return sum(map(_work, value))
    return WORK_OF_AN_ARRAY + value.size * WORK_OF_AN_ARRAY // 20 if hasattr(value, "size") else 1


def _flat(recorded: Mapping[str, Any], steps: frozenset[str]) -> dict[str, Value]:
    """Return the values of these steps in flat form, without missing ones and those that are not finite."""
    return finite_values({step: recorded[step] for step in steps if step in recorded})


def _as_columns(values: Mapping[str, Value]) -> Columns:
    """Return the values of one run as a table in which every student has them."""
    return {step: LaneColumn(0, {0: value}) for step, value in values.items()}


def _values_of(student: int, columns: Columns) -> dict[str, Value]:
    """Return the values of one student, without those that are missing."""
    found = {step: column.value_for(student) for step, column in columns.items()}
    return {step: value for step, value in found.items() if value is not None}
