"""The problems that come along, loaded once for all tests that read them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from checker.problems import Problems, load_problems

BANK = Path(__file__).parent.parent / "problems"


@cache
def bank() -> Problems:
    """Return every problem of the repository."""
    return load_problems(BANK)
