"""Limits on the length of an answer: several times what the question asks for.

A longer answer is refused before any of it is evaluated.  The limits are rounded up, so that they do not give away how
many numbers the question asks for.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer

MAX_ENTRIES: Final = 10_000
"""Maximum number of entries, whatever the question asks for."""

MIN_LIMIT: Final = 128
"""Number of entries that every list or table may have."""

SPARE_FACTOR: Final = 4
"""Entries accepted for each one asked for: a student may give the whole table in place of one row."""

CHARACTERS_PER_ENTRY: Final = 64
"""Enough for a fraction in LaTeX with its spaces, or a number as numpy prints it."""


class AnswerLimits(NamedTuple):
    """The limits on the answers to a question."""

    name: str
    """The kind of answer in words, such as `a vector`."""
    entries: int
    characters: int

    def refuse_more(self, entries: int) -> None:
        """Raise UnreadableAnswer for more entries than the limit."""
        if entries > self.entries:
            raise too_many_entries(self.entries, self.name)


def too_many_entries(limit: int, name: str = "a list") -> UnreadableAnswer:
    """Return the error for an answer with more entries than the limit."""
    return UnreadableAnswer(f"This has more than {limit:,} entries. Write {name} with fewer entries.")


@lru_cache(64)
def limits_for(shape: tuple[int, ...] | None, name: str) -> AnswerLimits:
    """Return the limits on answers where this shape is right; without a shape those of any answer.

    >>> limits_for((3,), "a vector")
    AnswerLimits(name='a vector', entries=128, characters=4096)
    """
    count = MAX_ENTRIES if shape is None else math.prod(shape)
    rounded = 1 << max(0, count - 1).bit_length()  # the next power of two
    entries = min(MAX_ENTRIES, max(MIN_LIMIT, SPARE_FACTOR * rounded))
    return AnswerLimits(name, entries, CHARACTERS_PER_ENTRY * max(MIN_LIMIT // 2, rounded))
