"""review.yaml: the answers that wait for a decision, and what a filled template decides."""

from __future__ import annotations

import pytest
import yaml

from checker.grading.grader.mark import group_id
from tests.grading.reviewed import CODE, ESSAYS, GROUP


def test_equal_answers_are_one_group(grade_reviewed):
    graded = grade_reviewed(ESSAYS)
    assert graded.open == [
        (GROUP, "why", ["s1", "s2"]),
        (group_id("why", None, "Another text.", CODE), "why", ["s3"]),
    ]
    assert graded.to_review == 3


def test_long_answers_that_begin_alike_are_not_equal(grade_reviewed):
    start = "These words are the same in all of the answers to this question "
    assert [
        students for *_, students in grade_reviewed({"s1": {"why": f"{start}a"}, "s2": {"why": f"{start}b"}}).open
    ] == [
        ["s1"],
        ["s2"],
    ]


def test_the_template_shows_all_that_is_open_and_what_was_found(grade_reviewed):
    graded = grade_reviewed(ESSAYS | {"s4": {"encoder-layer": "64 or 128", "block": {"queries": "1 or 2"}}})
    text = graded.read("review.yaml")
    template = yaml.safe_load(text)
    assert [(each["problem"], each.get("part"), each["points"], each["comment"]) for each in template] == [
        ("block", "queries", None, None),
        ("encoder-layer", None, None, None),
        ("why", None, None, None),
        ("why", None, None, None),
    ]
    assert [each["group"] for each in template] == [id_ for id_, *_ in graded.open]
    assert (
        "# why: s1, s2\n"
        "# A person will read and grade this text.\n"
        "#   | The scores grow.\n"
        "#   · scores grow (2 points): line 1 “The scores grow”.\n"
        "#   · softmax (1 point): no matching sentence.\n"
        f'- group: "{GROUP}"\n'
        '  problem: "why"\n'
        '  question: "33eff49cb9"\n'
        "  points:  # of 3\n"
        "  comment:\n"
    ) in text
    assert f"group {GROUP}" in graded.read("needs-review.md")
    assert "  - softmax (1 point): no matching sentence.\n" in graded.read("needs-review.md")


def test_an_unfilled_template_decides_nothing(grade_reviewed):
    first = grade_reviewed(ESSAYS)
    again = grade_reviewed(ESSAYS, {"ada.yaml": first.read("review.yaml")})
    assert (again.open, again.told) == (first.open, [])


def test_a_template_without_anything_open(grade_reviewed):
    text = grade_reviewed({"s1": {"encoder-layer": 27648}}).read("review.yaml")
    assert yaml.safe_load(text) == []
    assert grade_reviewed({"s1": {"encoder-layer": 27648}}, {"ada.yaml": text}).told == []


def test_a_filled_template_decides_all(grade_reviewed):
    text = grade_reviewed(ESSAYS).read("review.yaml")
    graded = grade_reviewed(
        ESSAYS, {"ada.yaml": text.replace("points:", "points: 3", 1).replace("points:  #", "points: 0.5  #")}
    )
    assert [graded.of(student) for student in ("s1", "s2", "s3")] == [("correct", 3), ("correct", 3), ("partial", 0.5)]
    assert (graded.open, graded.told, graded.to_review) == ([], [], 0)
    assert yaml.safe_load(graded.read("review.yaml")) == []


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("# harmless\n- group: x", 1),
        ("points: 3\n- student: s1\n", 1),
        ("\r\n\u2028- x\x07: [", 1),
        ("# ' \" | > %", 2),
    ],
)
def test_no_answer_breaks_out_of_its_comment(grade_reviewed, text, jobs):
    graded = grade_reviewed({"s1": {"why": text}}, jobs=jobs)
    assert [each["problem"] for each in yaml.safe_load(graded.read("review.yaml"))] == ["why"]


def test_all_of_very_many_open_answers_are_in_the_template(grade_reviewed):
    graded = grade_reviewed({f"s{n}": {"why": f"Text {n}."} for n in range(150)})
    assert len(yaml.safe_load(graded.read("review.yaml"))) == 150
    assert len(graded.results.groups()) == 101
    assert graded.read("needs-review.md").count("“…” (50 students)") == 1


def test_a_very_long_answer_is_shown_in_part(grade_reviewed):
    text = grade_reviewed({"s1": {"why": "word " * 2_000}}).read("review.yaml")
    assert "#   | … (5,000 more characters are in results.jsonl)\n" in text
    assert len(text) < 7_000
