"""Slips in some entries of a vector, a matrix or a shape."""

import pytest

from checker import check, load_problem


@pytest.fixture
def told(tmp_path):
    """Return a function that gives the first slip of an answer at full feedback, and what is said of it."""

    def tell(value, answer, kind="vector", level="full"):
        file = tmp_path / "list.yaml"
        file.write_text(f"id: list\ntype: numeric\nanswer: {kind}\nparameters: {{value: {value}}}\n")
        result = check(load_problem(file), answer, feedback=level)
        slips = [each["slip"] for each in result.record()["explanations"]]
        return slips[:1], result.outcome.feedback.why

    return tell


VALUE = "[0.613, -0.248, 0.304, 0.127]"


@pytest.mark.parametrize(
    ("answer", "slip", "why"),
    [
        ("[0.613, 0.248, 0.304, 0.127]", "sign", "Check the sign of entry 2."),
        ("[0.613, -0.248, 3.04, 0.127]", "power_of_ten", "Check the decimal point of entry 3."),
        ("[0.304, -0.248, 0.613, 0.127]", "order", "Check the order: entries 1 and 3 may be exchanged."),
        (
            "[0.613, -0.284, 0.304, 0.127]",
            "digits_swapped",
            "Check your typing in entry 2: two neighbouring digits may be swapped.",
        ),
        ("[0.613, -0.248, 0.304, 0.132]", "calculation", "Check the arithmetic of entry 4; the rest is right."),
        ("[-0.613, 0.248, 0.304, 0.127]", "sign", "Check the sign of entries 1 and 2."),
    ],
)
def test_the_entry_is_named(told, answer, slip, why):
    slips, told_why = told(VALUE, answer)
    assert (slips, told_why[-1]) == ([slip], why)


def test_an_entry_of_a_matrix_has_two_numbers(told):
    slips, why = told("[[1.5, -2.5], [3.5, 4.5]]", "[[1.5, 2.5], [3.5, 4.5]]", "matrix")
    assert slips == ["sign"]
    assert why[-1] == "Check the sign of entry (1, 2)."


def test_below_full_no_entry_is_confirmed(told):
    slips, why = told(VALUE, "[0.613, 0.248, 0.304, 0.127]", level="explain")
    assert slips == []
    assert why[1] == "I can't tell from this vector what went wrong."


def test_several_wrong_digits_are_no_slip(told):
    assert told(VALUE, "[0.614, -0.249, 0.304, 0.127]")[0] == []
