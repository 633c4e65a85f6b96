"""`checker grade` with the decisions of reviewers, over the real command line."""

from __future__ import annotations

import json

import pytest

GOOD = "answers: {encoder-layer: 27648}"
WHY = """id: why
type: essay
parameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}
"""


def test_essays_wait_and_a_filled_template_decides_them(write, run, tmp_path):
    write({"problems/a/why.yaml": WHY, "submissions/a/s1.yaml": f"{GOOD[:-1]}, why: The scores grow.}}"})
    code, out, _ = run("submissions")
    assert code == 3
    assert "  to review (1)\n    why  s1: A person will read and grade this text.\n" in out
    template = (tmp_path / "results/review.yaml").read_text()
    write({"reviews/ada.yaml": template.replace("points:", "points: 2")})
    code, out, err = run("submissions")
    assert (code, err) == (0, "")
    assert "needs you" not in out
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[1:] == ["s1,3,3,3,1,0,1,2"]


def test_reviews_elsewhere(write, run, tmp_path):
    decision = "- {student: s1, problem: encoder-layer, points: 0.5}"
    write({"submissions/a/s1.yaml": GOOD, "reviews/ada.yaml": "[", "others/bob.yaml": decision})
    assert run("submissions")[0] == 3  # of the default folder a file is in error
    assert run("submissions", "--reviews", "others")[0] == 0
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[1:] == ["s1,0.5,1,0.5,1,0,0.5"]


def test_a_file_named_reviews_is_no_folder_of_them(write, run):
    write({"submissions/a/s1.yaml": GOOD, "reviews": "notes"})
    assert run("submissions")[0] == 0


def test_reviews_among_the_submissions_are_not_graded(write, run):
    decision = "- {student: s1, problem: encoder-layer, points: 1}"
    write({"submissions/a/s1.yaml": GOOD, "submissions/reviews/ada.yaml": decision})
    assert run("submissions")[0] == 3
    for jobs in ("1", "2"):
        assert run("submissions", "--reviews", "submissions/reviews", "--jobs", jobs)[0] == 0


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (3, 3), (40, 3)])
def test_decisions_that_are_not_applied_are_counted_and_the_first_are_shown(write, run, count, shown):
    write(
        {
            "submissions/a/s1.yaml": GOOD,
            "reviews/ada.yaml": "- {student: s2, problem: encoder-layer, points: 1}\n" * count,
        }
    )
    code, out, _ = run("submissions")
    assert (code, out.count("reviews/ada.yaml:"), f"decisions that are not applied ({count})" in out) == (
        3,
        shown,
        True,
    )
    assert (f"and {count - shown} more; see results/needs-review.md" in out) == (count > shown)


def test_a_decision_that_is_not_applied_needs_a_person(write, run):
    write({"submissions/a/s1.yaml": GOOD, "reviews/ada.yaml": "- {student: s2, problem: encoder-layer, points: 1}"})
    code, out, _ = run("submissions", "--format", "json")
    assert code == 3
    assert json.loads(out)["needs_person"]["not_applied"] == [
        {
            "student": "s2",
            "place": "reviews/ada.yaml:1",
            "message": "A decision on encoder-layer is not applied: there is no student s2",
            "by_decisions": False,
        }
    ]
