"""A bounded memory of computed values that several threads may use."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar, cast

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_NOTHING: Final = object()


class Memory(Generic[Key, Value]):
    """At most `most` values by key; a new value replaces the oldest.

    A value is never looked up after it was stored: another thread may have removed it by then.
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
        """Return the value of a key, and make it if it is not known.

        Two threads may make the same value at once, because no lock is held.  Both get the value that is kept.
        """
        value = self._kept.get(key, _NOTHING)
        if value is _NOTHING:
            value = self.keep(key, make())
        return cast("Value", value)

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value, and return the one that is kept: the first of two values for one key."""
        with self._lock:
            kept: Value = self._kept.setdefault(key, value)
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return kept

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
