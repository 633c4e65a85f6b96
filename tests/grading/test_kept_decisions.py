"""What people decided holds in later runs, until they decide otherwise."""

from __future__ import annotations

import pytest

from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import brief, from_scratch, grades, views

DECIDED = "- {student: s1, problem: why, points: 2, answer: The scores grow.}\n"
FILES = {
    "problems/a/why.yaml": WHY,
    "problems/a/layer.yaml": LAYER,
    "submissions/a/s1.yaml": "answers: {why: The scores grow., encoder-layer: 31744}",
    "submissions/a/s2.yaml": "answers: {why: Other.}",
    "reviews/ada.yaml": DECIDED,
}


@pytest.fixture
def top(tmp_path):
    return runs.write(tmp_path, FILES)


def test_a_first_run_with_a_decision(top):
    assert runs.run(top).changes == []
    assert grades(top) == ["s1,2,4,2,1,0,0,2", "s2,0,4,0,1,1,0,"]


def test_a_decision_that_comes_later_is_a_change(top):
    (top / "reviews/ada.yaml").rename(top / "ada.yaml")
    runs.run(top)
    (top / "ada.yaml").rename(top / "reviews/ada.yaml")
    again = runs.run(top)
    assert again.graded == 0
    assert brief(again.changes) == [("s1", "why", ("needs_review", None), ("partial", 2.0), "review")]
    assert views(top) == from_scratch(top)


def test_decisions_hold_where_a_later_run_names_no_folder_of_reviews(top):
    runs.run(top)
    before = views(top)
    runs.write(top, {"submissions/a/s3.yaml": "answers: {encoder-layer: 27648}"})
    again = runs.run(top, review_files=None)
    assert [each.student for each in again.changes] == ["s3"]
    assert "s1,2,4,2,1,0,0,2" in grades(top)
    (top / "submissions/a/s3.yaml").unlink()
    runs.run(top, review_files=None)
    assert views(top) == before


def test_decisions_end_when_their_folder_no_longer_has_them(top):
    runs.run(top)
    (top / "reviews/ada.yaml").unlink()
    again = runs.run(top)
    assert brief(again.changes) == [("s1", "why", ("partial", 2.0), ("needs_review", None), "review")]
    assert views(top) == from_scratch(top)
    assert runs.run(top, review_files=None).changes == []


def test_a_decision_of_one_folder_of_submissions_is_not_taken_for_another(top):
    runs.run(top)
    runs.write(top, {"more/a/s9.yaml": "answers: {why: The scores grow.}"})
    again = runs.run(top, "more", review_files=None)
    assert not again.reviews.decisions
    assert "s1,2,4,2,1,0,0,2" in grades(top)


def test_a_decision_whose_answer_changed_is_listed_and_not_applied(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s1.yaml": "answers: {why: The scores shrink., encoder-layer: 31744}"})
    again = runs.run(top)
    assert brief(again.changes) == [("s1", "why", ("partial", 2.0), ("needs_review", None), "submission")]
    (told,) = again.summary["needs_person"]["others"]
    assert told["student"] == "s1"
    assert told["message"] == "A decision on why is not applied: the answer has changed since"
    assert "ada.yaml:1" in (top / "results/needs-review.md").read_text()
    assert views(top) == from_scratch(top)


def test_a_decision_survives_a_changed_problem(top):
    runs.run(top)
    runs.write(top, {"problems/a/why.yaml": WHY.replace("points: 1", "points: 2")})
    again = runs.run(top)
    assert brief(again.changes) == []
    assert grades(top)[0] == "s1,2,5,2,1,0,0,2"
    assert views(top) == from_scratch(top)


def test_another_decision_on_the_same_answer(top):
    runs.run(top)
    runs.write(top, {"reviews/ada.yaml": DECIDED.replace("points: 2", "points: 3")})
    assert brief(runs.run(top).changes) == [("s1", "why", ("partial", 2.0), ("correct", 3.0), "review")]
