"""Unit slips in answers that state a unit: the number would be right in another unit than the written one."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from checker.diagnosis.causes import Cause
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.slips import CONVERSION, UNIT, prior
from checker.diagnosis.unit_slips import GENERIC, GIVE, MAX_UNITS, unit_shares
from checker.diagnosis.window import Window, fits
from checker.kinds import Reading

MAX_NAME: Final = 20
"""Maximum number of characters of a unit in a message."""


@dataclass(frozen=True)
class WrittenUnit:
    """The unit that a student wrote; `ratio` and `offset` convert a number in the question's unit to it."""

    name: str
    ratio: Fraction
    offset: Fraction

    @property
    def is_asked(self) -> bool:
        """Return whether the student wrote the unit that the question asks for."""
        return self.ratio == 1 and not self.offset

    def window(self, window: Window) -> Window:
        """Return the bounds of numbers in the question's unit, converted to the written unit."""
        return window if self.is_asked else [(self._converted(low), self._converted(high)) for low, high in window]

    def _converted(self, value: Any) -> Any:
        """Return a number in the question's unit, converted to the written one; an infinite one as it is."""
        if isinstance(value, float) and not math.isfinite(value):
            return value
        exact = Fraction(value) * self.ratio + self.offset
        return exact if isinstance(value, int) or abs(exact) > sys.float_info.max else float(exact)


def with_written_unit(
    index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]
) -> list[Cause]:
    """Return the causes of an answer that states a unit.

    `causes` are those of its number converted to the question's unit; if the number fits without conversion, the slip
    is that the unit is wrong.
    """
    written = _written_unit(index, reading)
    if written is None:
        return list(causes)
    plain = {cause.mistakes for cause in causes if cause.slip is None}
    named: dict[Mistakes, list[Cause]] = {}
    for cause in _in_other_units(index, reading, written, written.window(window)):
        if cause.mistakes not in plain:
            named.setdefault(cause.mistakes, []).append(cause)
    kept = []
    for cause in causes:
        if cause.slip == UNIT or (cause.slip == CONVERSION and not written.is_asked):
            generic = _as_generic(cause)
        else:
            generic = cause
        if generic and generic.slip in GENERIC and generic.mistakes in named:
            first, *others = named[generic.mistakes]
            also = (*first.also, (generic.mistakes, generic.slip))
            named[generic.mistakes] = [first._replace(also=also), *others]
        elif generic:
            kept.append(generic)
    right = named.get((), [])
    if index.units and any(cause.detail.startswith(index.units.asked_phrase) for cause in right):
        return right  # but for the unit that is written
    return [*kept, *(cause for each in named.values() for cause in each)]


def _written_unit(index: WrongAnswerIndex, reading: Reading) -> WrittenUnit | None:
    """Return the unit that is written; None where it cannot be converted to the question's."""
    # Here, because few answers have a unit
    from checker.units import UnitError, convert, read_unit, spoken, unit_of_author

    asked = unit_of_author(index.unit or "")
    try:
        unit = read_unit(reading.unit, asked)
    except UnitError:
        return None
    if asked is None or (offset := convert(Fraction(0), asked, unit)) is None:
        return None
    one = convert(Fraction(1), asked, unit)
    name = spoken(reading.unit)
    short = name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"
    return None if one is None else WrittenUnit(short, one - offset, offset)


def _in_other_units(index: WrongAnswerIndex, reading: Reading, written: WrittenUnit, window: Window) -> Iterable[Cause]:
    """Yield the unit slips that give the number as it is written."""
    if index.units is None or reading.shape != index.shape:
        return
    for cause in index.find(reading.shape, window):
        if cause.slip == UNIT:
            yield cause._replace(detail=f"{cause.detail.partition(GIVE)[0]}, not in {written.name}", also=())
    if not written.is_asked:
        share = prior(UNIT) * unit_shares(MAX_UNITS)[0]
        for start in index.slip_starts:
            if fits(start.numbers, window):
                detail = f"{index.units.asked_phrase}, not in {written.name}"
                yield start._replace(slip=UNIT, detail=detail, prior=start.prior * share)


def _as_generic(cause: Cause) -> Cause | None:
    """Return the slip that gives the same as a unit slip without naming units; None if there is none."""
    same = next((slip for _, slip in cause.also if slip in GENERIC), None)
    return cause._replace(slip=same, detail="", also=()) if same else None
