"""How many processes may work at the same time."""

from __future__ import annotations

import os
import sys
from typing import Final

MOST_ON_WINDOWS: Final = 61
"""Processes that it can wait for."""


def available() -> int:
    """The processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return min(os.cpu_count() or 1, MOST_ON_WINDOWS)
