"""The number of processors that this process may use, from which the number of worker processes follows."""

from __future__ import annotations

import os
import sys
from typing import Final

_MOST_ON_WINDOWS: Final = 61
"""Maximum number of processes that Windows can wait for."""


def available() -> int:
    """Return how many processors this process may use, which is also the number of workers worth starting."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return min(os.cpu_count() or 1, _MOST_ON_WINDOWS)
