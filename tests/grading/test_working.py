"""The working in documents: slips are told apart from the mistakes behind them, and no line is called wrong that is not."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from checker.cli.schema import result_schema
from checker.problems import load_problems
from tests.grading import runs

LAYER = """id: enc
title: Parameters of one encoder layer
type: encoder_layer_parameters
prompt: How many weights does one encoder layer hold? {d_model} {num_heads} {d_k} {d_v} {d_ff} {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
HEADS = "You multiplied the Q, K and V projections by the number of heads. Their columns already cover all heads."
FORWARD = "2 * 64 * 120 is 15,360, not 15,630."


@pytest.fixture
def graded(tmp_path):
    """Return a function that grades one document and returns the record of its only answer."""

    def grade(text: str, more: str = "", name: str = "s1.md") -> dict:
        runs.write(tmp_path, {"problems/a/enc.yaml": LAYER + more, f"submissions/a/{name}": text})
        runs.run(tmp_path)
        (record,) = map(json.loads, (tmp_path / "results/results.jsonl").read_text(encoding="utf-8").splitlines())
        Draft202012Validator(result_schema()).validate(record)
        return record

    return grade


def findings(record: dict) -> list[tuple[int, str | None, str]]:
    return [(each["line"], each["finding"], each["message"]) for each in record["working"]]


def test_a_slip_is_told_at_its_line(graded):
    text = "# enc\nAttention: 3 * 64 * 64 = 12,288\n\nFeed-forward: 2 * 64 * 120 = 15,630\n\nTotal: 12,288 + 15,630 = **27,918**\n"
    record = graded(text)
    assert findings(record) == [(2, None, ""), (4, "arithmetic", FORWARD), (6, None, "")]
    assert (record["working"][1]["written"], record["working"][1]["value"]) == (15630, 15360)
    assert record["points"] == 0


def test_a_mistake_is_found_in_the_line_that_shows_it(graded):
    record = graded("# enc\n3 * 64 * 64 * 4 = 49,152\n\n2 * 64 * 120 = 15,360\n\nTotal: 49,152 + 15,360 = **64,512**\n")
    assert findings(record) == [(2, "mistake", HEADS), (4, None, ""), (6, None, "")]


def test_a_right_result_with_a_wrong_line_stays_right_and_is_told(graded):
    record = graded("# enc\n3 * 64 * 64 = 12,288\n\n2 * 64 * 130 = 15,360\n\nTotal: 12,288 + 15,360 = **27,648**\n")
    assert record["status"] == "correct"
    assert findings(record) == [(2, None, ""), (4, "arithmetic", "2 * 64 * 130 is 16,640, not 15,360."), (6, None, "")]


def test_lines_of_a_question_that_is_answered_right_show_no_mistake(graded):
    record = graded("# enc\nOne head: 3 * 64 * 16 = 3,072\n\n4 * 3,072 + 2 * 64 * 120 = **27,648**\n")
    assert record["status"] == "correct"
    assert findings(record) == [(2, None, ""), (4, None, "")]


@pytest.mark.parametrize(
    ("working", "points", "message"),
    [
        ("{credit: 0.5}", 0.25, "earns part of the points: for attention in your working."),
        ("{credit: 0.5, steps: [attention]}", 0.5, "earns part of the points: for attention in your working."),
        ("{credit: 0.5, steps: [feed_forward]}", 0.0, "27,918 is not correct."),
    ],
)
def test_right_steps_earn_what_the_problem_says(graded, working, points, message):
    text = "# enc\n3 * 64 * 64 = 12,288\n\n2 * 64 * 120 = 15,630\n\nTotal: 12,288 + 15,630 = **27,918**\n"
    record = graded(text, f"working: {working}\n")
    assert record["points"] == points
    assert record["status"] == ("partial" if points else "incorrect")
    assert message in record["message"]


def test_a_step_that_is_misspelt_is_an_error_of_the_problem(tmp_path):
    runs.write(tmp_path, {"problems/a/enc.yaml": LAYER + "working: {credit: 0.5, steps: [atention]}\n"})
    (finding,) = load_problems(tmp_path / "problems").findings
    assert "atention is not a step of encoder_layer_parameters; did you mean attention?" in finding.message


ESSAY = "id: why\ntype: essay\nprompt: Why?\nparameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}\n"


def test_equations_in_an_essay_are_shown_to_the_person_who_grades_it(tmp_path):
    text = "student: s1\nanswers:\n  why: |\n    The scores grow. Their number is 512/64 = 7.\n    They grow by sqrt(64) = 8. And 3 * 64 = 193.\n"
    runs.run(runs.write(tmp_path, {"problems/a/why.yaml": ESSAY, "submissions/a/s1.yaml": text}))
    (record,) = map(json.loads, (tmp_path / "results/results.jsonl").read_text(encoding="utf-8").splitlines())
    Draft202012Validator(result_schema()).validate(record)
    assert (record["status"], record["points"]) == ("needs_review", None)
    told = ["512/64 is 8, not 7.", "3 * 64 is 192, not 193."]
    assert [(line, message) for line, _, message in findings(record)] == [(1, told[0]), (2, ""), (2, told[1])]
    review_list = (tmp_path / "results/needs-review.md").read_text(encoding="utf-8").replace("\\", "")
    template = (tmp_path / "results/review.yaml").read_text(encoding="utf-8")
    for line, message in zip((1, 2), told, strict=True):
        assert f"- Line {line}: {message}\n" in review_list
        assert f"#   Line {line}: {message}\n" in template
