"""The store of grades, checker.db: the one truth, from which all files for people and scripts are made.

    database   a file     to a connection: made, migrated, kept aside if it is damaged
    sources    files      that were read, by content, with their submissions
    marks      answers    to a problem, and the marks that a version of it gives: the cache of grading
    history    grades     as they are in the views, the runs that gave them, and what each run changed
    inputs     a run      to what went into it, so that its files can be made again, and files that others made
    forgotten  students   who are left out, by salted hashes
    removal    a student  from all of it, and in what others wrote

Nothing in it decides: it keeps what grading found, so that no grade is lost and none is found out twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from checker.grading.store.database import (
    DAMAGED,
    StoreDamaged,
    StoreError,
    close,
    connect,
    copy_in_memory,
    damaged_json,
    errors_of,
    journal_of,
    keep_aside,
    transaction,
)
from checker.grading.store.history import (
    CompletedRun,
    GradeChange,
    History,
    MadeFile,
    MadeFiles,
    RunInput,
    RunInputs,
    Standing,
    Why,
)
from checker.grading.store.marks import MarkKey, Marks, Responses
from checker.grading.store.removal import Forgotten, Removal, Removed
from checker.grading.store.sources import NO_MARK, Row, Sources, StoredSource

__all__ = [
    "NO_MARK",
    "STORE",
    "CompletedRun",
    "GradeChange",
    "MadeFile",
    "MarkKey",
    "Removed",
    "Row",
    "RunInput",
    "Standing",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoredSource",
    "Why",
    "journal_of",
    "keep_aside",
]

STORE: Final = "checker.db"


class Store:
    """An open store (checker.db), with an attribute for each group of tables."""

    def __init__(self, path: Path, *, is_draft: bool = False) -> None:
        """Open the store in a file; a draft is a copy in memory that nobody keeps.  Raise StoreError."""
        self.path = path
        self._connection: sqlite3.Connection = copy_in_memory(path) if is_draft else connect(path)
        with errors_of(path):
            self.marks = Marks(self._connection)
            self.responses = Responses(self._connection, self.marks)
            self.sources = Sources(self._connection, self.responses)
            self.history = History(self._connection)
            self.forgotten = Forgotten(self._connection)
            self.inputs = RunInputs(self._connection)
            self.removal = Removal(self._connection, self.forgotten)
            self.made = MadeFiles(self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file of the store, and leave no journal of SQLite next to it."""
        close(self._connection)

    def check(self) -> None:
        """Check every page of the file, and every JSON text in it.  Raise StoreDamaged."""
        with errors_of(self.path):
            ((found,),) = self._connection.execute("PRAGMA quick_check(1)").fetchall()
            if found == "ok":
                found = damaged_json(self._connection) or found
        if found != "ok":
            raise StoreDamaged(DAMAGED.format(self.path, found))

    def overwrite_removed(self) -> None:
        """Make SQLite overwrite what is removed from now on with zeros.  Raise StoreError."""
        with errors_of(self.path):
            self._connection.execute("PRAGMA secure_delete = ON")

    def compact(self) -> None:
        """Write the file anew, so that no page still holds removed data.  Raise StoreError."""
        with errors_of(self.path):
            self._connection.execute("VACUUM")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is written in a `with` block, or none of it.  Raise StoreError."""
        with errors_of(self.path), transaction(self._connection):
            yield

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn errors of SQLite in a `with` block into StoreError."""
        with errors_of(self.path):
            yield
