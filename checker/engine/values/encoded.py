"""Values that are compared by numbers: the exponents of an order of growth, the marks of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class EncodedValue:
    """A value with a code to compare it by.  People read its text."""

    __slots__ = ()

    kind: ClassVar[str]
    """The kind of answer."""

    @property
    def worth(self) -> float | None:
        """Return the points that the value declares, such as those of a rubric; None if it declares none."""
        return None

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        """Return a shape and numbers in row-major order; they are equal only for equal values."""
        raise NotImplementedError

    def language(self, aliases: Mapping[str, str]) -> Any:
        """Return what is needed to read an answer of this kind: the symbols, the options.

        `aliases` are further names that the problem declares, {name that a student may write: meaning}.
        """
        raise NotImplementedError
