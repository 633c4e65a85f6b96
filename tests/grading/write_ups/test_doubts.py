"""Documents with an answer in doubt: a person decides, once where cases are equal."""

from __future__ import annotations

import json

from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import WHY
from tests.grading.write_ups.conftest import Graded

FOLLOWING = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
follow_through: true
parts:
  - {id: queries, asks: queries}
  - {id: total, points: 2}
"""


def test_candidates_are_shown_and_equal_cases_are_decided_once(grade, tmp_path):
    files = {
        "a/s1.md": "\nencoder-layer? 27648; 31744",
        "a/s2.md": "encoder-layer? 27648; 31744",
        "a/s3.md": "encoder-layer? 1; 2",
    }
    run = grade(files)
    record = run.records["s1", "encoder-layer"]
    assert (record["status"], record["points"], record["given"]) == ("needs_review", None, "")
    assert record["message"] == "Two numbers may be the answer."
    assert record["candidates"] == [
        {"file": "a/s1.md", "line": 2, "text": "27648"},
        {"file": "a/s1.md", "line": 2, "text": "31744"},
    ]
    first, second = run.results.open_decisions
    assert (first.students, second.students) == (["s1", "s2"], ["s3"])
    template = (run.out / "review.yaml").read_text()
    assert "# encoder-layer: s1, s2\n# Two numbers may be the answer.\n#   a/s1.md, line 2: 27648\n" in template
    needs = (run.out / "needs-review.md").read_text()
    assert "- “27648 \\| 31744” (2 students): Two numbers may be the answer." in needs
    assert "  - a/s1.md, line 2: 31744\n" in needs
    decision = f"- {{group: {json.dumps(first.id)}, problem: encoder-layer, points: 1}}"
    run = grade({"reviews/ada.yaml": decision})
    assert {student: result for (student, _), result in run.brief.items()} == {
        "s1": ("correct", 1.0),
        "s2": ("correct", 1.0),
        "s3": ("needs_review", None),
    }
    assert run.records["s2", "encoder-layer"]["candidates"][0]["file"] == "a/s2.md"


def test_a_trouble_with_the_whole_leaves_every_answer_to_a_person(grade):
    run = grade({"a/s1.md": "encoder-layer: 27648\n!two sheets fit", "a/s2.md": "!two sheets fit"})
    assert set(run.brief.values()) == {("needs_review", None)}
    assert run.records["s1", "encoder-layer"]["given"] == "27648"
    assert run.issues == [("s1.md", "s1", "two sheets fit"), ("s2.md", "s2", "two sheets fit")]


def test_nothing_to_choose_from_is_decided_for_each_student(grade):
    files = {f"a/s{n}.md": "encoder-layer? " for n in (1, 2)}
    run = grade(files)
    first, second = run.results.open_decisions
    assert (first.students, second.students) == (["s1"], ["s2"])
    decision = f"- {{group: {json.dumps(first.id)}, problem: encoder-layer, points: 1}}"
    run = grade({"reviews/ada.yaml": decision})
    assert run.brief["s1", "encoder-layer"] == ("correct", 1.0)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)


def test_a_part_that_follows_from_a_doubtful_one_waits(grade):
    text = "block.queries? 1; 2\nblock.total: 7"
    assert grade({"s1.md": text}, {"block.yaml": FOLLOWING}).brief == {
        ("s1", "block.queries"): ("needs_review", None),
        ("s1", "block.total"): ("needs_review", None),
    }
    run = grade({"s1.md": text}, {"block.yaml": BLOCK})
    assert run.brief["s1", "block.total"] == ("incorrect", 0.0)


def test_a_part_that_does_not_depend_on_a_doubtful_one_is_graded(grade):
    problem = FOLLOWING.replace("{id: total, points: 2}", "{id: keys, asks: keys}")
    run = grade({"s1.md": "block.queries? 1; 2\nblock.keys: 7"}, {"block.yaml": problem})
    assert run.brief["s1", "block.keys"] == ("incorrect", 0.0)


def test_a_likely_answer_counts_if_it_is_right_and_waits_if_it_is_not(grade):
    run = grade({"a/s1.md": "encoder-layer~ 27,648", "a/s2.md": "encoder-layer~ 31,744"})
    assert run.brief == {("s1", "encoder-layer"): ("correct", 1.0), ("s2", "encoder-layer"): ("needs_review", None)}
    right, wrong = run.records["s1", "encoder-layer"], run.records["s2", "encoder-layer"]
    assert [each["line"] for each in right["evidence"]] == [1]
    assert "candidates" not in right
    assert (wrong["given"], wrong["message"]) == ("31,744", "Two numbers may be the answer.")


def test_a_likely_answer_waits_where_the_whole_is_in_doubt(grade):
    run = grade({"a/s1.md": "encoder-layer~ 27,648\n!two sheets fit"})
    assert run.brief == {("s1", "encoder-layer"): ("needs_review", None)}


def test_a_likely_answer_that_cannot_be_read_waits(grade):
    assert grade({"a/s1.md": "encoder-layer~ many"}).brief == {("s1", "encoder-layer"): ("needs_review", None)}


def test_an_essay_has_its_text_its_places_and_its_rubric(grade):
    run = grade({"a/s1.md": "why: The scores grow."}, {"a/why.yaml": WHY})
    record = run.records["s1", "why"]
    assert (record["status"], record["given"]) == ("needs_review", "The scores grow.")
    place, match = record["evidence"]
    assert place == {"file": "a/s1.md", "line": 1, "text": "why: The scores grow."}
    assert (match["line"], match["point"]) == (1, "scores grow")
    (decision,) = run.results.open_decisions
    assert [each.point for each in run.view(decision.id).matches] == ["scores grow"]


def test_an_essay_in_doubt_has_its_rubric_too(grade):
    run = grade({"a/s1.md": "why~ The scores grow."}, {"a/why.yaml": WHY})
    (decision,) = run.results.open_decisions
    assert [each.point for each in run.view(decision.id).matches] == ["scores grow"]
    assert run.records["s1", "why"]["message"] != "A person decides on this text."


def test_pictures_of_students_are_not_decided_together(write, tmp_path):
    files = {f"submissions/a/s{n}.md": "# 1\n\n![](photo.png)\n" for n in (1, 2)}
    write({"problems/a/layer.yaml": LAYER} | files)
    run = Graded(tmp_path)
    assert set(run.brief.values()) == {("needs_review", None)}
    assert [each.students for each in run.results.open_decisions] == [["s1"], ["s2"]]
    assert run.records["s1", "encoder-layer"]["evidence"][0]["line"] == 3
