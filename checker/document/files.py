"""Reads users' files safely: only regular files, at most `LIMIT` bytes unless the caller sets another limit.

Every failure is a DocumentError that says what to do, but `beginning`, which gives the first bytes, raises OSError.
`walk_folders` lists folders and what is in them; hidden files are left out, and no folder is visited twice.
"""

# Names of files stay strings in a walk: creating a Path for each would take as long as the walk.
# ruff: noqa: PTH112, PTH114, PTH118, PTH208

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from checker.document.nodes import DocumentError, DocumentNode
from checker.document.tree import parse_document

LIMIT: Final = 1_000_000

SPECIAL: Final = "is not a regular file; save its contents as one"
REASONS: Final = {
    errno.EACCES: "may not be read; change its permissions",
    errno.EISDIR: "is a folder; give a file in it",
    errno.ELOOP: "is a link that leads back to itself; put the file in its place",
    errno.ENAMETOOLONG: "has a name that is too long; rename it",
    errno.ENOTDIR: "does not exist: a part of its path is not a folder",
    errno.ENXIO: SPECIAL,
    errno.EPERM: "may not be read; change its permissions",
}


class NotAFileError(OSError):
    """Raised for anything that is no regular file: a folder, a device, or a pipe, where reading might block."""


def read_document(path: str | os.PathLike[str]) -> DocumentNode:
    """Return the document in a file; raises only DocumentError."""
    return parse_document(read_bytes(path), source=os.fspath(path))


def read_bytes(path: str | os.PathLike[str], *, limit: int = LIMIT) -> bytes:
    """Return the contents of a file of at most `limit` bytes; raises only DocumentError."""
    source = os.fspath(path)
    try:
        data = beginning(source, limit + 1)
    except FileNotFoundError:
        dangling = Path(source).is_symlink()
        raise DocumentError(
            "is a link to a file that does not exist" if dangling else "does not exist", source
        ) from None
    except OSError as error:
        raise DocumentError(REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}"), source) from None
    except ValueError:  # a NUL, or a character that the file system cannot write
        raise DocumentError("cannot be the name of a file", source) from None
    if len(data) > limit:
        raise DocumentError(too_large(limit), source)
    return data


def beginning(path: str | os.PathLike[str], most: int) -> bytes:
    """Return at most `most` bytes of a regular file, without ever blocking.  Raise OSError or ValueError."""
    # Without O_NONBLOCK, opening a FIFO would block for ever; without O_BINARY Windows changes line ends.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.ENXIO, "not a regular file")
        data = b""
        while len(data) < most and (piece := os.read(descriptor, min(status.st_size + 1, most - len(data)))):
            data += piece
        return data
    finally:
        os.close(descriptor)


def too_large(limit: int) -> str:
    """Return the message about a file with more bytes than the limit."""
    return f"is too large; the limit is {limit / 1_000_000:g} MB"


def walk_folders(top: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each folder with the names in it, sorted, without hidden ones and what is linked but walked anyway."""
    walked = [os.path.realpath(top)]
    stack = [top]  # not recursion: folders may be nested 2,000 deep
    while stack:
        folder = stack.pop()
        if folder != top and os.path.islink(folder) and not follow_link(folder, walked):
            continue
        try:
            names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        except OSError:
            continue
        yield folder, names
        stack.extend(path for name in reversed(names) if os.path.isdir(path := os.path.join(folder, name)))


def follow_link(link: str, walked: list[str]) -> bool:
    """Return whether a link leads to a folder that is neither inside nor around a walked one; then add it to these."""
    target = os.path.realpath(link)
    inside = os.path.join(target, "")
    if any(inside.startswith(os.path.join(each, "")) or os.path.join(each, "").startswith(inside) for each in walked):
        return False
    walked.append(target)
    return True
