"""How much an answer may hold: several times what the question asks for, and never more than any answer needs.

A longer answer is refused before anything in it is worked out.  The bounds are rounded up, so that they tell nobody how
many numbers are asked for.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer

MAX_ENTRIES: Final = 10_000

FEWEST: Final = 128
"""Entries that every list or table may have."""

SPARE: Final = 4
"""As many times the entries asked for may be given: the whole table in place of one row."""

CHARACTERS: Final = 64
"""For each entry asked for, or for half of it: a fraction in LaTeX with its spaces, a number as numpy prints it."""


class Room(NamedTuple):
    """The bounds on the answers to a question."""

    name: str
    """What is asked for."""
    entries: int
    characters: int

    def refuse_more(self, entries: int) -> None:
        """Raise Unreadable for more entries than there is room for."""
        if entries > self.entries:
            raise UnreadableAnswer(f"This has more than {self.entries:,} entries. I expected {self.name} with fewer.")


@lru_cache(64)
def room_for(shape: tuple[int, ...] | None, name: str) -> Room:
    """Return the bounds on answers where this shape is right; without a shape those of any answer.

    >>> room_for((3,), "a vector")
    Room(name='a vector', entries=128, characters=4096)
    """
    count = MAX_ENTRIES if shape is None else math.prod(shape)
    asked = 1 << max(0, count - 1).bit_length()  # the next power of two
    entries = min(MAX_ENTRIES, max(FEWEST, SPARE * asked))
    return Room(name, entries, CHARACTERS * max(FEWEST // 2, asked))
