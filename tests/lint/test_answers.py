"""`key`, `example` and `draw`: the instructor's key, the examples, and draws that are worse than others."""

import pytest

from checker.problems import load_problem
from tests.lint.problem_texts import LAYER

W_O = "Your key counts the output projection W_O; this question does not."


def test_an_unreadable_key(found):
    (finding,) = found(LAYER + "key: 64 or 128\n")
    assert finding.startswith("7:1 key The solver gives 28,672, not 64 or 128. ")


BLOCK = """\
id: block
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: {from: 40, to: 60}, d_ff: {from: 300, to: 400}}
conventions: {ffn_biases: left_out}
"""
SUM = """\
id: sum
type: formula
prompt: What is {a} + {b}?
parameters: {expression: a + b, symbols: {a: {from: 0, to: 1}, b: {from: 5, to: 60}}}
"""
SEED = "seed: x\n"
TRIVIAL = "a number of the question"


def test_answers_that_are_in_the_question_are_reported(found, tmp_path):
    (message,) = (each for each in found(SUM, "draw", SEED) if TRIVIAL in each)
    variants = load_problem(tmp_path / "problem.yaml").variants
    zeros = sum(dict(variants.at(variants.drawn("", str(each))).values)["a"] == "0" for each in range(1, 11))
    assert message.startswith(f"4:1 draw In {zeros} of 10 draws the answer is 0 or a number of the question (a 0, b ")
    assert 0 < zeros < 10


@pytest.mark.parametrize(
    ("prompt", "is_found"),
    [("", False), ("Give 3 significant digits.", False), ("Round it to 3 decimals.", False), ("There are 3 of them.", True)],
)  # fmt: skip
def test_the_number_of_digits_asked_for_is_no_number_of_the_question(found, prompt, is_found):
    text = SUM.replace("{from: 0, to: 1}", "{from: 20, to: 22}").replace("{from: 5, to: 60}", "{from: 23, to: 26}")
    text = text.replace("a + b", "b - a").replace("What is {a} + {b}?", f"What is {{b}} - {{a}}? {prompt}")
    assert any(TRIVIAL in each for each in found(text, "draw", SEED)) == is_found


PRODUCT = """\
id: al
type: formula
prompt: '{n}, {d} and {k}'
parameters: {expression: n*d*k + 2*d, symbols: {n: 3, d: {choose: [4, 5, 6, 7]}, k: {choose: [7, 8, 9, 4]}}}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [  # four times 75 is 300: to use it instead of the width changes nothing
        (BLOCK.replace("from: 40, to: 60", "choose: [40, 75]").replace("from: 300, to: 400", "choose: [300, 310]"), "`ffn_width.four_d_model` changes nothing (d_model 75, d_ff 300)"),
        (PRODUCT, "`d.left_out` and `k.left_out` give the same answer (d 7, k 7)"),
    ],
)  # fmt: skip
def test_mistakes_that_are_equal_or_change_nothing_in_some_draws_are_reported(found, text, message):
    assert any(message in each for each in found(text, "draw", SEED))


def test_keys_and_examples_that_do_not_follow_are_reported(found):
    text = f"{BLOCK}key: 2*d_model*d_ff\nexamples: [{{answer: d_model*40, verdict: correct}}]\n"
    (finding,) = found(text, assignment=SEED)
    assert finding.startswith("7:12 example ")
    assert "to be correct; the solver gives" in finding
    few = BLOCK.replace("to: 400", "to: 302")  # of the student without an id, d_ff is 300
    (finding,) = found(f"{few}examples: [{{answer: 2*d_model*300, verdict: correct}}]\n", "example", SEED)
    assert finding.startswith("6:12 example With d_model ")
