"""The numbers and lists that a question gives: what repeats them is hardly its answer."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from checker.writeups.language.words import first_token, numbers_in

_NUMBER: Final = re.compile(r"[-−–]?\d[\d.]*(?:,\d{3}(?!\d))*")
_WORDS: Final = re.compile(r"[^\W\d_]+|=")
_ONE_NUMBER: Final = re.compile(r"(?:list|vector) of one (?:number|entry)", re.IGNORECASE)
_MOST_KEPT: Final = 1024
"""Number of texts whose answers are kept: every part asks for the same ones."""
_FEWEST: Final = 2
"""Length from which a list is looked for in the question."""


class GivenNumbers:
    """The numbers of the text of a question."""

    def __init__(self, prompt: str) -> None:
        self._single = numbers_in(prompt)
        self._in_order = [f" {' '.join(_entries(each))} " for each in _WORDS.split(prompt)]
        self._gives = lru_cache(_MOST_KEPT)(self._is_given)
        self.is_one_number = bool(_ONE_NUMBER.search(prompt))
        """The question wants its lists to have one number."""

    def __contains__(self, text: str) -> bool:
        """Return whether a number, or a list of numbers in this order, is given."""
        return self._gives(text)

    def _is_given(self, text: str) -> bool:
        entries = _entries(text)
        if len(entries) < _FEWEST:
            return first_token(text) in self._single
        wanted = f" {' '.join(entries)} "
        return any(wanted in each for each in self._in_order)


@lru_cache(32)
def given_numbers(prompt: str) -> GivenNumbers:
    """Return the numbers of a prompt, which many write-ups answer."""
    return GivenNumbers(prompt)


def _entries(text: str) -> list[str]:
    """Return the numbers of a text in their order, each without zeros at its end."""
    found = (each.replace(",", "").replace("−", "-").replace("–", "-") for each in _NUMBER.findall(text))
    return [each.rstrip("0").rstrip(".") if "." in each else each for each in found]
