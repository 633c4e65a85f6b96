"""Values that are compared by numbers: the exponents of an order of growth, the marks of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class EncodedValue:
    """A right answer that is no number, such as a choice, with a code of numbers that equal answers share."""

    __slots__ = ()

    kind: ClassVar[str]
    """The kind of answer."""

    @property
    def worth(self) -> float | None:
        """Return the points that the value declares, such as those of a rubric; None if it declares none."""
        return None

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        """Return numbers, with their shape, that are equal for equal values only."""
        raise NotImplementedError

    def spelled(self, aliases: Mapping[str, str]) -> Self:  # noqa: ARG002 - for values that are written in symbols
        """Return the value as it is shown where a problem has its own symbols, {symbol: meaning}."""
        return self

    def in_words(self, text: str) -> str:
        """Return a sentence of the solver with the symbols of the problem in place of its own."""
        return text

    def language(self, aliases: Mapping[str, str]) -> Any:
        """Return what is needed to read an answer of this kind: the symbols, the options.

        `aliases` are further names that the problem declares, {name that a student may write: meaning}.
        """
        raise NotImplementedError
