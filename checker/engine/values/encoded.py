"""Base class of right answers that are no number, such as a choice.

Each has a code of numbers by which it is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class EncodedValue:
    """A right answer that is no number, such as a choice.  Its `code` is the same as that of any equal answer."""

    __slots__ = ()

    kind: ClassVar[str]
    """The kind of answer."""

    @property
    def worth(self) -> float | None:
        """Return the points that the value itself declares, such as a rubric's sum; None if it declares none."""
        return None

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        """Return a shape and numbers that are the same for equal values and for no others."""
        raise NotImplementedError

    def spelled(self, aliases: Mapping[str, str]) -> Self:  # noqa: ARG002 - for values that are written in symbols
        """Return the value with the letters of a problem instead of the solver's.

        `aliases` has them, {letter of the problem: its meaning}.
        """
        return self

    def in_words(self, text: str) -> str:
        """Return a sentence of the solver, with the problem's symbols instead of the solver's."""
        return text

    def language(self, aliases: Mapping[str, str]) -> Any:  # noqa: ARG002 - as above
        """Return what the reader of a student's answer needs to know: for example the allowed symbols, or the options.

        `aliases` are further names that the problem declares, {name that a student may write: meaning}.  It is None
        if nothing is needed.
        """
        return None
