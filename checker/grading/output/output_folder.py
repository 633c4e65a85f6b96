"""Where the results of a run go: all of them or none, and never those of two runs.

Everything is written into a hidden folder inside the place, so on the same disk; only when all is there it is moved
over what was there.  Whatever goes wrong before that leaves the place as it was.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, Self

from checker.grading.output.lock import is_same, let_go, locks

HIDDEN: Final = ".checker"
LOCK: Final = "lock"
OLD: Final = "old"
SPOOL: Final = "spool"
"""A file for whoever fills the place, that is not published."""
TRIES: Final = 100
"""To take a lock that another run is just giving back."""


ADVICE: Final = "move it away, or choose another folder with --out"


class Unwritable(Exception):  # noqa: N818 - not an error of the program: the name of a state
    """The results cannot go there; the message says why."""


class OutputFolder:
    """A folder, for the files named.  What else lies in it is nobody's business."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder = folder
        self.names = names
        self.hidden = folder / HIDDEN
        self._made: list[Path] = []
        self._lock: int | None = None

    def __enter__(self) -> Self:
        try:
            with self.told():
                self._make()
                self._take()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    @contextmanager
    def told(self) -> Iterator[None]:
        """What the disk does to us in here is raised as Unwritable."""
        try:
            yield
        except OSError as error:
            raise Unwritable(f"cannot write into {self.folder}: {error.strerror or error}") from error

    def open(self, name: str) -> IO[bytes]:
        """A new file, still hidden."""
        return (self.hidden / name).open("wb")

    def text(self, name: str) -> IO[str]:
        """A new file of text, still hidden.  Half a character, which a name may hold, is written as an escape."""
        return (self.hidden / name).open("w", encoding="utf-8", errors="backslashreplace", newline="")

    def publish(self) -> None:
        """Move all files over the old ones; if that fails half-way, the old ones come back."""
        old = self.hidden / OLD
        old.mkdir()
        moved: list[tuple[Path, Path]] = []
        try:
            for name in self.names:
                shown = self.folder / name
                for source, target in ((shown, old / name), (self.hidden / name, shown)):
                    if os.path.lexists(source):
                        source.replace(target)
                        moved.append((source, target))
        except OSError:
            for source, target in reversed(moved):
                target.replace(source)
            raise
        self._made = []

    def _make(self) -> None:
        """The folder, and those around it that are missing."""
        missing = [folder for folder in (self.folder, *self.folder.parents) if not os.path.lexists(folder)]
        for folder in reversed(missing):
            folder.mkdir()
            self._made.append(folder)
        if not self.folder.is_dir():
            raise Unwritable(f"cannot write into {self.folder}: it is not a folder")
        for name in self.names:
            if (self.folder / name).is_dir():
                raise Unwritable(f"cannot write {self.folder / name}: it is a folder")

    def _take(self) -> None:
        """Take the lock, and tidy up after a run that was killed: the system has taken its lock back."""
        for _ in range(TRIES):
            self._refuse_what_is_not_ours()
            self.hidden.mkdir(exist_ok=True)
            try:
                taken = os.open(self.hidden / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
            except FileNotFoundError:  # the other run has just removed its folder
                continue
            if not locks(taken):
                os.close(taken)
                raise Unwritable(
                    f"cannot write into {self.folder}: another `checker grade` is writing there; "
                    "wait for it, or choose another folder with --out"
                )
            if is_same(taken, self.hidden / LOCK):
                self._lock = taken
                break
            let_go(taken)
        self._tidy()

    def _refuse_what_is_not_ours(self) -> None:
        """Nothing is written into, nor removed from, a hidden folder that we did not make."""
        if self.hidden.is_symlink() or (self.hidden.exists() and not self.hidden.is_dir()):
            raise Unwritable(f"cannot write into {self.folder}: {self.hidden} is not a folder of ours; {ADVICE}")
        for strange in _strange(self.hidden, (LOCK, SPOOL, *self.names)):
            if os.path.lexists(strange):  # and not one that another run has just removed
                raise Unwritable(f"cannot write into {self.folder}: {strange} is not a file of ours; {ADVICE}")

    def _tidy(self) -> None:
        """Remove what is ours, by name, but for the lock."""
        old = self.hidden / OLD
        for name in self.names:
            (old / name).unlink(missing_ok=True)
            (self.hidden / name).unlink(missing_ok=True)
        (self.hidden / SPOOL).unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            old.rmdir()

    def _leave(self) -> None:
        """Give back the lock, and leave nothing behind."""
        if self._lock is not None:
            with suppress(OSError):
                self._tidy()
                (self.hidden / LOCK).unlink()  # last: without it nothing here is ours
                self.hidden.rmdir()
            let_go(self._lock)
            self._lock = None
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody else has put something there
                folder.rmdir()
        self._made = []


def _strange(hidden: Path, known: Sequence[str]) -> list[Path]:
    """What lies in a hidden folder and was not left there by a run: that makes an empty lock before all else."""
    names = sorted(path.name for path in hidden.iterdir()) if hidden.is_dir() else []
    strange = [hidden / name for name in names if not _is_ours(hidden / name, known)]
    return strange if LOCK in names else [hidden / name for name in names]


def _is_ours(path: Path, known: Sequence[str]) -> bool:
    try:
        status = path.lstat()
        if path.name == OLD and stat.S_ISDIR(status.st_mode):
            return {inner.name for inner in path.iterdir()} <= set(known)
    except FileNotFoundError:  # another run has just removed it
        return True
    return path.name in known and stat.S_ISREG(status.st_mode) and not (path.name == LOCK and status.st_size)
