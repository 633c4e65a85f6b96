"""The file of the store: made, migrated, refused or kept aside, and never half-written."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import pytest

from checker.grading.store.database import (
    APPLICATION,
    EARLIER,
    FOREIGN,
    MIGRATIONS,
    NEWER,
    UNRELEASED,
    StoreDamaged,
    StoreError,
    connect,
    copy_in_memory,
    from_json,
    keep_aside,
    mapping_of,
    transaction,
)


def pragma(connection, name):
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_new_store_is_ours_and_outlives_a_power_cut(tmp_path):
    found = connect(tmp_path / "checker.db")
    assert pragma(found, "application_id") == APPLICATION
    assert pragma(found, "user_version") == UNRELEASED + len(MIGRATIONS)
    assert pragma(found, "journal_mode") == "truncate"
    assert pragma(found, "synchronous") == 2
    assert pragma(found, "foreign_keys") == 1


def test_an_empty_file_becomes_a_store(tmp_path):
    (tmp_path / "checker.db").touch()
    assert pragma(connect(tmp_path / "checker.db"), "user_version") == UNRELEASED + len(MIGRATIONS)


def test_a_file_that_a_killed_run_began_becomes_a_store(tmp_path):
    """SQLite has written pages, and its journal says to take them back."""
    begin = (
        "import os, signal, sqlite3, sys\n"
        "found = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "for each in ('PRAGMA cache_size = 2', 'BEGIN IMMEDIATE', 'CREATE TABLE begun (text)'):\n    found.execute(each)\n"
        "found.executemany('INSERT INTO begun VALUES (?)', [('x' * 500,)] * 1000)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", begin, tmp_path / "checker.db"], check=False)
    assert (tmp_path / "checker.db").stat().st_size
    assert pragma(connect(tmp_path / "checker.db"), "user_version") == UNRELEASED + len(MIGRATIONS)


def test_migrations_that_a_file_does_not_have_yet_are_run_once_and_in_order(tmp_path):
    path = tmp_path / "checker.db"
    first = ("CREATE TABLE a (x);\nINSERT INTO a VALUES (1);\n",)
    both = (*first, "ALTER TABLE a ADD COLUMN y;\nUPDATE a SET y = x + 1;\n")
    connect(path, first).close()
    for _ in range(2):
        found = connect(path, both)
        assert found.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]
        assert pragma(found, "user_version") == UNRELEASED + 2
        found.close()


def test_a_migration_that_fails_changes_nothing(tmp_path):
    path = tmp_path / "checker.db"
    first = ("CREATE TABLE a (x);\n",)
    connect(path, first).close()
    with pytest.raises(StoreError):
        connect(path, (*first, "CREATE TABLE b (y);\nCREATE TABLE a (z);\n"))
    found = connect(path, first)
    assert found.execute("SELECT name FROM sqlite_master").fetchall() == [("a",)]
    assert pragma(found, "user_version") == UNRELEASED + 1


@pytest.mark.parametrize("version", [0, 1, UNRELEASED])
def test_a_file_from_before_the_first_release_is_refused_and_left_as_it_is(tmp_path, version):
    path = tmp_path / "checker.db"
    connect(path).close()
    with sqlite3.connect(path) as earlier:
        earlier.execute(f"PRAGMA user_version = {version}")
    earlier.close()
    before = path.read_bytes()
    for opened in (connect, copy_in_memory):
        with pytest.raises(StoreError, match=EARLIER):
            opened(path)
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "checker.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (text)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=FOREIGN):
        connect(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(tmp_path):
    path = tmp_path / "checker.db"
    connect(path, (*MIGRATIONS, "CREATE TABLE newer (x);\n")).close()
    with pytest.raises(StoreError, match=NEWER):
        connect(path)
    with pytest.raises(StoreError, match=NEWER):
        copy_in_memory(path)


@pytest.mark.parametrize(
    "content", [b"not a database at all, whatever its name says" * 50, b"SQLite format 3\0garbage"]
)
def test_a_damaged_file_is_told_and_kept_aside(tmp_path, content):
    path = tmp_path / "checker.db"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is damaged"):
        connect(path)
    assert keep_aside(path).name == "checker.db.damaged-1"
    assert not path.exists()
    path.write_bytes(b"again")
    (tmp_path / "checker.db-journal").write_bytes(b"j")
    assert keep_aside(path).name == "checker.db.damaged-2"
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "checker.db-journal.damaged-2",
        "checker.db.damaged-1",
        "checker.db.damaged-2",
    ]
    assert (tmp_path / "checker.db.damaged-1").read_bytes() == content


def test_a_copy_in_memory_leaves_the_file_alone(tmp_path):
    path = tmp_path / "checker.db"
    first = connect(path)
    first.execute("INSERT INTO cache VALUES ('a', 'b')")
    first.close()
    before = path.read_bytes()
    copy = copy_in_memory(path)
    assert copy.execute("SELECT * FROM cache").fetchall() == [("a", "b")]
    copy.execute("DELETE FROM cache")
    copy.close()
    assert path.read_bytes() == before
    assert pragma(copy_in_memory(tmp_path / "none.db"), "user_version") == UNRELEASED + len(MIGRATIONS)
    assert not (tmp_path / "none.db").exists()


def test_a_transaction_keeps_all_or_nothing(tmp_path):
    found = connect(tmp_path / "checker.db")
    with pytest.raises(ZeroDivisionError), transaction(found):
        found.execute("INSERT INTO cache VALUES ('a', 'b')")
        raise ZeroDivisionError
    assert found.execute("SELECT count(*) FROM cache").fetchone() == (0,)
    with transaction(found):
        found.execute("INSERT INTO cache VALUES ('a', 'b')")
    assert connect(tmp_path / "checker.db").execute("SELECT count(*) FROM cache").fetchone() == (1,)


def test_a_record_of_another_form_is_damage():
    assert from_json('{"a": 1}', mapping_of) == {"a": 1}
    with pytest.raises(sqlite3.DatabaseError, match=r"a record cannot be read \(TypeError: this is no mapping\)"):
        from_json("[1]", mapping_of)
