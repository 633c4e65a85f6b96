"""Which of several hand-ins counts, where the learning management system dates or numbers them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from checker.grading.results.attempts import Worth, counting
from checker.grading.store import Row
from checker.grading.submissions.model import Delivery
from checker.lms.students import Student
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import grades


def hand_in(top, *answers: str, student: str = "s1"):
    files = {"problems/a/layer.yaml": LAYER}
    for day, answer in enumerate(answers, 1):
        name = f"Week 1_{student}_attempt_2026-10-0{day}-12-00-00_answers.yaml"
        files[f"submissions/{name}"] = f"answers: {{encoder-layer: {answer}}}"
        files[f"submissions/Week 1_{student}_attempt_2026-10-0{day}-12-00-00.txt"] = "Name: x\nAssignment: Week 1\n"
    return runs.write(top, files)


def test_of_the_best_attempts_the_first_counts(tmp_path):
    runs.run(hand_in(tmp_path, "27648", "'27,648'"), attempts="best")
    assert [each["given"] for each in runs.records(tmp_path)] == ["27648"]


def quiz(top, *attempts: str):
    """Hand in a number and an essay, several times."""
    lines = [f"2026/10/05 1{hour}:00:00 AM,ann,{each}\n" for hour, each in enumerate(attempts)]
    files = {"problems/a/layer.yaml": LAYER, "problems/a/why.yaml": WHY}
    files["submissions/q.csv"] = "".join(["Timestamp,Email Address,encoder-layer,why\n", *lines])
    return runs.write(top, files)


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
