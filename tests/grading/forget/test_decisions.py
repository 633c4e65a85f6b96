"""Decisions of reviewers about the student do not stay either."""

from __future__ import annotations

from tests.grading import runs
from tests.grading.forget.forgotten import ANA, ESSAY, SECRETS, column, forget, remaining
from tests.grading.weeks import views

DECISIONS = f"""# why: {ANA}
#   | {ESSAY}
- student: {ANA}
  problem: why
  points: 2
  comment: Ana Leeuwenhoek is right about zebras.
- student: s4
  problem: why
  points: 1
  comment: Short. # but good
"""


def test_decisions_about_the_student(top):
    runs.write(top, {"reviews/ada.yaml": DECISIONS})
    runs.run(top)
    report = forget(top)
    assert [each.path for each in report.left if each.what == "decisions"] == [f"{top}/reviews/ada.yaml"]
    secrets = (*SECRETS, "zebras")
    assert remaining(top / "results", secrets) == []
    (kept,) = [each for each in runs.records(top) if "review" in each]
    assert (kept["student"], kept["review"]["line"], kept["review"]["comment"]) == ("s4", 7, "Short.")
    before = views(top)
    finished = runs.run(top)
    assert remaining(top / "results", secrets) == []
    assert views(top) == before
    assert not any("decision" in each["message"] for each in finished.summary["needs_person"]["others"])


def test_a_decision_on_an_answer_that_nobody_else_gave(top):
    runs.run(top)
    (group,) = column(top, f"SELECT review_group FROM mark WHERE record LIKE '%{ESSAY}%'")
    runs.write(top, {"reviews/ada.yaml": f'- {{group: "{group}", problem: why, points: 1, answer: "{ESSAY}"}}\n'})
    assert runs.run(top).reviews.decisions
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert not any("decision" in each["message"] for each in finished.summary["needs_person"]["others"])
    assert remaining(top / "results") == []
    runs.write(top, {"submissions/a/s9.yaml": f"answers: {{why: {ESSAY}}}"})
    runs.run(top)
    assert [each["points"] for each in runs.records(top) if each["student"] == "s9" and each["problem"] == "why"] == [1]


def test_decisions_in_error_are_reported_as_before_and_the_others_hold(top):
    runs.write(
        top,
        {
            "reviews/ada.yaml": f"[{{student: {ANA}, problem: why, points: 1}},\n"
            " {student: s4, problem: why, points: [1, 2]}, {student: s4, problem: why, points: 2},\n"
            " {student: s4, problem: encoder-layer, points: [[]]}]\n"
        },
    )

    def reported():
        found = runs.run(top).summary["needs_person"]["others"]
        return sorted(each["message"] for each in found if "ada.yaml" in str(each))

    before = reported()
    assert len(before) == 2
    forget(top)
    assert reported() == before
    (kept,) = [each for each in runs.records(top) if "review" in each]
    assert (kept["student"], kept["points"], kept["review"]["line"]) == ("s4", 2, 2)
