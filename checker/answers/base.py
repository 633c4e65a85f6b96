"""Base class of the kinds of answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from checker.answers.legible import are_right, digits_needed, format_number
from checker.answers.reading import Reading, flatten
from checker.answers.show import POINT, Spelling, json_number, nest, show_number, show_stated, spelling_of
from checker.answers.tolerance import Tolerance
from checker.engine.values.encoded import EncodedValue
from checker.notation.number import Hints


class Kind(ABC):
    """A kind of answer: how it is read, compared and shown."""

    name: ClassVar[str]

    @abstractmethod
    def read(self, text: str, hints: Hints) -> Reading:
        """Read a student's text.  Raises UnreadableAnswer, never anything else; evaluates nothing as code."""

    @abstractmethod
    def fits(self, value: Any) -> bool:
        """Return whether a truth is of this kind."""

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:
        """Return a truth as people write it: 31,744, [0.6089, 0.1956], [[1, 0], [0, 1]], O(n²·d).

        `decimal`: the decimal sign that the assignment declares, "point" or "comma".  It has 4
        digits, or as many as the `tolerance` needs to accept it.
        """
        if isinstance(value, EncodedValue):
            return str(value)
        shape, numbers = flatten(value)
        shown = list(map(show_number, numbers))
        if tolerance and not are_right(shown, numbers, tolerance):
            digits = digits_needed(numbers, tolerance)
            shown = [format_number(number, digits) for number in numbers]
        return spelling_of(numbers, decimal).table(shape, shown)

    def difference(self, reading: Reading, truth: Any) -> str:  # noqa: ARG002 - for kinds that say it in words
        """Return how a reading differs from an encoded truth, in sentences that do not give the truth away."""
        return ""

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a reading as people write it, with the digits that were stated."""
        if reading.shown:
            return reading.shown
        tolerance = None if spelling.is_whole else spelling.tolerance
        return spelling.table(reading.shape, [show_stated(number, tolerance) for number in reading.numbers])

    def to_json(self, reading: Reading) -> Any:
        """Return a reading for JSON; numbers that do not fit a double are strings."""
        if reading.shown:
            return reading.shown
        return nest(reading.shape, [json_number(number.value) for number in reading.numbers])
