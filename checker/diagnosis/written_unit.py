"""Slips of units in an answer with a unit: its number is right in another one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from checker.answers import Reading
from checker.diagnosis.index import Cause, Window, WrongAnswerIndex, fits
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import CONVERSION, UNIT, prior
from checker.diagnosis.unit_slips import GENERIC, GIVE, MAX_UNITS, shares

MAX_NAME: Final = 20


@dataclass(frozen=True)
class WrittenUnit:
    """A unit behind a number: a number in the question's unit times `ratio` plus `offset` is in this one."""

    name: str
    ratio: Fraction
    offset: Fraction

    @property
    def is_asked(self) -> bool:
        """Whether it is the question's unit."""
        return self.ratio == 1 and not self.offset

    def window(self, window: Window) -> Window:
        """Return the values that the written digits allow, in this unit."""
        return window if self.is_asked else [(self._in_it(low), self._in_it(high)) for low, high in window]

    def _in_it(self, value: Any) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return value
        exact = Fraction(value) * self.ratio + self.offset
        return exact if isinstance(value, int) else float(exact)


def with_written_unit(
    index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]
) -> list[Cause]:
    """Return the causes of an answer with a unit, in which slips of units speak of the unit that is written.

    The causes that are given compare the converted number; a unit is mistaken where the written number is right.
    """
    written = _written_unit(index, reading)
    if written is None:
        return list(causes)
    plain = {cause.mistakes for cause in causes if cause.slip is None}
    named: dict[tuple[Mistake, ...], list[Cause]] = {}
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
    return [*kept, *(cause for each in named.values() for cause in each)]


def _written_unit(index: WrongAnswerIndex, reading: Reading) -> WrittenUnit | None:
    """Return the unit that is written; None where it cannot be compared with the question's."""
    # Here, because few answers have a unit
    from checker.notation.units import UnitError, convert, read_unit, spoken, unit_of_author

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
    """Yield the slips of units that give the number as it is written."""
    if index.units is None or reading.shape != index.shape:
        return
    for cause in index.find(reading.shape, window, 2):
        if cause.slip == UNIT:
            yield cause._replace(of=f"{cause.of.partition(GIVE)[0]}, not in {written.name}", also=())
    if not written.is_asked:
        share = prior(UNIT) * shares(MAX_UNITS)[0]
        for start in index.starts:
            if fits(start.numbers, window):
                of = f"{index.units.asked}, not in {written.name}"
                yield start._replace(slip=UNIT, of=of, prior=start.prior * share)


def _as_generic(cause: Cause) -> Cause | None:
    """Return a slip of units as the slip that gives the same without naming a unit; None where there is none."""
    same = next((slip for _, slip in cause.also if slip in GENERIC), None)
    return cause._replace(slip=same, of="", also=()) if same else None
