"""The combinations of mistakes that some students make, found once for each set of mistakes that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from checker.engine.lanes.bits import bits_of

_FEW: Final = 64
"""Number of students who are looked through without any preparation."""

_NOBODY: Final[AbstractSet[int]] = frozenset()


class KnownKeys:
    """The combinations of mistakes that occur among some students, by the mistakes that are looked at."""

    __slots__ = ("_known", "_single", "students")

    def __init__(self, students: Sequence[int]) -> None:
        self.students = students
        self._known: dict[int, Sequence[int]] = {}
        self._single: AbstractSet[int] | None = None
        """The students, where each of them makes at most one mistake; else nobody."""

    def of(self, mask: int) -> Sequence[int]:
        """Return the combinations of the mistakes in a mask."""
        keys = self._known.get(mask)
        if keys is None:
            keys = self._known[mask] = self._found(mask) if mask else [0]
        return keys

    def _found(self, mask: int) -> Sequence[int]:
        if len(self.students) <= _FEW:
            return [*{student & mask for student in self.students}]
        if self._single is None:
            has_one = all(not student & (student - 1) for student in self.students)
            self._single = frozenset(self.students) if has_one else _NOBODY
        if self._single:
            found = [bit for bit in bits_of(mask) if bit in self._single]
            return [0, *found] if len(found) < len(self._single) else found
        larger = (keys for known, keys in self._known.items() if known & mask == mask)
        return [*{student & mask for student in min(larger, key=len, default=self.students)}]
