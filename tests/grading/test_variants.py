"""A class whose numbers are drawn: each answer is graded against the variant of its student."""

from __future__ import annotations

import shutil

import pytest

from checker.grading.forget import forget
from checker.lms.roster import read_roster
from checker.lms.students import Roster, Student
from checker.problems import load_problem
from tests.grading import runs

BLOCK = """\
id: block
type: feed_forward_parameters
prompt: How many weights hold two matrices between {d_model} and {d_ff}? {conventions}
parameters: {d_model: {choose: [64, 96, 128, 256]}, d_ff: {from: 100, to: 400, step: 4}}
conventions: {ffn_biases: left_out}
"""
SAME = """\
id: same
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: 8, d_ff: 12}
conventions: {ffn_biases: left_out}
"""
STUDENTS = [f"s{each}" for each in range(24)]


def sizes(top, student):
    drawn = dict(load_problem(top / "problems/a/block.yaml").of_student(student).values)
    return int(drawn["d_model"]), int(drawn["d_ff"])


def right(top, student):
    d_model, d_ff = sizes(top, student)
    return 2 * d_model * d_ff


@pytest.fixture
def top(tmp_path):
    """A class in which everybody is right."""
    files = {"problems/a/block.yaml": BLOCK, "problems/a/same.yaml": SAME, "problems/a/assignment.yaml": "seed: x\n"}
    runs.write(tmp_path, files)
    rows = [f"{student},{right(tmp_path, student)},192" for student in STUDENTS]
    return runs.write(tmp_path, {"submissions/a/quiz.csv": "\n".join(["student,block,same", *rows])})


def points(top):
    return {(each["student"], each["problem"]): each["points"] for each in runs.records(top)}


def test_mistakes_are_explained_with_the_numbers_of_the_student(top):
    rows = [f"{student},{right(top, student) // 2}" for student in STUDENTS]
    runs.write(top, {"submissions/a/quiz.csv": "\n".join(["student,block", *rows])})
    report = runs.run(top)
    found = [each for each in runs.records(top) if each["problem"] == "block"]
    assert {each["explanations"][0]["mistakes"][0]["id"] for each in found} == {"matrices.one"}
    (sheet,) = report.summary["assignments"]
    assert sheet["questions"][0]["mistakes"] == [{"label": "matrices one", "count": 24}]
    assert not report.summary["suspicious_keys"]
    assert not report.summary["shared_answers"]


def test_other_draws_are_graded_again_and_the_others_are_not(top):
    runs.run(top)
    runs.write(top, {"problems/a/block.yaml": BLOCK.replace("96, ", "")})
    report = runs.run(top)
    kept = [each for each in STUDENTS if points(top)[each, "block"]]
    assert len(kept) < len(STUDENTS)
    assert {each["student"] for each in report.changes if each["problem"]} == set(STUDENTS) - set(kept)
    assert {each["problem"] for each in report.changes if each["problem"]} == {"block"}
    shutil.rmtree(top / "results")
    runs.run(top)
    assert [each for each in STUDENTS if points(top)[each, "block"]] == kept


def test_documents_are_read_with_the_numbers_of_their_student(top):
    files = {}
    for student in STUDENTS[:6]:
        d_model, d_ff = sizes(top, student)
        asked = f"How many weights hold two matrices between {d_model} and {d_ff}?"
        worked = f"There are 2 · {d_model} · {d_ff} = {2 * d_model * d_ff} weights."
        files[f"submissions/a/{student}.md"] = f"# block\n\n{asked}\n\n{worked}\n"
    shutil.rmtree(top / "submissions")
    runs.write(top, files)
    runs.run(top)
    assert {key: each for key, each in points(top).items() if key[1] == "block"} == {
        (student, "block"): 1.0 for student in STUDENTS[:6]
    }


def test_equal_answers_to_other_numbers_are_in_no_group(top):
    rows = [f"{student},64 or 128" for student in STUDENTS]
    runs.write(top, {"submissions/a/quiz.csv": "\n".join(["student,block", *rows])})
    report = runs.run(top)
    variants = {sizes(top, student) for student in STUDENTS}
    assert len(report.book.groups()) == len(variants)


def test_a_forgotten_student_leaves_the_others_as_they_were(top):
    runs.write(top, {"roster.csv": "id,name\n" + "".join(f"{each},Name {each}\n" for each in STUDENTS)})
    for options in ({}, {"roster": top / "roster.csv"}):
        runs.run(top, **options)
        before = points(top)
        forget(top / "results", "s3")
        assert points(top) == {key: each for key, each in before.items() if key[0] != "s3"}
        runs.run(top, **options)
        assert points(top) == {key: each for key, each in before.items() if key[0] != "s3"}
        shutil.rmtree(top / "results")


def test_who_has_which_id_on_the_roster_decides_the_numbers_again(top):
    """Files are read again where the roster says now that an id is another student's."""
    given = {"submissions/a/quiz.csv": f"student,block\nana,{right(top, 'A1')}\n"}
    runs.write(top, given)
    for canvas, graded in (("A1", 1.0), ("B2", 0.0), ("A1", 1.0)):
        students = Roster((Student(canvas, other_ids=("ana",)),))
        runs.run(top, roster=students)
        assert points(top)[canvas, "block"] == graded


@pytest.mark.parametrize(("known", "given"), [("S1042", "s1042"), ("007", "7")])
def test_who_is_not_on_the_roster_waits_since_nobody_knows_the_numbers(top, known, given):
    roster = read_roster(f"id,name\n{known},Ana Lee\n".encode(), "roster.csv")
    runs.write(top, {"submissions/a/quiz.csv": f"student,block,same\n{given},{right(top, known)},192\n"})
    report = runs.run(top, roster=roster)
    found = {each["problem"]: each for each in runs.records(top) if each["student"] == given}
    assert (found["block"]["status"], found["block"]["points"]) == ("needs_review", None)
    assert found["block"]["message"].startswith("This student is not on the roster, so it is not certain which")
    assert (found["same"]["status"], found["same"]["points"]) == ("correct", 1.0)
    (told,) = [each["message"] for each in report.summary["needs_person"]["others"] if each["student"] == given]
    assert told == (
        f"`{given}` is not on the roster: did you mean `{known}`? It differs only in upper and lower case, or in zeros in"
        " front; correct the id"
    )
    assert report.book.results.keys() == {("a", given), ("a", known)}
    assert not report.book.results["a", known].handed_in
