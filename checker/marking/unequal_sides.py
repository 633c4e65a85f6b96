"""A calculation that was typed with another result than it has: `3*(768*768)*8 = 14155008`."""

from __future__ import annotations

import re
from typing import Final

from checker.diagnosis.wording import sentence
from checker.marking.line_findings import slip_of, typed
from checker.marking.marker import Marker
from checker.working.equation import Equation
from checker.working.ledger import Ledger

_NUMBER: Final = re.compile(r"[-+−]?[\d.,' ]*\d")


def unequal_sides(marker: Marker, given: str) -> tuple[str, ...]:
    """Return the mistake that the calculation shows, if it shows one, and that its result is another one."""
    wrong = [each for each in Ledger(marker.part.decimal or "point").add(given) if not each.is_right]
    if not wrong:
        return ()
    first = wrong[0]
    diagnosis = marker.mark(f"{typed(first.value)} {_unit_of(first)}".strip()).diagnosis
    best = diagnosis.explanations[:1] if diagnosis else ()
    sentences = [sentence(marker.part.variant, mistake) for each in best if not each.slip for mistake in each.mistakes]
    return (*sentences, slip_of(first, marker.level))


def _unit_of(equation: Equation) -> str:
    """Return what is behind the number that a student gives, if it is no scale such as `27.6k`."""
    return _NUMBER.sub("", equation.result, count=1).strip() if equation.written.scale == 1 else ""
