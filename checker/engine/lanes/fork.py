"""`Fork`: raised where a solver goes different ways for the students of one run, as at an `if`: they need several runs.

These students are imagined: each is a set of mistakes.  `Students` is what the values of a run know of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Protocol


class Students(Protocol):
    """The imagined students of one run, not those of a course; each is an int with a bit for each mistake.

    A key is a student without the bits outside `mask`: one combination of these mistakes.
    """

    def keys(self, mask: int) -> Sequence[int]:
        """Return the combinations of the mistakes in `mask` that occur among the students."""

    def drop(self, mask: int, keys: Container[int]) -> None:
        """Remove the students who make one of these combinations of mistakes, because the solver fails for them."""


class Fork(Exception):  # noqa: N818 - no error: the students of a run go different ways
    """Raised where a solver needs one answer and its students have several.

    `keys` has, for each answer, the combinations of the mistakes in `mask` that give it.
    """

    def __init__(self, mask: int, keys: Iterable[Iterable[int]]) -> None:
        super().__init__()
        self.mask = mask
        self.keys = keys

    def groups(self, students: Iterable[int]) -> list[list[int]]:
        """Return the students, in one list for each answer.

        A student with a combination that no answer has goes into the first list.
        """
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
    """Return the Fork that numpy turned into this error, if one is the cause of it; else the error itself."""
    return error.__cause__ if isinstance(error.__cause__, Fork) else error
