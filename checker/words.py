"""Words, put together."""

from __future__ import annotations

from collections.abc import Iterable


def enumerated(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
