"""Values that are no numbers but compared by numbers: the exponents of an order of growth, the marks of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class EncodedValue:
    """A value with a code; its text is what people read."""

    __slots__ = ()

    kind: ClassVar[str]
    """The kind of answer that it is."""

    @property
    def worth(self) -> float | None:
        """The points that it says itself; None where it says nothing of points."""
        return None

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        """A shape, and numbers in row-major order: equal for equal values, and for no others."""
        raise NotImplementedError

    def language(self, aliases: Mapping[str, str]) -> Any:
        """What a reader has to know to read an answer of this kind: the symbols, the options.

        `aliases` are further names that the problem declares, {what a student may write: what it stands for}.
        """
        raise NotImplementedError
