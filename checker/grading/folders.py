"""`Folder`: the files below a folder of submissions, or a single file, in natural order, without our own results.

Links that lead out of the folder are reported and not followed; files that cannot be read are reported.
"""

# Names are passed on as texts: a Path for each would cost as much as the walk.
# ruff: noqa: PTH112, PTH114, PTH116, PTH118, PTH119, PTH120, PTH208

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from checker.document import beginning, read_bytes
from checker.document.files import REASONS, SPECIAL, follow_link
from checker.grading.own_files import LEAST, OWN, SUMMARY, holds_results
from checker.lms.names import natural
from checker.lms.system import is_junk

AWAY: Final = "is a link that leaves the folder of submissions; copy the file or folder to its place"
ANYWAY: Final = "is a link to a folder that is read anyway, or to one around it; remove the link"

Parts = tuple[str, ...]
"""The names of the folders of a file and its own, as the system has them: they need not be text."""


class Found(NamedTuple):
    """A file below the root, without its contents."""

    parts: Parts
    error: str = ""
    """Why it is not read; empty for a regular file."""
    is_folder: bool = False
    """It is a folder that is not read."""


def reason(path: str, error: OSError) -> str:
    """Return the message about a file or folder that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "is a link to a file that does not exist" if os.path.islink(path) else "does not exist"
    return REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}")


def first_bytes(path: str) -> bytes:
    """Return the beginning of a file; empty if it cannot be read."""
    try:
        return beginning(path, 1_000)
    except OSError:
        return b""


class Folder:
    """A folder of submissions, or a single file."""

    def __init__(self, root: str, exclude: Collection[str] = ()) -> None:
        """`exclude`: real paths of files that are left out."""
        self.strays: Sequence[Found] = ()
        """Files that belong to nobody and are only reported."""
        root = root.rstrip(os.sep) or root
        is_folder = os.path.isdir(root)
        self._folder = root if is_folder else os.path.dirname(root)
        self._start: Parts = () if is_folder else (os.path.basename(root),)
        self._excluded = frozenset(exclude)
        self._names = set(map(os.path.basename, exclude))

    def close(self) -> None:
        """Close what is open; in a folder nothing is."""

    def contents(self, parts: Parts, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        return read_bytes(self._path(parts), limit=limit)

    def files(self) -> Iterator[Found]:
        """Yield all files.  Links to files in the folder are followed, but not those to folders."""
        top = os.path.realpath(self._folder)
        stack = [self._start]  # not recursion: folders may be nested 2,000 deep
        while stack:
            parts = stack.pop()
            path = self._path(parts)
            is_link = parts != self._start and os.path.islink(path)
            try:
                mode = os.stat(path).st_mode
                is_folder = stat.S_ISDIR(mode)
                names = self._names_in(path) if is_folder and not is_link else []
            except OSError as error:
                if not self._is_excluded(path, is_link=True):
                    yield Found(parts, reason(path, error), os.path.isdir(path))
                continue
            if not is_folder and self._is_excluded(path, is_link=is_link):
                continue
            if is_link and follow_link(path, [top]):
                yield Found(parts, AWAY, is_folder)
            elif is_link and is_folder:
                yield Found(parts, ANYWAY)
            elif not is_folder:
                yield Found(parts, "" if stat.S_ISREG(mode) else SPECIAL)
            else:
                stack.extend((*parts, name) for name in sorted(names, key=natural, reverse=True))

    def _path(self, parts: Parts) -> str:
        return os.path.join(self._folder, *parts)

    def _names_in(self, path: str) -> list[str]:
        """Return the names in a folder: none in one of results, unless it is the root, where ours are left out."""
        names = [name for name in os.listdir(path) if not is_junk((name,))]
        if LEAST.issubset(names) and holds_results(first_bytes(os.path.join(path, SUMMARY))):
            return [name for name in names if path == self._folder and not OWN.fullmatch(name)]
        return names

    def _is_excluded(self, path: str, *, is_link: bool) -> bool:
        # only a link has another name than its target, and to find the real path of each file would take too long
        return (is_link or os.path.basename(path) in self._names) and os.path.realpath(path) in self._excluded
