"""From a path to its document: only regular files of bounded size are read, and every failure is a sentence."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from checker.document.errors import DocumentError
from checker.document.nodes import Node
from checker.document.tree import parse

LIMIT: Final = 1_000_000
"""Bytes that a file may have, unless told otherwise."""

# Without O_NONBLOCK, opening a FIFO that nobody writes to would wait for ever; without O_BINARY Windows alters lines.
FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

FOLDER: Final = "is a folder; name a file in it"
SPECIAL: Final = "is not a regular file; save its contents as one"
REASONS: Final = {
    errno.EACCES: "may not be read; change its permissions",
    errno.EISDIR: FOLDER,
    errno.ELOOP: "is a link that leads back to itself; put the file in its place",
    errno.ENAMETOOLONG: "has too long a name; rename it",
    errno.ENOTDIR: "does not exist: a part of its path is not a folder",
    errno.ENXIO: SPECIAL,
    errno.EPERM: "may not be read; change its permissions",
}


def read(path: str | os.PathLike[str], *, limit: int = LIMIT) -> Node:
    """The document in a file of at most `limit` bytes; raises nothing but DocumentError."""
    source = os.fspath(path)
    try:
        descriptor = os.open(source, FLAGS)
        try:
            data = _contents(descriptor, source, limit)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        dangling = Path(source).is_symlink()
        raise DocumentError(
            "is a link to a file that does not exist" if dangling else "does not exist", source
        ) from None
    except OSError as error:
        raise DocumentError(REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}"), source) from None
    except ValueError:  # a NUL, or a character that the file system cannot write
        raise DocumentError("cannot be the name of a file", source) from None
    return parse(data, source=source)


def _contents(descriptor: int, source: str, limit: int) -> bytes:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise DocumentError(FOLDER if stat.S_ISDIR(status.st_mode) else SPECIAL, source)
    data = b""
    while len(data) <= limit and (piece := os.read(descriptor, min(status.st_size, limit) + 1)):
        data += piece
    if len(data) > limit:
        raise DocumentError(f"is too large: the limit is {_size(limit)}", source)
    return data


def _size(limit: int) -> str:
    for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
        if limit % unit == 0:
            return f"{limit // unit} {name}"
    return f"{limit} bytes"
