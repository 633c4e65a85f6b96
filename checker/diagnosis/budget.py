"""The budget of one search, in what is computed and compared: never in time, so that it ends the same everywhere.

What is remembered from earlier answers counts as if it were computed anew.
"""

from __future__ import annotations

from typing import Final

MOST: Final = 10_000_000
"""Values computed and answers compared: about two seconds on a machine of today."""


class Stopped(Exception):  # noqa: N818 - no error: the search was longer than it may be
    """A search came to the end of its budget."""


class Work:
    """What is left of the budget of one search."""

    def __init__(self) -> None:
        self._left = MOST

    def spend(self, amount: int) -> None:
        """Take note of some work before it is done.  Raises Stopped where the budget does not suffice."""
        self._left -= amount
        if self._left < 0:
            raise Stopped
