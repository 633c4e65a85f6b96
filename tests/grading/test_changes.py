"""Who has another grade than before, and why."""

from __future__ import annotations

import pytest

from checker.engine import code_digest
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import CLASS, PROBLEMS, brief, stored

RIGHT = ("correct", 1.0)
WRONG = ("incorrect", 0.0)


@pytest.fixture
def top(tmp_path):
    runs.write(tmp_path, PROBLEMS | CLASS)
    assert runs.run(tmp_path).changes == [], "first grades are no changes"
    return tmp_path


def test_because_of_another_version_of_checker(top, monkeypatch):
    from checker.grading.grader.answer_marker import AnswerMarker

    code_digest.code_digest()
    mark = AnswerMarker.mark

    def kinder(self, column, text, doubt=None):
        found = mark(self, column, text, doubt)
        if found.status != "incorrect":
            return found
        record = found.record.replace('"incorrect"', '"partial"').replace('"points":0.0', '"points":0.25')
        return found._replace(status="partial", points=0.25, record=record)

    monkeypatch.setattr(AnswerMarker, "mark", kinder)
    monkeypatch.setattr("checker.grading.versions.code_digest", lambda: "another")
    found = brief(runs.run(top).changes)
    assert ("s2", "encoder-layer", WRONG, ("partial", 0.25), "checker") in found
    assert {why for *_, why in found} == {"checker"}


def test_the_changes_are_those_of_the_last_run(top):
    for value in (27648, 1, 27648):
        runs.write(top, {"submissions/a/s2.yaml": f"answers: {{encoder-layer: {value}}}"})
        runs.run(top)
    with stored(top) as store:
        assert [each.to_points for each in store.history.changes()] == [1.0]


def test_a_second_file_next_to_one_that_is_not_read_is_another_submission(top):
    runs.write(top, {"submissions/a/zoe.jpg": "no picture"})
    runs.run(top)
    runs.write(top, {"submissions/a/zoe.md": "encoder-layer: 27648\n"})
    found = [each for each in brief(runs.run(top).changes) if each[0] == "zoe"]
    assert [each for each in found if each[1] == "encoder-layer"] == [
        ("zoe", "encoder-layer", ("needs_review", None), RIGHT, "submission")
    ]
    assert {each[-1] for each in found} == {"submission"}


def test_an_answer_that_waits_for_another_reason_is_no_change(top):
    runs.write(top, {"submissions/a/zoe.jpg": "no picture"})
    runs.run(top)
    runs.write(top, {"submissions/a/zoe.md": "encoder-layer: 27648 or 5\n"})
    assert [each for each in brief(runs.run(top).changes) if each[1] == "encoder-layer"] == []


def test_a_student_who_moves_to_another_file_is_no_change(top):
    (top / "submissions/a/s2.yaml").rename(top / "submissions/a/x.yaml")
    text = (top / "submissions/a/x.yaml").read_text()
    runs.write(top, {"submissions/a/x.yaml": f"student: s2\n{text}"})
    assert runs.run(top).changes == []


NAMED = LAYER + 'mistakes: [{answer: "31,745", says: You counted one more.}]\n'


def test_because_the_author_named_a_wrong_answer(top):
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 31745}"})
    runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": NAMED})
    assert brief(runs.run(top).changes) == [("s2", "encoder-layer", WRONG, WRONG, "explanation")]
    assert runs.run(top).changes == []


def test_a_problem_that_says_the_same_of_an_answer_changes_nothing(top):
    runs.write(top, {"problems/a/layer.yaml": NAMED})
    assert runs.run(top).changes == []  # nobody gave that answer
