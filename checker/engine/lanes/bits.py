"""Sets of mistakes: a bit for each mistake in an int."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from functools import reduce


def union(masks: Iterable[int]) -> int:
    """Return all mistakes of several sets."""
    return reduce(operator.or_, masks, 0)


def bits_of(mask: int) -> Iterator[int]:
    """Yield each mistake of a set."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
