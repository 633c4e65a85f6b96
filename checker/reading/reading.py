"""`Reading`, an answer as it was read; `hints_of`, by which it is read; `flatten`, shape and numbers of any value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from checker.engine.values import EncodedValue
from checker.formula.nodes import Node
from checker.text.number import Hints, StatedNumber
from checker.text.vocabulary import NO_WORDS, Words

if TYPE_CHECKING:
    from checker.solvers.variant import Variant


class Reading(NamedTuple):
    """An answer as it was read: its numbers with their digits, its shape, and its unit."""

    shape: tuple[int, ...]
    """() of a number, (n,) of a vector or of a shape with n axes, (rows, columns) of a matrix."""
    numbers: tuple[StatedNumber, ...]
    """The entries, row by row."""
    note: str = ""
    """A remark on how it was read, where that is not obvious."""
    shown: str = ""
    """The answer as people write it, where it is more than numbers."""
    remark: str = ""
    """Advice even on a right answer, as a sentence: "Drop the constant 3."."""
    refused: str = ""
    """The reason why it is wrong whatever its numbers are, as a sentence: another bound, another unit."""
    unit: str = ""
    """The unit that is written after the number or the entries; `numbers` are in the question's unit."""
    form: str = ""
    """The form in which it is written, where a problem may ask for one: `[)` of an interval."""
    tree: Node | None = None
    """The tree of a formula."""
    unclear: str = ""
    """The reason why a formula has no value at some of the sizes at which formulas are compared."""


def hints_of(  # noqa: PLR0913, PLR0917 - all that settles how an answer is read
    question: Variant, step: str, truth: Any, decimal: str | None, symbols: Mapping[str, str], words: Words = NO_WORDS
) -> Hints:
    """Return the facts by which answers to a step are read: whole numbers, unit, shape, decimal sign.

    For an encoded right answer they include its language: its options, or its letters with the aliases in `symbols`;
    for a question at several sizes the symbols in which a formula may be written.
    """
    language = truth.language(symbols) if isinstance(truth, EncodedValue) else question.alphabet(symbols, step)
    return Hints(is_whole(truth), decimal, language, question.unit_of(step), flatten(truth)[0], words=words)


def fit_shape(reading: Reading, shape: tuple[int, ...]) -> Reading:
    """Return a reading with the brackets that people leave out: a number as a list of one, a list as a single row."""
    if not reading.shape and shape == (1,):
        return reading._replace(shape=shape, note="a number, read as a vector of one")
    if len(reading.shape) == 1 and shape == (1, *reading.shape):
        return reading._replace(shape=shape, note="a list, read as the only row")
    return reading


def is_whole(value: Any) -> bool:
    """Return whether every number of a value is a whole number."""
    return all(isinstance(number, int) for number in flatten(value)[1])


def flatten(value: Any) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """Return the shape and the numbers, row by row, of a number, a vector or a matrix (tuple, list or array).

    Of an `EncodedValue` they are its code's.  More axes and rows of different lengths are not handled.

    >>> flatten(3), flatten((32, 16)), flatten([[1.0, 0.0], [0.0, 1.0]])
    (((), (3,)), ((2,), (32, 16)), ((2, 2), (1.0, 0.0, 0.0, 1.0)))
    """
    if isinstance(value, (int, float)):
        return (), (value,)
    if isinstance(value, EncodedValue):
        return value.code
    if not isinstance(value, (tuple, list)):
        value = value.tolist()
        if isinstance(value, int | float):
            return (), (value,)
    if not value or not isinstance(value[0], (tuple, list)):
        return (len(value),), tuple(value)
    return (len(value), len(value[0])), tuple(number for row in value for number in row)
