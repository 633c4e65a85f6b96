"""Forks: students of one run who go different ways."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Protocol


class Students(Protocol):
    """The students who go through a solver together."""

    def keys(self, mask: int) -> Sequence[int]:
        """Return which combinations of the mistakes in `mask` the students make."""

    def drop(self, mask: int, keys: Container[int]) -> None:
        """Leave out the students who make one of these combinations of mistakes, because the run fails for them."""


class Fork(Exception):  # noqa: N818 - no error: the students of a run go different ways
    """Raised where the students of a run go different ways: the combinations of `mask` on each way are in `keys`."""

    def __init__(self, mask: int, keys: Iterable[Iterable[int]]) -> None:
        super().__init__()
        self.mask = mask
        self.keys = keys

    def groups(self, students: Iterable[int]) -> list[list[int]]:
        """Return the students of each way; those without one of the combinations go the first way."""
        groups: list[list[int]] = []
        group_of: dict[int, list[int]] = {}
        for keys in self.keys:
            group: list[int] = []
            groups.append(group)
            group_of |= dict.fromkeys(keys, group)
        for student in students:
            group_of.get(student & self.mask, groups[0]).append(student)
        return groups


def fork_behind(error: Exception) -> BaseException:
    """Return the Fork that numpy took for an error where it needed a number; else the error itself."""
    return error.__cause__ if isinstance(error.__cause__, Fork) else error
