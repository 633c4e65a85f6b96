"""Draws from a hash: the same on every machine and with every version of Python.

The number for some words is the SHA-256 of their JSON list, read as one large integer.  A choice among n is the rest of
its division by n.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeVar

_Item = TypeVar("_Item")

NAME: Final = "checker draw 1"
"""The name of this hash, which is its first word."""

_BITS: Final = 53


def hashed(*words: str | int) -> int:
    """Return a large number that depends on these words only.

    >>> hashed("spring", "s1042", "encoder-layer") % 10
    1
    """
    return int.from_bytes(hashlib.sha256(json.dumps([NAME, *words]).encode()).digest())


class HashedRandom(Random):
    """A source of random numbers for a question type's own distribution, which depends on some words only.

    The algorithms of `random` may change with Python, so all that question types use is here.
    """

    def __init__(self, *words: str | int) -> None:
        super().__init__(0)
        self._words = words
        self._count = 0

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""
        return (self._next() >> (256 - _BITS)) / float(2**_BITS)

    def uniform(self, a: float, b: float) -> float:
        """Return a number from a to b."""
        return a + (b - a) * self.random()

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from a to b."""
        return a + self._next() % (b - a + 1)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return an entry of a range."""
        found: int = self.choice(range(start) if stop is None else range(start, stop, step))
        return found

    def choice(self, seq: Any) -> Any:
        """Return an entry of a sequence."""
        return seq[self._next() % len(seq)]

    def sample(self, population: Sequence[_Item], k: int, *, counts: Any = None) -> list[_Item]:
        """Return k different entries of a sequence."""
        if counts is not None:
            raise NotImplementedError
        left = list(population)
        return [left.pop(self._next() % len(left)) for _ in range(k)]

    def _next(self) -> int:
        self._count += 1
        return hashed(*self._words, self._count)
