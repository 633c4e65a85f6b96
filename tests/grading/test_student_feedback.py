"""What students may read of their records: nothing below `full` gives a number away."""

from __future__ import annotations

import pytest

from checker.grading.student_feedback import WAITING, AnswerFeedback, StudentFeedback
from checker.marking.feedback import NO_ANSWER, Feedback
from checker.marking.parts import Questions
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER

ESSAY = """id: why
type: essay
prompt: Why?
parameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}
"""


@pytest.fixture
def top(tmp_path):
    answers = "answers: {encoder-layer: 31744, block: {queries: 40000, total: ''}, why: They do.}"
    problems = {"layer": LAYER, "block": BLOCK, "why": ESSAY}
    runs.write(tmp_path, {f"problems/a/{name}.yaml": text for name, text in problems.items()})
    runs.write(tmp_path, {"submissions/a/s1.yaml": answers})
    return tmp_path


def messages(top, level):
    runs.run(top)
    records = runs.records(top)
    found = StudentFeedback(load_problems(top / "problems").problems, {}, level)(
        "", records, ["as today"] * len(records)
    )
    return {f"{each['problem']}.{each['part']}": answer.message for each, answer in zip(records, found, strict=True)}


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_no_message_below_full_gives_the_number_away(top, level):
    found = messages(top, level)
    assert not any(number in text for text in found.values() for number in ("27,648", "27648", "40,200", "40200"))
    assert ("W_O" in found["encoder-layer.None"]) == (level == "explain")
    assert found["block.total"] == NO_ANSWER
    assert found["why.None"] == WAITING


def test_the_full_message_is_that_of_the_record_unless_it_waits(top):
    found = messages(top, "full")
    expected = {f"{each['problem']}.{each['part']}": each["message"] for each in runs.records(top)}
    assert found == expected | {"why.None": WAITING}


def test_an_answer_to_an_earlier_version_has_its_verdict_only(top):
    runs.run(top)
    records = runs.records(top)
    feedback = StudentFeedback(load_problems(top / "problems").problems, {}, "explain")
    found = feedback(
        "", records, ["by another checker" if each["problem"] == "encoder-layer" else "as today" for each in records]
    )
    by_id = {f"{each['problem']}.{each['part']}": answer for each, answer in zip(records, found, strict=True)}
    assert by_id["encoder-layer.None"] == AnswerFeedback("incorrect", Feedback(""))
    assert by_id["block.queries"].message.startswith("40,000 is not correct.")


def test_a_fault_costs_one_problem_its_explanation(top, monkeypatch):
    runs.run(top)
    records = runs.records(top)
    mark = Questions.mark

    def failing(self, given):
        return 1 / 0 if None in given else mark(self, given)

    monkeypatch.setattr(Questions, "mark", failing)
    feedback = StudentFeedback(load_problems(top / "problems").problems, {}, "explain")
    found = feedback("", records, ["as today"] * len(records))
    assert feedback.faults == ["encoder-layer, answer 31744: ZeroDivisionError: division by zero"]
    assert {answer.status for answer in found} == {each["status"] for each in records}


def test_what_a_person_wrote_is_passed_on(top):
    runs.write(top, {"reviews/ada.yaml": "- {student: s1, problem: why, points: 1, comment: And softmax?}"})
    assert messages(top, "explain")["why.None"] == "ada gave 1 of 2 points. And softmax?"


def test_a_part_that_is_gone_since_has_no_message(top):
    runs.run(top)
    records = runs.records(top)
    (top / "problems/a/block.yaml").write_text(BLOCK.replace("queries", "keys"))
    (top / "problems/a/why.yaml").unlink()
    found = StudentFeedback(load_problems(top / "problems").problems, {}, "explain")(
        "", records, ["as today"] * len(records)
    )
    by_part = {
        each["part"]: answer.message for each, answer in zip(records, found, strict=True) if each["problem"] == "block"
    }
    assert by_part == {"queries": "", "total": NO_ANSWER}


SLIP = {"text": "200 × 200 + 200 = 40,300", "written": 40300, "value": 40200, "line": 3, "file": "s1.md", "ok": False}


def remarks(top, level, line, how="as today", **more):
    problems = load_problems(top / "problems").problems
    records = [
        {"problem": "block", "part": part, "status": "incorrect", "given": given, "message": ""}
        for part, given in (("queries", "40300"), ("total", "5"))
    ]
    records[0] |= {"working": [SLIP | {"finding": "arithmetic", "message": "The sentence of grade."} | line]} | more
    found = StudentFeedback(problems, {}, level)("", records, [how] * 2)
    assert found[1].working == ()
    return found[0].feedback.why, [each.message for each in found[0].working]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("verdict", []),
        ("hint", []),
        ("explain", ["200 × 200 + 200 is not 40,300; work it out again."]),
        ("full", ["The sentence of grade."]),
    ],
)
def test_a_slip_is_told_at_the_level_of_the_page(top, level, expected):
    assert remarks(top, level, {})[1] == expected


def test_a_line_that_cannot_be_rebuilt_is_not_right_and_gives_nothing_away(top):
    line = {"text": "T + 200 = 40,300"}  # T has its value in another line
    assert remarks(top, "explain", line)[1] == ["This line is not right; work it out again."]
    assert remarks(top, "explain", line | {"finding": "concept"})[1] == []
    assert remarks(top, "full", line)[1] == ["The sentence of grade."]


def test_a_right_line_has_no_remark(top):
    line = {"text": "200 × 200 + 200 = 40,200", "finding": None, "ok": True}
    assert remarks(top, "explain", line)[1] == []


@pytest.mark.parametrize("how", ["by another checker", "as another question"])
def test_the_working_to_an_earlier_version_is_not_remarked_on(top, how):
    assert remarks(top, "full", {}, how) == ((), [])


def test_the_working_of_an_answer_that_waits_is_told_without_any_verdict(top):
    why, found = remarks(top, "explain", {}, status="needs_review")
    assert (why, found) == ((), ["200 × 200 + 200 is not 40,300; work it out again."])
