"""A fault of ours in one answer: the others are marked as if this one were blank."""

from __future__ import annotations

from checker.grading.course import Course
from checker.grading.grader.answer_marker import AnswerMarker
from checker.kinds import Judge
from checker.problems import load_problems
from tests.grading.problems import BLOCK


def test_a_fault_in_one_part_leaves_the_others_explained(write, monkeypatch):
    course = Course(load_problems(write({"problems/block.yaml": BLOCK}) / "problems"))
    (assignment,) = course.assignments.values()
    first, second, *_ = assignment.columns
    verdict = Judge.verdict

    def failing(self, reading):
        if reading.numbers[0].value == 777:
            raise LookupError("fault")
        return verdict(self, reading)

    monkeypatch.setattr(Judge, "verdict", failing)
    answers = {(first.id, first.part_id): "777", (second.id, second.part_id): "5"}
    marks = AnswerMarker().marks(assignment, answers)
    assert [mark.status for mark in marks[:2]] == ["error", "incorrect"]
