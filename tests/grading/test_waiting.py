"""What waits, what changed and what is not lowered, in every file of results alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.grading.course import Course
from checker.grading.gradebook import Rules, gradebook
from checker.grading.model import Answers, Contents, Trouble, issues_of
from checker.grading.records import Marker, Reason
from checker.grading.rows import Row
from checker.lms.students import Roster, Student
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import LAYER

DATES = "due: 2026-10-05 12:00\nlate:\n  - {within: 24h, credit: 0.5}\n"
SUM = "id: sum\ntype: numeric\nparameters: {value: 4}\n"


def answer(value: object, time: str = "2026-10-05 11:00") -> str:
    return f"submitted: {time}\nanswers: {{sum: {value}}}\n"


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return runs.write(tmp_path, {"problems/a/sum.yaml": SUM, "problems/a/assignment.yaml": DATES})


def test_equal_answers_that_are_different_cases_are_no_group(tmp_path):
    course = Course(load_problems(runs.write(tmp_path, {"layer.yaml": LAYER})))
    (assignment,), rows = course.assignments.values(), []
    for student in ("s1", "s2"):
        reason = Reason("follows", "It may follow.", student=student)
        record = Marker().for_person(assignment.columns[0], "22", reason)
        rows.append(Row(assignment, Student(student), Answers(Student(student), f"{student}.md"), [record]))
    book = gradebook(course, rows, Contents(), Rules())
    assert [each.students for each in book.groups()] == [["s1"], ["s2"]]


@pytest.mark.parametrize(
    ("again", "why"),
    [
        ({"submissions/a/s1.yaml": answer(4, "2026-10-05 13:00")}, "submission"),
        ({"problems/a/assignment.yaml": DATES.replace("12:00", "10:00")}, "dates"),
    ],
)
def test_why_late_work_keeps_less(top, again, why):
    runs.write(top, {"submissions/a/s1.yaml": answer(4)})
    runs.run(top)
    runs.write(top, again)
    (change,) = runs.run(top).changes
    assert (change["problem"], change["to"]["points"], change["why"]) == (None, 0.5, why)


def test_never_lower_keeps_the_late_credit_of_the_same_hand_in(top):
    runs.write(top, {"submissions/a/s1.yaml": answer(4)})
    runs.run(top)
    runs.write(top, {"problems/a/assignment.yaml": DATES.replace("12:00", "10:00")})
    for _ in range(2):
        done = runs.run(top, never_lower=True)
        (result,) = done.book.results.values()
        assert (result.points, result.late_credit, result.late_reason) == (1.0, 1.0, "")
        assert (done.changes, done.summary["kept_higher"]) == ([], 1)
    runs.write(top, {"submissions/a/s1.yaml": answer(4, "2026-10-05 11:30")})
    (change,) = runs.run(top, never_lower=True).changes
    assert (change["to"]["points"], change["why"]) == (0.5, "submission")


def test_who_may_be_in_a_file_is_to_review_in_every_file(top):
    runs.write(top, {"submissions/a/s1.yaml": answer(4), "submissions/a/class.csv": "x"})
    runs.run(top, roster=Roster((Student("s1"), Student("s2"))))
    (sheet,) = json.loads((top / "results/summary.json").read_text())["assignments"]
    assert {each["student"]: each["to_review"] for each in sheet["students"]} == {"s1": 0, "s2": 1}
    assert [line.split(",")[5] for line in (top / "results/grades.csv").read_text().splitlines()] == [
        "to_review",
        "0",
        "1",
    ]


def test_equal_issues_that_are_one_are_settled_as_each_is():
    found = [Trouble("s1.yaml", line, "s1", "cannot be read", owner="s1") for line in (1, 2, 3)]
    assert [each.by_decisions for each in issues_of(found)] == [True]


def test_a_grade_that_is_not_lowered_is_one_of_the_points_of_today(top):
    runs.write(top, {"submissions/a/s1.yaml": answer(5), "problems/a/sum.yaml": SUM + "accept: [{value: 5}]\n"})
    runs.run(top)
    ((points, status),) = [(each["points"], each["status"]) for each in runs.records(top)]
    assert points == 1.0
    runs.write(top, {"problems/a/sum.yaml": f"{SUM}points: 3\n"})
    runs.run(top, never_lower=True)
    assert [(each["points"], each["max_points"]) for each in runs.records(top)] == [(1.0, 3.0)], status


def test_a_fault_in_the_working_of_a_wrong_answer_leaves_it_to_a_person(tmp_path, monkeypatch):
    course = Course(load_problems(runs.write(tmp_path, {"layer.yaml": LAYER})))
    columns = course.columns
    monkeypatch.setattr("checker.grading.records.review", lambda *_: 1 / 0)
    found, _ = Marker().credited_by_working(columns, {None: "1"}, [])
    assert found[None]["waits"]["code"] == "fault"
