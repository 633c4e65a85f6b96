"""Which of several hand-ins counts, where the learning management system dates or numbers them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.results.attempts import Worth, counting
from checker.grading.store import Row
from checker.grading.submissions.model import Delivery
from checker.lms.students import Student
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import GROUP, WHY
from tests.grading.weeks import grades

RIGHT, WRONG, WAITS = "27648", "31744", "1 or 2"


def hand_in(top, *answers: str, student: str = "s1"):
    files = {"problems/a/layer.yaml": LAYER}
    for day, answer in enumerate(answers, 1):
        name = f"Week 1_{student}_attempt_2026-10-0{day}-12-00-00_answers.yaml"
        files[f"submissions/{name}"] = f"answers: {{encoder-layer: {answer}}}"
        files[f"submissions/Week 1_{student}_attempt_2026-10-0{day}-12-00-00.txt"] = "Name: x\nAssignment: Week 1\n"
    return runs.write(top, files)


@pytest.mark.parametrize(
    ("rule", "answers", "points"),
    [
        ("last", [RIGHT, WRONG], "0"),
        ("first", [RIGHT, WRONG], "1"),
        ("best", [RIGHT, WRONG], "1"),
        ("last", [WRONG, RIGHT], "1"),
        ("first", [WRONG, RIGHT], "0"),
        ("best", [WRONG, RIGHT, WRONG], "1"),
        ("last", [RIGHT, RIGHT, WRONG], "0"),
        ("first", [WRONG, RIGHT, RIGHT], "0"),
    ],
)
def test_the_attempt_that_counts(tmp_path, rule, answers, points):
    finished = runs.run(hand_in(tmp_path, *answers), attempts=rule)
    assert grades(tmp_path) == [f"s1,{points},1,{points},1,0,{points}"]
    assert finished.results.conflicts == {}
    assert len(runs.records(tmp_path)) == 1


def test_of_the_best_attempts_the_first_counts(tmp_path):
    runs.run(hand_in(tmp_path, RIGHT, "'27,648'"), attempts="best")
    assert [each["given"] for each in runs.records(tmp_path)] == ["27648"]


def test_a_late_attempt_is_worth_what_lateness_leaves(tmp_path):
    top = hand_in(tmp_path, "1 or 2", RIGHT)
    runs.write(top, {"problems/assignment.yaml": "due: 2026-10-01 23:59\nlate: [{within: 3d, credit: 0.5}]"})
    runs.write(
        top,
        {"problems/layer.yaml": LAYER.replace("id: encoder-layer", "id: encoder-layer\ncredit: {one_mistake: 0.8}")},
    )
    (top / "problems/a/layer.yaml").unlink()
    hand_in_again = top / "submissions/Week 1_s1_attempt_2026-10-01-12-00-00_answers.yaml"
    hand_in_again.write_text(f"answers: {{encoder-layer: {WRONG}}}")
    runs.run(top, attempts="best")
    assert grades(top) == ["s1,0.8,1,0.8,1,0,0.8"]


def test_two_quizzes_of_one_assignment_are_no_attempts_of_each_other(tmp_path):
    """One has the answer to one question, the other that to another."""
    files = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK}
    files["submissions/quiz1.csv"] = "Timestamp,Email Address,encoder-layer\n2026/10/05 3:12:07 PM,ann,27648\n"
    files["submissions/quiz2.csv"] = "Timestamp,Email Address,block.total\n2026/10/06 3:12:07 PM,ann,160800\n"
    finished = runs.run(runs.write(tmp_path, files))
    assert finished.results.conflicts == {}
    assert grades(tmp_path) == ["ann,ann,3,4,3,1,0,0,2,1"]


def test_attempts_are_chosen_before_anything_else_is_compared(tmp_path):
    rows = "2026/10/05 10:00:00 AM,ann,7\n2026/10/05 12:00:00 AM,ann,27648\n2026/10/05 11:00:00 AM,ann,31744\n"
    files = {"problems/a/layer.yaml": LAYER, "submissions/q.csv": f"Timestamp,Email Address,encoder-layer\n{rows}"}
    finished = runs.run(runs.write(tmp_path, files), attempts="first")
    assert finished.results.conflicts == {}
    assert [(each["given"], each["status"]) for each in runs.records(tmp_path)] == [("27648", "correct")]


def test_another_rule_grades_nothing_anew(tmp_path):
    runs.run(hand_in(tmp_path, RIGHT, WRONG))
    again = runs.run(tmp_path, attempts="first")
    assert again.graded == 0
    assert grades(tmp_path) == ["s1,1,1,1,1,0,1"]


@pytest.mark.parametrize("order", [list(each) for each in permutations(["1", "2", "3"])])
def test_elsewhere_answers_that_differ_need_a_person_whatever_their_order(tmp_path, order):
    files = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK}
    for name in order:
        answers = "encoder-layer: 27648, block: {queries: 40200}" if name == "1" else f"encoder-layer: {name}"
        files[f"submissions/a/{name}.yaml"] = f"student: s1\nanswers: {{{answers}}}"
    finished = runs.run(runs.write(tmp_path, files), attempts="last")
    assert grades(tmp_path) == ["s1,1,4,1,1,1,1,0,"]
    assert list(finished.results.conflicts) == [("a", "s1")]
    given = [each["given"] for each in runs.records(tmp_path) if each["status"] == "needs_review"]
    assert given == ["27648", "2", "3"]


def quiz(top, *attempts: str):
    """Hand in a number and an essay, several times."""
    lines = [f"2026/10/05 1{hour}:00:00 AM,ann,{each}\n" for hour, each in enumerate(attempts)]
    files = {"problems/a/layer.yaml": LAYER, "problems/a/why.yaml": WHY}
    files["submissions/q.csv"] = "".join(["Timestamp,Email Address,encoder-layer,why\n", *lines])
    return runs.write(top, files)


def test_an_essay_that_could_make_its_attempt_the_best_waits_for_a_person(tmp_path):
    """An answer that nobody has read yet is not worth 0."""
    top = quiz(tmp_path, "27648,", "27648,The scores grow.")
    finished = runs.run(top, attempts="best")
    assert grades(top) == ["ann,ann,1,4,1,1,1,1,"]
    assert [(each.column.name, each.students) for each in finished.results.open_decisions] == [("why", ["ann"])]
    assert "The scores grow." in (top / "results/review.yaml").read_text()


@pytest.mark.parametrize(
    ("points", "line"),
    [("3", "ann,ann,3,4,3,1,0,0,3"), ("1", "ann,ann,1,4,1,1,0,1,0"), ("0.5", "ann,ann,1,4,1,1,0,1,0")],
)
def test_the_decision_says_which_attempt_is_the_best(tmp_path, points, line):
    top = quiz(tmp_path, "27648,", "1,The scores grow.")
    runs.run(top, attempts="best")
    assert grades(top) == ["ann,ann,0,4,0,1,1,0,"]
    runs.write(top, {"reviews/ada.yaml": f"- {{group: {GROUP}, problem: why, points: {points}}}"})
    finished = runs.run(top, attempts="best")
    assert grades(top) == [line]
    assert finished.summary["needs_person"]["answers"] == []


def test_an_essay_that_cannot_make_its_attempt_the_best_waits_for_nobody(tmp_path):
    top = quiz(tmp_path, "27648,", "1,The scores grow.")
    runs.write(
        top, {"problems/a/why.yaml": WHY.replace("points: 2", "points: 0.5").replace("points: 1", "points: 0.5")}
    )
    runs.run(top, attempts="best")
    assert grades(top) == ["ann,ann,1,2,1,1,0,1,0"]


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3).map(sorted), min_size=1, max_size=5))
def test_once_all_that_could_be_best_is_decided_the_best_attempt_counts(attempts):
    """Each attempt has the points it has, those that people will give it, and those that they could give at most."""
    rows = [
        Row("a", Student("s1"), "q.csv", None, delivery=Delivery(attempt=number))
        for number in range(1, len(attempts) + 1)
    ]
    worth = {id(row): Worth(least, most) for row, (least, _, most) in zip(rows, attempts, strict=True)}
    while True:
        (one,) = counting(rows, "best", lambda row: worth[id(row)])
        least, most = worth[id(one)]
        if least == most:
            break
        decided = attempts[rows.index(one)][1]
        worth[id(one)] = Worth(decided, decided)
    assert least == max(decided for _, decided, _ in attempts)
