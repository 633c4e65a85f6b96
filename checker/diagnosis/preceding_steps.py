"""The steps directly before the asked one in a solution, and whether one step is computed from another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile

from checker.engine.recording import Step
from checker.engine.trace import TOTAL
from checker.questions.variant import Variant


def preceding_steps(board: Mapping[str, Step], asked: str) -> list[str]:
    """Return the steps directly before the asked one: those one level inside it, or else those its formula uses."""
    scope = "" if asked == TOTAL else f"{asked}."
    before = takewhile(lambda path: path != asked, board)
    inside = [path for path in before if path.startswith(scope) and "." not in path[len(scope) :]]
    return inside or list(board[asked].uses)


@lru_cache(maxsize=4096)
def is_computed_from(variant: Variant, step: str, other: str) -> bool:
    """Return whether one step is computed from another: a run with another value there has another value here."""
    return variant.depends_on(step, other)
