"""Essays: never graded by a program; their points come from the rubric."""

import pytest

from checker.engine.errors import ParameterError
from checker.kinds import kind
from checker.marking.api import check
from checker.problems import load_problem
from checker.solvers.generic.essay import essay

RUBRIC = "[{point: why, points: 2, ideas: [softmax saturates], wrong: [d_model]}, {point: how, points: 0.5}]"
GOOD = f"id: why\ntype: essay\nprompt: Why?\nparameters: {{rubric: {RUBRIC}}}\n"


@pytest.fixture
def load(tmp_path):
    def load(text):
        path = tmp_path / "why.yaml"
        path.write_text(text)
        return load_problem(path)

    return load


def test_the_truth_is_the_rubric():
    rubric = essay([{"point": " Why \n so", "points": 2, "ideas": ["a  b"]}, {"point": "how", "points": 0.5}])
    assert [tuple(each) for each in rubric.criteria] == [("Why so", 2, ("a b",), ()), ("how", 0.5, (), ())]
    assert kind("text").fits(rubric)


@pytest.mark.parametrize(
    ("rubric", "message"),
    [
        ([{"point": "why", "points": 1}, {"point": " WHY", "points": 1}], "must not have the same point twice"),
        ([{"point": "—", "points": 1}], "must describe each point in words"),
        ([{"point": "why", "points": 1, "ideas": ["√"]}], "has the phrase '√' without words"),
    ],
)
def test_a_rubric_that_helps_nobody(rubric, message):
    with pytest.raises(ParameterError) as error:
        essay(rubric)
    assert (error.value.parameter, error.value.problem) == ("rubric", message)


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_a_student_is_told_only_that_a_person_decides(load, level):
    result = check(load(GOOD), "d_model. Softmax saturates.", feedback=level)
    assert (result.status, result.points, result.message) == (
        "needs_review",
        None,
        "A person will read and grade this text.",
    )
    record = result.record()
    assert record["expected"] is None
    assert record["explanations"] == []
    assert "evidence" not in record


def test_an_instructor_is_shown_the_evidence(load):
    result = check(load(GOOD), "With d_model.\nSoftmax saturates.", feedback="full")
    assert (result.status, result.points) == ("needs_review", None)
    assert result.message == (
        "A person will read and grade this text. "
        "Why (2 points): line 2 “Softmax saturates”; perhaps wrong in line 1 “With d_model”. "
        "How (0.5 points): no matching sentence."
    )
    assert result.record()["evidence"] == [
        {"line": 2, "text": "Softmax saturates.", "point": "why", "kind": "idea", "phrase": "softmax saturates"},
        {"line": 1, "text": "With d_model.", "point": "why", "kind": "wrong", "phrase": "d_model"},
    ]


def test_a_text_without_end_is_not_judged(load):
    result = check(load(GOOD), "x" * 100_001)
    assert (result.status, result.points) == ("unreadable", None)


def test_a_text_is_worth_what_its_rubric_is_unless_the_problem_says(load):
    assert load(GOOD).parts[0].points == 2.5
    assert load(f"{GOOD}points: 4\n").parts[0].points == 4
    own = "{rubric: [{point: x, points: 7}]}"
    parts = load(f"{GOOD}parts: [{{id: a}}, {{id: b, points: 1}}, {{id: c, parameters: {own}}}]\n").parts
    assert [part.points for part in parts] == [2.5, 1, 7]
