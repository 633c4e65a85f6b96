"""`LaneRun`: one run of a solver for many imagined students, each of them a set of known mistakes.

Where it forks, the innermost solver runs again for each group; `narrow` and `join_groups` split, join values.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of, union
from checker.engine.lanes.columns import LaneColumn
from checker.engine.lanes.fork import Fork, Students, fork_behind
from checker.engine.lanes.keys import KnownKeys
from checker.engine.lanes.tables import common_places
from checker.engine.lanes.values import (
    ELLIPSIS,
    Lanes,
    Values,
    captured_mask,
    compute_each,
    entries_of,
    make_lanes,
    map_lanes,
    mask_of,
    value_at,
)
from checker.engine.recording import StepFormula
from checker.engine.trace import EMPTY_STEPS, RIGHT, DerivedStep, Run, pick_option

Replaced = Mapping[str, Mapping[int, Any]]
"""Values that some students take in place of others, by name and by the bits of the students."""

EMPTY_REPLACED: Final[Replaced] = {}

_NO_VALUE: Final = object()
"""The value of a step that a student does not reach."""


class LaneRun(Run):
    """One way through a solver for many students.  It forks where the solver needs a value that they do not share.

    A student is an int with a bit for each option that it chooses, at most one of each choice.  `bits` has the bits,
    {(choice, option): bit}, with a choice as in a run's `wrong`.  `replaced` has values that some students take in
    place of a step's, {path: {bit: value}}.  Afterwards `students` are those whose runs did not fail.
    """

    __slots__ = ("_known", "_replaced", "keys")

    def __init__(  # noqa: PLR0913 - all that makes a run
        self,
        declared: Mapping[str, str],
        bits: Mapping[tuple[str, str], int],
        students: Sequence[int],
        *,
        wanted: Container[str] = (),
        override: Callable[[str, Any], Any] | None = None,
        derived: Mapping[str, DerivedStep] = EMPTY_STEPS,
        replaced: Replaced = EMPTY_REPLACED,
    ) -> None:
        super().__init__(declared, wanted=wanted, override=self._replace if replaced else override, derived=derived)
        self._replaced = replaced
        self._go_on(KnownKeys(students))
        self.keys: Callable[[int], Sequence[int]]
        """Returns the combinations that occur of some mistakes."""
        chosen: dict[str, Any] = {}
        for (choice, option), bit in bits.items():
            chosen.setdefault(choice, {})[bit] = option
        self.chosen_options = chosen

    @staticmethod
    def is_deferred(value: Any) -> bool:
        """Return whether the value of an option is a function, which is called only where a student chooses it."""
        return type(value) is not Lanes and callable(value)

    @property
    def students(self) -> Sequence[int]:
        """Return the students who go on with this run."""
        return self._known.students

    def _go_on(self, known: KnownKeys) -> None:
        """Go on with these students."""
        self._known = known
        self.keys = known.of

    def drop(self, mask: int, keys: Container[int]) -> None:
        """Remove the students who make one of these combinations of mistakes, and go on without them."""
        self._go_on(KnownKeys([student for student in self.students if student & mask not in keys]))

    def columns(self) -> dict[str, LaneColumn]:
        """Return the values of the recorded steps for all students, by step; the run forgets them, and `override`."""
        columns = {}
        for step, value in self.recorded.items():
            mask = mask_of(value)
            values = value.values if type(value) is Lanes else {key: value_at(value, key) for key in self.keys(mask)}
            taken = {key: values[key] for key in self.keys(mask)}
            columns[step] = LaneColumn(mask, {key: value for key, value in taken.items() if value is not _NO_VALUE})
        self.recorded, self.override = {}, None
        return columns

    def with_wrong(self, right: Any, wrong: Mapping[int, Any]) -> Any:
        """Return `right` with the values of `wrong`, {bit: value}, for students with these bits; in tables, numbers."""
        if not wrong:
            return right
        if (places := common_places(right, wrong.values())) is not None:
            found = [
                self.with_wrong(
                    right[place], {bit: each[place] for bit, each in wrong.items() if each[place] is not right[place]}
                )
                for place in places
            ]
            return dict(zip(places, found, strict=True)) if type(right) is dict else found
        own = union(wrong)
        mask = own | mask_of(right)
        values = {key: wrong[key & own] if key & own else value_at(right, key) for key in self.keys(mask)}
        return make_lanes(self, mask, values)

    def _replace(self, path: str, value: Any) -> Any:
        """Return the value of a step with those that some students take in its place."""
        wrong = self._replaced.get(path)
        return self.with_wrong(value, wrong) if wrong else value

    def choose(self, name: str, right: Any, misconceptions: Mapping[str, Any]) -> Any:
        """Return the right value, or `Lanes` where students choose others; raise a Fork if only some get None."""
        options = self.chosen_options.get(name)
        if not options:
            return self.evaluate(right)

        def chosen(key: int) -> Any:
            option = _option_of(options, key) or RIGHT
            return right if option == RIGHT else pick_option(name, option, misconceptions)

        return self._choose_for_each(union(options), chosen)

    def choose_among(self, derived: Callable[[], Mapping[str, tuple[str, ...]]]) -> Mapping[str, str]:
        """Return the derived mistakes that all students make, {choice: option}; raise a Fork where they differ."""
        points = derived()
        options = {bit: (name, option) for name in points for bit, option in self.chosen_options.get(name, {}).items()}
        mask = union(options)
        keys = self.keys(mask)
        if len(keys) > 1:
            raise Fork(mask, [[key] for key in keys])
        found = dict(each for bit, each in options.items() if bit & keys[0])
        chosen = {name: option for name, option in found.items() if option != RIGHT}
        for name, option in chosen.items():
            pick_option(name, option, dict.fromkeys(points[name]))
        return chosen

    def convention(self, name: str, follows: str | None, options: Mapping[str, Any]) -> Any:
        """Return the value under the declared convention, or `Lanes` where some students follow others."""
        right = self.declared.get(name) or (follows and self.declared.get(follows)) or next(iter(options))
        direct = self.chosen_options.get(name, {})
        followed = self.chosen_options.get(follows, {}) if follows and name not in self.declared else {}
        if not direct and not followed:
            return self.evaluate(pick_option(name, right, options))

        def chosen(key: int) -> Any:
            option = _option_of(direct, key) or _option_of(followed, key)
            return pick_option(name, option or right, options)

        return self._choose_for_each(union(direct) | union(followed), chosen)

    def step(self, name: str, value: Any, how: StepFormula, arguments: Mapping[str, Any]) -> Any:
        """Record a step for all students and return its value.

        Raise a Fork where they do not go on to the same step.
        """
        mask = union(self.students) if ELLIPSIS in name else 0
        if type(value) is Lanes and callable(next(iter(value.values.values()))):  # each student calls another solver
            mask |= value.mask
        if len(keys := self.keys(mask)) > 1:
            raise Fork(mask, [[key] for key in keys])
        return super().step(name, value_at(value, keys[0]) if mask else value, how, arguments)

    def apply(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return `function(*arguments)`, called for each student's values where these differ."""
        mask = mask_of(arguments)
        if not mask:
            return function(*arguments)
        if captured_mask(function):
            return self._choose_for_each(mask, lambda key: partial(function, *value_at(arguments, key)))
        return map_lanes(function, *arguments)

    def mistaken(self, step_: DerivedStep, value: Any, names: Mapping[str, Any], counted: Sequence[Any]) -> Any:
        """Return the value of a step, changed for the students who make a mistake that was derived from its formula."""
        options = {
            bit: (point, option) for point in step_.points for bit, option in self.chosen_options.get(point, {}).items()
        }
        own = union(options)
        if not any(self.keys(own)):
            return value
        differing = {name: each for name, each in names.items() if mask_of(each)}

        def valued(key: int) -> Any:
            right = value_at(value, key)
            if not key & own:
                return right
            chosen = [options[bit] for bit in bits_of(key & own)]
            given = {**names, **value_at(differing, key)}
            return step_.mistaken(right, given, list(map(bool, value_at(counted, key))), chosen)

        mask = union([own, mask_of(value), mask_of(differing), mask_of(counted)])
        return make_lanes(self, mask, compute_each(self, mask, valued))

    def call_in_scope(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """Call a solver from another one, with `scope` before the names of its steps, and return its result.

        Where the run forks, the solver is called for each group of students, and their results are joined.
        """
        outside, self.recorded = self.recorded, {}
        inside: dict[str, Any] = {}
        try:
            result = self._call_in_groups(scope, solver, arguments)
            inside = self.recorded
        finally:
            self.recorded = outside | inside
        return result

    def _call_in_groups(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """Call a solver, after a Fork for each group of students, and return the joined results.

        Students for whom it fails leave the run; if it fails for all, raise the error.
        """
        try:
            return super().call_in_scope(scope, solver, arguments)
        except (Fork, *INVALID_RUN) as error:
            if not isinstance(fork := fork_behind(error), Fork):
                raise
            known = self._known
            fork.__traceback__ = None  # it refers to this frame, which refers to it
        parts: list[tuple[Sequence[int], Any, dict[str, Any]]] = []
        failure: Exception | None = None
        for group in fork.groups(known.students):
            self._go_on(KnownKeys(group))
            self.recorded = {}
            try:
                result = self._call_in_groups(scope, solver, narrow(self, arguments))
            except INVALID_RUN as error:
                failure = error
            else:
                parts.append((self.students, result, self.recorded))
        if failure and not parts:
            raise failure
        going = [student for group, *_ in parts for student in group]
        self._go_on(known if len(going) == len(known.students) else KnownKeys(going))
        self.recorded = parts[0][2]
        if len(parts) > 1:
            steps = dict.fromkeys(step for *_, recorded in parts for step in recorded)
            self.recorded = {
                step: join_groups(self, fork.mask, [(group, values.get(step, _NO_VALUE)) for group, _, values in parts])
                for step in steps
            }
            return fork_at_none(join_groups(self, fork.mask, [(group, result) for group, result, _ in parts]))
        return parts[0][1]

    def _choose_for_each(self, mask: int, chosen: Callable[[int], Any]) -> Any:
        """Return what each student chooses: `chosen` gives the value for a key of `mask`.

        Equal values become one plain value.
        """
        values = {key: chosen(key) for key in self.keys(mask)}
        if any(map(self.is_deferred, {id(value): value for value in values.values()}.values())):
            values = self._evaluate_each(mask, values)
        differing = _effective_mask(mask, values)
        if not differing:
            return next(iter(values.values()))
        deeper = mask_of([*values.values()])
        if not deeper:
            return make_lanes(self, differing, {key: values[key] for key in self.keys(differing)})
        mask = differing | deeper
        joined = {
            key: each.values[key & each.mask] if type(each := values[key & differing]) is Lanes else value_at(each, key)
            for key in self.keys(mask)
        }
        return make_lanes(self, mask, joined)

    def _evaluate_each(self, mask: int, options: Mapping[int, Any]) -> Values:
        """Call the functions among the options, each only for the students who choose it: for others it may fail."""
        if len(options) == 1:
            return {key: self.evaluate(option) for key, option in options.items()}
        everybody = self._known
        groups = everybody.groups(mask)
        values: Values = {}
        going: list[Sequence[int]] = []
        failure: Exception | None = None
        try:
            for key, option in options.items():
                self._go_on(groups[key])
                try:
                    values[key] = self.evaluate(option)
                    going.append(self.students)
                except INVALID_RUN as error:
                    if isinstance(fork_behind(error), Fork):
                        raise
                    failure = error
        finally:
            self._go_on(everybody)
        if failure and not values:
            raise failure
        if sum(map(len, going)) < len(everybody.students):
            self._go_on(KnownKeys([student for group in going for student in group]))
        return values


def _option_of(options: Mapping[int, str], key: int) -> str | None:
    """Return the option that some students choose."""
    return options.get(key) or next((option for bit, option in options.items() if bit & key), None)


def _effective_mask(mask: int, values: Mapping[int, Any]) -> int:
    """Return those of the mistakes in `mask` without which some value would be another."""
    if len(values) == 1:
        return 0
    differing = 0
    for bit in bits_of(mask):
        if any(not are_same(value, values.get(key ^ bit, _NO_VALUE)) for key, value in values.items() if key & bit):
            differing |= bit
    return differing


_COMPARABLE: Final = frozenset({int, float, bool, str})
"""Types whose values are the same if they are equal."""


def narrow(students: Students, value: Any) -> Any:
    """Return a value with `Lanes` replaced by the one value that all these students have, also in lists and tables."""
    if type(value) is Lanes:
        keys = students.keys(value.mask)
        return value if len(keys) > 1 else value.values[keys[0]]
    if type(value) in {tuple, list}:
        return type(value)([narrow(students, entry) for entry in value])
    if type(value) is dict:
        return {name: narrow(students, entry) for name, entry in value.items()}
    return value


def join_groups(students: Students, mask: int, parts: Sequence[tuple[Iterable[int], Any]]) -> Any:
    """Return one value, with `Lanes` where needed, made of the values that several groups of students got.

    `mask` has the mistakes by which the groups differ.
    """
    first = parts[0][1]
    kind = type(first)
    if all(value is first or (type(value) is kind and kind in _COMPARABLE and value == first) for _, value in parts):
        return first
    if issubclass(kind, tuple) and all(type(value) is kind and len(value) == len(first) for _, value in parts):
        entries = [
            join_groups(students, mask, [(group, value[i]) for group, value in parts]) for i in range(len(first))
        ]
        return tuple(entries) if kind is tuple else kind(*entries)
    if kind is dict and all(type(value) is dict and value.keys() == first.keys() for _, value in parts):
        return {name: join_groups(students, mask, [(group, value[name]) for group, value in parts]) for name in first}
    for _, value in parts:
        mask |= mask_of(value)
    keys_of = [({student & mask for student in group}, value) for group, value in parts]
    return Lanes(students, mask, {key: value_at(value, key) for keys, value in keys_of for key in keys})


def fork_at_none(value: Any) -> Any:
    """Raise a Fork if a value is None for some students only; else return the value.

    A solver tests `is None`, which works only for a plain None.
    """
    if type(value) is Lanes:
        make_lanes(value.students, value.mask, value.values)
    else:
        for entry in entries_of(value):
            fork_at_none(entry)
    return value


def are_same(value: Any, other: Any) -> bool:
    """Return whether two values are known to be equal: one object, or equal numbers, texts or arrays of one type.

    It is False for anything else.
    """
    if value is other:
        return True
    if type(value) is not type(other) or type(value) is Lanes:
        return False
    if hasattr(value, "dtype"):
        is_alike = value.dtype == other.dtype and value.shape == other.shape
        return is_alike and bool((value == other).all())
    return type(value) in _COMPARABLE and bool(value == other)
