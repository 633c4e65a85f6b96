"""Sets of mistakes as ints: each mistake has a bit, so 5 is the set of the first and the third mistake."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from functools import reduce


def union(masks: Iterable[int]) -> int:
    """Return the set of all mistakes that occur in any of these sets."""
    return reduce(operator.or_, masks, 0)


def bits_of(mask: int) -> Iterator[int]:
    """Yield the bit of each mistake in a set: 1 and 4 for 5."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
