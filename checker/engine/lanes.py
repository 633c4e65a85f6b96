"""Many students in one run: a lane for each, and each value computed once for all whom the same mistakes lead to it.

A student is a set of bits, one for each mistake.  A value that depends on mistakes is a `Lanes`: for every combination
of these mistakes that occurs, what it is then.  Operators, methods and numpy's functions work on each of them, so a
solver does not see the difference; a thousand students who differ in W_O share all that is computed before W_O.

Where a solver asks for one answer (`if`, `range`, a list's length) and the students have several, the run forks: the
innermost solver runs again for each group of students, and their results are put together.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import attrgetter, call, methodcaller
from typing import Any, Final, Protocol

from checker.engine.errors import INVALID_RUN

Values = dict[int, Any]

LEFT_OUT: Final = "…"
"""What a run for many writes in the place of a number."""


class Fork(Exception):  # noqa: N818 - no error: the students of a run go different ways
    """What the students of a run would do next differs.  `keys`, by the way that they go, tell them apart in `mask`."""

    def __init__(self, mask: int, keys: Iterable[Iterable[int]]) -> None:
        super().__init__()
        self.mask = mask
        self.keys = keys

    def groups(self, students: Iterable[int]) -> list[list[int]]:
        """The students who go each way; those whom it does not concern go the first."""
        groups: list[list[int]] = []
        of: dict[int, list[int]] = {}
        for keys in self.keys:
            group: list[int] = []
            groups.append(group)
            of |= dict.fromkeys(keys, group)
        for student in students:
            of.get(student & self.mask, groups[0]).append(student)
        return groups


def behind(error: Exception) -> BaseException:
    """The Fork that numpy has taken for an error, where it wanted a number; else the error itself."""
    return error.__cause__ if isinstance(error.__cause__, Fork) else error


class Students(Protocol):
    """Who goes through a solver together."""

    def keys(self, mask: int) -> Sequence[int]:
        """The combinations of some mistakes that occur among them."""

    def lose(self, mask: int, keys: Container[int]) -> None:
        """Go on without those to whom one of these combinations applies."""


class Lanes:
    """A value that depends on the mistakes in `mask`: by each combination of them that occurs."""

    __slots__ = ("mask", "students", "values")

    def __init__(self, students: Students, mask: int, values: Values) -> None:
        self.students = students
        self.mask = mask
        self.values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # protocols that are not here are none of ours
            raise AttributeError(name)
        try:
            some = getattr(self.values[self.students.keys(self.mask)[0]], name)
            return partial(self._method, name) if callable(some) else self._each(attrgetter(name))
        except AttributeError:
            self._part_where(name)
            raise

    def _method(self, name: str, *arguments: Any, **named: Any) -> Any:
        try:
            if mask_of(arguments) or mask_of(named):
                return applied(
                    lambda value, *given, **said: getattr(value, name)(*given, **said), self, *arguments, **named
                )
            return self._each(methodcaller(name, *arguments, **named))
        except AttributeError:
            self._part_where(name)
            raise

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: D102 - as that of what it stands for
        if any(map(captured, self.values.values())):
            return self._only()(*arguments, **named)
        return applied(call, self, *arguments, **named)

    def __setitem__(self, item: Any, entry: Any) -> None:
        self._only()[item] = entry

    def __getitem__(self, item: Any) -> Any:
        return applied(operator.getitem, self, item)

    def __iter__(self) -> Iterator[Any]:
        some = self.values[self.students.keys(self.mask)[0]]
        has_places = hasattr(some, "__getitem__") and not isinstance(some, dict)
        entries = self if has_places else self._each(tuple)  # of a set, or the keys of a table
        return iter([entries[place] for place in range(len(entries))])

    def __round__(self, *digits: Any) -> Any:
        return applied(round, self, *digits)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **named: Any) -> Any:
        if "out" in named:  # what is changed in place is one array: each student needs their own
            inputs = tuple([_alone(each) for each in inputs])
            return getattr(function, method)(*inputs, **named)
        return applied(getattr(function, method), *inputs, **named)

    def __array_function__(self, function: Any, types: Any, arguments: Any, named: Any) -> Any:
        del types
        return applied(function, *arguments, **named)

    def __array__(self, *arguments: Any, **named: Any) -> Any:
        import numpy as np  # here, because counts need none of it

        return np.asarray(self._only()).__array__(*arguments, **named)

    def __eq__(self, other: object) -> Any:
        return _both(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return _both(operator.ne, self, other)

    def __contains__(self, item: Any) -> bool:
        return bool(applied(operator.contains, self, item))

    def __bool__(self) -> bool:
        return bool(self._common(bool))

    def __len__(self) -> int:
        return int(self._common(len))

    def __int__(self) -> int:
        return int(self._common(int))

    def __index__(self) -> int:
        return int(self._common(operator.index))

    def __float__(self) -> float:
        return float(self._common(float))

    def __hash__(self) -> int:
        return hash(self._only())

    def __str__(self) -> str:
        """A name that differs makes the run fork; numbers that nobody but a step's name needs are left out."""
        if any(type(value) is str for value in self.values.values()):
            return str(self._common(str))
        return LEFT_OUT

    def __format__(self, _: str) -> str:
        return str(self)

    def _each(self, operate: Callable[[Any], Any]) -> Any:
        values = self.values
        return lanes(self.students, self.mask, each(self.students, self.mask, lambda key: operate(values[key])))

    def _common(self, view: Callable[[Any], Any]) -> Any:
        """What all students have in common, seen like this; a Fork where that differs."""
        keys = self.students.keys(self.mask)
        try:
            views = each(self.students, self.mask, lambda key: view(self.values[key]))
        except TypeError:  # some of them cannot be seen like this: each goes on as what it is
            if len(keys) == 1:
                raise
            raise Fork(self.mask, [[key] for key in keys]) from None
        seen: dict[Any, list[int]] = {}
        for key, value in views.items():
            seen.setdefault(value, []).append(key)
        if len(seen) > 1:
            raise Fork(self.mask, seen.values())
        return next(iter(seen))

    def _part_where(self, name: str) -> None:
        """Raise a Fork where some of the values have an attribute of this name and others have none."""
        self._common(lambda value: hasattr(value, name))

    def _only(self) -> Any:
        """The value, where there is only one; else a Fork."""
        keys = list(self.students.keys(self.mask))
        if len(keys) > 1:
            raise Fork(self.mask, [[key] for key in keys])
        return self.values[keys[0]]


def each(students: Students, mask: int, value_of: Callable[[int], Any]) -> Values:
    """The value for each combination.  The run goes on without the students for whom it fails."""
    values: Values = {}
    failed: dict[int, Exception] = {}
    for key in students.keys(mask):
        try:
            values[key] = value_of(key)
        except INVALID_RUN as failure:
            if isinstance(behind(failure), Fork):
                raise
            failed[key] = failure
    if failed and not values:
        raise next(iter(failed.values()))
    if failed:
        students.lose(mask, failed)
    return values


def applied(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What a function gives, of arguments that hold Lanes somewhere."""
    parts = [(argument, mask_of(argument)) for argument in arguments]
    named_mask = mask_of(named)
    mask = union([named_mask, *(own for _, own in parts)])
    students = _students((arguments, named))
    differing = [place for place, (_, own) in enumerate(parts) if own]

    def called(key: int) -> Any:
        given = [at(argument, key) if own else argument for argument, own in parts]
        return function(*given, **(at(named, key) if named_mask else named))

    def called_on_one(key: int) -> Any:  # the commonest case, and twice as fast
        return function(*before, values[key], *after, **named)

    if named_mask or len(differing) > 1 or type(arguments[differing[0]]) is not Lanes:
        return lanes(students, mask, each(students, mask, called))
    before, values, after = arguments[: differing[0]], arguments[differing[0]].values, arguments[differing[0] + 1 :]
    return lanes(students, mask, each(students, mask, called_on_one))


def captured(function: Any) -> int:
    """The mistakes that a function depends on by itself, by what it uses of the values around it."""
    cells = getattr(function, "__closure__", None)
    return union(mask_of(_content(cell)) for cell in cells) if cells else 0


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that nothing has been given to yet
        return None


def lanes(students: Students, mask: int, values: Values) -> Any:
    """A value of each student's own; None, for which solvers ask with `is`, stands for itself."""
    nothing = [key for key, value in values.items() if value is None]
    if not nothing:
        return Lanes(students, mask, values)
    if len(nothing) == len(values):
        return None
    raise Fork(mask, [nothing, values.keys() - nothing])


def joined(students: Students, mask: int, parts: Sequence[tuple[Iterable[int], Any]]) -> Any:
    """One value of those of several groups of students, which `mask` tells apart."""
    first = parts[0][1]
    if all(_is_the_same(first, value) for _, value in parts):
        return first
    kind = type(first)
    if issubclass(kind, tuple) and all(type(value) is kind and len(value) == len(first) for _, value in parts):
        entries = [joined(students, mask, [(group, value[i]) for group, value in parts]) for i in range(len(first))]
        return tuple(entries) if kind is tuple else kind(*entries)
    if kind is dict and all(type(value) is dict and value.keys() == first.keys() for _, value in parts):
        return {name: joined(students, mask, [(group, value[name]) for group, value in parts]) for name in first}
    for _, value in parts:
        mask |= mask_of(value)
    return Lanes(
        students, mask, {key: at(value, key) for group, value in parts for key in {one & mask for one in group}}
    )


def _alone(value: Any) -> Any:
    """The value, if it is the same for everybody; else a Fork."""
    return value._only() if type(value) is Lanes else value  # noqa: SLF001 - its own module


def parted(value: Any) -> Any:
    """The value, if nowhere in it only some students have None, for which solvers ask with `is`; else a Fork."""
    if type(value) is Lanes:
        lanes(value.students, value.mask, value.values)
    else:
        for entry in _entries(value):
            parted(entry)
    return value


def _is_the_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and type(one) in PLAIN and bool(one == other))


PLAIN: Final = frozenset({int, float, bool, str})
"""What is told apart by being equal or not."""


def at(value: Any, key: int) -> Any:
    """The value for one combination of mistakes, or for one student."""
    kind = type(value)
    if kind is Lanes:
        return value.values[key & value.mask]
    if kind is tuple or kind is list:
        return kind([at(entry, key) for entry in value])
    if kind is dict:
        return {name: at(entry, key) for name, entry in value.items()}
    if isinstance(value, tuple):
        return kind(*[at(entry, key) for entry in value])
    if isinstance(value, slice):
        return slice(at(value.start, key), at(value.stop, key), at(value.step, key))
    return value


def settled(students: Students, value: Any) -> Any:
    """A value in which nothing is left open that all of these students agree on."""
    if type(value) is Lanes:
        keys = students.keys(value.mask)
        return value if len(keys) > 1 else value.values[keys[0]]
    if type(value) in {tuple, list}:
        return type(value)([settled(students, entry) for entry in value])
    if type(value) is dict:
        return {name: settled(students, entry) for name, entry in value.items()}
    return value


def mask_of(value: Any) -> int:
    """The mistakes that a value depends on."""
    if type(value) is Lanes:
        return value.mask
    entries = _entries(value)
    return union(map(mask_of, entries)) if entries else 0


def union(masks: Iterable[int]) -> int:
    """All the mistakes of several masks, or of several bits."""
    return reduce(operator.or_, masks, 0)


def _students(value: Any) -> Any:
    """Those of the first Lanes in a value; None without any."""
    if type(value) is Lanes:
        return value.students
    return next((found for entry in _entries(value) if (found := _students(entry)) is not None), None)


def _entries(value: Any) -> Iterable[Any]:
    """What a value consists of that may hold Lanes."""
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, dict):
        return value.values()
    return (value.start, value.stop, value.step) if isinstance(value, slice) else ()


def _both(operate: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """An operator between Lanes and Lanes or something else, on either side."""
    students, values = one.students, one.values
    if type(other) is not Lanes:
        if isinstance(other, tuple | list | dict):
            return applied(operate, one, other)
        try:
            return Lanes(students, one.mask, {key: operate(values[key], other) for key in students.keys(one.mask)})
        except INVALID_RUN:
            return applied(operate, one, other)
    mine, theirs, others = one.mask, other.mask, other.values
    mask = mine | theirs
    try:
        found = {key: operate(values[key & mine], others[key & theirs]) for key in students.keys(mask)}
    except INVALID_RUN:
        return applied(operate, one, other)
    return Lanes(students, mask, found)


def _swapped(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda other, one: operate(one, other)


_TWO: Final = (
    "add",
    "sub",
    "mul",
    "matmul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "lshift",
    "rshift",
    "and",
    "or",
    "xor",
    "divmod",
)
_COMPARED: Final = ("lt", "le", "gt", "ge")
_ONE: Final[Mapping[str, Callable[[Any], Any]]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
}


def _operators() -> None:
    for name in (*_TWO, *_COMPARED):
        operate = divmod if name == "divmod" else getattr(operator, f"__{name}__")
        setattr(Lanes, f"__{name}__", lambda self, other, operate=operate: _both(operate, self, other))
        if name not in _COMPARED:
            swapped = _swapped(operate)
            setattr(Lanes, f"__r{name}__", lambda self, other, operate=swapped: _both(operate, self, other))
    for name, one in _ONE.items():
        setattr(Lanes, f"__{name}__", lambda self, operate=one: self._each(operate))


_operators()
