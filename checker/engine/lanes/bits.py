"""Sets of mistakes as ints: each mistake has a bit."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from functools import reduce


def union(masks: Iterable[int]) -> int:
    """Return the set of all mistakes that occur in any of some sets."""
    return reduce(operator.or_, masks, 0)


def bits_of(mask: int) -> Iterator[int]:
    """Yield each mistake of a set."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
