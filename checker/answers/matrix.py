"""A table of numbers, as a student may write it or numpy and torch print it."""

from __future__ import annotations

from typing import Any, Final

from checker.answers.limits import limits_for
from checker.answers.reading import Reading, flatten
from checker.answers.show import ShownValue
from checker.answers.table import TableText
from checker.notation.number import Hints
from checker.notation.text import plain

AXES: Final = 2


class MatrixKind(ShownValue):
    """A table of numbers, all rows of one length."""

    name = "matrix"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read a table: `[[1, 0], [0, 1]]`, `1 0; 0 1`, rows on lines of their own.  Raises Unreadable."""
        limits = limits_for(hints.shape, "a matrix")
        return TableText(plain(text, limits.characters, limits.name), hints, limits, listed=False).read()

    def fits(self, value: Any) -> bool:
        """Whether a truth is a table of numbers."""
        return len(flatten(value)[0]) == AXES


kind: Final = MatrixKind()
