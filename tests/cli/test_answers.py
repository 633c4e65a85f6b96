"""The page of an answer: verdict, explanation and, for instructors, the steps next to the right ones."""

from __future__ import annotations

import pytest

from checker import check
from checker.cli.answer_pages import verdicts
from checker.cli.output import page_text
from checker.problems import load_problem

LAYER = """\
id: layer
title: One layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
"""
CONVENTIONS = "conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}\n"
BY_PART = "parts: [{id: with, conventions: {biases: counted}}, {id: without, conventions: {biases: left_out}}]\n"
ESSAY = "id: why\ntype: essay\nprompt: Why?\nparameters: {rubric: [{point: It says why., points: 1}]}\n"


@pytest.fixture
def shown(tmp_path):
    """The page on an answer, or on answers by part, to a problem with this text."""

    def shown(text, answer, feedback="explain", **style):
        (tmp_path / "layer.yaml").write_text(text)
        problem = load_problem(tmp_path / "layer.yaml")
        result = check(problem, answer, feedback=feedback)
        return page_text(verdicts(problem, [*result.parts.values()] or [result]), **style) + "\n"

    return shown


def test_a_wrong_answer(shown):
    assert (
        shown(LAYER + CONVENTIONS, "31,744", width=60)
        == """
  layer · One layer
  Do not count the biases, the output projection W_O or the
  LayerNorms.

  :(  31,744 is not correct.
      I read: 31,744

      Why    Your answer counts the output projection W_O;
             this question does not. This mistake gives
             exactly 31,744.
      Where  The first step that differs is attention.
      Next   Fix that and work it out again.
"""
    )
    assert (
        shown(LAYER + CONVENTIONS, "31,744", plain=True)
        == """\
Problem: layer · One layer
Do not count the biases, the output projection W_O or the LayerNorms.
Incorrect: 31,744 is not correct.
I read: 31,744
Why: Your answer counts the output projection W_O; this question does not. This mistake gives exactly 31,744.
Where: The first step that differs is attention.
Next: Fix that and work it out again.
"""
    )


@pytest.mark.parametrize(
    ("text", "answer", "face", "verdict"),
    [
        (LAYER + CONVENTIONS, "27648", ":)", "Correct: 27,648."),
        (LAYER + CONVENTIONS, "31744", ":(", "Incorrect: 31,744 is not correct."),
        (LAYER + CONVENTIONS, "27.6K", ":|", "Too few digits: I have not judged it yet: give every digit."),
        (LAYER + CONVENTIONS, "", ":|", "Not answered"),
        (LAYER + CONVENTIONS, "64 or 128", ":|", "Not readable: "),
        (ESSAY, "Because.", ":|", "Not graded yet"),
    ],
)
def test_faces_and_words(shown, text, answer, face, verdict):
    assert f"\n{verdict}" in shown(text, answer, plain=True)
    assert f"\n  {face}  {verdict.partition(': ')[2]}" in shown(text, answer) or verdict.startswith("Correct")


def test_how_it_was_read_is_told(shown):
    assert "      I read: 27,600 (3 digits stated)\n" in shown(LAYER + CONVENTIONS, "27.6K")
    assert f"      You gave: 64 or 128{'!' * 50}…\n" in shown(LAYER, "64 or\n128" + "!" * 80)


def test_with_numbers_for_an_instructor(shown):
    assert (
        shown(LAYER + CONVENTIONS, "31744", "full").partition(" work it out again.\n")[2]
        == """
  Expected    27,648
  Difference  4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v

  step           yours  expected
  attention     16,384    12,288  ◀ first difference: 4,096 = 64 · 4 · 16
  feed_forward  15,360    15,360
  total         31,744    27,648
"""
    )
    assert shown(LAYER + CONVENTIONS, "31744", "full", plain=True).splitlines()[-5:] == [
        "Expected: 27,648",
        "Difference: 4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v",
        "attention: yours 16,384, expected 12,288, first difference: 4,096 = 64 · 4 · 16",
        "feed_forward: yours 15,360, expected 15,360",
        "total: yours 31,744, expected 27,648",
    ]


def test_several_contributions_add_up_in_the_order_in_which_they_act(shown):
    both = str(27648 + 376 + 4160)
    assert """
  Difference  4,536 too large, adding up in the order of the solution:
    biases counted               +376
    output projection counted  +4,160

  step""" in shown(LAYER + CONVENTIONS, both, "full")
    plain = shown(LAYER + CONVENTIONS, both, "full", plain=True)
    assert "\nbiases counted: +376\noutput projection counted: +4,160\n" in plain


def test_a_rounded_answer_says_what_adds_up(shown):
    said = shown(LAYER + CONVENTIONS, "31.7K", "full")
    assert "  Difference  4,096 too large = 64 · 4 · 16" in said
    assert "(31,744 before rounding)" in " ".join(said.split())


def test_where_nothing_is_known_an_instructor_sees_the_solution(shown):
    lines = shown(LAYER + CONVENTIONS, "123457", "full").splitlines()
    assert "  Expected  27,648" in lines
    assert lines[-1] == "  total                12,288 + 15,360        27,648"


def test_large_values_are_below_the_table(shown):
    ones = ", ".join(["1"] * 14)
    numbers = f"{{queries: [[1]], keys: [[1], [1]], values: [[1.5, {ones}], [1, {ones}]], query: 1}}"
    text = f"id: attention\ntype: attention_output\nparameters: {numbers}\n"
    said = shown(text, "[5]", "full")
    assert "  total          output                          15\n" in said
    assert f"\n    total   [1.25, {ones}]\n" in said
    assert f"\ntotal: [1.25, {ones}]" in shown(text, "[5]", "full", plain=True)


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_only_an_instructor_sees_numbers(shown, level):
    assert "27,648" not in shown(LAYER + CONVENTIONS, "31744", level)


def test_several_parts(shown):
    assert (
        shown(LAYER + BY_PART, {"with": "32440", "without": "5"}, "verdict")
        == """
  layer · One layer

  :)  with: Correct: 32,440.
      I read: 32,440
      Count the biases.

  :(  without: 5 is not correct.
      I read: 5
      Do not count the biases.
"""
    )


def test_a_long_reading_is_cut_between_two_entries(shown):
    problem = "id: layer\ntype: numeric\nparameters: {value: [1, 2]}\nanswer: list\n"
    text = shown(problem, ", ".join(map(str, range(100))), plain=True)
    line = text.partition("I read: ")[2].partition("\n")[0]
    assert line.startswith("[0, 1, 2, 3,")
    assert line.endswith(" 50, 51, …")
