"""The JSON object that `checker check` prints, and its exit codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SCHEMA: Final = "checker.check/1"

RIGHT: Final = 0
NOT_RIGHT: Final = 1
USAGE: Final = 2
UNGRADED: Final = 3
FAULT: Final = 4

PRECEDENCE: Final = (RIGHT, NOT_RIGHT, UNGRADED, USAGE, FAULT)
CODES: Final = {
    "correct": RIGHT,
    "too_coarse": NOT_RIGHT,
    "carried": NOT_RIGHT,
    "partial": NOT_RIGHT,
    "incorrect": NOT_RIGHT,
    "unreadable": UNGRADED,
    "not_answered": UNGRADED,
    "needs_review": UNGRADED,
    "error": FAULT,
}


def exit_code(status: str) -> int:
    """Return the exit code of a status."""
    return CODES[status]


def worst(codes: Iterable[int]) -> int:
    """Return the most important exit code: 4, 2, 3, 1, 0 in this order."""
    return max(codes, key=PRECEDENCE.index, default=RIGHT)
