"""A bounded memory of what was worked out, safe where several threads use it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar, cast

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_NOTHING: Final = object()


class Memory(Generic[Key, Value]):
    """Keeps at most `most` values; a new one takes the place of the oldest.

    Nothing is looked up after it was put in, since another thread may have pushed it out again by then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Key, Any] = {}
        self._lock = Lock()

    def __contains__(self, key: Key) -> bool:
        """Return whether a value is kept."""
        return key in self._kept

    def __len__(self) -> int:
        """Return how many values are kept."""
        return len(self._kept)

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key; where it is not known, make it.

        Two threads may make the same value at once, for making it holds no lock.  Both get the one that is kept.
        """
        value = self._kept.get(key, _NOTHING)
        if value is _NOTHING:
            value = self.keep(key, make())
        return cast("Value", value)

    def keep(self, key: Key, value: Value) -> Value:
        """Remember a value, and return the one that is kept: of two for one key the first."""
        with self._lock:
            kept: Value = self._kept.setdefault(key, value)
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return kept

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
