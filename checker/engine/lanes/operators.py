"""Operators and numpy functions for a value that differs between students: `x + 1` adds 1 for each of them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from operator import call
from typing import Any, Final

ELLIPSIS: Final = "…"
"""The text in place of a number that differs between students."""

_BINARY: Final = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "or", "xor"),
)
_COMPARISONS: Final = ("eq", "ne", "lt", "le", "gt", "ge")
_UNARY: Final[Mapping[str, Callable[[Any], Any]]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
}


class LaneOperators:
    """Base of `Lanes` with its operators, conversions and numpy functions, made of the few methods declared here."""

    __slots__ = ()

    values: dict[int, Any]

    _apply: Callable[..., Any]
    """Return a function of arguments that hold Lanes."""
    _map: Callable[[Callable[[Any], Any]], Any]
    """Return a function of each value."""
    _combine: Callable[[Callable[[Any, Any], Any], Any], Any]
    """Return an operator of this value and another one."""
    _combine_swapped: Callable[[Callable[[Any, Any], Any], Any], Any]
    """Return an operator of another value, which is plain, and this one."""
    _agreed: Callable[[Callable[[Any], Any]], Any]
    """Return `view(value)` if it is the same for all students, such as `bool` or `len`; raise a Fork if it differs."""
    _first: Callable[[], Any]
    """Return one of the values."""
    _single: Callable[[], Any]
    """Return the only value; raise a Fork if there are several."""
    _captures_lanes: Callable[[], bool]
    """Return whether a value is a function that uses `Lanes` from around it."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: D102 - calls the value
        if self._captures_lanes():
            return self._single()(*arguments, **named)
        return self._apply(call, self, *arguments, **named)

    def __getitem__(self, item: Any) -> Any:
        return self._apply(operator.getitem, self, item)

    def __setitem__(self, item: Any, entry: Any) -> None:
        self._single()[item] = entry

    def __iter__(self) -> Iterator[Any]:
        some = self._first()
        has_places = hasattr(some, "__getitem__") and not isinstance(some, dict)
        entries = self if has_places else self._map(tuple)  # of a set, or the keys of a table
        return iter([entries[place] for place in range(len(entries))])

    def __contains__(self, item: Any) -> bool:
        return bool(self._apply(operator.contains, self, item))

    def __round__(self, *digits: Any) -> Any:
        return self._apply(round, self, *digits)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **named: Any) -> Any:
        if "out" in named:  # an array that is changed in place is one array: each student needs a separate one
            inputs = tuple([each._single() if isinstance(each, LaneOperators) else each for each in inputs])  # noqa: SLF001
            return getattr(function, method)(*inputs, **named)
        return self._apply(getattr(function, method), *inputs, **named)

    def __array_function__(self, function: Any, types: Any, arguments: Any, named: Any) -> Any:
        del types
        return self._apply(function, *arguments, **named)

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


def _define_operators() -> None:
    for name in (*_BINARY, *_COMPARISONS):
        operate = divmod if name == "divmod" else getattr(operator, f"__{name}__")
        setattr(LaneOperators, f"__{name}__", lambda self, other, operate=operate: self._combine(operate, other))
        if name in _BINARY:
            setattr(
                LaneOperators,
                f"__r{name}__",
                lambda self, other, operate=operate: self._combine_swapped(operate, other),
            )
    for name, one in _UNARY.items():
        setattr(LaneOperators, f"__{name}__", lambda self, operate=one: self._map(operate))


_define_operators()
