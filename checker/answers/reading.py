"""What reading an answer gives: numbers as a student stated them, with the digits that were stated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from checker.engine.values.encoded import EncodedValue
from checker.notation.nodes import Node
from checker.notation.number import Hints, StatedNumber


class Reading(NamedTuple):
    """An answer as it was read."""

    shape: tuple[int, ...]
    """() of a number, (n,) of a vector or of a shape with n axes, (rows, columns) of a matrix."""
    numbers: tuple[StatedNumber, ...]
    """The entries, row by row."""
    note: str = ""
    """How it was read, where that is not obvious."""
    shown: str = ""
    """What was read, as people write it, where numbers alone do not tell."""
    remark: str = ""
    """What there is to say even of a right answer, as a sentence: "Drop the constant 3."."""
    refused: str = ""
    """Why this is no right answer whatever its numbers, as a sentence: another claim, another unit."""
    unit: str = ""
    """The unit that is written behind the number, or behind each entry; `numbers` are in the question's unit."""
    tree: Node | None = None
    """A formula, as it was read."""
    unclear: str = ""
    """Why a formula has no value at some of the sizes at which formulas are compared."""


class Kind(Protocol):
    """A kind of answer."""

    name: str

    def read(self, text: str, hints: Hints) -> Reading:
        """Read a student's text.  Raises Unreadable, never anything else; evaluates nothing as code."""

    def fits(self, value: Any) -> bool:
        """Whether a truth is of this kind."""

    def show(self, value: Any) -> str:
        """A value as people write it."""

    def difference(self, reading: Reading, truth: Any) -> str:
        """What differs from a coded truth, in sentences that do not give it away."""

    def show_reading(self, reading: Reading) -> str:
        """What was read, with the digits that were stated."""

    def plain(self, reading: Reading) -> Any:
        """What was read, for JSON: numbers that do not fit a double are strings."""


def hints_of(truth: Any, decimal: str | None, symbols: Mapping[str, str], unit: str | None) -> Hints:
    """What a truth, and what its problem says of it, settle about how answers are read."""
    language = truth.language(symbols) if isinstance(truth, EncodedValue) else None
    shape, numbers = flatten(truth)
    return Hints(all(isinstance(number, int) for number in numbers), decimal, language, unit, shape)


def fitted(reading: Reading, shape: tuple[int, ...]) -> Reading:
    """A reading in this shape, if it only lacks brackets that nobody writes: around a number, around the only row."""
    if not reading.shape and shape == (1,):
        return reading._replace(shape=shape, note="a number, read as a vector of one")
    if len(reading.shape) == 1 and shape == (1, *reading.shape):
        return reading._replace(shape=shape, note="a list, read as the only row")
    return reading


def flatten(value: Any) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The shape of a truth and its numbers, row by row; of a number, a (nested) tuple or list, or an array.

    >>> flatten(3), flatten((32, 16)), flatten([[1.0, 0.0], [0.0, 1.0]])
    (((), (3,)), ((2,), (32, 16)), ((2, 2), (1.0, 0.0, 0.0, 1.0)))
    """
    if isinstance(value, int | float):
        return (), (value,)
    if isinstance(value, EncodedValue):
        return value.code
    if not isinstance(value, tuple | list):
        value = value.tolist()
        if isinstance(value, int | float):
            return (), (value,)
    if not value or not isinstance(value[0], tuple | list):
        return (len(value),), tuple(value)
    return (len(value), len(value[0])), tuple(number for row in value for number in row)
