"""What students may read of their records: nothing below `full` gives a number away."""

from __future__ import annotations

import pytest

from checker.grading.student_feedback import WAITING, StudentFeedback
from checker.marking.feedback import NO_ANSWER
from checker.marking.parts import PartsMarker
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
    found = StudentFeedback(load_problems(top / "problems").problems, {}, level)(records, ["as today"] * len(records))
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
        records, ["by another checker" if each["problem"] == "encoder-layer" else "as today" for each in records]
    )
    by_id = {f"{each['problem']}.{each['part']}": answer for each, answer in zip(records, found, strict=True)}
    assert by_id["encoder-layer.None"] == ("incorrect", ("", (), "", "", ""), None, "", False, ())
    assert by_id["block.queries"].message.startswith("40,000 is not correct.")


def test_a_fault_costs_one_problem_its_explanation(top, monkeypatch):
    runs.run(top)
    records = runs.records(top)
    mark = PartsMarker.mark

    def failing(self, given):
        return 1 / 0 if None in given else mark(self, given)

    monkeypatch.setattr(PartsMarker, "mark", failing)
    feedback = StudentFeedback(load_problems(top / "problems").problems, {}, "explain")
    found = feedback(records, ["as today"] * len(records))
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
        records, ["as today"] * len(records)
    )
    by_part = {
        each["part"]: answer.message for each, answer in zip(records, found, strict=True) if each["problem"] == "block"
    }
    assert by_part == {"queries": "", "total": NO_ANSWER}
