"""Numbers of the question that were copied wrongly, and slips in a step."""

import pytest

from checker import check, load_problem
from checker.diagnosis.slips_on_the_way import _wrong_numbers
from tests.bank import bank


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("514", {"154", "541", "14", "54", "51", "5514", "5114", "5144"}),
        ("20", {"0", "2", "220", "200"}),
        ("7", set()),
    ],
)
def test_what_a_number_may_become(text, wrong):
    assert {each for each, _ in _wrong_numbers(text)} - {text} == wrong


def test_a_sign_may_be_lost():
    assert {each for each, _ in _wrong_numbers("-0.5", is_real=True)} >= {"0.5"}
    assert sum(chance for _, chance in _wrong_numbers("514")) == pytest.approx(0.7)


@pytest.mark.parametrize("level", ["explain", "full"])
def test_a_number_that_was_copied_wrongly_is_named(level):
    """514 positions of 1024 numbers: 541 · 1024."""
    told = check(bank().problems["learned-positions"], "553,984", feedback=level)
    assert told.record()["explanations"][0]["slip"] == "miscopied"
    assert told.outcome.feedback.why == ("You may have copied 514 as 541.",)


def test_a_slip_in_a_step_is_carried_to_the_result():
    """41,472 weights in a layer, with a wrong carry 42,472, times 12."""
    told = check(bank().problems["lora-oblong"], "509664", "total", feedback="full")
    assert told.record()["explanations"][0]["slip"] == "calculation"
    assert told.outcome.feedback.why[0] == "Check the arithmetic of layer; the rest is right."


def test_the_value_of_a_numeric_question_is_no_number_to_copy(tmp_path):
    file = tmp_path / "n.yaml"
    file.write_text("id: n\ntype: numeric\nparameters: {value: 5148}\n")
    told = check(load_problem(file), "1548", feedback="full").record()["explanations"]
    assert "miscopied" not in [each["slip"] for each in told]
