"""Marked answers in the store: equal ones are kept once, and all come back as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.store import marks as module
from tests.grading.store.stores import KEYS, MARKS, mark, opened


@given(MARKS)
def test_a_mark_comes_back_as_it_was(answer):
    with opened() as store:
        id_ = store.marks.save(answer, KEYS[1])
        assert store.marks.full_mark(id_, 1) == answer
        assert store.marks.cells([id_]) == {id_: answer.in_table._replace(column=0)}
        assert store.marks.keys([id_]) == {id_: KEYS[1]}
        assert store.marks.records([id_])[id_] == answer.record


@given(st.lists(MARKS, max_size=6))
def test_equal_marks_have_one_id_and_others_have_another(answers):
    with opened() as store:
        ids = [store.marks.save(answer, KEYS[1]) for answer in answers]
        again = [store.marks.save(answer._replace(record=str(answer.record)), KEYS[1]) for answer in answers]
        assert again == ids
        for one, first in zip(answers, ids, strict=True):
            for other, second in zip(answers, ids, strict=True):
                assert (first == second) == (one == other)


@pytest.mark.parametrize("key", [KEYS[0]._replace(version="code:3"), KEYS[0]._replace(problem="r"), KEYS[1]])
def test_the_same_answer_to_another_question_or_version_is_another_mark(key):
    with opened() as store:
        first = store.marks.save(mark(), KEYS[0])
        second = store.marks.save(mark(), key)
        assert first != second
        assert store.marks.keys([first, second]) == {first: KEYS[0], second: key}


def test_marks_of_an_earlier_run_are_known(tmp_path):
    from checker.grading.store import Store

    with Store(tmp_path / "checker.db") as store:
        first = store.marks.save(mark("\ud83d", points=0.1 + 0.2), KEYS[0])
    with Store(tmp_path / "checker.db") as store:
        assert store.marks.save(mark("\ud83d", points=0.1 + 0.2), KEYS[0]) == first
        assert store.marks.full_mark(first, 0).points == 0.1 + 0.2


def test_more_marks_than_are_looked_up_at_once_or_remembered(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 3)
    monkeypatch.setattr(module, "MOST_REMEMBERED", 4)
    with opened() as store:
        answers = [mark(str(number)) for number in range(11)]
        ids = [store.marks.save(answer, KEYS[0]) for answer in answers]
        assert [store.marks.save(answer, KEYS[0]) for answer in answers] == ids
        assert store.marks.keys(ids) == dict.fromkeys(ids, KEYS[0])
        for some in (ids[:3], ids[2:6], ids):
            found = store.marks.records(some)
            assert [found[id_] for id_ in some] == [answers[ids.index(id_)].record for id_ in some]
