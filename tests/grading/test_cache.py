"""The cache: what was read and marked is kept between runs; it may be gone, damaged or locked, and no result changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from checker.grading.api import known_problems
from checker.grading.cache import Cache, Made, code_digest, digest
from checker.kinds import Judge
from checker.problems import ProblemError, collection
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import CLASS, PROBLEMS, count_marking, views

TASKS = [("one", 1), ("two", 2), ("one", 1)]


def make(tasks):
    return (Made(b"%d" % (10 * task), may_be_kept=task != 2) for task in tasks)


@pytest.fixture
def top(tmp_path):
    return runs.write(tmp_path, PROBLEMS | CLASS)


def keys(path):
    with closing(sqlite3.connect(path)) as database:
        return {key for (key,) in database.execute("SELECT key FROM kept")}


def test_what_is_known_is_not_made_again_unless_it_may_not_be_kept(tmp_path):
    for made in (2, 1):
        with Cache(tmp_path / "cache.db") as cache:
            assert (cache.values(TASKS, make), cache.made) == ([10, 20, 10], made)
    assert keys(tmp_path / "cache.db") == {"one"}


def test_a_cache_without_a_file_serves_one_run(tmp_path):
    with Cache(tmp_path / "missing" / "cache.db") as cache:
        assert cache.values(TASKS, make) == [10, 20, 10]
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_needed_any_more_is_forgotten(tmp_path):
    path = tmp_path / "cache.db"
    with Cache(path) as cache:
        cache.values([("one", 1), ("three", 3_000_000)], make)
    with Cache(path) as cache:
        cache.values([("one", 1)], make)
        cache.forget_unused()
    assert keys(path) == {"one"}
    assert b"30000000" not in path.read_bytes()


def test_a_draft_reads_and_writes_nothing(tmp_path):
    path = tmp_path / "cache.db"
    with Cache(path, is_read_only=True) as cache:
        assert cache.values(TASKS, make) == [10, 20, 10]
    assert not path.exists()
    with Cache(path) as cache:
        cache.values(TASKS, make)
    before = path.read_bytes()
    with Cache(path, is_read_only=True) as cache:
        assert cache.values([("one", 1), ("three", 3)], make) == [10, 30]
        assert cache.made == 1
        cache.forget_unused()
    assert path.read_bytes() == before


def test_a_key_has_the_code_of_checker(monkeypatch):
    before = digest("read", "x")
    assert digest("read", "x") == before != digest("read", "y")
    monkeypatch.setattr("checker.grading.cache.code_digest", lambda: "another")
    assert digest("read", "x") != before


DECIDES_GRADES = {
    **dict.fromkeys(("serve.py", "pytest_plugin.py", "__main__.py", "cli/app.py", "lint/units.py"), False),
    **dict.fromkeys(("publishing/bank.py", "reports/page.py"), False),
    **dict.fromkeys(("__init__.py", "grading/cache.py", "units/units.txt", "lms/roster.py"), True),
}


@pytest.mark.parametrize(("name", "decides"), DECIDES_GRADES.items())
def test_only_files_that_decide_grades_are_in_the_digest_of_the_code(name, decides, tmp_path, monkeypatch):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(files("checker").joinpath(name).read_bytes())
    monkeypatch.setattr("checker.grading.cache.files", lambda _: tmp_path)
    before = code_digest.__wrapped__()
    file.write_bytes(file.read_bytes() + b"# edited\n")
    assert (code_digest.__wrapped__() != before) is decides


def other_table() -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE kept (other)")
        return database.serialize()


def spoiled(data: bytes) -> bytes:
    """Return a database of which a page in the middle is overwritten."""
    middle = len(data) // 2 // 4096 * 4096
    return data[:middle] + b"\xff" * 4096 + data[middle + 4096 :]


DAMAGES = {
    "no database": lambda _: b"no database, " * 500,
    "half": lambda data: data[: len(data) // 2],
    "a page": spoiled,
    "a piece": lambda data: data[:100],
    "empty": lambda _: b"",
    "another table": lambda _: other_table(),
    "points": lambda data: data.replace(b'"points":1.0', b'"points":9.0'),
    "texts": lambda data: data.replace(b'"status"', b'"sta\x00\xff\xff"'),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_cache_changes_no_result(top, damage):
    runs.run(top)
    before, path = views(top), top / "results/cache.db"
    path.write_bytes(damage(path.read_bytes()))
    assert runs.run(top).changes == []
    assert views(top) == before
    assert runs.run(top).changes == []


def test_a_cache_that_another_program_holds_costs_only_time(top):
    runs.run(top)
    before = views(top)
    with closing(sqlite3.connect(top / "results/cache.db")) as database:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        again = runs.run(top)
    assert (again.changes, views(top)) == ([], before)


def test_a_later_run_does_only_what_is_new(top, monkeypatch):
    runs.run(top)
    before, marked = views(top), count_marking(monkeypatch)
    assert (runs.run(top).graded, marked, views(top)) == (0, [], before)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 5}"})
    assert runs.run(top).graded == 1
    assert [(task.problem, task.by_part[None]) for task in marked] == [("encoder-layer", "5")]
    (top / "results/cache.db").unlink()
    after = views(top)
    assert (runs.run(top).graded, views(top)) == (4, after)


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        (LAYER + "points: 2\n", {"encoder-layer"}),
        (f"# a comment\n{LAYER}", set()),
        (LAYER.replace("d_ff: 120", "d_ff: 124"), {"encoder-layer"}),
    ],
)
def test_only_answers_to_a_changed_problem_are_marked_anew_and_each_text_once(top, monkeypatch, change, problems):
    runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": change})
    marked = count_marking(monkeypatch)
    runs.run(top)
    assert {task.problem for task in marked} == problems
    assert len(marked) == len(set(marked)) == 2 * len(problems), "two students gave the same answer"
    again = views(top)
    runs.run(top, out="anew")
    assert views(top, "anew") == again


def test_nothing_is_kept_of_a_fault(top, monkeypatch):
    verdict = Judge.verdict
    with monkeypatch.context() as patch:
        patch.setattr(Judge, "verdict", lambda *_: 1 / 0)
        assert runs.run(top).summary["faults"]
    assert Judge.verdict is verdict
    again = runs.run(top)
    assert again.summary["faults"] == []
    assert {each["from"]["status"] for each in again.changes} == {"error"}
    after = views(top)
    runs.run(top, out="anew")
    assert views(top, "anew") == after


BROKEN = "id: broken\ntype: numeric\nparameters: {value: x}\n"
DRAWN = "id: drawn\ntype: numeric\nparameters: {value: {choose: [3, 5, 7]}}\n"


@pytest.fixture
def read_again(monkeypatch):
    """The names of the problem files that are built."""
    found, load_in = [], collection.load_in

    def counted(assignment, path, data):
        found.append(path.name)
        return load_in(assignment, path, data=data)

    monkeypatch.setattr(collection, "load_in", counted)
    return found


@pytest.mark.parametrize(
    ("changed", "built"),
    [
        ({}, set()),
        ({"problems/a/layer.yaml": LAYER + "points: 2\n"}, {"layer.yaml"}),
        ({"problems/a/layer.yaml": f"{LAYER}points: many\n"}, {"layer.yaml"}),
        ({"problems/b/broken.yaml": BROKEN.replace("x", "4")}, {"broken.yaml"}),
        ({"problems/b/more.yaml": "id: sum\ntype: numeric\nparameters: {value: 5}\n"}, {"more.yaml"}),
        ({"problems/a/assignment.yaml": "problems: [{id: block, label: Q1}]"}, {"layer.yaml", "block.yaml"}),
        ({"problems/b/assignment.yaml": "id: a"}, {"broken.yaml", "drawn.yaml", "sum.yaml"}),
        ({"problems/a/learned.csv": "attention_parameters,heads.added,3\n"}, {"layer.yaml", "block.yaml"}),
        ({"submissions/b/s1.yaml": "answers: {sun: 4, drawn: 3}"}, {"drawn.yaml"}),
    ],
)
def test_a_problem_is_built_again_only_if_its_files_changed_or_it_is_needed(top, read_again, changed, built):
    runs.write(top, {"problems/b/broken.yaml": BROKEN, "problems/b/drawn.yaml": DRAWN})
    runs.run(top)
    runs.run(top)
    runs.write(top, changed)
    read_again.clear()
    known = known_problems(top / "problems", top / "results")
    at_once = set(read_again)
    runs.run(top, collection=known)
    assert built - {"drawn.yaml"} <= at_once <= {*built, "broken.yaml"}  # a file in error is read each time
    again = views(top)
    runs.run(top, out="anew")
    assert views(top, "anew") == again
    assert known.findings == collection.load_problems(top / "problems").findings


def test_a_problem_that_is_edited_during_a_run_is_graded_as_it_was_read(top):
    runs.run(top)
    known = known_problems(top / "problems", top / "results")
    runs.write(top, {"problems/a/layer.yaml": LAYER + "points: 2\n"})
    assert known.outlines["encoder-layer"].problem.parts[0].points == 1
    runs.write(top, {"problems/a/learned.csv": "attention_parameters,heads.added,3\n"})
    with pytest.raises(ProblemError, match=r"block\.yaml was changed while it was read"):
        known.outlines["block"].problem  # noqa: B018 - it is built here
