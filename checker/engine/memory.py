"""`Memory`: a cache for values that took long to compute, safe for threads; the oldest value goes when it is full."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")

_NOTHING: Final = object()


class Memory(Generic[_Key, _Value]):
    """A cache of at most `max_size` values by key, in which a new value replaces the oldest.

    Its methods return the value itself, because another thread may drop it at any time.
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._kept: dict[_Key, Any] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of kept values."""
        return len(self._kept)

    def get(self, key: _Key, make: Callable[[], _Value]) -> _Value:
        """Return the value of a key; call `make` and keep its result if there is none yet.

        Two threads may make the same value at once, because no lock is held.  Both get the value that is kept.
        """
        found: Any = self._kept.get(key, _NOTHING)
        if found is _NOTHING:
            made = make()
            with self._lock:
                found = self._kept.setdefault(key, made)
                if len(self._kept) > self._max_size:
                    del self._kept[next(iter(self._kept))]
        value: _Value = found
        return value

    def __getstate__(self) -> tuple[int, dict[_Key, Any]]:
        """Return what is sent to another process, which makes its own lock."""
        return self._max_size, dict(self._kept)

    def __setstate__(self, state: tuple[int, dict[_Key, Any]]) -> None:
        """Take what another process has sent."""
        self._max_size, self._kept = state
        self._lock = Lock()

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._kept.clear()
