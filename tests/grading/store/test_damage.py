"""Damage that SQLite does not notice: texts in the store that are not what was written."""

from __future__ import annotations

import sqlite3
from shutil import copytree

import pytest

from checker.cli.app import cli
from checker.grading.store import Store, StoreDamaged
from checker.grading.store.database import JSON_TEXTS
from tests.grading import runs
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS, views

COLUMNS = [(table, column.split()[-1]) for table, columns in JSON_TEXTS.items() for column in columns]
DAMAGES = {
    "cut": "substr({0}, 1, length({0}) / 2)",
    "garbage": "'garbage'",
    "no mapping": "'3'",
    "no text": "CAST(CAST({0} AS BLOB) || x'ff' AS TEXT)",
}
MORE = {
    "submissions/q.csv": "Timestamp,Email Address,why\n2026/10/05 10:00:00 AM,ann,The scores grow.\n",
    "submissions/b/s7.md": "sum: 4\n",
    "problems/a/why.yaml": WHY,
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    top = runs.write(tmp_path_factory.mktemp("graded"), PROBLEMS | CLASS | MORE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(top)
        runs.run(top)
    return top


@pytest.fixture
def top(graded, tmp_path, monkeypatch):
    copytree(graded, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def damage(top, table: str, column: str, how: str) -> None:
    with sqlite3.connect(top / "results/checker.db") as store:
        store.execute("INSERT OR IGNORE INTO cache VALUES ('of a larger class', '[1]')")
        store.execute("INSERT OR IGNORE INTO made VALUES ('export.csv', NULL, '[\"export\"]')")
        store.execute("INSERT OR IGNORE INTO run_roster VALUES ('submissions', 9, 's9', '', '', '', '[]')")
        value = DAMAGES[how].format(column)
        done = store.execute(f"UPDATE {table} SET {column} = {value} WHERE {column} <> ''").rowcount
        if not done:
            store.execute(f"UPDATE {table} SET {column} = '{{'")
    store.close()


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_grading_keeps_a_damaged_store_aside_and_ends_with_the_same_files(top, capsys, table, column, how):
    """At the latest when the text is read; what no run reads does no harm."""
    before = views(top)
    damage(top, table, column, how)
    runs.write(top, {"submissions/a/s2.yaml": CLASS["submissions/a/s2.yaml"] + "\n"})
    codes = [cli.main(["grade", "submissions"], standalone_mode=False) for _ in range(2)]
    err = capsys.readouterr().err
    assert codes in ([3, 3], [2, 3])
    assert views(top) == before
    is_aside = (top / "results/checker.db.damaged-1").is_file()
    assert is_aside == ("damaged and is kept as checker.db.damaged-1; everything is graded again" in err
                        or "is damaged and now kept as checker.db.damaged-1; run the command again" in err)  # fmt: skip
    assert is_aside or how in {"no mapping", "no text"}


@pytest.mark.parametrize("how", ["cut", "garbage"])
@pytest.mark.parametrize(
    "command", [["grade", "submissions", "--dry-run"], ["export", "--to", "csv"], ["feedback"], ["forget", "s1"]]
)
def test_other_commands_report_it(top, capsys, command, how):
    damage(top, "standing", "standing", how)
    damage(top, "mark", "record", how)
    assert cli.main(command, standalone_mode=False) == 2
    err = capsys.readouterr().err
    assert err.startswith("results/checker.db is damaged: ")
    assert "run `checker grade`, which keeps it aside and grades everything again" in err


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_the_check_names_the_table(top, table, column):
    damage(top, table, column, "garbage")
    with Store(top / "results/checker.db") as store, pytest.raises(StoreDamaged, match=f"table {table} is no JSON"):
        store.check()
