"""Credit by what went wrong: for a named mistake, for any one mistake, or for a slip of the pen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from checker.diagnosis import Diagnosis, Ways
from checker.diagnosis.slips import WRITING_SLIPS

SLIP: Final = "a single slip of the pen may explain it"
MISTAKE: Final = "a single known mistake may explain it"


class Credit(NamedTuple):
    """The share of the points that a wrong answer earns, and the mistakes or slip that it earns it by."""

    share: float = 0.0
    way: Ways = ()

    def reason(self, diagnosis: Diagnosis) -> str:
        """Return what the credit is for, where none of the reported explanations says so."""
        reported = [(each.mistakes, each.slip) for each in diagnosis.explanations]
        unreported = [slip for mistakes, slip in self.way if (mistakes, slip) not in reported]
        return "" if not unreported else SLIP if unreported[0] else MISTAKE


def credit_for(ways: Ways, credits_: Mapping[str, float]) -> Credit:
    """Return the credit for what went wrong.

    The credit of a mistake by its name goes before that of any mistake.  Of several ways the best counts, and no
    estimate moves it: a way that is too unlikely to be reported counts as much as any.
    """
    best = Credit()
    for mistakes, slip in ways:
        share = 0.0
        if len(mistakes) == 1 and slip is None:
            share = credits_.get(mistakes[0].id, credits_.get("one_mistake", 0.0))
        elif not mistakes and slip in WRITING_SLIPS:
            share = credits_.get("slip", 0.0)
        if share > best.share:
            best = Credit(share, ((mistakes, slip),))
    return best
