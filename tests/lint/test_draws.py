"""`draw`: draws that are worse than others, and the variants that lint shows."""

from __future__ import annotations

import pytest

from checker.lint import lint
from checker.problems import load_problem
from tests.grading import runs

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


@pytest.fixture
def found(tmp_path):
    def found(text, assignment="seed: x\n"):
        runs.write(tmp_path, {"week/problem.yaml": text, "week/assignment.yaml": assignment})
        report = lint(tmp_path / "week/problem.yaml")
        return [each.message for each in report.findings if each.code == "draw"], report

    return found


def test_good_draws_have_no_findings(found):
    assert found(BLOCK)[0] == []


def test_ten_variants_are_shown_with_their_answers(found, tmp_path):
    shown = found(BLOCK)[1].drawn
    assert len(shown) == 10
    variants = load_problem(tmp_path / "week/problem.yaml").variants
    for number, each in enumerate(shown, 1):
        drawn = dict(variants.at(variants.drawn("", str(number))).values)
        assert each.values == f"d_model {drawn['d_model']}, d_ff {drawn['d_ff']}"
        assert each.answers == f"{2 * int(drawn['d_model']) * int(drawn['d_ff']):,}"


def test_answers_that_stand_in_the_question_are_reported(found, tmp_path):
    (message,) = (each for each in found(SUM)[0] if "answer" in each)
    variants = load_problem(tmp_path / "week/problem.yaml").variants
    zeros = sum(dict(variants.at(variants.drawn("", str(each))).values)["a"] == "0" for each in range(1, 11))
    assert message.startswith(f"In {zeros} of 10 draws the answer is 0 or a number of the question (a 0, b ")
    assert 0 < zeros < 10


def test_the_number_of_digits_asked_for_is_no_number_of_the_question(found):
    def about_answers(prompt):
        text = SUM.replace("{from: 0, to: 1}", "{from: 20, to: 22}").replace("{from: 5, to: 60}", "{from: 23, to: 26}")
        text = text.replace("a + b", "b - a").replace("What is {a} + {b}?", f"What is {{b}} - {{a}}? {prompt}")
        return [each for each in found(text)[0] if "a number of the question" in each]

    assert about_answers("") == []  # the answer is a number from 1 to 6, and 3 now and then
    assert about_answers("Give 3 significant digits.") == []
    assert about_answers("Round it to 3 decimals.") == []
    (message,) = about_answers("There are 3 of them.")
    assert "the answer is 0 or a number of the question" in message


def test_where_excludes_them(found):
    assert found(f"{SUM}where: [a > 0]\n".replace("from: 0, to: 1", "from: 0, to: 9"))[0] == []


def test_equal_mistakes_are_reported(found):
    text = BLOCK.replace("{from: 40, to: 60}", "{choose: [40, 75]}").replace(
        "{from: 300, to: 400}", "{choose: [300, 310]}"
    )
    messages = found(text)[0]
    # four times 75 is 300: to use it instead of the width changes nothing
    assert any("`ffn_width.four_d_model` changes nothing (d_model 75, d_ff 300)" in each for each in messages)


def test_few_draws_are_reported(found):
    text = BLOCK.replace("{from: 40, to: 60}", "{choose: [40, 41]}").replace("{from: 300, to: 400}", "300")
    few = "There are only 2 different draws, so students share their numbers. Draw from more values."
    assert few in found(text)[0]


def test_a_missing_seed_is_reported(found):
    assert [each.partition(".")[0] for each in found(BLOCK, "title: A\n")[0]] == [
        "The draws depend on the name of this folder"
    ]
    assert found(BLOCK, "id: week\n")[0] == []


def test_keys_and_examples_that_do_not_follow_are_reported(found):
    _, report = found(f"{BLOCK}key: 2*d_model*d_ff\nexamples: [{{answer: d_model*40, verdict: correct}}]\n")
    (example,) = [each for each in report.findings if each.code == "example"]
    assert (example.line, "to be correct; the solver gives" in example.message) == (7, True)
    assert not [each for each in report.findings if each.code == "key"]


def test_a_value_that_the_question_never_takes_is_reported(found):
    text = BLOCK.replace("{from: 40, to: 60}", "{choose: [40, foo, 41, 10.5]}")
    told = [each for each in found(text)[0] if each.startswith("No student")]
    refused = "because the question does not take it: d_model must be a whole number, not"
    assert sorted(told) == [
        f"No student ever gets 10.5, {refused} 10.5",
        f'No student ever gets foo, {refused} the text "foo"',
    ]


def test_a_name_in_the_prompt_without_a_number_is_reported(found):
    text = SUM.replace("{from: 0, to: 1}", '{choose: ["b+1", "b*2"]}')
    (told,) = (each for each in found(text)[0] if "the prompt shows" in each)
    assert told.startswith("In 10 of 10 draws the prompt shows {a} as it is written (a b")


def test_draws_by_the_name_of_a_folder_are_reported(found):
    assert any(each.startswith("The draws depend on the name of this folder") for each in found(BLOCK, "title: A\n")[0])
    assert found(BLOCK, "id: w1\n")[0] == []
