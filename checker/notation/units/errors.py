"""Reasons for which a unit cannot be read."""

from __future__ import annotations

from typing import Final

_LONGEST: Final = 60


class UnitError(ValueError):
    """Raised for a unit that cannot be read; the subclasses say why."""


class UnknownUnit(UnitError):  # noqa: N818 - the name of a finding
    """Raised for a word that is not understood, with units that may be meant."""

    def __init__(self, word: str, suggestions: tuple[str, ...] = ()) -> None:
        word = word[:_LONGEST]
        super().__init__(word, suggestions)
        self.word = word
        self.suggestions = suggestions


class AmbiguousUnit(UnitError):  # noqa: N818 - the name of a finding
    """Raised for a spelling that can be read in two ways, with both readings."""

    def __init__(self, text: str, one: str, other: str) -> None:
        super().__init__(text, one, other)
        self.text = text
        self.one = one
        self.other = other
