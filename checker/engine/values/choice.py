"""The right answer to a multiple-choice question: which of its options are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from checker.engine.values.encoded import EncodedValue


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
