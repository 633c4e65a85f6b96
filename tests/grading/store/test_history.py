"""Grades, runs and changes in the store come back as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.store import CompletedRun, GradeChange, Standing
from checker.lms.students import Student
from tests.grading.store.stores import POINTS, TEXTS, opened, standing

NUMBERS = st.floats(0, 1e6, allow_nan=False)
STANDINGS = st.builds(
    Standing,
    assignment=st.sampled_from(["a", "b"]),
    who=st.builds(Student, TEXTS, TEXTS, TEXTS, TEXTS, st.lists(TEXTS, max_size=2).map(tuple)),
    path=TEXTS,
    file=TEXTS,
    line=st.none() | st.integers(1, 9),
    submitted=st.just("2026-11-20T12:00"),
    marks=st.lists(st.integers(1, 9), max_size=3).map(tuple),
    counted=st.lists(POINTS, max_size=3).map(tuple),
    raw_points=NUMBERS,
    points=NUMBERS,
    max_points=NUMBERS,
    late_credit=NUMBERS,
    late_reason=TEXTS,
    waiting=st.integers(0, 9),
    issues=st.integers(0, 9),
)
CHANGES = st.builds(
    GradeChange,
    assignment=st.just("a"),
    student=TEXTS,
    problem=st.none() | st.just("p"),
    part=st.none() | st.just("x"),
    from_status=st.none() | st.just("incorrect"),
    from_points=POINTS,
    to_status=st.none() | st.just("correct"),
    to_points=POINTS,
    why=st.sampled_from(["submission", "problem", "review", "dates", "checker"]),
)


def run(number: int) -> CompletedRun:
    return CompletedRun(
        0, f"start {number}", f"end {number}", "code", f"inputs {number}", {"a": [1, 2]}, {"faults": ["\ud83d"]}
    )


@given(st.lists(STANDINGS, max_size=5, unique_by=lambda each: (each.assignment, each.student)))
def test_grades_come_back_in_their_order(standings):
    with opened() as store:
        store.history.save_standings(standings, ())
        assert list(store.history.standings()) == standings
        store.history.save_standings(standings[::-1], ())
        assert list(store.history.standings()) == standings[::-1]


def test_grades_that_are_gone_are_removed_and_others_stay():
    with opened() as store:
        store.history.save_standings([standing("s1"), standing("s2"), standing("s1", "b")], ())
        store.history.save_standings([standing("s2", points=0.5)], [("a", "s1")])
        assert set(store.history.standings()) == {standing("s2", points=0.5), standing("s1", "b")}


def test_what_is_the_same_is_not_written_again(tmp_path):
    from checker.grading.store import Store

    everyone = [standing(f"s{n}") for n in range(5)]
    with Store(tmp_path / "checker.db") as store:
        store.history.save_standings(everyone, ())
        before = store._connection.total_changes  # noqa: SLF001 - SQLite's own count
        store.history.save_standings(everyone, ())
        assert store._connection.total_changes == before  # noqa: SLF001
        store.history.save_standings([*everyone[:-1], standing("s4", points=0.5)], ())
        assert store._connection.total_changes == before + 1  # noqa: SLF001


def test_the_last_run_is_that_of_a_folder():
    with opened() as store:
        assert store.history.last_run() is None
        for number, folder in enumerate(["week-1", "week-\ud83d", "week-1"], 1):
            store.history.add_run(folder, run(number), [])
        assert store.history.last_run() == run(3)._replace(id=3)
        assert store.history.last_run("week-\ud83d") == run(2)._replace(id=2)
        assert store.history.last_run("week-3") is None


@given(st.lists(st.lists(CHANGES, max_size=3), min_size=1, max_size=4))
def test_changes_of_the_last_run_come_back_in_their_order(runs):
    with opened() as store:
        for number, changes in enumerate(runs):
            store.history.add_run("week", run(number), changes)
        assert store.history.changes() == runs[-1]


def test_files_of_decisions_are_kept_by_folder_of_submissions():
    files = {"reviews/b.yaml": b"\xff\0", "reviews/a\ud83d.yaml": b"[]"}
    with opened() as store:
        store.history.save_review_files("week-1", files)
        store.history.save_review_files("week-2", {"c.yaml": b""})
        assert store.history.review_files("week-1") == files
        assert store.history.review_files("week-3") == {}
        assert store.history.reviewed_folders() == ["week-1", "week-2"]
        store.history.save_review_files("week-1", {"b.yaml": b"-"})
        assert store.history.review_files("week-1") == {"b.yaml": b"-"}
        assert store.history.review_files("week-2") == {"c.yaml": b""}


def test_a_folder_of_submissions_whose_name_is_no_text_keeps_its_decisions():
    with opened() as store:
        store.history.save_review_files("week\udcff", {"c.yaml": b"[]"})
        assert store.history.review_files("week\udcff") == {"c.yaml": b"[]"}
        assert store.history.reviewed_folders() == ["week\udcff"]


def test_assignments_and_findings_are_replaced():
    with opened() as store:
        store.history.save_assignments({"b": {"title": "B"}, "a": {"title": "\ud83d"}})
        store.history.save_assignments({"b": {"title": "C"}})
        assert list(store.history.assignments().items()) == [("a", {"title": "\ud83d"}), ("b", {"title": "C"})]
        assert store.history.cached("k") is None
        store.history.save_cached({"k": "[]"})
        store.history.save_cached({"k": "[1]", "l": "[]"})
        assert (store.history.cached("k"), store.history.cached("l")) == ("[1]", "[]")


def test_a_transaction_that_fails_keeps_nothing():
    with opened() as store:
        with pytest.raises(ZeroDivisionError), store.transaction():
            store.history.save_standings([standing("s1")], ())
            raise ZeroDivisionError
        assert list(store.history.standings()) == []
