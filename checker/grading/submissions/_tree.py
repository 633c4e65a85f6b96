"""The files below the submissions, in a folder or in a zip, and what is in them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Protocol

from checker.document import beginning, read_bytes
from checker.grading.submissions._model import FoundFile
from checker.grading.submissions._walk import walk_submissions


class Tree(Protocol):
    """Files that can be walked through and read."""

    @property
    def root(self) -> str:
        """Return the path of the folder or the zip, with which the paths of its files begin."""

    @property
    def strays(self) -> Sequence[FoundFile]:
        """Return the files that are reported and belong to nobody."""

    def walk(self) -> Iterator[FoundFile]:
        """Yield the files in natural order, without their contents."""

    def beginning(self, path: str, most: int) -> bytes:
        """Return at most `most` bytes from the beginning of a file.  Raise OSError."""

    def contents(self, path: str, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""

    def size(self, path: str) -> int:
        """Return the number of bytes of a file; 0 if that is not known."""

    def is_folder(self, path: str) -> bool:
        """Return whether a path is that of a folder."""


class FolderTree:
    """A folder, or one file."""

    def __init__(self, root: str, exclude: Collection[str] = ()) -> None:
        self.root = root
        self.strays: tuple[FoundFile, ...] = ()
        self._exclude = exclude

    def walk(self) -> Iterator[FoundFile]:
        """Yield the files in natural order, without their contents."""
        return walk_submissions(self.root, self._exclude)

    def beginning(self, path: str, most: int) -> bytes:
        """Return at most `most` bytes from the beginning of a file.  Raise OSError."""
        return beginning(path, most)

    def contents(self, path: str, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        return read_bytes(path, limit=limit)

    def size(self, path: str) -> int:
        """Return the number of bytes of a file; 0 if that is not known."""
        try:
            return os.stat(path).st_size  # noqa: PTH116 - a Path costs more than the call
        except (OSError, ValueError):
            return 0

    def is_folder(self, path: str) -> bool:
        """Return whether a path is that of a folder."""
        return os.path.isdir(path)  # noqa: PTH112


def opened(root: str, assignments: Collection[str] = (), exclude: Collection[str] = ()) -> AbstractContextManager[Tree]:
    """Return the files in a folder, or in a zip that is read in place.

    `assignments`: the names of folders that are assignments.  `exclude`: real paths of files that are left out.
    """
    if root.lower().endswith(".zip") and os.path.isfile(root):  # noqa: PTH113
        from checker.grading.submissions._zip import ZipTree  # here, because folders need none of it

        return closing(ZipTree(root, assignments))
    return nullcontext(FolderTree(root, exclude))
