"""What people decide: which decisions hold, what they change, and that none is dropped silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from checker.grading.api import Cannot
from checker.grading.course import Course
from checker.grading.decisions import read_reviews, review_files
from checker.grading.records import fingerprint, group_id
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.reviewed import ESSAYS, GROUP, TEXT, WHY, Graded
from tests.tables import rows


def test_a_group_is_of_one_problem_part_answer_and_reason():
    ids = {
        group_id("p", None, "a b", "r"),
        group_id("q", None, "a b", "r"),
        group_id("p", "x", "a b", "r"),
        group_id("p", None, "ab", "r"),
        group_id("p", None, "a b", "s"),
    }
    assert len(ids) == 5
    assert group_id("p", None, "a b", "r") == group_id("p", None, " a\n b\t", "r") == "6f84b968bc"


def test_the_record_says_who_decided_and_where(grade_reviewed):
    decision = (
        "# mine\n- student: s1\n  problem: why\n  points: 2\n  comment: Say why.\n  by: Ada L.\n  at: 2026-11-21\n"
    )
    record = grade_reviewed(ESSAYS, {"ada.yaml": decision}).records["s1", "why"]
    assert record["review"] == {
        "points": 2,
        "by": "Ada L.",
        "at": "2026-11-21",
        "comment": "Say why.",
        "file": "ada.yaml",
        "line": 2,
        "overrides": None,
    }
    assert record["message"] == "Ada L. gave 2 of 3 points. Say why."
    assert [one["point"] for one in record["evidence"]] == ["scores grow"]
    assert record["given"] == TEXT


def test_a_decision_may_override_what_was_found(grade_reviewed):
    answers = {"s1": {"encoder-layer": 31744}, "s2": {"encoder-layer": 31744}}
    graded = grade_reviewed(answers, {"ada.yaml": "- {student: s1, problem: encoder-layer, points: 1}"})
    record = graded.records["s1", "encoder-layer"]
    assert (record["status"], record["points"]) == ("correct", 1)
    assert record["review"]["by"] == "ada"
    assert record["review"]["overrides"] == {"status": "incorrect", "points": 0}
    assert record["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    assert graded.of("s2", "encoder-layer") == ("incorrect", 0)
    question = graded.question("encoder-layer")
    assert (question["right"], question["wrong"]) == (1, 1)
    assert question["mistakes"] == [{"label": "output projection counted", "count": 1}]


def test_the_gradebook_and_the_counts_follow(grade_reviewed):
    agreed = "- {student: s1, problem: why, points: 2}"
    graded = grade_reviewed(
        ESSAYS, {"ada.yaml": f"- {{group: {GROUP.upper()}, problem: why, points: 2}}", "bob.yml": agreed}
    )
    assert (graded.told, graded.records["s1", "why"]["review"]["by"]) == ([], "ada")
    rows = graded.read("grades.csv").splitlines()
    assert rows[0] == (
        "student,points,max_points,raw_points,late_credit,to_review,block.queries,block.total,encoder-layer,why"
    )
    assert rows[1:] == ["s1,2,7,2,1,0,0,0,0,2", "s2,2,7,2,1,0,0,0,0,2", "s3,,7,,1,1,0,0,0,"]
    question = graded.question("why")
    assert (question["partial"], question["to_review"], question["mistakes"]) == (2, 1, [])
    assert graded.to_review == 1


@pytest.mark.parametrize("answer", [TEXT, "27648"])
def test_two_who_disagree_leave_the_answer_to_a_person(grade_reviewed, answer):
    problem = "why" if answer == TEXT else "encoder-layer"
    reviews = {
        "ada.yaml": f"- {{student: s1, problem: {problem}, points: 0.5}}",
        "bob.yaml": f"- {{student: s1, problem: {problem}, points: 1}}",
    }
    graded = grade_reviewed({"s1": {problem: answer}}, reviews)
    assert graded.of("s1", problem) == ("needs_review", None)
    message = "Decisions disagree: ada.yaml:1 gives 0.5 points, bob.yaml:1 gives 1 point. Correct one of them."
    assert graded.records["s1", problem]["message"] == message
    assert "review" not in graded.records["s1", problem]
    (group,) = graded.results.groups()
    assert (group.students, group.record["message"], group.id) == (["s1"], message, "")
    assert yaml.safe_load(graded.read("review.yaml")) == []


@pytest.mark.parametrize("answer", ["The scores  grow.", fingerprint(TEXT), fingerprint(TEXT).upper()])
def test_a_decision_applies_to_the_answer_it_names(grade_reviewed, answer):
    decision = json.dumps([{"student": "s1", "problem": "why", "points": 1, "answer": answer}])
    graded = grade_reviewed(ESSAYS, {"ada.json": decision})
    assert (graded.of("s1"), graded.told) == (("partial", 1), [])


@pytest.mark.parametrize("answer", ["The scores shrink.", fingerprint("The scores shrink.")])
def test_a_decision_on_an_answer_that_has_changed_is_reported_and_not_applied(grade_reviewed, answer):
    decision = json.dumps([{"student": "s1", "problem": "why", "points": 1, "answer": answer}])
    graded = grade_reviewed(ESSAYS, {"ada.json": decision})
    assert graded.of("s1") == ("needs_review", None)
    assert graded.told == [("ada.json:1", "s1", "A decision on why is not applied: the answer has changed since")]
    assert graded.open[0] == (GROUP, "why", ["s1", "s2"])
    assert graded.to_review == 4


def test_a_group_without_answers_is_reported(grade_reviewed):
    review = f"- {{group: {GROUP}, problem: why, points: 2}}\n- {{group: {GROUP}, problem: encoder-layer, points: 1}}"
    graded = grade_reviewed({"s3": ESSAYS["s3"]}, {"ada.yaml": review})
    told = (
        f"no answer that needs a person is in the group {GROUP}. The answer has changed since, or the decision is about "
        "another class; --reviews names the folder of decisions"
    )
    assert graded.told == [
        ("ada.yaml:1", None, f"A decision on why is not applied: {told}"),
        ("ada.yaml:2", None, f"A decision on encoder-layer is not applied: {told}"),
    ]
    assert graded.of("s3") == ("needs_review", None)


def test_an_unknown_student(grade_reviewed):
    graded = grade_reviewed(ESSAYS, {"ada.yaml": "- {student: s11, problem: why, points: 2}"})
    assert graded.told == [("ada.yaml:1", "s11", "A decision on why is not applied: there is no student s11")]


def test_who_handed_in_twice_waits_all_the_same(grade_reviewed):
    twice = {"s1": {"why": TEXT}, "b": {"why": "More."}}
    grade_reviewed(twice)
    reviews = {"ada.yaml": f"- {{student: s1, problem: why, points: 2}}\n- {{group: {GROUP}, problem: why, points: 1}}"}
    top = grade_reviewed(twice, reviews).out.parent
    (top / "submissions/a/b.yaml").write_text("student: s1\nanswers: {why: More.}")
    graded = Graded(top)
    records = [json.loads(line) for line in graded.read("results.jsonl").splitlines()]
    whys = [record for record in records if record["problem"] == "why"]
    assert [(each["status"], each["points"], "review" in each) for each in whys] == [("needs_review", None, False)] * 2
    why = "A decision on why is not applied: s1 handed in different answers, and only one of them can count"
    assert graded.told == [("ada.yaml:1", "s1", why), ("ada.yaml:2", None, why)]


@pytest.mark.parametrize(
    ("decision", "told"), rows(__file__, "a_decision_in_error_is_reported_with_its_place_and_the_others_hold")
)
def test_a_decision_in_error_is_reported_with_its_place_and_the_others_hold(grade_reviewed, decision, told):
    text = f"- {{{decision}}}\n- {{student: s2, problem: why, points: 1}}"
    graded = grade_reviewed(ESSAYS, {"ada.yaml": text})
    place, _, message = told.partition(": ")
    assert graded.told == [(f"ada.yaml:{place}", None, message)]
    assert graded.of("s1") == ("needs_review", None)
    assert graded.of("s2") == ("partial", 1)


@pytest.mark.parametrize(("text", "message"), rows(__file__, "a_file_in_error_never_stops_the_others"))
def test_a_file_in_error_never_stops_the_others(grade_reviewed, text, message):
    graded = grade_reviewed(ESSAYS, {"a.yaml": text, "b.yaml": "- {student: s1, problem: why, points: 1}"})
    assert graded.of("s1") == ("partial", 1)
    (told,) = graded.told
    assert told[0].startswith("a.yaml")
    assert message in told[2]


@pytest.mark.parametrize(("text", "place", "why"), rows(__file__, "of_a_file_that_is_no_list_no_decision_applies"))
def test_of_a_file_that_is_no_list_no_decision_applies(grade_reviewed, text, place, why):
    graded = grade_reviewed(ESSAYS, {"a.yaml": text})
    ((where, _, message),) = graded.told
    assert (where, graded.of("s1")) == (place, ("needs_review", None))
    assert why in message
    assert message.endswith("; until then no decision in this file applies")


def test_a_problem_in_error_is_not_decided(grade_reviewed, tmp_path):
    graded = grade_reviewed(ESSAYS)
    (tmp_path / "problems/a/broken.yaml").write_text("id: broken\ntype: poem\n")
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews/ada.yaml").write_text("- {student: s1, problem: broken, points: 1}")
    graded = Graded(tmp_path)
    assert graded.told == [("ada.yaml:1:26", None, "the problem file of broken is in error: fix it first")]


def test_decisions_that_are_not_applied_are_listed_for_people_and_scripts(grade_reviewed):
    graded = grade_reviewed(ESSAYS, {"ada.yaml": "- {student: s1, problem: whi, points: 1}"})
    heading, line = graded.read("needs-review.md").split("\n## Decisions that are not applied\n\n")
    assert "## Not graded" not in heading
    assert line.endswith("ada.yaml:1:26: there is no problem whi; did you mean why?\n")
    needs = graded.summary["needs_person"]
    assert [each["message"] for each in needs["not_applied"]] == ["there is no problem whi; did you mean why?"]
    assert needs["others"] == []


def test_only_files_of_reviewers_are_read(tmp_path):
    for name in ("b.yml", "a.YAML", "c.json", ".hidden.yaml", "notes.txt"):
        (tmp_path / name).touch()
    assert [Path(name).name for name in review_files(tmp_path)] == ["a.YAML", "b.yml", "c.json"]


def test_a_decision_on_work_that_was_not_handed_in(grade_reviewed, tmp_path):
    graded = grade_reviewed(ESSAYS)
    (tmp_path / "problems/b").mkdir()
    (tmp_path / "problems/b/other.yaml").write_text(WHY.replace("id: why", "id: other"))
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews/ada.yaml").write_text("- {student: s1, problem: other, points: 1}")
    graded = Graded(tmp_path)
    assert graded.told == [
        ("ada.yaml:1", "s1", "A decision on other is not applied: s1 handed in nothing that it belongs to")
    ]


def test_a_fault_of_ours_may_be_decided_too(grade_reviewed, monkeypatch):
    from checker.kinds import Judge

    monkeypatch.setattr(Judge, "verdict", lambda *_: 1 / 0)
    graded = grade_reviewed(
        {"s1": {"encoder-layer": 1}}, {"ada.yaml": "- {student: s1, problem: encoder-layer, points: 1}"}
    )
    assert graded.of("s1", "encoder-layer") == ("correct", 1)
    overridden = graded.records["s1", "encoder-layer"]["review"]["overrides"]
    assert overridden == {"status": "error", "points": None}


def test_decisions_on_other_assignments_are_only_counted(tmp_path):
    """One folder of reviews may serve several assignments, of which one is graded."""
    (tmp_path / "r").mkdir()
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "why.yaml").write_text(WHY)
    file = tmp_path / "r" / "ada.yaml"
    file.write_text("- {student: s1, problem: elsewhere, points: 9}\n- {student: s1, problem: whi, points: 1}\n")
    reviews = read_reviews(review_files(file.parent), Course(load_problems(tmp_path / "p")).columns)
    assert reviews.not_graded == {str(file): 1}
    (tmp_path / "p" / "week-1.yaml").write_text(WHY.replace("id: why", "id: week-1"))
    file.write_text("- {student: s1, problem: week-2, points: 9}\n- {student: s1, problem: whi, points: 1}\n")
    reviews = read_reviews(review_files(file.parent), Course(load_problems(tmp_path / "p")).columns)
    assert reviews.not_graded == {str(file): 1}
    assert [finding.message for finding in reviews.findings] == ["there is no problem whi; did you mean why?"]


def test_the_folder_of_the_last_decisions_has_to_be_there(grade_reviewed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    graded = grade_reviewed(ESSAYS, {"ada.yaml": "- {student: s1, problem: why, points: 2}"})
    before = graded.read("results.jsonl")
    (tmp_path / "reviews").rename(tmp_path / "elsewhere")
    with pytest.raises(Cannot, match="the last run used the decisions in `reviews`, and this one would not"):
        runs.run(tmp_path)
    assert graded.read("results.jsonl") == before
    runs.run(tmp_path, reviews=tmp_path / "elsewhere")
    assert graded.of("s1") == ("partial", 2)
    (tmp_path / "none").mkdir()
    runs.run(tmp_path, reviews=tmp_path / "none")
    assert graded.of("s1") == ("needs_review", None)
