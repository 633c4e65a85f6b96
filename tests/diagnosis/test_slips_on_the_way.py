"""Numbers of the question that were copied wrongly, and slips in a step."""

import pytest

from checker import check, load_problem
from tests.bank import bank


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


def formula(tmp_path, expression, symbols):
    file = tmp_path / "f.yaml"
    file.write_text(f"id: f\ntype: formula\nparameters: {{expression: '{expression}', symbols: {symbols}}}\n")
    return load_problem(file)


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "why"),
    [
        # 0.96^6 in place of 0.94^6
        ("1 - (1 - p)^6", "{p: 0.06}", "0.2172", "Check the arithmetic of 1 - p; the rest is right."),
        # 1.06^5 = 1.3382, written as 1.3832
        ("K/(1 + i)^5", "{K: 9000, i: 0.06}", "6506.7", "Check the arithmetic of (1 + i)^5; the rest is right."),
        # 7² = 59
        ("pi*r^2*h", "{r: 7, h: 11.3}", "2094.5", "Check the arithmetic of r^2; the rest is right."),
        # 2.5 · 150 = 325
        ("c*V/d - V", "{c: 2.5, V: 150, d: 0.4}", "662.5", "Check the arithmetic of c·V/d; the rest is right."),
        # 6 · 16 = 86
        (
            "a - b*(c - d)^2/e + f",
            "{a: 41, b: 6, c: 7, d: 3, e: 8, f: 5}",
            "35.25",
            "Check the arithmetic of b·(c - d)^2/e; the rest is right.",
        ),
        # 37.2 copied as 32.7
        ("sqrt(c^2 - a^2)", "{c: 37.2, a: 21}", "25.066", "You may have copied 37.2 as 32.7."),
    ],
)
def test_a_wrong_digit_on_the_way_is_found(tmp_path, expression, symbols, answer, why):
    told = check(formula(tmp_path, expression, symbols), answer, feedback="full")
    assert told.outcome.feedback.why[0] == why


def test_of_steps_with_the_same_slip_the_one_that_they_lead_to_is_named(tmp_path):
    """Each of four products may be 100 too high, or their sum."""
    problem = formula(tmp_path, "3*(a*b + a*c + b*c + a*d)", "{a: 21, b: 34, c: 55, d: 13}")
    right = 3 * (21 * 34 + 21 * 55 + 34 * 55 + 21 * 13)
    told = check(problem, str(right + 300), feedback="full")
    assert told.outcome.feedback.why[0] == "Check the arithmetic of a·b + a·c + b·c + a·d; the rest is right."


def test_a_slip_that_any_of_many_steps_may_have_is_named_in_none(tmp_path):
    """Each of three powers may be a tenth of its value."""
    problem = formula(tmp_path, "a^3*b^3*c^3", "{a: 20, b: 30, c: 50}")
    told = check(problem, str(20**3 * 30**3 * 50**3 // 10), feedback="full")
    assert not any("Check the arithmetic of" in why for why in told.outcome.feedback.why)


def test_a_wrong_answer_is_rounded_also_where_the_right_one_is_whole_by_chance(tmp_path):
    """1500 · (207/230)² = 1215; the other way round it is 1851.85."""
    told = check(formula(tmp_path, "P*(V/U)^2", "{P: 1500, V: 207, U: 230}"), "1852", feedback="full")
    said = "You swapped numerator and denominator in V/U. This mistake gives 1,852 when rounded."
    assert told.outcome.feedback.why[0] == said
