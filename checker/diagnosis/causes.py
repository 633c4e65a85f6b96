"""`Cause` of a wrong answer: mistakes, then perhaps a slip, and the numbers that they give.

`SortedCauses` finds the causes of a given answer fast, and `with_exact_zeros` drops those that a written `0` rules out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from checker.diagnosis.flat_values import Numbers, Shape
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.window import Window, fits, is_bare_zero
from checker.engine.recording import AUTHOR_LISTED
from checker.text.number import StatedNumber

Way = tuple[Mistakes, str | None]
"""A way to an answer: mistakes, then a slip or none."""

Ways = tuple[Way, ...]


class Cause(NamedTuple):
    """A cause of a wrong answer: mistakes, then at most one slip, such as swapped digits; and the answer it gives.

    `detail` completes the slip's sentence: a step, a part, or the units.
    """

    mistakes: Mistakes
    slip: str | None
    detail: str
    prior: float
    numbers: Numbers
    also: Ways = ()
    """Other ways that mean the same."""
    is_estimated: bool = False
    """True of a slip that is only likely: it never earns points."""


def is_listed(mistakes: Mistakes, slip: str | None) -> bool:
    """Return whether this cause is a wrong answer that the author lists in the problem file."""
    return not slip and len(mistakes) == 1 and mistakes[0].point == AUTHOR_LISTED


def likeliest_of(causes: Iterable[Cause]) -> Cause | None:
    """Return the likeliest of some causes, of equal ones the first; None if there are none."""
    return max(causes, key=attrgetter("prior"), default=None)


def with_exact_zeros(causes: Sequence[Cause], stated: Sequence[StatedNumber], scale: float) -> list[Cause]:
    """Return the causes that give 0 wherever a list or a complex number has a `0` without decimals.

    A single number is not checked.
    """
    some = enumerate(stated) if len(stated) > 1 else ()
    zeros = [at for at, number in some if not number.value and is_bare_zero(number)]
    if not zeros:
        return [*causes]
    return [
        cause
        for cause in causes
        if len(cause.numbers) != len(stated) or all(abs(cause.numbers[at]) <= NOISE * scale for at in zeros)
    ]


class SortedCauses:
    """Causes of answers of one shape, sorted for search by the entry that differs most between them."""

    def __init__(self, causes: Sequence[Cause]) -> None:
        columns = list(zip(*(cause.numbers for cause in causes), strict=True))
        distinct = [len(set(column)) for column in columns]
        self.varying = [place for place, count in enumerate(distinct) if count > 1]
        """The places at which the known wrong answers differ from one another."""
        self._by = max(range(len(columns)), key=distinct.__getitem__) if columns else 0
        self._causes = sorted(causes, key=lambda cause: cause.numbers[self._by]) if columns else list(causes)
        self._keys = [cause.numbers[self._by] for cause in self._causes] if columns else []

    def find(self, window: Window) -> list[Cause]:
        """Return the causes whose answers lie within the bounds of a given answer's numbers."""
        low, high = window[self._by]
        near = self._causes[bisect_left(self._keys, low) : bisect_right(self._keys, high)]
        return [cause for cause in near if fits(cause.numbers, window)] if near and len(window) > 1 else near


def causes_by_shape(causes: Iterable[tuple[Shape, Cause]]) -> dict[Shape, SortedCauses]:
    """Return causes sorted for search, by the shape of their answers."""
    found: dict[Shape, list[Cause]] = {}
    for shape, cause in causes:
        found.setdefault(shape, []).append(cause)
    return {shape: SortedCauses(each) for shape, each in found.items()}
