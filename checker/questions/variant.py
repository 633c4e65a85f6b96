"""A variant: a question type with concrete parameters and conventions.  Nothing after it looks into the file again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace as changed
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of
from checker.engine.lanes.columns import LaneColumn, columns_of_runs
from checker.engine.lanes.run import LaneRun
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint, MenuError, Recording, Step
from checker.engine.trace import EMPTY, RIGHT, TOTAL, Run
from checker.questions.registry import IF, Solver, for_conventions

UNIT: Final = "unit"
"""The convention, or the parameter, that says in which unit an answer is."""


class AuthorMistake(NamedTuple):
    """Wrong answers to one step that a problem lists, beside those that its solver knows of."""

    step: str
    answers: tuple[tuple[str, Any], ...]
    """The options of the choice point LISTED, each with the value of the step."""
    sentences: tuple[tuple[str, str], ...]
    """What to say, by `listed.option`."""
    at_sizes: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Of those that are formulas the values at several sizes, the question's own first: see `spread`."""
    elsewhere: tuple[Variant, ...] = ()
    """The questions at these sizes, without the own one."""


class Variant:
    """What solver, reader and diagnoser see of a question.

    `arguments` are the validated parameters; `declared` the conventions that the problem states, {name: option};
    `listed` the wrong answers that it lists.  These act at their own step only: what would follow, nobody has said.
    `units` are those that a part declares for the step that it asks for, {step: unit}.
    """

    def __init__(
        self,
        solver: Solver,
        arguments: Mapping[str, Any],
        declared: Mapping[str, str] = EMPTY,
        listed: AuthorMistake | None = None,
        units: Mapping[str, str] = EMPTY,
    ) -> None:
        self.solver = solver
        self.arguments = dict(arguments)
        self.declared = dict(declared)
        self.listed = listed
        self.units = units

    def with_unit(self, step: str, unit: str | None) -> Variant:
        """Return the same question with a unit for a step that has none of its own; itself where there is none."""
        if unit is None or self.unit_of(step) is not None:
            return self
        return Variant(self.solver, self.arguments, self.declared, self.listed, {**self.units, step: unit})

    def with_listed(self, listed: AuthorMistake | None) -> Variant:
        """The same question with wrong answers listed; itself where there are none."""
        return Variant(self.solver, self.arguments, self.declared, listed, self.units) if listed else self

    @property
    def bare(self) -> Variant:
        """The same question with nothing listed."""
        return Variant(self.solver, self.arguments, self.declared, units=self.units) if self.listed else self

    def run(
        self,
        wrong: Mapping[str, str] = EMPTY,
        wanted: Container[str] = (),
        override: Callable[[str, Any], Any] | None = None,
    ) -> dict[str, Any]:
        """The values of the total and of the wanted steps, as this student would get them."""
        run = Run(self.declared, wrong, wanted=wanted, override=override)
        run(self.solver.function, self.arguments)
        return self._with_listed(wrong, run.recorded)

    def run_many(
        self,
        bits: Mapping[tuple[str, str], int],
        students: Sequence[int],
        wanted: Container[str] = (),
        override: Callable[[str, Any], Any] | None = None,
    ) -> tuple[Sequence[int], dict[str, LaneColumn]]:
        """The students whose runs do not fail, and their values of the total and of the wanted steps.

        See ManyRun for `bits` and `students`.
        """
        if not students:
            return [], {}
        if self.solver.one_by_one:
            return self._run_each(bits, students, wanted, override)
        run = LaneRun(self.declared, bits, students, wanted=wanted, override=override)
        try:
            run(self.solver.function, self.arguments)
        except INVALID_RUN:
            return [], {}
        return run.students, self._with_all_listed(bits, run.students, run.columns())

    def _run_each(
        self,
        bits: Mapping[tuple[str, str], int],
        students: Sequence[int],
        wanted: Container[str],
        override: Callable[[str, Any], Any] | None,
    ) -> tuple[Sequence[int], dict[str, LaneColumn]]:
        """As `run_many`, where a run for all is no faster than one for each."""
        beliefs = {bit: belief for belief, bit in bits.items()}
        taken: dict[int, dict[str, Any]] = {}
        for student in students:
            try:
                taken[student] = self.run(dict(beliefs[bit] for bit in bits_of(student)), wanted, override)
            except INVALID_RUN:
                continue
        return list(taken), columns_of_runs(taken)

    def depends(self, step: str, on: str) -> bool:
        """Whether the value of a step would be another one, were that of `on`."""
        try:
            changed = self.run(wanted={step}, override=lambda path, value: _changed(value) if path == on else value)
        except INVALID_RUN:
            return True
        right, other = self.board[step].value, changed[step]
        return bool(right != other) if isinstance(right, int | float | tuple) else right.tolist() != other.tolist()

    def record_run(self, wrong: Mapping[str, str] = EMPTY) -> Recording:
        """The menu and the board of one run."""
        recording = Recording(self.arguments)
        Run(self.declared, wrong, recording=recording)(self.solver.function, self.arguments)
        if self.listed:
            step = recording.board[self.listed.step]
            recording.board[step.path] = changed(step, value=self._as_listed(wrong, step.value))
            recording.record_choice("", ChoicePoint(AUTHOR_LISTED, (RIGHT, *dict(self.listed.answers)), RIGHT))
        return recording

    def _with_listed(self, wrong: Mapping[str, str], taken: dict[str, Any]) -> dict[str, Any]:
        """What this student gets at the steps that are taken."""
        if self.listed and self.listed.step in taken:
            taken[self.listed.step] = self._as_listed(wrong, taken[self.listed.step])
        return taken

    def _with_all_listed(
        self, bits: Mapping[tuple[str, str], int], students: Sequence[int], columns: dict[str, LaneColumn]
    ) -> dict[str, LaneColumn]:
        """As `_with_listed`, for many students at once."""
        if self.listed and self.listed.step in columns:
            answers = dict(self.listed.answers)
            listed = {option: bit for (choice, option), bit in bits.items() if choice == AUTHOR_LISTED}
            given = {bit: answers[option] for option, bit in listed.items() if option != RIGHT}
            columns[self.listed.step] = columns[self.listed.step].with_answers(given, students)
        return columns

    def _as_listed(self, wrong: Mapping[str, str], value: Any) -> Any:
        """The listed answer that this student gives, or else the value as it is."""
        option = wrong.get(AUTHOR_LISTED, RIGHT)
        if self.listed is None or option == RIGHT:
            return value
        try:
            return dict(self.listed.answers)[option]
        except KeyError:
            raise MenuError(f"{AUTHOR_LISTED} has no option {option!r}") from None

    @cached_property
    def truth(self) -> Recording:
        """The recording of the reference solution."""
        return self.record_run()

    @property
    def menu(self) -> Mapping[str, ChoicePoint]:
        """The choice points, by name."""
        return self.truth.menu

    @property
    def board(self) -> Mapping[str, Step]:
        """The worked solution, by path."""
        return self.truth.board

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        """What to say of each option, by `point.option`."""
        known = self.solver.explain(self.arguments)
        if any(IF in key for key in known):
            known = for_conventions(known, {f"{name}.{option}" for name, option in self._conventions.items()})
        return {**known, **dict(self.listed.sentences)} if self.listed else known

    def weight(self, point: str, option: str) -> int:
        """How common a mistake is beside the others."""
        return self.solver.weight(point, option, self.arguments)

    def path(self, step: str) -> str:
        """The full path of a step that is named by its path, or by its last name where that is unique."""
        if step in self.board:
            return step
        paths = [path for path in self.board if path.endswith(f".{step}")]
        if len(paths) != 1:
            raise MenuError(" and ".join(paths) if paths else step)
        return paths[0]

    @property
    def unit(self) -> str | None:
        """The unit of the result, if it has one."""
        return self.unit_of(TOTAL)

    def unit_of(self, step: str) -> str | None:
        """The unit of a step: of a result that of the convention `unit`, or of the parameter.

        A step on the way has the one that its type's file gives in `units` (empty: none), or that a part declares for
        it, or the only one of its type.
        """
        if (own := self.solver.units(self.arguments).get(step)) is not None:
            return own or None
        if (declared := self.units.get(step)) is not None:
            return declared
        point = self.menu.get(UNIT)
        if point is None:
            unit = self.arguments.get(UNIT) if step == TOTAL else None
            return unit if isinstance(unit, str) else None
        if step in {scope or TOTAL for scope in point.scopes} or len(point.options) == 1:
            return point.right
        return None

    def key(self, step: str = TOTAL) -> str:
        """Return a short hash of type, all parameters, resolved conventions and asked step.

        The same question has the same key.  It is for caches and comparisons inside the program only: the parameters of
        some types hold the author's answer, and whoever sees the key can confirm a guess with it.
        """
        return hashlib.sha256(f"{self._content}{step}".encode()).hexdigest()[:16]

    def public_key(self, shown: Mapping[str, Any], step: str = TOTAL) -> str:
        """Return the `variant` of a record: a short hash of type, resolved conventions, asked step and what is shown.

        `shown` has what the student reads of the parameters, by name.  Nothing else of them goes in.
        """
        content = json.dumps([self.solver.name, self._conventions, dict(shown), step], sort_keys=True)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def _conventions(self) -> dict[str, str]:
        return {point.name: point.right for point in self.menu.values() if point.is_convention}

    @cached_property
    def _content(self) -> str:
        content = [self.solver.name, self.arguments, self._conventions]
        return json.dumps(content, sort_keys=True, default=lambda array: array.tolist())


def _changed(value: Any) -> Any:
    """Another value of the same form."""
    return tuple(map(_changed, value)) if isinstance(value, tuple) else 2 * value + 1
