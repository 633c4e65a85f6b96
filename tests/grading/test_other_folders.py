"""Runs on several folders of submissions into one folder of results: each leaves the grades of the others."""

from __future__ import annotations

import os
import shutil
from itertools import permutations

import pytest

from checker.cli.app import cli
from checker.grading.results.members import Members
from checker.grading.store import StoreError
from checker.lms.roster import read_roster
from tests.grading import documents, runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.weeks import brief, from_scratch, grades, stored, views

FILES = {
    "problems/a/layer.yaml": LAYER,
    "problems/b/block.yaml": BLOCK,
    "one/a/s1.yaml": "answers: {encoder-layer: 27648}",
    "one/a/s2.yaml": "answers: {encoder-layer: 64 or 128}",
    "two/b/s2.yaml": "student: {id: s2, name: Bo}\nanswers: {block: {queries: 40200, total: 1 or 2}}",
    "two/b/s3.md": "block.queries: 40200",
    "three/a/s4.md": "encoder-layer: 31744",
}


@pytest.fixture
def top(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    return runs.write(tmp_path, FILES)


def test_the_grades_of_another_folder_stay_as_they_were(top):
    runs.run(top, "one")
    again = runs.run(top, "two")
    assert again.changes == []
    assert (top / "results/grades.csv").read_text() == (
        "student,name,points,max_points,raw_points,late_credit,to_review,"
        "a/encoder-layer,b/block.queries,b/block.total\n"
        "s1,,1,1,1,1,0,1,,\n"
        "s2,Bo,1,4,1,1,2,,1,\n"
        "s3,,1,3,1,1,0,,1,0\n"
    )
    assert [(each["student"], each["problem"]) for each in runs.records(top)] == [
        ("s1", "encoder-layer"),
        ("s2", "encoder-layer"),
        ("s2", "block"),
        ("s2", "block"),
        ("s3", "block"),
        ("s3", "block"),
    ]
    needs = (top / "results/needs-review.md").read_text()
    assert "64 or 128" in needs
    assert "1 or 2" in needs
    assert (top / "results/review.yaml").read_text().count("- group: ") == 2


def test_the_summary_is_of_the_folder_that_is_graded(top):
    runs.run(top, "one")
    summary = runs.run(top, "two").summary
    assert [each["assignment"] for each in summary["assignments"]] == ["b"]


@pytest.mark.parametrize("order", [*permutations(["one", "two", "three"]), ("one", "two", "one", "three", "two")])
def test_the_order_of_the_runs_does_not_matter_for_the_bytes(top, order):
    expected = from_scratch(top, "one", "two", "three")
    for each in order:
        runs.run(top, each)
    assert views(top) == expected


@pytest.mark.parametrize("order", [("one", "three"), ("three", "one")])
def test_with_a_roster_its_order_holds_whichever_folder_was_graded_last(top, order):
    roster = Members(read_roster(b"id\ns5\ns4\ns2\ns1\n", "roster.csv"))
    for each in order:
        runs.run(top, each, members=roster)
    assert [line.split(",")[0] for line in grades(top)] == ["s5", "s4", "s2", "s1"]


def test_several_folders_of_one_assignment(top):
    runs.run(top, "one")
    again = runs.run(top, "three")
    assert brief(again.changes) == [("s4", "", (None, None), (None, 0.0), "submission")]
    (sheet,) = again.summary["assignments"]
    assert [each["student"] for each in sheet["grades"]] == ["s4"], "the summary is of what is graded now"
    assert (sheet["students"], again.summary["needs_person"]["count"]) == (1, 0)
    assert again.summary["needs_person"]["answers"] == []
    assert sorted(line.split(",")[0] for line in grades(top)) == ["s1", "s2", "s4"]
    assert "64 or 128" in (top / "results/needs-review.md").read_text()


def test_who_is_on_the_roster_and_handed_in_elsewhere_is_not_absent(top):
    roster = Members(read_roster(b"id\ns1\ns2\ns4\ns5\n", "roster.csv"))
    runs.run(top, "one", members=roster)
    again = runs.run(top, "three", members=roster)
    assert brief(again.changes) == [("s4", "", (None, None), (None, 0.0), "submission")]
    assert again.summary["assignments"][0]["absent"] == ["s5"]
    lines = {line.split(",")[0]: line for line in grades(top)}
    assert lines == {"s1": "s1,1,1,1,1,0,1", "s2": "s2,0,1,0,1,1,", "s4": "s4,0,1,0,1,0,0", "s5": "s5,,1,,,0,"}


def test_a_run_on_a_folder_that_has_not_changed_leaves_everything(top):
    for folder in ("one", "two"):
        runs.run(top, folder)
    before = views(top)
    again = runs.run(top, "one")
    assert (again.graded, again.changes) == (0, [])
    assert views(top) == before


def test_documents_of_another_folder_stay_annotated(top):
    runs.run(top, "two")
    runs.run(top, "three")
    assert {"s3.md", "s4.md"} <= set(views(top))
    (top / "three/a/s4.md").unlink()
    runs.write(top, {"three/a/s5.yaml": "answers: {encoder-layer: 1}"})
    runs.run(top, "three")
    assert "s4.md" not in views(top)
    assert "s3.md" in views(top)


def test_a_student_in_both_has_the_grade_of_the_last_run(top):
    runs.write(top, {"three/a/s1.yaml": "answers: {encoder-layer: 1}"})
    runs.run(top, "one")
    again = runs.run(top, "three")
    assert brief(again.changes)[0] == ("s1", "encoder-layer", ("correct", 1.0), ("incorrect", 0.0), "submission")
    lines = {line.split(",")[0]: line for line in grades(top)}
    assert lines["s1"] == "s1,0,1,0,1,0,0"
    assert len(lines) == 3
    once_more = runs.run(top, "one")
    assert brief(once_more.changes) == [("s1", "encoder-layer", ("incorrect", 0.0), ("correct", 1.0), "submission")]


def test_the_problems_of_the_other_folder_need_not_be_there(top):
    runs.write(top, {"other/b/block.yaml": BLOCK})
    runs.run(top, "one")
    again = runs.run(top, "two", problems="other")
    assert again.summary["not_graded_now"] == ["a"]
    assert [line.split(",")[0] for line in grades(top)] == ["s1", "s2", "s3"]
    assert "64 or 128" in (top / "results/needs-review.md").read_text()


def test_other_problems_with_the_same_name_are_refused_and_nothing_changes(top):
    runs.write(top, {"other/a/layer.yaml": LAYER})
    runs.run(top, "one")
    before = views(top)
    message = r"hold grades for the problems in \.\./problems/a, which are not those in \.\./other/a"
    with pytest.raises(StoreError, match=message):
        runs.run(top, "three", problems="other")
    assert views(top) == before
    with stored(top) as store:
        assert len(list(store.history.standings())) == 2


def test_a_question_that_is_new_is_blank_for_those_who_are_not_graded_again(top):
    runs.run(top, "one")
    runs.write(top, {"problems/a/aa.yaml": "id: aa\ntype: numeric\nparameters: {value: 4}\n"})
    again = runs.run(top, "three")
    assert again.changes[0].student == "s4"
    header, *rows = (top / "results/grades.csv").read_text().splitlines()
    assert header.endswith("a/aa,a/encoder-layer")
    assert [row.rpartition(",1,0,")[2] for row in rows if row.startswith("s1,")] == [",1"]
    assert sum(each["student"] == "s1" for each in runs.records(top)) == 1
    assert runs.run(top, "one").graded == 2


def test_points_stay_with_their_question_when_the_order_changes(top):
    runs.write(top, {"problems/a/sum.yaml": "id: sum\ntype: numeric\nparameters: {value: 4}\n"})
    runs.write(top, {"one/a/s1.yaml": "answers: {encoder-layer: 27648, sum: 5}"})
    runs.run(top, "one")
    runs.write(top, {"problems/a/assignment.yaml": "problems: [{id: sum}, {id: encoder-layer}]"})
    runs.run(top, "three")
    header, *rows = (top / "results/grades.csv").read_text().splitlines()
    assert header.endswith("a/sum,a/encoder-layer")
    assert next(row for row in rows if row.startswith("s1,")).endswith(",0,1")


def test_the_folder_of_submissions_may_be_next_to_the_results(top):
    """`..` is the folder around the results; another one next to it is not inside."""
    inside = runs.write(top / "work", {"a/s9.yaml": "answers: {encoder-layer: 27648}"})
    runs.run(top, "one", out="work/results")
    again = runs.run(top, "work", out="work/results")
    assert again.changes == [] or [each.student for each in again.changes] == ["s9"]
    names = {line.split(",")[0] for line in grades(top / "work")}
    assert names == {"s1", "s2", "s9"}
    assert inside.is_dir()


def test_decisions_outlive_another_name_of_the_folder(top):
    runs.write(top, {"reviews/ada.yaml": "- {student: s2, problem: encoder-layer, points: 1}"})
    runs.run(top, "one")
    (top / "reviews/ada.yaml").unlink()
    (top / "reviews").rmdir()
    (top / "one").rename(top / "uno")
    again = runs.run(top, "uno")
    assert again.changes == []
    assert "s2,,1,1,1,1,0,1" in "\n".join(grades(top)) or any(
        line.startswith("s2") and ",1,1,1,1,0," in line for line in grades(top)
    )


NAMES = [(".", "one"), ("one", "."), ("../one", "two"), ("./one", "."), ("{top}/one", "two"), ("a/..", "one")]
"""The folder of submissions as it may be named, and where the command runs."""


@pytest.mark.parametrize("last", NAMES)
@pytest.mark.parametrize("first", NAMES)
def test_paths_are_shown_as_the_folder_is_named_whatever_it_was_called_when_it_was_graded(
    top, monkeypatch, first, last
):
    def grade(name: str, cwd: str, out: str) -> None:
        monkeypatch.chdir(top / cwd)
        options = ["--problems", os.path.relpath(top / "problems"), "--out", os.path.relpath(top / out)]
        assert cli.main(["grade", name.format(top=top), *options], standalone_mode=False) == 3

    runs.write(top, {"one/a/s3.yaml": "answers: {encoder-layer: 1 or 2", "one/a/s4.md": "encoder-layer? 1; 2"})
    runs.write(top, {"one/a/s\udc805.yaml": "answers: {"} if os.name == "posix" else {})
    grade(*first, "results")
    runs.write(top, {"one/a/s1.yaml": "answers: {encoder-layer: 1}"})
    grade(*last, "results")
    grade(*last, "fresh")
    assert views(top) == views(top, "fresh")
    shutil.rmtree(top / "fresh")
