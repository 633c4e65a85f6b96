"""`key`, `example` and `draw`: the instructor's key, the examples, and draws that are worse than others."""

import pytest

from checker.problems import load_problem
from tests.lint.problem_texts import LAYER

W_O = "Your key counts the output projection W_O; this question does not."
COUNTED = LAYER.replace(
    "{biases: left_out, layer_norm: left_out, output_projection: left_out}",
    "{biases: counted, norm_biases: counted, layer_norm: counted, output_projection: counted}",
)
BIASES = "Your key leaves the biases out; this question does not."
OF_PROJECTIONS = "Your key leaves the biases of the Q, K and V projections out; this question does not."
NO_W_O = "Your key leaves the output projection W_O out; this question does not."
TWO = "You counted two of the three input projections. Count Q, K and V."


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (LAYER + 'key: "28,672"\n', []),
        (LAYER + "key: 33792\n", [f"7:1 key The solver gives 28,672, not 33,792. {W_O}"]),
        (LAYER + "key: 1234567\n", ["7:1 key The solver gives 28,672, not 1,234,567. I can't tell from this number what went wrong."]),
        (
            COUNTED + "parts:\n  - {id: attention, asks: attention, key: 13312}\n  - {id: total, key: 28928}\n",
            [
                f"8:38 key The solver gives 18,704, not 13,312. {BIASES} {NO_W_O} Or: {BIASES} {TWO} Or: {OF_PROJECTIONS} {NO_W_O}",
                "9:17 key The solver gives 34,504, not 28,928. This is the same mistake as in your key to attention.",
            ],
        ),
        (
            LAYER
            + "credit: {one_mistake: 0.5}\n"
            "examples:\n"
            "  - {answer: 28672, verdict: correct}\n"
            "  - {answer: 33792, verdict: partial, mistakes: [output_projection.counted]}\n"
            "  - {answer: 28672, verdict: partial}\n"
            "  - {answer: 27070, verdict: correct}\n"
            "  - {answer: 33792, verdict: partial, mistakes: [biases.counted]}\n"
            "  - {answer: 1234567, verdict: incorrect, mistakes: [biases.counted]}\n",
            [
                "11:5 example The example expects 28672 to be partial, but it is correct.",
                "12:5 example The example expects 27070 to be correct; the solver gives 28,672.",
                "13:5 example The example expects 33792 to be explained by biases.counted, but output_projection.counted explains it.",
                "14:5 example The example expects 1234567 to be explained by biases.counted, but nothing explains it.",
            ],
        ),
    ],
)  # fmt: skip
def test_keys_and_examples(found, text, findings):
    assert found(text) == findings


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


@pytest.mark.parametrize(
    ("text", "assignment", "findings"),
    [
        (BLOCK, SEED, []),
        (BLOCK, "id: week\n", []),
        (
            BLOCK,
            "title: A\n",
            ["4:1 draw The draws depend on the name of this folder. Write `seed:` into assignment.yaml; then it may be renamed, and next year's class gets other numbers."],
        ),
        (
            BLOCK.replace("{from: 40, to: 60}", "{choose: [40, foo, 41, 42, 43, 44, 45, 46, 47, 48, 49, 10.5]}"),
            SEED,
            [
                '4:24 draw No student ever gets foo, because the question does not take it: d_model must be a whole number, not the text "foo"',
                "4:24 draw No student ever gets 10.5, because the question does not take it: d_model must be a whole number, not 10.5",
            ],
        ),
        (
            BLOCK.replace("{from: 40, to: 60}", "{choose: [40, 41]}").replace("{from: 300, to: 400}", "300"),
            SEED,
            ["4:1 draw There are only 2 different draws, so students share their numbers. Draw from more values."],
        ),
        (SUM.replace("from: 0, to: 1", "from: 0, to: 9") + "where: [a > 0]\n", SEED, []),
    ],
)  # fmt: skip
def test_draws(found, text, assignment, findings):
    assert sorted(found(text, "draw", assignment)) == sorted(findings)


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
