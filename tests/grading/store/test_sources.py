"""Graded sources in the store: found by path and content, replaced, and listed in any order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.grader.graded_source import Issue, Unread
from checker.grading.grader.remarks import FileTrouble, Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.store import StoredSource
from checker.grading.store.database import from_sql, to_sql
from checker.grading.store.sources import StoredPaths
from checker.grading.submissions.model import Delivery
from tests.grading.store.stores import KEYS, TEXTS, mark, opened, row, source

LATE = Delivery("2026-11-20T12:00:00+01:00", is_late=True, attempt="2", files=("a_1_x.md", "y.md"))


@pytest.fixture
def store():
    with opened() as store:
        store.sources.paths = StoredPaths("week")
        yield store


def students(store, *ids):
    store.sources.choose(ids)
    return [each.student for each in store.sources.rows()]


@given(TEXTS)
def test_any_text_can_be_stored(text):
    assert from_sql(to_sql(text)) == text


def test_a_source_is_found_by_its_path_and_its_content(store):
    id_ = store.sources.save("week/s1.yaml", source("s1.yaml", row("s1", mark())), KEYS)
    assert store.sources.find("week/s1.yaml", "d1") == StoredSource(id_, "questions:1")
    assert store.sources.find("week/s2.yaml", "d1") is None
    assert store.sources.find("week/s1.yaml", "d2") is None


def test_another_content_at_the_same_path_is_another_source_and_the_first_stays(store):
    first = store.sources.save("s1", source("s1", row("s1", mark("1"))), KEYS)
    second = store.sources.save("s1", source("s1", row("s1", mark("2")), digest="d2"), KEYS)
    assert store.sources.find("s1", "d1").id == first != second == store.sources.find("s1", "d2").id


def test_the_same_content_graded_anew_takes_the_place_of_the_first(store):
    store.sources.save("s1", source("s1", row("s1", mark()), row("s2", mark())), KEYS)
    second = store.sources.save("s1", source("s1", row("s3", mark()), depends_on="course:2"), KEYS)
    assert store.sources.find("s1", "d1") == StoredSource(second, "course:2")
    assert students(store, second) == ["s3"]


def test_sources_are_listed_in_the_order_of_the_run(store):
    ids = [store.sources.save(f"s{n}", source(f"s{n}", row(f"s{n}"), row(f"t{n}")), KEYS) for n in range(3)]
    assert students(store, ids[2], ids[0]) == ["s2", "t2", "s0", "t0"]
    assert students(store, *ids) == ["s0", "t0", "s1", "t1", "s2", "t2"]
    assert students(store) == []


@given(TEXTS, TEXTS, TEXTS.filter(lambda text: text.strip("/") == text != ""))
def test_a_submission_comes_back_as_it_was(student, name, file):
    marks = mark("x"), mark("y", 1, None), mark("z", 2)
    saved = row(student, *marks, name=name, email=None, file=f"week/{file}", line=4, delivery=LATE)
    with opened() as store:
        store.sources.paths = StoredPaths("week")
        store.sources.choose([store.sources.save(f"week/{file}", source("s1.yaml", saved), KEYS)])
        (found,) = store.sources.rows()
        assert found[:4] == ("a", (student, name or "", "", "", ()), f"week/{file}", 4)
        assert found[7:] == (f"week/{file}", "d1", LATE, found.id, False)
        assert store.sources.handed_in(f"week/{file}", "d1") == [found._replace(marks=())]
        assert [store.marks.full_mark(id_, place) for place, id_ in enumerate(found.marks)] == list(marks)
        assert store.marks.keys(found.marks) == dict(zip(found.marks, KEYS, strict=True))


def test_a_row_without_marks_has_none(store):
    id_ = store.sources.save("s1", source("s1", row("s1")), KEYS)
    store.sources.choose([id_])
    assert [each.marks for each in store.sources.rows()] == [()]


def test_issues_and_faults_come_back_and_their_places_follow_the_folder(store):
    issues = [Issue("s\ud83d", "week/s1.yaml", n, "no such problem", f" (the answer: {n})") for n in range(1, 5)]
    issues += [Issue(None, "week/\ud83d.yaml", None, "cannot be read", owner="s1")]
    issues += [Issue("s2", "week/s1.yaml", None, "", more=7)]
    unread = Unread("week/all.csv", "week", ("all",))
    graded = source("s1.yaml")._replace(issues=issues, faults=["a fault"], unread=(unread,))
    ids = [store.sources.save("s1", graded, KEYS), store.sources.save("s2", source("s2"), KEYS)]
    store.sources.choose(ids)
    assert list(store.sources.issues()) == issues
    assert list(store.sources.faults_and_unread()) == [(["a fault"], [unread])]
    store.sources.paths = StoredPaths("elsewhere/week")
    ((_, (moved,)),) = store.sources.faults_and_unread()
    assert moved == unread._replace(file="elsewhere/week/all.csv")
    assert [each.file for each in store.sources.issues()] == [f"elsewhere/{each.file}" for each in issues]


def test_a_write_up_comes_back_as_it_was(store):
    lines = (SourceLine("1", "x"), SourceLine("1:2", "\ud83d"))
    document = RemarkedDocument("a.md", lines, ("a note",), (Remark(1, 0, "Answer: x", "Considered: y"), Remark(2, 1)))
    write_up = RemarkedWriteUp((document,), (FileTrouble("a", "a trouble"),), (Remark(0, 2),))
    store.sources.choose([store.sources.save("s1", source("s1", row("s1", mark(), write_up=write_up)), KEYS)])
    (found,) = store.sources.rows()
    assert found.has_write_up
    assert store.sources.write_up(found.id) == write_up


@given(
    st.sampled_from(["week", "a/week", "/abs/week", "week.zip", "."]), TEXTS.filter(lambda text: "/" not in text[:1])
)
def test_a_path_below_the_folder_comes_back_and_follows_it(root, below):
    places = StoredPaths(root)
    path = f"{root}/{below}" if below else root
    shown = below if root == "." and below else path
    assert places.shown(places.stored(path)) == places.shown(places.stored(shown)) == shown
    assert StoredPaths("other").shown(places.stored(path)) == ("other" + path[len(root) :])
    assert json.loads(json.dumps(places.stored(path))) == places.stored(path)


def test_the_folder_itself_and_its_lines_follow_it_too():
    assert StoredPaths("b.csv").shown(StoredPaths("a.csv").stored("a.csv:3")) == "b.csv:3"
    assert StoredPaths(str(Path("b"))).shown(StoredPaths("a").stored("a")) == "b"
