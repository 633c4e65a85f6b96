"""Whose a document is: what its front matter, its folder and the other files of a hand-in say."""

from __future__ import annotations

import os

import pytest

from tests.grading.problems import BLOCK, LAYER
from tests.grading.write_ups.conftest import Graded


def test_the_front_matter_names_the_student(grade):
    head = "---\nstudent: {}\n---\nencoder-layer: 27648\n"
    mapping = "{id: s2, name: Bo, email: bo@x.org}"
    run = grade(
        {"a/x.md": head.format("s1"), "a/y.md": head.format(mapping), "a/z/1.md": head.format("s3"), "a/z/2.md": ""}
    )
    assert {student for student, _ in run.brief} == {"s1", "s2", "s3"}
    row = run.results.rows["a", "s2"]
    assert (row.who.name, row.who.email) == ("Bo", "bo@x.org")


def test_documents_of_one_folder_that_name_different_students_need_a_person(grade):
    head = "---\nstudent: {}\n---\nencoder-layer: 27648\n"
    run = grade({"a/x/1.md": head.format("s1"), "a/x/2.md": head.format("s2")})
    assert run.brief == {("x", "encoder-layer"): ("needs_review", None)}
    assert run.issues == [
        (
            "x",
            "x",
            "its files name different students: s1 (a/x/1.md), s2 (a/x/2.md); correct them, or give each student a folder",
        )
    ]


def test_structured_answers_among_the_documents_are_that_students(grade):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    run = grade(
        {
            "a/s1/work.md": "block.queries: 40200",
            "a/s1/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s2/work.md": "encoder-layer: 27648",
            "a/s2/answers.yaml": "answers: {encoder-layer: '27,648'}",
            "a/s3/work.md": "encoder-layer: 1",
            "a/s3/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s4/work.png": "",
            "a/s4/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s5/work.md": "block.queries: 40200",
            "a/s5/answers.yaml": "answers: {encoder-layer: [}",
            "a/s6.md": "encoder-layer: 27648",
            "a/b/c/s6.yaml": "{student: s6, answers: {encoder-layer: 5}}",
        },
        problems,
    )
    right, waits = ("correct", 1.0), ("needs_review", None)
    assert {key: result for key, result in run.brief.items() if key[1] != "block.total"} == {
        ("s1", "encoder-layer"): right,
        ("s1", "block.queries"): right,
        ("s2", "encoder-layer"): right,
        ("s2", "block.queries"): ("not_answered", 0.0),
        ("s3", "encoder-layer"): waits,
        ("s3", "block.queries"): ("not_answered", 0.0),
        ("s4", "encoder-layer"): right,
        ("s4", "block.queries"): waits,
        ("s5", "encoder-layer"): waits,
        ("s5", "block.queries"): right,
        ("s6", "encoder-layer"): waits,
        ("s6", "block.queries"): ("not_answered", 0.0),
    }
    assert {student for _, student in run.results.conflicts} == {"s3", "s6"}
    grades = (run.out / "grades.csv").read_text()
    assert "\ns4,1,4,1,1,2,,,1\n" in grades


@pytest.mark.parametrize("structured", ["a/0/s1.yaml", "a/s9/s1.yaml"])
def test_an_answer_in_another_hand_in_settles_what_was_not_found(grade, structured):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    run = grade({"a/s1.png": "", structured: "answers: {encoder-layer: 27648}"}, problems)
    assert run.brief == {
        ("s1", "encoder-layer"): ("correct", 1.0),
        ("s1", "block.queries"): ("needs_review", None),
        ("s1", "block.total"): ("needs_review", None),
    }
    cells = {cell.column: cell.status for cell in run.results.rows["a", "s1"].cells}
    assert list(cells.values()) == ["needs_review", "needs_review", "correct"]
    assert run.results.conflicts == {}


def test_odd_front_matter_is_reported_and_answers_wait(write, tmp_path):
    files = {
        "s1.md": "---\nstudent: s1\nanswers: [27648]\n---\n\nDone.\n",
        "s2.md": "---\nstudent: s9: Ada\n---\n\nAnswer (encoder-layer): 27648\n",
        "s3.md": "---\nStudent: s3\nAnswers: {encoder-layer: 27648}\n---\n",
    }
    write({"problems/a/layer.yaml": LAYER} | {f"submissions/a/{name}": text for name, text in files.items()})
    run = Graded(tmp_path)
    assert run.brief == {
        ("s1", "encoder-layer"): ("needs_review", None),
        ("s2", "encoder-layer"): ("correct", 1.0),
        ("s3", "encoder-layer"): ("correct", 1.0),
    }
    assert [(place, student) for place, student, _ in run.issues] == [("s1.md:3", "s1"), ("s2.md:2", "s2")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_a_students(write, tmp_path):
    write({"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "Answer (encoder-layer): 27648"})
    (tmp_path / "submissions/a/s2").mkdir(mode=0)
    run = Graded(tmp_path)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)


def test_a_linked_folder_is_a_students_but_not_read(write, tmp_path):
    write({"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "Answer (encoder-layer): 27648", "x/1.md": "secret"})
    (tmp_path / "submissions/a/s2").symlink_to(tmp_path / "x")
    run = Graded(tmp_path)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)
    assert [(student, message.partition(";")[0]) for _, student, message in run.issues] == [
        ("s2", "is a link that leaves the folder of submissions")
    ]
    assert sorted(path.name for path in (run.out / "annotated").iterdir()) == ["s1.md"]
