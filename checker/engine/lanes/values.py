"""`Lanes`: a value for each combination of the mistakes that it depends on, and functions of such values.

One run with them gives the values of many imagined students.  Where these would need different paths, as in an `if`, a
Fork is raised.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter, call, methodcaller
from typing import Any, Final

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import union
from checker.engine.lanes.fork import Fork, Students, fork_behind

Values = dict[int, Any]
ELLIPSIS: Final = "…"
"""The text in place of a number that differs between students."""

_BINARY: Final = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "or", "xor"),
)
_COMPARISONS: Final = ("eq", "ne", "lt", "le", "gt", "ge")
_WITH_ENTRIES: Final = (tuple, list, dict, slice)
"""Types of values that may have `Lanes` among their entries."""

_UNARY: Final[Mapping[str, Callable[[Any], Any]]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
}


class Lanes:
    """A value that depends on the mistakes in `mask`: a value for each combination of them that occurs."""

    __slots__ = ("mask", "students", "values")

    def __init__(self, students: Students, mask: int, values: Values) -> None:
        self.students = students
        self.mask = mask
        self.values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # a protocol that is not among these
            raise AttributeError(name)
        try:
            some = getattr(self._first(), name)
            return partial(self._call_method, name) if callable(some) else self._map(attrgetter(name))
        except AttributeError:
            self._fork_over_attribute(name)
            raise

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: D102 - calls the value
        if any(map(captured_mask, self.values.values())):  # a function that depends on mistakes itself
            return self._single()(*arguments, **named)
        return map_lanes(call, self, *arguments, **named)

    def __getitem__(self, item: Any) -> Any:
        return map_lanes(operator.getitem, self, item)

    def __setitem__(self, item: Any, entry: Any) -> None:
        self._single()[item] = entry

    def __iter__(self) -> Iterator[Any]:
        some = self._first()
        has_places = hasattr(some, "__getitem__") and not isinstance(some, dict)
        entries = self if has_places else self._map(tuple)  # of a set, or the keys of a table
        return iter([entries[place] for place in range(len(entries))])

    def __contains__(self, item: Any) -> bool:
        return bool(map_lanes(operator.contains, self, item))

    def __round__(self, *digits: Any) -> Any:
        return map_lanes(round, self, *digits)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **named: Any) -> Any:
        if "out" in named:  # an array that is changed in place is one array: each student needs a separate one
            inputs = tuple([each._single() if type(each) is Lanes else each for each in inputs])  # noqa: SLF001
            return getattr(function, method)(*inputs, **named)
        return map_lanes(getattr(function, method), *inputs, **named)

    def __array_function__(self, function: Any, types: Any, arguments: Any, named: Any) -> Any:
        del types
        return map_lanes(function, *arguments, **named)

    def __array__(self, *arguments: Any, **named: Any) -> Any:
        import numpy as np  # here, because counts need none of it

        return np.asarray(self._single()).__array__(*arguments, **named)

    def __bool__(self) -> bool:
        return bool(self._agreed(bool))

    def __len__(self) -> int:
        return int(self._agreed(len))

    def __int__(self) -> int:
        return int(self._agreed(int))

    def __index__(self) -> int:
        return int(self._agreed(operator.index))

    def __float__(self) -> float:
        return float(self._agreed(float))

    def __hash__(self) -> int:
        return hash(self._single())

    def __str__(self) -> str:
        """Return the text if it is one; a name that differs raises a Fork.  Numbers in names of steps are left out."""
        if any(type(value) is str for value in self.values.values()):
            return str(self._agreed(str))
        return ELLIPSIS

    def __format__(self, _: str) -> str:
        return str(self)

    def _call_method(self, name: str, *arguments: Any, **named: Any) -> Any:
        """Call a method of each value, and return the results as `Lanes`."""
        try:
            if mask_of(arguments) or mask_of(named):
                return map_lanes(
                    lambda value, *given, **more: getattr(value, name)(*given, **more), self, *arguments, **named
                )
            return self._map(methodcaller(name, *arguments, **named))
        except AttributeError:
            self._fork_over_attribute(name)
            raise

    def _fork_over_attribute(self, name: str) -> None:
        """Raise a Fork where some of the values have an attribute of this name and others do not."""
        self._agreed(lambda value: hasattr(value, name))

    def _map(self, operate: Callable[[Any], Any]) -> Any:
        """Return the result of a function for each value; students for whom it fails leave the run."""
        values = self.values
        try:
            found = {key: operate(values[key]) for key in self.students.keys(self.mask)}
        except INVALID_RUN:
            found = compute_each(self.students, self.mask, lambda key: operate(values[key]))
        return make_lanes(self.students, self.mask, found)

    def _combine(self, operate: Callable[[Any, Any], Any], other: Any) -> Any:
        """Return the result of an operation on each value and `other`, which may be `Lanes` or plain."""
        students, mine, values = self.students, self.mask, self.values
        try:
            if type(other) is Lanes:
                theirs, others = other.mask, other.values
                mask = mine | theirs
                keys = students.keys(mask)
                if mask != mine:
                    found = {key: operate(values[key & mine], others[key & theirs]) for key in keys}
                elif mask != theirs:
                    found = {key: operate(values[key], others[key & theirs]) for key in keys}
                else:
                    found = {key: operate(values[key], others[key]) for key in keys}
                return Lanes(students, mask, found)
            if not isinstance(other, tuple | list | dict):
                return Lanes(students, mine, {key: operate(values[key], other) for key in students.keys(mine)})
        except INVALID_RUN:
            pass
        return map_lanes(operate, self, other)

    def _combine_swapped(self, operate: Callable[[Any, Any], Any], other: Any) -> Any:
        """Return the result of an operation on `other`, which is plain, and each value."""
        if isinstance(other, tuple | list | dict):
            return map_lanes(operate, other, self)
        return self._map(partial(operate, other))

    def _agreed(self, view: Callable[[Any], Any]) -> Any:
        """Return what a function gives for every value.  Raise a Fork where the values give several results."""
        keys = self.students.keys(self.mask)
        try:
            views = compute_each(self.students, self.mask, lambda key: view(self.values[key]))
        except TypeError:  # some values have no such view: each goes on as it is
            if len(keys) == 1:
                raise
            raise Fork(self.mask, [[key] for key in keys]) from None
        if len(distinct := {*views.values()}) == 1:
            return distinct.pop()
        seen: dict[Any, list[int]] = {}
        for key, value in views.items():
            seen.setdefault(value, []).append(key)
        raise Fork(self.mask, seen.values())

    def _first(self) -> Any:
        """Return the value for the first combination of mistakes that occurs."""
        return self.values[self.students.keys(self.mask)[0]]

    def _single(self) -> Any:
        """Return the only value.  Raise a Fork where there are several."""
        keys = self.students.keys(self.mask)
        if len(keys) > 1:
            raise Fork(self.mask, [[key] for key in keys])
        return self.values[keys[0]]


def _define_operators() -> None:
    """Give Lanes Python's operators and comparisons, which work on each value."""
    for name in (*_BINARY, *_COMPARISONS):
        operate = divmod if name == "divmod" else getattr(operator, f"__{name}__")
        setattr(Lanes, f"__{name}__", lambda self, other, operate=operate: self._combine(operate, other))
        if name in _BINARY:
            setattr(Lanes, f"__r{name}__", lambda self, other, operate=operate: self._combine_swapped(operate, other))
    for name, one in _UNARY.items():
        setattr(Lanes, f"__{name}__", lambda self, operate=one: self._map(operate))


_define_operators()


def compute_each(students: Students, mask: int, value_of: Callable[[int], Any]) -> Values:
    """Return {key: value_of(key)} for the keys of `mask`.

    Students for whom it fails leave the run; if it fails for all, raise the error.
    """
    keys = students.keys(mask)
    try:
        return {key: value_of(key) for key in keys}
    except INVALID_RUN:  # for some at least
        pass
    values: Values = {}
    failed: dict[int, Exception] = {}
    for key in keys:
        try:
            values[key] = value_of(key)
        except INVALID_RUN as failure:
            if isinstance(fork_behind(failure), Fork):
                raise
            failed[key] = failure
    if failed and not values:
        raise next(iter(failed.values()))
    if failed:
        students.drop(mask, failed)
    return values


def map_lanes(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a function once for each set of arguments that occurs among the students, and join the results."""
    parts = [(argument, mask_of(argument)) for argument in arguments]
    named_mask = mask_of(named)
    mask = union([named_mask, *(own for _, own in parts)])
    students = _students((arguments, named))
    differing = [place for place, (_, own) in enumerate(parts) if own]

    given = [*arguments]
    deeper = [place for place in differing if type(arguments[place]) is not Lanes]
    direct = [(place, arguments[place]) for place in differing if place not in deeper]

    def called(key: int) -> Any:
        for place, lanes in direct:
            given[place] = lanes.values[key & lanes.mask]
        for place in deeper:
            given[place] = value_at(arguments[place], key)
        return function(*given, **(value_at(named, key) if named_mask else named))

    def called_on_one(key: int) -> Any:  # the commonest case, and twice as fast
        return function(*before, values[key], *after, **named)

    if named_mask or len(differing) > 1 or type(arguments[differing[0]]) is not Lanes:
        return make_lanes(students, mask, compute_each(students, mask, called))
    before, values, after = arguments[: differing[0]], arguments[differing[0]].values, arguments[differing[0] + 1 :]
    return make_lanes(students, mask, compute_each(students, mask, called_on_one))


def make_lanes(students: Students, mask: int, values: Values) -> Any:
    """Return `Lanes` with the value for each combination of the mistakes in `mask`; None if all values are None.

    Raise a Fork if only some are None.
    """
    nothing = [key for key, value in values.items() if value is None]
    if not nothing:
        return Lanes(students, mask, values)
    if len(nothing) == len(values):
        return None
    raise Fork(mask, [nothing, values.keys() - nothing])


def captured_mask(function: Any) -> int:
    """Return the set of mistakes on which a function depends through the variables of its closure."""
    cells = getattr(function, "__closure__", None)
    return union(mask_of(_content(cell)) for cell in cells) if cells else 0


def _content(cell: Any) -> Any:
    """Return the value of a variable of a closure; None where it has none yet."""
    try:
        return cell.cell_contents
    except ValueError:  # a variable without a value yet
        return None


def mask_of(value: Any) -> int:
    """Return the set of mistakes on which a value depends, as bits; 0 for a plain value."""
    if type(value) is Lanes:
        return value.mask
    if not isinstance(value, _WITH_ENTRIES):
        return 0
    entries = entries_of(value)
    return union(map(mask_of, entries)) if entries else 0


def value_at(value: Any, key: int) -> Any:
    """Return a plain value: what `value` is for one combination of mistakes, or for one student."""
    kind = type(value)
    if kind is Lanes:
        return value.values[key & value.mask]
    if not issubclass(kind, _WITH_ENTRIES):
        return value
    if kind is tuple or kind is list:
        return kind([value_at(entry, key) for entry in value])
    if kind is dict:
        return {name: value_at(entry, key) for name, entry in value.items()}
    if isinstance(value, slice):
        return slice(value_at(value.start, key), value_at(value.stop, key), value_at(value.step, key))
    return kind(*[value_at(entry, key) for entry in value]) if isinstance(value, tuple) else value


def entries_of(value: Any) -> Iterable[Any]:
    """Return the entries of a list, dict or slice, any of which may be `Lanes`; nothing for other values."""
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, dict):
        return value.values()
    return (value.start, value.stop, value.step) if isinstance(value, slice) else ()


def _students(value: Any) -> Any:
    """Return the students of the first Lanes in a value; None without any."""
    if type(value) is Lanes:
        return value.students
    return next((found for entry in entries_of(value) if (found := _students(entry)) is not None), None)
