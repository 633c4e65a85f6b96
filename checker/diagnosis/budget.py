"""Budget of one search, counted in work and not in time, so that a search ends at the same place everywhere.

Remembered results are counted as if they were computed again.
"""

from __future__ import annotations

from typing import Final

MAX_WORK: Final = 10_000_000
"""Maximum number of values computed and answers compared: about two seconds on a current machine."""


class BudgetExceeded(Exception):  # noqa: N818 - not an error: the search was too long
    """A search has used up its budget."""


class WorkBudget:
    """The work that one search may still do.

    Work is counted, not time, so that results do not depend on the machine.
    """

    def __init__(self) -> None:
        self._left = MAX_WORK

    def spend(self, amount: int) -> None:
        """Subtract work before it is done.  Raises BudgetExceeded where too little is left."""
        self._left -= amount
        if self._left < 0:
            raise BudgetExceeded
