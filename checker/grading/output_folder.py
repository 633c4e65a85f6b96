"""The folder of results: a run publishes all of its files or none, also if it is killed, and two runs never mix.

Files are written into a temporary folder inside, which is on the same disk, and replace the old ones at the end.
The lock file names the temporary folder, so that the next run can remove that of a run that was killed.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EISDIR
from io import BufferedWriter, TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from checker.engine.errors import UserError

_LOCK: Final = ".checker.lock"
_OLD: Final = "old"
"""The temporary folder of the files that are replaced."""
_ADDED: Final = "added"
"""The list of the files that replace none, by which a run that was killed is undone; there while it publishes."""
_NEW: Final = "new"
"""The same list, while it is written."""


ADVICE: Final = "move it away, or use another folder of results"


def is_half_published(folder: Path) -> bool:
    """Return whether a run is replacing the files at this moment, or was killed while it did."""
    return any(folder.glob(f".checker-*/{_ADDED}"))


class Unwritable(UserError):  # noqa: N818 - the name of a state
    """Raised where the results cannot be written; the message says why."""


class OutputFolder:
    """A folder into which a run publishes files with given names, all or none.  Other files are left alone."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder = folder
        self.names = names
        self.temporary = folder / f".checker-{secrets.token_hex(8)}"
        self._made: list[Path] = []
        self._lock: int | None = None

    def __enter__(self) -> Self:
        try:
            with self.disk_errors():
                self._make_folders()
                self._lock_folder()
                self.temporary.mkdir()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    @contextmanager
    def disk_errors(self) -> Iterator[None]:
        """Turn errors of the disk in a `with` block into Unwritable."""
        try:
            yield
        except OSError as error:
            raise self._unwritable(error.strerror or str(error)) from error

    def open(self, name: str) -> BufferedWriter:
        """Return a new temporary file, which `publish` puts into the folder under this name."""
        path = self.temporary / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")

    def text(self, name: str) -> TextIOWrapper:
        """Return such a file for text, in which half a character, which a file name may hold, is an escape."""
        return TextIOWrapper(self.open(name), encoding="utf-8", errors="backslashreplace", newline="")

    def publish(self, folders: Mapping[str, Callable[[Path], bool]] = MappingProxyType({})) -> None:
        """Replace the old files by the new ones; if that fails halfway, put the old ones back.

        `folders`: names of folders whose files are published too; of those in the old folder only the ones for which
        the function returns True are replaced.  Raise Unwritable, and change nothing, if another has the name of a new
        one.
        """
        names = [*self.names, *(each for item in folders.items() for each in self._names_in(*item))]
        added = [each for each in names if not (self.folder / each).exists() and (self.temporary / each).exists()]
        (self.temporary / _NEW).write_text("\n".join(added), encoding="utf-8", errors="surrogateescape")
        (self.temporary / _NEW).replace(self.temporary / _ADDED)
        try:
            for name in names:
                published = self.folder / name
                if published.is_dir():
                    raise IsADirectoryError(EISDIR, f"{name} is a folder")
                for source, target in ((published, self.temporary / _OLD / name), (self.temporary / name, published)):
                    if os.path.lexists(source):
                        _moved(source, target)
        except OSError:
            self._put_back(self.temporary)
            raise
        finally:
            (self.temporary / _ADDED).unlink(missing_ok=True)
            for name in folders:
                with suppress(OSError):  # it holds files, or was never made
                    (self.folder / name).rmdir()
        self._made = []

    def _names_in(self, name: str, is_ours: Callable[[Path], bool]) -> list[str]:
        """Return the names of the old and new files of ours in a folder.

        Raise Unwritable if a file that somebody else wrote has the name of a new one.
        """
        old, new = self.folder / name, self.temporary / name
        if old.is_symlink():
            raise Unwritable(f"cannot write into {old}: it is a link; {ADVICE}")
        names = {each.name for each in new.iterdir()} if new.is_dir() else set()
        if names and os.path.lexists(old) and not old.is_dir():
            raise Unwritable(f"cannot write into {old}: it is a file; {ADVICE}")
        there = [each for each in sorted(old.iterdir()) if not each.is_dir()] if old.is_dir() else []
        ours = {each.name for each in there if each.is_file() and is_ours(each)}
        for path in there:
            if path.name in names - ours:
                raise Unwritable(f"cannot write {path}: it was not written by checker; {ADVICE}")
        return sorted(f"{name}/{each}" for each in ours | names)

    def _make_folders(self) -> None:
        missing = [folder for folder in (self.folder, *self.folder.parents) if not os.path.lexists(folder)]
        for folder in reversed(missing):
            folder.mkdir()
            self._made.append(folder)
        if not self.folder.is_dir():
            raise self._unwritable("it is not a folder")
        for name in self.names:
            if (self.folder / name).is_dir():
                raise Unwritable(f"cannot write {self.folder / name}: it is a folder")

    def _lock_folder(self) -> None:
        """Take the lock, and remove the temporary folder of a run that was killed while it held it."""
        lock = _acquire(self.folder / _LOCK)
        if lock is None:
            raise self._unwritable("another command of checker is writing there; wait for it to end")
        leftover = os.read(lock, 100)
        if leftover and not re.fullmatch(rb"\.checker-[0-9a-f]{16}", leftover):
            os.close(lock)
            raise self._unwritable(f"{self.folder / _LOCK} was not written by checker; {ADVICE}")
        self._lock = lock
        if leftover:
            with suppress(FileNotFoundError):
                self._put_back(self.folder / leftover.decode())
            shutil.rmtree(self.folder / leftover.decode(), ignore_errors=True)
        os.lseek(lock, 0, os.SEEK_SET)
        os.write(lock, self.temporary.name.encode())

    def _put_back(self, temporary: Path) -> None:
        """Put back the files that were replaced, as the next run compares with them, and remove those that were added.

        What somebody has changed since stays.  Raise FileNotFoundError if nothing was being published.
        """
        began = (temporary / _ADDED).stat().st_mtime_ns
        added = (temporary / _ADDED).read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        new = [each for each in filter(None, added) if not os.path.lexists(temporary / each)]
        old = [each for each in sorted(temporary.joinpath(_OLD).rglob("*")) if not each.is_dir()]
        back = {self.folder / each.relative_to(temporary / _OLD): each for each in old}
        for path in (*(self.folder / each for each in new), *back):
            if os.path.lexists(path) and path.lstat().st_mtime_ns > began:
                continue
            if path in back:
                _moved(back[path], path)
            else:
                path.unlink(missing_ok=True)

    def _leave(self) -> None:
        if self._lock is not None:
            shutil.rmtree(self.temporary, ignore_errors=True)
            with suppress(OSError):
                (self.folder / _LOCK).unlink()
            os.close(self._lock)
            self._lock = None
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody else has put something there
                folder.rmdir()
        self._made = []

    def _unwritable(self, reason: str) -> Unwritable:
        return Unwritable(f"cannot write into {self.folder}: {reason}")


def _moved(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _acquire(path: Path) -> int | None:
    """Return the lock file at this path, opened and locked; None if another run holds it.  Raise OSError."""
    for _ in range(100):  # each is lost to a run that removes its lock file at that moment
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        if not _is_locked_now(file):
            os.close(file)
            return None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        os.close(file)  # it was removed before it was locked
    return None


def _is_locked_now(file: int) -> bool:
    """Lock a file for this process, and not for its copies; return False where another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
