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
        return slips[:1], result.feedback.why

    return tell


VALUE = "[0.613, -0.248, 0.304, 0.127]"


def test_below_full_no_entry_is_confirmed(told):
    slips, why = told(VALUE, "[0.613, 0.248, 0.304, 0.127]", level="explain")
    assert slips == []
    assert why[1] == "I can't tell from this vector what went wrong."
