"""What is read from a folder of results."""

from __future__ import annotations

import pytest

from checker.grading.published import Results, ResultsError, change_groups
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER


def change(student, before, after, why="submission", question=("block", "total")):
    sides = [{"status": status, "points": points} for status, points in (before, after)]
    problem, part = question
    return {"student": student, "problem": problem, "part": part, "from": sides[0], "to": sides[1], "why": why}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            [change(each, ("incorrect", 0.0), ("partial", 0.5)) for each in ("s1", "s2")],
            ("block.total", "0 (incorrect) → 0.5 (partial)", "the submission changed", ["s1", "s2"]),
        ),
        (
            [change("s1", ("correct", 1.0), ("needs_review", None), "review")],
            ("block.total", "1 (correct) → to review", "no decision applies now", ["s1"]),
        ),
        (
            [change("s1", (None, None), (None, 12.0), "dates", (None, None))],
            ("total", "- → 12", "the dates changed", ["s1"]),
        ),
        ([change("s1", ("partial", 0.5), ("correct", 1.0), "review")],
         ("block.total", "0.5 (partial) → 1 (correct)", "a decision changed", ["s1"])),
        ([change("s1", ("error", None), ("not_answered", 0.0), "problem")],
         ("block.total", "error → 0 (not answered)", "the problem changed", ["s1"])),
    ],
)  # fmt: skip
def test_equal_changes_are_one_group(changes, expected):
    (found,) = change_groups(changes)
    assert found == expected


def test_students_have_their_records_documents_and_further_answers(tmp_path):
    document, again = "Answer encoder-layer: 31744\n", "student: s2\nanswers: {encoder-layer: 2}"
    runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "problems/b/block.yaml": BLOCK})
    runs.write(tmp_path, {"submissions/a/s1.md": document, "submissions/b/s1.yaml": "answers: {}"})
    runs.write(tmp_path, {"submissions/a/s2.yaml": "answers: {encoder-layer: 1}", "submissions/a/x/s2.yaml": again})
    runs.run(tmp_path)
    results = Results(tmp_path / "results")
    one = results.assignment("a")
    assert [each.who.id for each in one.students] == ["s1", "s2"]
    first, second = one.students
    assert [each["given"] for each in first.records] == ["31744"]
    assert first.documents[0]["files"][0]["lines"][0] == ["1", "Answer encoder-layer: 31744"]
    assert {each["given"] for each in (*second.records, *second.more)} == {"1", "2"}
    with pytest.raises(ResultsError, match="these results hold several assignments; name one with --assignment: a, b"):
        results.assignment(None)
    with pytest.raises(ResultsError, match="there is no assignment aa in these results; known are a, b"):
        results.assignment("aa")


def test_problems_count_only_as_they_were_graded(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    runs.run(runs.write(tmp_path, {"submissions/s1.yaml": "answers: {encoder-layer: 1}"}))
    runs.write(tmp_path, {"problems/block.yaml": BLOCK + "title: Other\n"})
    problems = Results(tmp_path / "results").problems()
    assert problems.changed == ("block",)
    assert problems.of_student("block", "s1") is None
    assert problems.of_student("encoder-layer", "s1").title == "Parameters of one encoder layer"
