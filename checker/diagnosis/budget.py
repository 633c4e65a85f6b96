"""Limits a search by work and not by time, so that it ends at the same place on every machine.

Remembered results are counted as if they were computed again.
"""

from __future__ import annotations

from typing import Final

MAX_WORK: Final = 10_000_000
"""Maximum number of values computed and answers compared: about two seconds on a current machine."""


class BudgetExceeded(Exception):  # noqa: N818 - not an error: the search was too long
    """Raised where a search has used up its budget."""


class WorkBudget:
    """The work that one search may still do.

    Work is counted, not time, so that results do not depend on the machine.
    """

    def __init__(self) -> None:
        self._left = MAX_WORK

    def spend(self, amount: int) -> None:
        """Subtract the work that is about to be done.  Raise BudgetExceeded if too little is left."""
        self._left -= amount
        if self._left < 0:
            raise BudgetExceeded
