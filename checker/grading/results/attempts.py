"""Which of several hand-ins of one student counts, where the learning management system numbers or dates them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from checker.grading.results.row import RecordRow

Attempts = Literal["last", "best", "first"]


def counting(rows: Sequence[RecordRow], rule: Attempts, value: Callable[[RecordRow], Any]) -> list[RecordRow]:
    """Return the hand-ins of a student that count: of the attempts in one download, or one table, only one.

    `value` is what a hand-in is worth; of equally good ones the earliest is the best.
    """
    attempts: dict[str, list[RecordRow]] = {}
    for row in rows:
        attempts.setdefault(_series(row), []).append(row)
    left: set[int] = set()
    for series, some in attempts.items():
        if series and len({row.delivery.attempt for row in some}) == len(some) > 1:
            in_order = sorted(some, key=lambda row: row.delivery.attempt)
            one = max(in_order, key=value) if rule == "best" else in_order[0 if rule == "first" else -1]
            left.update(id(row) for row in some if row is not one)
    return [row for row in rows if id(row) not in left]


def _series(row: RecordRow) -> str:
    """Return what the attempts of a row are numbered in, its download or its table; empty for no attempt."""
    if not row.delivery.attempt:
        return ""
    return "download" if row.delivery.files else row.file
