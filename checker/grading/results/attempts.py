"""Choice of the hand-in that counts, where a learning management system numbers or dates several of one student."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from checker.grading.store import Row

Attempts = Literal["last", "best", "first"]


class Worth(NamedTuple):
    """The points of a hand-in: those that it has, and those that it has at most once people have decided."""

    least: float
    most: float


def counting(rows: Sequence[Row], rule: Attempts, worth: Callable[[Row], Worth]) -> list[Row]:
    """Return the hand-ins of a student that count: of the attempts in one download, or one table, only one."""
    attempts: dict[str, list[Row]] = {}
    for row in rows:
        attempts.setdefault(_series(row), []).append(row)
    left: set[int] = set()
    for series, some in attempts.items():
        if series and len({row.delivery.attempt for row in some}) == len(some) > 1:
            in_order = sorted(some, key=lambda row: row.delivery.attempt)
            one = _best(in_order, worth) if rule == "best" else in_order[0 if rule == "first" else -1]
            left.update(id(row) for row in some if row is not one)
    return [row for row in rows if id(row) not in left]


def _best(rows: Sequence[Row], worth: Callable[[Row], Worth]) -> Row:
    """Return the best hand-in, of equally good ones the earliest; but first one that waits and could still be best.

    A person decides on that one then, so the next run knows more.
    """
    known = [(worth(row), row) for row in rows]
    sure = max(each.least for each, _ in known)
    could_be_best = [each for each in known if each[0].most > sure]
    if could_be_best:
        return max(could_be_best, key=lambda each: (each[0].most, each[0].least))[1]
    return next(row for each, row in known if each.least == sure)


def _series(row: Row) -> str:
    """Return what the attempts of a row are numbered in, its download or its table; empty for no attempt."""
    if not row.delivery.attempt:
        return ""
    return "download" if row.delivery.files else row.file
