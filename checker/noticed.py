"""Which other options would have changed a run.  Those that would not need not be tried beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from checker.errors import FAILURES


class Noticed:
    """The options whose value differs, at some choice point of one run, from the value that was taken there.

    A solver sees no more of an option than its value.  So with any other option taken too the run would be the same.
    """

    def __init__(self) -> None:
        self._differing: set[tuple[str, str]] = set()

    def is_idle(self, point: str, option: str) -> bool:
        """Whether the run would be the same with this option."""
        return (point, option) not in self._differing

    def compare(self, point: str, taken: Any, options: Mapping[str, Any]) -> None:
        """One choice point: the value that was taken there, and what else there was, be it not yet computed."""
        for option, value in options.items():
            if (point, option) not in self._differing and not _is_same(taken, value):
                self._differing.add((point, option))

    def doubt(self, points: Mapping[str, Iterable[str]]) -> None:
        """Choice points whose options nobody has compared: each of them may make a difference."""
        self._differing.update((point, option) for point, options in points.items() for option in options)


def _is_same(taken: Any, value: Any) -> bool:
    """Whether two values cannot be told apart.  In doubt they can."""
    try:
        value = value() if callable(value) else value
        if value is taken:
            return True
        if type(value) is not type(taken):
            return False
        if hasattr(value, "dtype"):
            is_alike = value.dtype == taken.dtype and value.shape == taken.shape
            return is_alike and bool((value == taken).all())
        return bool(value == taken)
    except FAILURES:
        return False
