"""Opens checker.db, the file of the store: creates it, or migrates it; `keep_aside` renames a damaged one.

Also turns errors of SQLite into StoreError, and converts texts and JSON for the tables (`to_sql`, `from_sql`,
`from_json`).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

from checker.document import beginning
from checker.engine.errors import UserError
from checker.text import packaged

APPLICATION: Final = 0x63686B72
"""`chkr`, by which SQLite's header tells our files from others."""

UNRELEASED: Final = 4
"""The number of the last migration before the first release: such files are refused."""

MIGRATIONS: Final = (packaged.text("checker.grading.store", "first.sql"),)

JSON_TEXTS: Final = {
    "mark": ("reason", "'{' || record"),
    "source": ("faults", "unread"),
    "response": ("texts",),
    "submission": ("files", "other_ids", "write_up"),
    "assignment": ("description",),
    "standing": ("standing",),
    "run": ("outputs", "summary"),
    "cache": ("value",),
    "run_input": ("options",),
    "run_roster": ("other_ids",),
    "made": ("command",),
}
"""By table, the columns that hold JSON, nothing, or an empty text."""


PATIENCE: Final = 10.0
"""Seconds to wait while another program reads the file."""

FOREIGN: Final = "was not written by checker; move it away, or use another folder of results"
EARLIER: Final = "was written by checker before its first release; move it away, or use another folder of results"
NEWER: Final = "was written by a newer version of checker; update checker, or use another folder of results"


JSON_SINCE: Final = (3, 38)
"""The version from which SQLite always knows JSON."""

NO_TEXT: Final = ("Could not decode to UTF-8", "malformed JSON")
"""The beginnings of messages for a text that is none, and for JSON that is none."""

HEADER: Final = 100
"""Bytes at the beginning of a file of SQLite; in them, the mode of the journal, and the program that wrote it."""

WAL: Final = b"\2\2"

UNUSABLE: Final = "close other programs that use it and make room on the disk, or use another folder of results"
DAMAGED: Final = "{} is damaged: {}; run `checker grade`, which keeps it aside and grades everything again"


class StoreError(UserError):
    """Raised where the store cannot be used; the message says why and what to do."""


class StoreDamaged(StoreError):  # noqa: N818 - not an error of the program: the name of a state
    """Raised where SQLite, or a JSON text in it, shows that the file of the store is damaged."""


def connect(path: Path | None, migrations: Sequence[str] = MIGRATIONS) -> sqlite3.Connection:
    """Return a connection to the store in a file, created or migrated if necessary; None means in memory.

    Raise StoreDamaged for a file that SQLite cannot read, and StoreError for one that is not ours.
    """
    is_new = path is None or not path.exists() or path.stat().st_size == 0
    with errors_of(path):
        found = sqlite3.connect(":memory:" if path is None else path, timeout=PATIENCE, isolation_level=None)
        try:
            if path and not is_new:
                _check_no_foreign_wal(path)
                is_empty = found.execute("PRAGMA page_count").fetchone() == (0,)  # a run was killed that made the file
                if not is_empty:
                    _check_ours(found, path, len(migrations))
        except BaseException:
            found.close()  # and nothing else: it may be the file of another program
            raise
        try:
            _prepare(found, migrations)
        except BaseException:
            close(found)
            raise
    return found


def close(connection: sqlite3.Connection) -> None:
    """Close the file of a connection, and leave no journal of SQLite next to it."""
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def copy_in_memory(path: Path) -> sqlite3.Connection:
    """Return a connection to a copy of a store in memory, which is never written back."""
    found = connect(None)
    if path.exists() and path.stat().st_size:
        with errors_of(path):
            try:
                _copy(path, found)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise
                _copy_without_half(path, found)
        _migrate(found, MIGRATIONS)
    return found


def journal_of(path: Path) -> Path:
    """Return the path of the journal that SQLite keeps next to a file while it writes."""
    return path.with_name(f"{path.name}-journal")


def _copy(path: Path, found: sqlite3.Connection, mode: str = "ro") -> None:
    """Copy the store at `path` into the open database `found`.  Raise StoreError if the file is not ours."""
    _check_no_foreign_wal(path)
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)) as original:
        _check_ours(original, path, len(MIGRATIONS))
        original.backup(found)


def _copy_without_half(path: Path, found: sqlite3.Connection) -> None:
    """Copy a store without the unfinished changes of a killed run, which SQLite has to write a file to undo."""
    with TemporaryDirectory() as folder:
        for each in (path, journal_of(path)):
            shutil.copyfile(each, Path(folder, each.name))
        _copy(Path(folder, path.name), found, "rw")


def damaged_json(connection: sqlite3.Connection) -> str:
    """Return the name of a column with a text that should be JSON and is not; empty if there is none."""
    if sqlite3.sqlite_version_info < JSON_SINCE:
        return ""
    for table, columns in JSON_TEXTS.items():
        for text in columns:
            query = f"SELECT 1 FROM {table} WHERE {text} <> '' AND NOT json_valid({text}) LIMIT 1"  # noqa: S608 - constants
            if connection.execute(query).fetchone():
                return f"a text in the table {table} is no JSON"
    return ""


def keep_aside(path: Path) -> Path:
    """Rename a damaged store and the journal next to it, so that a new one can be made; return its new path."""
    number = next(n for n in range(1, 10_000) if not _aside(path, n).exists())
    for each in (path, journal_of(path)):
        if each.exists():
            each.rename(_aside(each, number))
    return _aside(path, number)


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _prepare(found: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Set how SQLite writes the file, and migrate it."""
    # A rollback journal, since the memory that WAL shares does not work on network drives; FULL outlives power cuts.
    found.execute("PRAGMA journal_mode = TRUNCATE")
    found.execute("PRAGMA synchronous = FULL")
    found.execute("PRAGMA foreign_keys = ON")
    found.execute("PRAGMA cache_size = -4000")
    found.execute("PRAGMA temp_store = MEMORY")
    _migrate(found, migrations)


def _check_ours(found: sqlite3.Connection, path: Path | None, newest: int) -> None:
    """Raise StoreError if another program wrote the file, or a version of checker that is too old or too new for it."""
    ((application,),) = found.execute("PRAGMA application_id")
    ((version,),) = found.execute("PRAGMA user_version")
    if application != APPLICATION:
        raise StoreError(f"{path} {FOREIGN}")
    if not UNRELEASED < version <= UNRELEASED + newest:
        raise StoreError(f"{path} {NEWER if version > UNRELEASED else EARLIER}")


def _check_no_foreign_wal(path: Path) -> None:
    """Raise StoreError for a file of another program that SQLite would write files next to even where it only reads."""
    header = b""
    with suppress(OSError):  # SQLite tells why it cannot be read
        header = beginning(path, HEADER)
    if header[18:20] == WAL and int.from_bytes(header[68:72]) != APPLICATION:
        raise StoreError(f"{path} {FOREIGN}")


def _migrate(found: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Run the scripts that the file does not have yet, each in a transaction of its own."""
    ((version,),) = found.execute("PRAGMA user_version")
    known = max(version - UNRELEASED, 0)
    for number, script in enumerate(migrations[known:], UNRELEASED + known + 1):
        with transaction(found):
            for statement in script.split(";\n"):
                found.execute(statement)
            found.execute(f"PRAGMA application_id = {APPLICATION}")
            found.execute(f"PRAGMA user_version = {number}")


@contextmanager
def transaction(found: sqlite3.Connection) -> Iterator[None]:
    """Keep all that is written in a `with` block, or none of it."""
    found.execute("BEGIN IMMEDIATE")
    try:
        yield
        found.execute("COMMIT")
    except BaseException:
        if found.in_transaction:
            found.execute("ROLLBACK")
        raise


@contextmanager
def errors_of(path: Path | None) -> Iterator[None]:
    """Turn errors of SQLite in a `with` block into StoreError or StoreDamaged."""
    try:
        yield
    except sqlite3.OperationalError as error:  # locked, read-only, full: the file itself is sound
        if str(error).startswith(NO_TEXT):
            raise StoreDamaged(DAMAGED.format(path, error)) from error
        raise StoreError(f"{path} cannot be used: {error}; {UNUSABLE}") from error
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise  # a fault of ours
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(DAMAGED.format(path, error)) from error


T = TypeVar("T")


def to_sql(text: str | None) -> str | bytes | None:
    """Return a text in a form that SQLite can store, also if it is invalid Unicode."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_sql(value: str | bytes) -> str:
    """Return the text that `to_sql` made storable."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def from_json(text: str, make: Callable[[Any], T]) -> T:
    """Return `make` of the value of a JSON text in the store.  Raise DatabaseError if the text is damaged."""
    try:
        return make(json.loads(text))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise sqlite3.DatabaseError(f"a record cannot be read ({type(error).__name__}: {error})") from error


def mapping_of(value: Any) -> dict[str, Any]:
    """Return a value unchanged if it is a mapping.  Raise TypeError for any other."""
    if not isinstance(value, dict):
        raise TypeError("this is no mapping")
    return value


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a text such as `3,14`.  Raise DatabaseError if the text is damaged."""
    try:
        return [int(each) for each in text.split(",") if each]
    except ValueError as error:
        raise sqlite3.DatabaseError(f"a list of numbers cannot be read ({error})") from error
