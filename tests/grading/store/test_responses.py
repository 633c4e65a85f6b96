"""Answers to problems in the store: equal ones once, with the marks that each version of a problem gives."""

from __future__ import annotations

import pytest

from checker.grading.grader.graded_source import GradedRow, Response
from checker.grading.grader.mark import Reason
from checker.grading.submissions.model import Delivery
from checker.text.number import TypedNumber
from tests.grading.store.stores import KEYS, mark, opened, source

TODAY = {key.problem: key.version for key in KEYS}
BOTH = Response("q", ("1", "\ud83d"))


@pytest.fixture
def store():
    with opened() as store:
        yield store


def save(store, *responses, name="s1"):
    row = GradedRow("a", name, None, None, f"{name}.yaml", None, Delivery(), responses)
    store.sources.choose([store.sources.save(name, source(name, row), KEYS)])


def marks(given="1", **more):
    return (mark(given, 1, **more), mark(given, 2, **more))


def test_answers_wait_until_they_are_marked_and_come_back_as_they_were(store):
    save(store, Response("p", (TypedNumber("1.234"),)), BOTH)
    (first, number), (second, both) = store.responses.unmarked()
    assert both == BOTH
    assert (number, type(number.texts[0])) == (Response("p", ("1.234",)), TypedNumber)
    store.responses.save_marks(second, both._replace(marks=marks()), KEYS)
    assert [id_ for id_, _ in store.responses.unmarked()] == [first]
    store.responses.save_marks(first, number._replace(marks=(mark(),)), KEYS)
    assert not list(store.responses.unmarked())
    (row,) = store.sources.rows()
    assert row.marks == tuple(store.responses.marked()[first] + store.responses.marked()[second])
    assert [store.marks.full_mark(id_, place) for place, id_ in enumerate(row.marks)] == [mark(), *marks()]


def test_a_text_and_a_number_with_the_same_signs_are_different_answers(store):
    save(store, Response("p", ("1.234",)), Response("p", (TypedNumber("1.234"),)))
    assert len(list(store.responses.unmarked())) == 2


def test_equal_answers_of_several_students_are_marked_once(store):
    save(store, BOTH)
    ((id_, _),) = store.responses.unmarked()
    store.responses.save_marks(id_, BOTH._replace(marks=marks()), KEYS)
    save(store, BOTH, name="s2")
    assert not list(store.responses.unmarked())
    (row,) = store.sources.rows()
    assert (row.student, len(row.marks)) == ("s2", 2)


def test_another_version_of_the_problem_has_marks_of_its_own_until_the_old_ones_are_removed(store):
    save(store, BOTH)
    ((id_, _),) = store.responses.unmarked()
    store.responses.save_marks(id_, BOTH._replace(marks=marks()), KEYS)
    before = store.responses.marked()
    store.responses.use(TODAY | {"q": "code:3"})
    assert [each for each, _ in store.responses.unmarked()] == [id_]
    store.responses.remove_outdated()
    later = [key._replace(version="code:3") if key.problem == "q" else key for key in KEYS]
    store.responses.save_marks(id_, BOTH._replace(marks=marks(points=2.0)), later)
    after = store.responses.marked()
    store.responses.use(TODAY)
    assert store.responses.marked() == before != after, "nothing is lost before all is marked"
    store.responses.use(TODAY | {"q": "code:3"})
    store.responses.remove_outdated()
    assert store.responses.marked() == after
    store.responses.use(TODAY)
    assert [each for each, _ in store.responses.unmarked()] == [id_]


def test_what_checker_failed_at_is_marked_again_next_time(store):
    save(store, BOTH)
    ((id_, _),) = store.responses.unmarked()
    faulty = tuple(each._replace(reason=Reason("fault", "A fault")) for each in marks())
    store.responses.save_marks(id_, BOTH._replace(marks=faulty), KEYS)
    assert len(store.responses.marked()[id_]) == 2
    assert [each for each, _ in store.responses.unmarked()] == [id_]


def test_what_was_marked_where_it_was_read_is_never_marked_again(store):
    save(store, Response("q", marks=marks()))
    store.responses.use(TODAY | {"q": "code:3"})
    assert not list(store.responses.unmarked())
