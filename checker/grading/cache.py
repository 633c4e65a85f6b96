"""`Cache`: what was read and marked, and outlines of problems, by a digest of all that decides them.

It may be deleted at any time.

One table of SQLite holds JSON texts by key, each with a checksum.  A killed run loses what it did in its last second;
the next one does that again.  A damaged file, or one of another version, is begun anew.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, Self, TypeVar

import orjson

from checker.document import beginning
from checker.engine import VERSION
from checker.grading.own_files import JOURNAL

_MARK: Final = b"chkr"
"""The id of the application in a file of SQLite, which shows that it is ours; its place is byte 68 of the file."""

T = TypeVar("T")

_DECIDE_NO_GRADE: Final = frozenset(
    {"cli", "lint", "publishing", "reports", "serve.py", "pytest_plugin.py", "__main__.py"}
)
"""Folders and files of the package: an edit of them discards nothing that was marked."""


class Made(NamedTuple):
    """A value that was made now, as JSON; `may_be_kept` is False after a fault and where a time limit was met."""

    json: bytes
    may_be_kept: bool = True


@functools.cache
def code_digest() -> str:
    """Return a short hash of all files that decide grades; it changes when one of them does."""
    found = hashlib.sha256()
    for name, file in _files(files("checker"), ""):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name.startswith(("__pycache__", ".")) or (not prefix and each.name in _DECIDE_NO_GRADE):
            continue
        if each.is_dir():
            yield from _files(each, f"{prefix}{each.name}/")
        else:
            yield prefix + each.name, each


def digest(*parts: Any) -> str:
    """Return a key for what is decided by these texts and numbers, by the version of checker and by its code."""
    about = json.dumps([VERSION, code_digest(), *parts])
    return hashlib.sha256(about.encode()).hexdigest()


class Cache:
    """Values by key, in a file or only in memory."""

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        """Open the cache at a path, or one in memory if that cannot be opened."""
        self._used: set[str] = set()
        self._is_read_only = is_read_only
        self._last = monotonic()
        self._path = path
        self._db = _opened(path, is_read_only=is_read_only)
        self.made = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, remove: bool = False) -> None:
        """Keep what was made, or remove the file."""
        if self._db is None:
            return
        with suppress(sqlite3.Error):  # a full disk: what is not kept is made again
            self._db.commit()
        self._db.close()
        self._db = None
        if remove and not self._is_read_only:
            _remove(self._path)

    def values(self, tasks: Iterable[tuple[str, T]], make: Callable[[Iterator[T]], Iterator[Made]]) -> list[Any]:
        """Return the values of all tasks, which come with their keys, in order; those that are missing are made.

        `make` yields what it makes in the order of its tasks, and takes them as it needs them.
        """
        found: dict[str, Any] = {}
        order: list[str] = []
        missing: list[str] = []

        def new() -> Iterator[T]:
            for key, task in tasks:
                order.append(key)
                if key not in found:
                    found[key] = self.get(key)
                    if found[key] is None:
                        missing.append(key)
                        yield task

        for number, made in enumerate(make(new())):
            key = missing[number]
            found[key] = orjson.loads(made.json)
            self.made += 1
            if made.may_be_kept and self._db and not self._is_read_only:
                with suppress(sqlite3.Error):
                    kept = key, made.json, _sum(key, made.json)
                    self._db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", kept)
                    if monotonic() > self._last + 1:  # a killed run loses at most a second
                        self._db.commit()
                        self._last = monotonic()
        return [found[key] for key in order]

    def get(self, key: str) -> Any:
        """Return a value; None where it is not there, or damaged."""
        self._used.add(key)
        with suppress(sqlite3.Error):
            row = self._db and self._db.execute("SELECT value, sum FROM kept WHERE key = ?", (key,)).fetchone()
            return orjson.loads(row[0]) if row and isinstance(row[0], bytes) and row[1] == _sum(key, row[0]) else None
        return None

    def forget_unused(self) -> None:
        """Remove what this run did not need: what was read by other code, and of students who are gone."""
        if self._db is None or self._is_read_only:
            return
        try:
            gone = [(key,) for (key,) in self._db.execute("SELECT key FROM kept") if key not in self._used]
            self._db.executemany("DELETE FROM kept WHERE key = ?", gone)
            self._db.commit()
            if gone:
                self._db.execute("VACUUM")  # else copies of what was deleted may be left between the others
        except sqlite3.OperationalError:  # the disk is full, or another program holds the file
            pass
        except sqlite3.Error:  # it is damaged: the next run begins anew
            self.close(remove=True)


def _sum(key: str, value: bytes) -> bytes:
    """Return a checksum, since a damaged file must not change a grade."""
    return hashlib.blake2b(key.encode() + value, digest_size=8).digest()


def _opened(path: Path, *, is_read_only: bool) -> sqlite3.Connection | None:
    """Return the open file; a new one in place of one that is damaged or no cache; None if it cannot be opened."""
    for _ in range(2):
        try:
            database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={'ro' if is_read_only else 'rwc'}", uri=True)
            if not is_read_only:
                if not database.execute("PRAGMA application_id").fetchone()[0]:
                    database.execute(f"PRAGMA application_id = {int.from_bytes(_MARK, 'big')}")
                columns = "key TEXT PRIMARY KEY, value BLOB, sum BLOB"
                database.execute(f"CREATE TABLE IF NOT EXISTS kept ({columns}) WITHOUT ROWID")
            database.execute("SELECT value, sum FROM kept LIMIT 1").fetchone()
        except sqlite3.Error:
            if is_read_only:
                return None
            _remove(path)
        else:
            return database
    return None


def is_cache(path: Path) -> bool:
    """Return whether a file was written by checker as its cache, or is empty."""
    head = beginning(os.fspath(path), 72)
    return not head or head.endswith(_MARK)


def _remove(path: Path) -> None:
    for each in (path, path.with_name(JOURNAL)):
        with suppress(OSError):
            each.unlink()
