"""Right answers that are no plain number, such as choices, with codes of numbers to compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, Self


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


class SelectedOptions(EncodedValue):
    """The chosen ones among the options of a multiple-choice question, by their places from 0.  Immutable."""

    __slots__ = ("options", "places")

    kind = "choice"

    def __init__(self, options: tuple[str, ...], places: Iterable[int]) -> None:
        self.options = options
        self.places = frozenset(places)

    @property
    def code(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return a vector with 1 for each chosen option and 0 for each other option."""
        return (len(self.options),), tuple(int(place in self.places) for place in range(len(self.options)))

    def language(self, aliases: Mapping[str, str]) -> tuple[str, ...]:
        """Return the texts of all options, which is what is needed to read a student's choice."""
        del aliases
        return self.options

    def __str__(self) -> str:
        return ", ".join(self.options[place] for place in sorted(self.places)) or "none of them"


class ComplexNumber(NamedTuple):
    """The real and the imaginary part, which are compared like two entries of a vector."""

    real: float
    imaginary: float


def joined(real: str, imaginary: str) -> str:
    """Return a real and an imaginary part, each given as text, as one complex number: `3 - 4i`."""
    size = imaginary.removeprefix("-")
    if size == "0":
        return real
    sign, unit = ("-" if imaginary.startswith("-") else "+"), f"{'' if size == '1' else size}i"
    if real in {"0", "-0"}:
        return f"{sign.strip('+')}{unit}"
    return f"{real} {sign} {unit}"


class Typed(float):
    """A float that an author typed instead of computing it: it is exactly the decimal that people read, not rounded.

    What is computed with it is a float again.
    """

    __slots__ = ()
