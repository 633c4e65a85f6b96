"""Rosters: whose a submission is, who is unknown, and who handed nothing in."""

from __future__ import annotations

import pytest

from checker.lms.roster import read_roster
from checker.lms.students import Roster, Student
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import brief, grades, views

ROSTER = b"id,name,email\ns1,Ana Lee,lee@uni.edu\ns2,Bo,bo@uni.edu\ns3,Cy,\n"
FILES = {
    "problems/a/layer.yaml": LAYER,
    "submissions/a/s2.yaml": "answers: {encoder-layer: 27648}",
    "submissions/a/s1.yaml": "answers: {encoder-layer: 31744}",
}


def members(data: bytes = ROSTER) -> dict:
    """Return the options of a run with a roster."""
    return {"roster": read_roster(data, "roster.csv")}


@pytest.fixture
def top(tmp_path):
    return runs.write(tmp_path, FILES)


def others(finished) -> list[tuple[str | None, str]]:
    return [(each["student"], each["message"]) for each in finished.summary["needs_person"]["others"]]


def test_a_student_who_is_not_on_the_roster_is_graded_and_reported(top):
    runs.write(top, {"submissions/a/x9.yaml": "answers: {encoder-layer: 27648}"})
    finished = runs.run(top, **members())
    assert grades(top)[-1] == "x9,,,1,1,1,1,1,1"
    message = "`x9` is not on the roster: correct the id, or add the student to the roster"
    assert others(finished) == [("x9", message)]


@pytest.mark.parametrize("id_", ["lee@uni.edu", "LEE@uni.edu", " s1 ", "17"])
def test_any_id_of_a_student_is_that_student(top, id_):
    (top / "submissions/a/s1.yaml").unlink()
    runs.write(top, {"submissions/a/x.yaml": f'student: "{id_}"\nanswers: {{encoder-layer: 31744}}'})
    roster = Roster((Student("s1", "Ana Lee", "lee@uni.edu", "", ("17",)), Student("s2")))
    finished = runs.run(top, roster=roster)
    assert grades(top)[0] == "s1,Ana Lee,lee@uni.edu,0,1,0,1,0,0"
    assert others(finished) == []
    assert [each["student"] for each in runs.records(top)] == ["s1", "s2"]


def test_an_id_that_two_students_have_is_nobodys(top):
    runs.write(top, {"submissions/a/x.yaml": "student: both@uni.edu\nanswers: {encoder-layer: 5}"})
    finished = runs.run(top, **members(b"id,email\ns1,both@uni.edu\ns2,both@uni.edu\n"))
    message = "`both@uni.edu` is not on the roster: two students there have this id; correct the roster"
    assert others(finished) == [("both@uni.edu", message)]
    assert [line.split(",")[0] for line in grades(top)] == ["s1", "s2", "both@uni.edu"]


def test_another_roster_grades_nothing_anew(top):
    runs.run(top)
    before = views(top)
    again = runs.run(top, **members())
    assert (again.graded, again.changes) == (0, [])
    assert grades(top)[2] == "s3,Cy,,,1,,,0,"
    assert runs.run(top, **members()).results is None, "nothing has changed"
    assert runs.run(top, **members(ROSTER + b"s4,Di,\n")).results is not None
    runs.run(top)
    assert views(top) == before


def test_a_student_who_was_absent_and_hands_in(top):
    runs.run(top, **members())
    runs.write(top, {"submissions/a/s3.yaml": "answers: {encoder-layer: 27648}"})
    again = runs.run(top, **members())
    assert brief(again.changes) == [("s3", "", (None, None), (None, 1.0), "submission")]
    assert grades(top)[2] == "s3,Cy,,1,1,1,1,0,1"


def test_an_assignment_for_which_nobody_handed_anything_in_has_no_grades(top):
    runs.write(top, {"problems/b/sum.yaml": "id: sum\ntype: numeric\nparameters: {value: 4}\n"})
    runs.run(top, **members())
    assert grades(top)[2] == "s3,Cy,,,1,,,0,"


def test_an_extension_by_another_id_and_one_for_nobody(top):
    runs.write(
        top,
        {
            "problems/a/assignment.yaml": "due: 2026-10-05 12:00\nlate: [{within: 24h, credit: 0.5}]\nextensions: more.csv\n",
            "problems/a/more.csv": "student,due\nbo@uni.edu,2026-10-06 12:00\nnobody,2026-10-06 12:00\ns3,2026-10-06 12:00\n",
            "submissions/a/s2.yaml": "submitted: 2026-10-06 11:00\nanswers: {encoder-layer: 27648}",
        },
    )
    finished = runs.run(top, **members())
    assert grades(top)[1] == "s2,Bo,bo@uni.edu,1,1,1,1,0,1"
    message = "the student `nobody` has an extension, but is not on the roster and handed nothing in"
    assert others(finished) == [(None, message)]
