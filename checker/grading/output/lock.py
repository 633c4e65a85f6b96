"""A lock on a file, which goes with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

_held: Final[set[int]] = set()


def locks(file: int) -> bool:
    """Whether the lock on an open file is ours now."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    _held.add(file)
    return True


def let_go(file: int) -> None:
    """Close a file, and so give its lock back."""
    _held.discard(file)
    os.close(file)


def is_same(file: int, path: Path) -> bool:
    """Whether an open file is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _forget() -> None:
    """Close the copies in a process that is forked: as long as any is open, the lock is held."""
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
