"""Lock files, which the system releases when the process that holds one ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

ATTEMPTS: Final = 100
"""Maximum number of attempts, each lost to a run that removes its lock file at that moment."""

_held: Final[set[int]] = set()


def acquire(path: Path) -> int | None:
    """Return the lock file at this path, opened and locked; None while another run holds it.  Raise OSError."""
    for _ in range(ATTEMPTS):
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        if not _is_locked_now(file):
            os.close(file)
            return None
        _held.add(file)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        release(file)  # it was removed before it was locked
    return None


def release(file: int) -> None:
    """Close a lock file and so release its lock."""
    _held.discard(file)
    os.close(file)


def _is_locked_now(file: int) -> bool:
    """Lock a file; return False where another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _close_copies() -> None:
    """Close the lock files in a forked process: the lock is held as long as any copy is open."""
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_copies)
