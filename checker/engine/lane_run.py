"""One run for many students, each with mistakes of their own: see `lanes`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes import (
    LEFT_OUT,
    Fork,
    Lanes,
    Values,
    applied,
    at,
    behind,
    captured,
    joined,
    lanes,
    mask_of,
    parted,
    settled,
    union,
)
from checker.engine.recording import How
from checker.engine.trace import RIGHT, Run, option_of

NEARBY: Final = 8
"""So many mistakes, one beside the other, are looked for together."""

MISSING: Final = object()
"""The value of a step that a student does not come to."""


class LaneColumn(NamedTuple):
    """The values of one step: by every combination that occurs of the mistakes in `mask`."""

    mask: int
    values: Mapping[int, Any]

    def of(self, student: int) -> Any:
        """The value that a student gets; None without one."""
        return self.values.get(student & self.mask)

    def replaced(self, answers: Mapping[int, Any], students: Iterable[int]) -> LaneColumn:
        """The column in which some mistakes, by their bits, give values of their own where there is a value."""
        own = union(answers)
        mask = self.mask | own
        values = {key: self.of(key) for key in {student & mask for student in students}}
        return LaneColumn(
            mask,
            {key: answers[key & own] if key & own else value for key, value in values.items() if value is not None},
        )


def columns_of(taken: Mapping[int, Mapping[str, Any]]) -> dict[str, LaneColumn]:
    """The columns of students who were asked one by one, by what each gets."""
    mask = union(taken)
    steps = dict.fromkeys(step for values in taken.values() for step in values)
    return {
        step: LaneColumn(mask, {student: values[step] for student, values in taken.items() if step in values})
        for step in steps
    }


def together(columns: Sequence[LaneColumn], students: Iterable[int]) -> LaneColumn:
    """One column with a tuple for each student."""
    mask = union(column.mask for column in columns)
    keys = {student & mask for student in students}
    return LaneColumn(mask, {key: tuple([column.of(key) for column in columns]) for key in keys})


class LaneRun(Run):
    """One way through a solver for many students; they part where it asks what they do not agree on.

    A student is an int with a bit for each thing that they believe, at most one about each choice; `bits` are these,
    {(choice, option): bit}, with a choice as in a run's `wrong`.  Afterwards `students` are those whose runs do not
    fail.
    """

    __slots__ = ("_bits", "_keys", "students")

    def __init__(
        self,
        declared: Mapping[str, str],
        bits: Mapping[tuple[str, str], int],
        students: Sequence[int],
        *,
        wanted: Container[str] = (),
        replace: Callable[[str, Any], Any] | None = None,
    ) -> None:
        super().__init__(declared, wanted=wanted, replace=replace)
        self.students = students
        self._bits = bits.values()
        self._keys: dict[int, Sequence[int]] = {}
        self.believed: dict[str, Any]
        self.local: dict[str, dict[str, Any]]
        for (choice, option), bit in bits.items():
            scope, colon, name = choice.rpartition(":")
            place = self.local.setdefault(scope, {}) if colon else self.believed
            place.setdefault(name, {})[bit] = option

    @staticmethod
    def is_open(value: Any) -> bool:
        """Whether something still has to be computed."""
        return type(value) is not Lanes and callable(value)

    def keys(self, mask: int) -> Sequence[int]:
        """The combinations of some mistakes that occur."""
        keys = self._keys.get(mask)
        if keys is None:
            if mask and (around := _around(mask)) != mask:
                self.keys(around)
            among = [self.students, *(keys for known, keys in self._keys.items() if not mask & ~known)]
            keys = self._keys[mask] = sorted({student & mask for student in min(among, key=len)})
        return keys

    def lose(self, mask: int, keys: Container[int]) -> None:
        """Go on without the students whose runs fail."""
        self.students = [student for student in self.students if student & mask not in keys]
        self._keys = {}

    def columns(self) -> dict[str, LaneColumn]:
        """The values of the steps that were taken."""
        columns = {}
        for step, value in self.taken.items():
            mask = mask_of(value)
            values = {key: at(value, key) for key in self.keys(mask)}
            columns[step] = LaneColumn(mask, {key: value for key, value in values.items() if value is not MISSING})
        return columns

    def choose(self, name: str, right: Any, misconceptions: Mapping[str, Any]) -> Any:
        """See `choose`."""
        believed = self.believed.get(name)
        if not believed:
            return self.called(right)
        mask = union(believed)

        def chosen(key: int) -> Any:
            option = _innermost(believed, key) or RIGHT
            return right if option == RIGHT else option_of(name, option, misconceptions)

        return self._chosen(mask, chosen)

    def choose_among(self, points: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
        """See `choose_among`."""
        believed = {bit: (name, option) for name in points for bit, option in self.believed.get(name, {}).items()}
        mask = union(believed)
        keys = self.keys(mask)
        if len(keys) > 1:
            raise Fork(mask, [[key] for key in keys])
        found = dict(each for bit, each in believed.items() if bit & keys[0])
        taken = {name: option for name, option in found.items() if option != RIGHT}
        for name, option in taken.items():
            option_of(name, option, dict.fromkeys(points[name]))
        return taken

    def convention(self, name: str, follows: str | None, options: Mapping[str, Any]) -> Any:
        """See `convention`."""
        right = self.declared.get(name) or (follows and self.declared.get(follows)) or next(iter(options))
        own = self.believed.get(name, {})
        others = self.believed.get(follows, {}) if follows and name not in self.declared else {}
        if not own and not others:
            return self.called(option_of(name, right, options))

        def chosen(key: int) -> Any:
            return option_of(name, _innermost(own, key) or _innermost(others, key) or right, options)

        return self._chosen(union(own) | union(others), chosen)

    def step(self, name: str, value: Any, how: How, arguments: Mapping[str, Any]) -> Any:
        """See `step`."""
        mask = union(self._bits) if LEFT_OUT in name else 0
        if type(value) is Lanes and callable(next(iter(value.values.values()))):  # a solver of each student's own
            mask |= value.mask
        if len(keys := self.keys(mask)) > 1:
            raise Fork(mask, [[key] for key in keys])
        return super().step(name, at(value, keys[0]) if mask else value, how, arguments)

    def apply(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """See `apply`."""
        mask = mask_of(arguments)
        if not mask:
            return function(*arguments)
        if captured(function):
            return self._chosen(mask, lambda key: partial(function, *at(arguments, key)))
        return applied(function, *arguments)

    def within(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """The result of a solver in a scope of its own, where the students may part for a while."""
        taken, self.taken = self.taken, {}
        inside: dict[str, Any] = {}
        try:
            result = self._through(scope, solver, arguments)
            inside = self.taken
        finally:
            self.taken = taken | inside
        return result

    def _through(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        try:
            return super().within(scope, solver, arguments)
        except (Fork, *INVALID_RUN) as error:
            if not isinstance(ways := behind(error), Fork):
                raise
            students, keys = self.students, self._keys
        parts: list[tuple[Sequence[int], Any, dict[str, Any]]] = []
        failure: Exception | None = None
        for group in ways.groups(students):
            self.students, self._keys, self.taken = group, {}, {}
            try:
                result = self._through(scope, solver, settled(self, arguments))
            except INVALID_RUN as error:
                failure = error
            else:
                parts.append((self.students, result, self.taken))
        if failure and not parts:
            raise failure
        self.students = [student for group, *_ in parts for student in group]
        self._keys = keys if len(self.students) == len(students) else {}
        self.taken = parts[0][2]
        if len(parts) > 1:
            steps = dict.fromkeys(step for *_, taken in parts for step in taken)
            self.taken = {
                step: joined(self, ways.mask, [(group, taken.get(step, MISSING)) for group, _, taken in parts])
                for step in steps
            }
            return parted(joined(self, ways.mask, [(group, result) for group, result, _ in parts]))
        return parts[0][1]

    def _believed_in(self, scope: str) -> dict[str, Any]:
        """What is believed in a scope: more than around it."""
        here = self.local.get(scope, {})
        return self.believed | {name: self.believed.get(name, {}) | bits for name, bits in here.items()}

    def _chosen(self, mask: int, chosen: Callable[[int], Any]) -> Any:
        """What the students choose, by the option of each combination of mistakes."""
        values = {key: chosen(key) for key in self.keys(mask)}
        if any(map(self.is_open, values.values())):
            values = self._computed(mask, values)
        differing = _differing(mask, values)
        if not differing:
            return next(iter(values.values()))
        deeper = mask_of([*values.values()])
        if not deeper:
            return lanes(self, differing, {key: values[key] for key in self.keys(differing)})
        mask = differing | deeper
        return lanes(self, mask, {key: at(values[key & differing], key) for key in self.keys(mask)})

    def _computed(self, mask: int, options: Mapping[int, Any]) -> Values:
        """What is chosen, computed for those alone who choose it: for others it may fail."""
        if len(options) == 1:
            return {key: self.called(option) for key, option in options.items()}
        everybody, keys = self.students, self._keys
        groups: dict[int, list[int]] = {key: [] for key in options}
        for student in everybody:
            groups[student & mask].append(student)
        values: Values = {}
        going: list[int] = []
        failure: Exception | None = None
        try:
            for key, option in options.items():
                self.students, self._keys = groups[key], {}
                try:
                    values[key] = self.called(option)
                    going += self.students
                except INVALID_RUN as error:
                    if isinstance(behind(error), Fork):
                        raise
                    failure = error
        finally:
            self.students, self._keys = everybody, keys
        if failure and not values:
            raise failure
        if len(going) < len(everybody):
            self.students, self._keys = going, {}
        return values


def _innermost(believed: Mapping[int, str], key: int) -> str | None:
    """The option that some students take: of those that they believe in, that of the innermost scope, the last."""
    option = believed.get(key)
    if option is None:
        for bit in believed:
            option = believed[bit] if bit & key else option
    return option


def _around(mask: int) -> int:
    """All mistakes between the first and the last, a few more on either side: solvers meet theirs one after another."""
    low, high = (mask & -mask).bit_length() - 1, mask.bit_length()
    return (1 << -(-high // NEARBY) * NEARBY) - (1 << low // NEARBY * NEARBY)


def _differing(mask: int, values: Mapping[int, Any]) -> int:
    """The mistakes that change a value at all."""
    if len(values) == 1:
        return 0
    differing = 0
    for bit in bits_of(mask):
        if any(not _are_same(value, values.get(key ^ bit, MISSING)) for key, value in values.items() if key & bit):
            differing |= bit
    return differing


def bits_of(mask: int) -> Iterator[int]:
    """Each mistake of a combination."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _are_same(value: Any, other: Any) -> bool:
    """Whether two values cannot be told apart.  In doubt they can."""
    if value is other:
        return True
    if type(value) is not type(other) or type(value) is Lanes:
        return False
    if hasattr(value, "dtype"):
        is_alike = value.dtype == other.dtype and value.shape == other.shape
        return is_alike and bool((value == other).all())
    return type(value) in {int, float, bool, str} and bool(value == other)
