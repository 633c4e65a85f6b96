"""The page of an answer: verdict, explanation and, for instructors, the steps next to the right ones."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker import check
from checker.cli.answer_pages import verdicts
from checker.cli.output import page_text
from checker.diagnosis import Diagnosis, Explanation, Mistake
from checker.kinds import Reading, StatedNumber
from checker.marking.feedback import Feedback
from checker.marking.mark import Outcome
from checker.marking.question import Question
from checker.marking.result import Result
from checker.problems import load_problem

LAYER = """\
id: layer
title: One layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
"""
CONVENTIONS = "conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}\n"
BY_PART = "parts: [{id: with, conventions: {biases: counted}}, {id: without, conventions: {biases: left_out}}]\n"
W_O, BIASES = Mistake("output_projection", "counted"), Mistake("biases", "counted")

SAID = Feedback(
    "31,744 is not the number asked for.",
    ("Two things together give exactly 31,744:", "· the layers were counted once, not as often as there are", "· W_O"),
    "The first step that differs is attention.",
    "Put these right and work it out again.",
)


@pytest.fixture
def load(tmp_path):
    def write(text):
        (tmp_path / "layer.yaml").write_text(text)
        return load_problem(tmp_path / "layer.yaml")

    return write


def result(  # noqa: PLR0913 - all but the first have defaults
    problem, value=31744, said=SAID, *, part=None, level="explain", status="incorrect", mistakes=(), points=0.0
):
    question = Question.of(problem, problem.part(part))
    reading = Reading((), (StatedNumber(value, Decimal("0.5"), 5),), "0( read as O(" if value == 5 else "")
    found = (Explanation("exact", 1.0, mistakes, None, "", None),) if mistakes else ()
    outcome = Outcome(question, str(value), reading, fixed=status)
    is_full, explains = level == "full", level in {"explain", "full"}
    return Result(outcome, level, is_full, explains, status, points, said, Diagnosis(found), found)


def shown(problem, *results, **style):
    return page_text(verdicts(problem, results), **style) + "\n"


def test_a_wrong_answer(load):
    problem = load(LAYER + CONVENTIONS)
    assert (
        shown(problem, result(problem), width=60)
        == """
  layer · One layer
  Do not count the biases, the output projection W_O or the
  LayerNorms.

  :(  31,744 is not the number asked for.
      I read: 31,744

      Why    Two things together give exactly 31,744:
             · the layers were counted once, not as often as
               there are
             · W_O
      Where  The first step that differs is attention.
      Next   Put these right and work it out again.
"""
    )
    assert (
        shown(problem, result(problem), plain=True)
        == """\
Problem: layer · One layer
Do not count the biases, the output projection W_O or the LayerNorms.
Incorrect: 31,744 is not the number asked for.
I read: 31,744
Why: Two things together give exactly 31,744: · the layers were counted once, not as often as there are · W_O
Where: The first step that differs is attention.
Next: Put these right and work it out again.
"""
    )


@pytest.mark.parametrize(
    ("status", "face", "word"),
    [
        ("correct", ":)", "Correct"),
        ("carried", ":)", "Correct given earlier answers"),
        ("partial", ":|", "Partly correct"),
        ("incorrect", ":(", "Incorrect"),
        ("unreadable", ":|", "Not readable"),
        ("not_answered", ":|", "Not answered"),
        ("needs_review", ":|", "Not graded yet"),
        ("error", ":|", "Not graded"),
    ],
)
def test_faces_and_words(load, status, face, word):
    problem = load(LAYER)
    said = result(problem, said=Feedback("So it is."), status=status, points=0.5)
    assert f"\n  {face}  So it is.\n" in shown(problem, said)
    assert f"\n{word}: So it is.\n" in shown(problem, said, plain=True)


def test_a_verdict_that_the_sentence_says_is_not_said_twice(load):
    problem = load(LAYER + CONVENTIONS)
    assert "\nCorrect: 27,648.\n" in shown(problem, check(problem, "27648"), plain=True)


def test_too_few_digits_that_earn_nothing_are_not_called_partly_correct(load):
    problem = load(LAYER)
    plain = shown(problem, result(problem, said=Feedback("Give every digit."), status="partial"), plain=True)
    assert "\nToo few digits: Give every digit.\n" in plain


def test_how_it_was_read_is_told(load):
    problem = load(LAYER)
    assert "      I read: 5 (0( read as O()\n" in shown(problem, result(problem, 5))
    unread = shown(problem, check(problem, "64 or\n128" + "!" * 80))
    assert f"      You gave: 64 or 128{'!' * 50}…\n" in unread


STEPS = """
  step           yours  expected
  attention     16,384    12,288  ◀ first difference: 4,096 = 64 · 4 · 16
  feed_forward  15,360    15,360
  total         31,744    27,648
"""


def test_with_numbers_for_an_instructor(load):
    problem = load(LAYER + CONVENTIONS)
    said = result(problem, level="full", mistakes=(W_O,))
    assert (
        shown(problem, said).partition("work it out again.\n")[2]
        == f"""
  Expected    27,648
  Difference  4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v
{STEPS}"""
    )
    assert shown(problem, said, plain=True).splitlines()[-5:] == [
        "Expected: 27,648",
        "Difference: 4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v",
        "attention: yours 16,384, expected 12,288, first difference: 4,096 = 64 · 4 · 16",
        "feed_forward: yours 15,360, expected 15,360",
        "total: yours 31,744, expected 27,648",
    ]


def test_several_contributions_add_up_in_the_order_in_which_they_act(load):
    problem = load(LAYER + CONVENTIONS)
    said = result(problem, 27648 + 376 + 4160, level="full", mistakes=(W_O, BIASES))
    assert """
  Expected    27,648
  Difference  4,536 too large, adding up in the order of the solution:
    biases counted               +376
    output projection counted  +4,160  = 64 · 4 · 16 + 64

  step""" in shown(problem, said)
    assert "\nbiases counted: +376\noutput projection counted: +4,160 = 64 · 4 · 16 + 64\n" in shown(
        problem, said, plain=True
    )


def test_a_rounded_answer_says_what_adds_up(load):
    said = shown(problem := load(LAYER + CONVENTIONS), check(problem, "31.7K", feedback="full"))
    assert "  Difference  4,096 too large = 64 · 4 · 16" in said
    assert "(31,744 before rounding)" in " ".join(said.split())


def test_where_nothing_is_known_an_instructor_sees_the_solution(load):
    problem = load(LAYER + CONVENTIONS)
    lines = shown(problem, result(problem, level="full")).splitlines()
    assert "  Expected  27,648" in lines
    assert lines[-1] == "  total                12,288 + 15,360        27,648"


def test_large_values_are_below_the_table(load):
    numbers = (
        "parameters: {queries: [[1]], keys: [[1], [1]], values: [[1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], \
[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]], query: 1}"
    )
    problem = load(f"id: attention\ntype: attention_output\n{numbers}\n")
    said = shown(problem, check(problem, "[5]", feedback="full"))
    entries = ", ".join(["1.25"] + ["1"] * 14)
    assert "  total          output                          15\n" in said
    assert f"\n    total   [{entries}]\n" in said
    assert f"\ntotal: [{entries}]" in shown(problem, check(problem, "[5]", feedback="full"), plain=True)


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_only_an_instructor_sees_numbers(load, level):
    problem = load(LAYER + CONVENTIONS)
    assert "27,648" not in shown(problem, result(problem, level=level, mistakes=(W_O,)))


def test_several_parts(load):
    problem = load(LAYER + BY_PART)
    both = (
        result(problem, part="with", said=Feedback("31,744 is right."), status="correct"),
        result(problem, part="without", said=Feedback("31,744 is not the number asked for.", next="Look again.")),
    )
    assert (
        shown(problem, *both)
        == """
  layer · One layer

  :)  with: 31,744 is right.
      I read: 31,744
      Count the biases.

  :(  without: 31,744 is not the number asked for.
      I read: 31,744
      Do not count the biases.

      Next  Look again.
"""
    )
