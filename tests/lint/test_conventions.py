"""`undeclared`, `unused` and `unstated`: conventions of a problem file."""

import pytest

from checker.lint.conventions import is_stated
from tests.lint.problem_texts import ATTENTION, LAYER

SAY_SO = "Say so, or write {conventions}."
PARTS = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
OPEN = LAYER.replace(", output_projection: left_out", "")
TWO_OPEN = LAYER.replace(", layer_norm: left_out, output_projection: left_out", "")
W_O = "counted gives 33,792 (default), left_out gives 28,672. Declare it in `conventions`."


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (LAYER, []),
        (ATTENTION, []),
        (OPEN, [f"6:1 undeclared The answer depends on `output_projection`: {W_O}"]),
        (  # without those that follow it
            LAYER.replace("biases: left_out, ", ""),
            ["6:1 undeclared The answer depends on `biases`: counted gives 29,064 (default), left_out gives 28,672. Declare it in `conventions`."],
        ),
        (  # reported at the type, where there are no conventions
            ATTENTION.replace("conventions: {scale: sqrt_d_k}\n", ""),
            ["2:1 undeclared The answer depends on `scale`: sqrt_d_k gives [[0.6089, 0.1956]] (default), none gives [[0.7616, 0.1192]]. Declare it in `conventions`."],
        ),
        (  # steps that no part asks for do not count
            TWO_OPEN + "parts:\n  - {id: attention, asks: attention}\n  - {id: ffn, asks: feed_forward}\n",
            ["6:1 undeclared The answer to `attention` depends on `output_projection`: counted gives 18,432 (default), left_out gives 13,312. Declare it in `conventions`."],
        ),
        (OPEN + PARTS, [f"6:1 undeclared The answer to `total` (and to 1 more) depends on `output_projection`: {W_O}"]),
        (LAYER.replace("biases:", "norm_biases: counted, biases:"), ["6:15 unused No answer depends on `norm_biases`. Remove it."]),
        (
            TWO_OPEN + "parts:\n  - {id: ffn, asks: feed_forward, conventions: {layer_norm: counted}}\n",
            ["8:49 unused No answer depends on `layer_norm`. Remove it."],
        ),
        (
            LAYER.replace(" {conventions}", " LayerNorms do not count."),
            [
                f"6:15 unstated The prompt does not say that this question leaves the biases out. {SAY_SO}",
                f"6:55 unstated The prompt does not say that this question leaves the output projection W_O out. {SAY_SO}",
            ],
        ),
        (  # what {conventions} fills in is that of the whole problem
            LAYER + "parts:\n  - {id: ffn, asks: feed_forward, conventions: {biases: counted}}\n  - {id: total}\n",
            ["8:49 unstated The prompt does not say that this question counts the biases. Say so."],
        ),
    ],
)  # fmt: skip
def test_conventions(found, text, findings):
    assert found(text) == findings


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
