"""`undeclared`, `unused` and `unstated`: conventions of a problem file."""

import pytest

from checker.lint.conventions import is_stated
from tests.lint.problem_texts import LAYER

SAY_SO = "Say so, or write {conventions}."
OPEN = LAYER.replace(", output_projection: left_out", "")
W_O = "counted gives 33,792 (default), left_out gives 28,672. Declare it in `conventions`."


def test_a_convention_within_the_tolerance_need_not_be_declared(found):
    assert found(OPEN + "tolerance: {relative: 0.5}\n", "undeclared") == []


def test_conventions_of_the_assignment_are_declared_and_have_to_be_stated(found):
    assignment = "conventions: {output_projection: left_out}\n"
    assert found(OPEN, assignment=assignment) == []
    assert found(OPEN.replace("{conventions}", "No biases or layer norms."), assignment=assignment) == [
        f"3:1 unstated The prompt does not say that this question leaves the output projection W_O out. {SAY_SO}"
    ]


@pytest.mark.parametrize(
    ("prompt", "name", "option", "sentence"),
    [
        ("Without bias terms.", "biases", "left_out", "leaves the biases out"),
        ("and the layer normalisation", "layer_norm", "counted", "counts the LayerNorms"),
        ("W_O counts", "output_projection", "counted", "counts the output projection W_O"),
        ("with a row for each token", "layout", "rows", "writes a row for each position"),
        (r"with $\sqrt{d_k}$", "scale", "sqrt_d_k", "divides by the root"),
    ],
)
def test_words_that_state_a_convention(prompt, name, option, sentence):
    assert is_stated(prompt, name, option, sentence)
    assert not is_stated("How many?", name, option, sentence)
