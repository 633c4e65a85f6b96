"""--never-lower: a regrade raises points or leaves them; what a person decided is not bound by it."""

from __future__ import annotations

import pytest

from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import brief, grades, views

HARDER = LAYER.replace("output_projection: left_out", "output_projection: counted")
FILES = {
    "problems/a/layer.yaml": LAYER,
    "submissions/a/s1.yaml": "answers: {encoder-layer: 27648}",
    "submissions/a/s2.yaml": "answers: {encoder-layer: 31744}",
}


@pytest.fixture
def top(tmp_path):
    runs.write(tmp_path, FILES)
    runs.run(tmp_path)
    return runs.write(tmp_path, {"problems/a/layer.yaml": HARDER})


def test_points_are_raised_and_not_lowered(top):
    again = runs.run(top, never_lower=True)
    assert again.kept_higher == 1
    assert brief(again.changes) == [("s2", "encoder-layer", ("incorrect", 0.0), ("correct", 1.0), "problem")]
    assert grades(top) == ["s1,1,1,1,1,0,1", "s2,1,1,1,1,0,1"]
    record = runs.records(top)[0]
    assert (record["points"], record["expected"]) == (1.0, 27648), "the record is that of the grade that stays"


def test_without_it_they_are_lowered(top):
    again = runs.run(top)
    assert again.kept_higher == 0
    assert grades(top) == ["s1,0,1,0,1,0,0", "s2,1,1,1,1,0,1"]


def test_they_stay_in_the_next_run_too_and_fall_in_one_without_it(top):
    runs.run(top, never_lower=True)
    before = views(top)
    runs.write(top, {"submissions/a/s3.yaml": "answers: {encoder-layer: 1}"})
    assert runs.run(top, never_lower=True).kept_higher == 1
    (top / "submissions/a/s3.yaml").unlink()
    runs.run(top, never_lower=True)
    assert views(top) == before
    assert brief(runs.run(top).changes) == [("s1", "encoder-layer", ("correct", 1.0), ("incorrect", 0.0), "problem")]


def test_a_student_who_changes_the_answer_may_lose_points(top):
    runs.write(top, {"submissions/a/s1.yaml": "answers: {encoder-layer: 5}"})
    again = runs.run(top, never_lower=True)
    assert again.kept_higher == 0
    assert grades(top)[0] == "s1,0,1,0,1,0,0"


def test_a_person_may_lower_a_grade(top):
    runs.write(top, {"reviews/ada.yaml": "- {student: s1, problem: encoder-layer, points: 0.25}"})
    assert runs.run(top, never_lower=True).kept_higher == 0
    assert grades(top)[0] == "s1,0.25,1,0.25,1,0,0.25"


def test_a_decision_that_is_taken_back_is_not_kept(top):
    runs.write(
        top, {"problems/a/layer.yaml": LAYER, "reviews/ada.yaml": "- {student: s2, problem: encoder-layer, points: 1}"}
    )
    runs.run(top)
    (top / "reviews/ada.yaml").unlink()
    assert runs.run(top, never_lower=True).kept_higher == 0
    assert grades(top)[1] == "s2,0,1,0,1,0,0"


def test_an_answer_that_would_wait_for_a_person_keeps_its_points_if_it_has_any(top):
    runs.write(top, {"problems/a/layer.yaml": LAYER.replace("type: encoder_layer_parameters", "type: encoder")})
    assert runs.run(top, never_lower=True).kept_higher == 1
    assert [(each["status"], each["points"]) for each in runs.records(top)] == [("correct", 1.0), ("error", None)]


def test_a_new_problem_is_graded_as_ever(top):
    runs.write(top, {"problems/a/more.yaml": "id: more\ntype: numeric\nparameters: {value: 5}\n"})
    again = runs.run(top, never_lower=True)
    assert ("s1", "more", (None, None), ("not_answered", 0.0), "problem") in brief(again.changes)
