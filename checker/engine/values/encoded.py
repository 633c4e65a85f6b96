"""Values that are compared by numbers: the exponents of an order of growth, the marks of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


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

    def spelled(self, aliases: Mapping[str, str]) -> Self:  # noqa: ARG002 - for values that are written in symbols
        """Return the value as it is shown where a problem has its own symbols, {symbol: meaning}."""
        return self

    def in_words(self, text: str) -> str:
        """Return a text of the solver with the symbols in which this value is shown."""
        return text

    def language(self, aliases: Mapping[str, str]) -> Any:
        """Return what is needed to read an answer of this kind: the symbols, the options.

        `aliases` are further names that the problem declares, {name that a student may write: meaning}.
        """
        raise NotImplementedError
