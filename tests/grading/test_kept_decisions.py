"""What people decided holds in later runs, until they decide otherwise."""

from __future__ import annotations

import pytest

from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY


def _fill_in(top) -> None:
    """Decide all that is open in a copy of review.yaml, and grade again."""
    text = (top / "results/review.yaml").read_text()
    runs.write(top, {"reviews/ada.yaml": text.replace("points:", "points: 1")})
    runs.run(top)


OPEN = {
    "problems/a/why.yaml": WHY,
    "problems/a/layer.yaml": LAYER,
    "submissions/a/s1.yaml": "answers: {why: The scores grow., encoder-layer: 64 or 128}",
}
NOT_APPLIED = "not applied: the question's numbers or its right answer have changed since; decide again"


@pytest.mark.parametrize(
    ("file", "old", "new", "question"),
    [
        ("layer", "d_ff: 120", "d_ff: 128", "encoder-layer"),
        ("layer", "biases: left_out", "biases: counted", "encoder-layer"),
        ("layer", "id: encoder-layer", "id: encoder-layer\nkey: 31744", "encoder-layer"),
        ("why", "point: softmax, points: 1", "point: softmax, points: 2", "why"),
        ("why", "point: softmax,", "point: saturation,", "why"),
    ],
)
def test_a_decision_ends_with_the_numbers_and_the_right_answer_that_it_was_about(tmp_path, file, old, new, question):
    top = runs.write(tmp_path, OPEN)
    runs.run(top)
    _fill_in(top)
    assert [(each["status"], each["points"]) for each in runs.records(top)] == [("correct", 1), ("partial", 1)]
    path = top / f"problems/a/{file}.yaml"
    path.write_text(path.read_text().replace(old, new))
    again = runs.run(top)
    assert [issue.message for issue in again.results.unapplied] == [f"A decision on {question} is {NOT_APPLIED}"]
    waiting = {each["problem"]: each["points"] for each in runs.records(top)}
    assert waiting == {"encoder-layer": 1, "why": 1} | {question: None}
    assert f"{question} is {NOT_APPLIED}" in (top / "results/needs-review.md").read_text()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layer", "title: Parameters of one encoder layer", "title: A layer"),
        ("layer", "id: encoder-layer", "id: encoder-layer\nprompt: How many?"),
        ("why", "prompt: Why?", "prompt: Why is that?"),
        ("why", "ideas: [scores grow]", "ideas: [scores grow, variance]"),
    ],
)
def test_a_decision_holds_where_something_else_of_its_problem_changed(tmp_path, file, old, new):
    top = runs.write(tmp_path, OPEN)
    runs.run(top)
    _fill_in(top)
    path = top / f"problems/a/{file}.yaml"
    path.write_text(path.read_text().replace(old, new))
    again = runs.run(top)
    assert (again.results.unapplied, [each["points"] for each in runs.records(top)]) == ([], [1, 1])


def test_a_decision_without_a_digest_holds_as_before(tmp_path):
    top = runs.write(tmp_path, OPEN)
    runs.run(top)
    _fill_in(top)
    path = top / "reviews/ada.yaml"
    path.write_text("".join(each for each in path.read_text().splitlines(True) if "question:" not in each))
    problem = top / "problems/a/layer.yaml"
    problem.write_text(problem.read_text().replace("d_ff: 120", "d_ff: 128"))
    again = runs.run(top)
    assert (again.results.unapplied, [each["points"] for each in runs.records(top)]) == ([], [1, 1])


def test_the_digest_in_a_decision_on_one_student_counts_too(tmp_path):
    top = runs.write(tmp_path, OPEN | {"submissions/a/s1.yaml": "answers: {encoder-layer: 31744}"})
    decision = "- {student: s1, problem: encoder-layer, points: 1, question: 0123456789}\n"
    runs.write(top, {"reviews/ada.yaml": decision})
    again = runs.run(top)
    assert [issue.message for issue in again.results.unapplied] == [f"A decision on encoder-layer is {NOT_APPLIED}"]
    assert [each["status"] for each in runs.records(top)] == ["incorrect", "not_answered"]
