"""`Cause` of a wrong answer: mistakes, then perhaps a slip, and the numbers that they give.

`SortedCauses` finds the causes of a given answer fast.  `is_listed` and `is_derived` say where a cause comes from, and
`with_exact_zeros` drops those that a written `0` rules out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from checker.diagnosis.flat_values import Numbers, Shape
from checker.diagnosis.mistakes import Mistakes
from checker.diagnosis.numeric_equality import NOISE
from checker.diagnosis.window import Window, fits, is_bare_zero
from checker.engine.recording import AUTHOR_LISTED, DERIVED
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


def is_derived(mistakes: Mistakes) -> bool:
    """Return whether one of these mistakes follows from the formula of a step and has no name in the solver."""
    return any(DERIVED in mistake.point for mistake in mistakes)


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


class StudentAnswer(NamedTuple):
    """The answer of a student with some mistakes, of which not all need to affect it."""

    shape: Shape
    numbers: Numbers
    student: int


Entry = Cause | StudentAnswer


class SortedCauses:
    """Causes of answers of one shape, sorted for search by the entry that differs most between them.

    A student's answer becomes a cause only when it is looked up: `as_cause` returns None if a mistake does not affect
    the answer.
    """

    def __init__(self, entries: Sequence[Entry], as_cause: Callable[[StudentAnswer], Cause | None]) -> None:
        columns = list(zip(*(entry.numbers for entry in entries), strict=True))
        distinct = [len(set(column)) for column in columns]
        self._by = max(range(len(columns)), key=distinct.__getitem__) if columns else 0
        self._entries = sorted(entries, key=lambda entry: entry.numbers[self._by]) if columns else list(entries)
        self._keys = [entry.numbers[self._by] for entry in self._entries] if columns else []
        self._as_cause = as_cause

    def find(self, window: Window) -> list[Cause]:
        """Return the causes whose answers lie within the bounds of a given answer's numbers."""
        low, high = window[self._by]
        near = self._entries[bisect_left(self._keys, low) : bisect_right(self._keys, high)]
        if near and len(window) > 1:
            near = [entry for entry in near if fits(entry.numbers, window)]
        return [cause for entry in near if (cause := self._cause(entry))] if near else []

    @cached_property
    def varying(self) -> list[int]:
        """Return the places at which the known wrong answers differ from one another."""
        first = next((entry.numbers for entry in self._entries if self._cause(entry)), ())
        constant = set(range(len(first)))
        for entry in self._entries:
            differing = {i for i in constant if entry.numbers[i] != first[i]}
            if differing and self._cause(entry):
                constant -= differing
        return [i for i in range(len(first)) if i not in constant]

    def _cause(self, entry: Entry) -> Cause | None:
        """Return a cause as it is, and a student's answer as a cause; None if a mistake does not affect the answer."""
        return entry if isinstance(entry, Cause) else self._as_cause(entry)


def causes_by_shape(
    entries: Iterable[tuple[Shape, Entry]], as_cause: Callable[[StudentAnswer], Cause | None] = lambda _: None
) -> dict[Shape, SortedCauses]:
    """Return causes sorted for search, by the shape of their answers."""
    found: dict[Shape, list[Entry]] = {}
    for shape, entry in entries:
        found.setdefault(shape, []).append(entry)
    return {shape: SortedCauses(each, as_cause) for shape, each in found.items()}
