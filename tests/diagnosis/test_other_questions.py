"""Answers to other questions than the asked one: another step, every repetition, a step with its neighbours."""

import pytest

from checker import check
from checker.diagnosis.causes import Cause
from checker.diagnosis.other_questions import OtherQuestions
from checker.questions.derived import repetitions
from tests.bank import bank


@pytest.mark.parametrize(
    ("problem", "part", "answer", "said"),
    [
        # 32 layers, each with 3 · 4096 · 14336 weights in its feed-forward block
        ("mistral-7b", "feed-forward", 32 * 3 * 4096 * 14336, "You also multiplied by the number of layers"),
        ("gpt2-small", "norms", 12 * 2 * 2 * 768, "You also multiplied by the number of layers"),
        # of the depthwise convolution 72 · 9, of the pointwise one 72 · 160
        ("depthwise-separable", "pointwise", 72 * 9 + 72 * 160, "You also added the part depthwise"),
        ("depthwise-separable", "single", 72 * 9 + 72 * 160, "This is depthwise and pointwise together"),
        # of a text of 25 tokens, which the question does not need: 25 · (300 · 120 + 120)
        ("layer-on-every-token", None, 25 * 36120, "You also multiplied by 25; the question asks for less."),
        ("growth-of-windows", "sequential", "O(n/r)", "this answers another part of the question: path"),
        # ⌊(174 + 6 - 7) / 2⌋ + 1
        ("street-camera-shape", "height", 87, "This is width; the question asks for another step."),
    ],
)
def test_the_answer_to_another_question_is_named(problem, part, answer, said):
    message = check(bank().problems[problem], f"{answer}", part, feedback="full").outcome.feedback.message
    assert said.lower() in message.lower()


def test_a_step_that_is_asked_is_no_other_one():
    found = check(bank().problems["gpt2-small"], f"{12 * 2 * 2 * 768 + 1536}", "norms", feedback="full").outcome
    told = found.diagnosis.explanations if found.diagnosis else ()
    assert not any(each.slip == "another_step" for each in told)


def test_the_number_of_layers_repeats_what_is_inside_a_layer():
    written = bank().problems["gpt2-small"].parts[0].variant.written
    assert list(repetitions(written, "layer.attention.queries")) == [("layers", 12)]
    assert list(repetitions(written, "layer")) == [("layers", 12)]
    assert list(repetitions(written, "embeddings")) == []
    assert list(repetitions(written, "total")) == []


def test_the_number_of_layers_repeats_a_term_of_a_layer():
    written = bank().problems["lora-query-and-value"].parts[0].variant.written
    assert list(repetitions(written, "module_1")) == [("num_layers", 12)]


def test_every_mistake_may_be_repeated_too():
    """One LayerNorm in each of the twelve layers: 12 · (768 + 768)."""
    outcome = check(bank().problems["gpt2-small"], f"{12 * 2 * 768}", "norms", feedback="full").outcome
    ways = [(*(mistake.id for mistake in each.mistakes), each.slip) for each in outcome.diagnosis.explanations]
    assert ("norms.one", "repeated") in ways


@pytest.mark.parametrize(
    ("problem", "part", "answer", "mistake", "slip", "detail"),
    [
        # four projections without their biases, where three with biases are asked for
        ("gpt2-small", "projections", 4 * 768**2, "biases.left_out", "another_part", "attention"),
        # keys and values as wide as the queries, and the output projection too
        ("grouped-queries", "inputs", 4 * 160**2, "kv_heads.as_num_heads", "another_part", "total"),
        # the feed-forward block too, and no biases anywhere
        ("gpt2-small", "attention", 12 * 768**2, "biases.left_out", "together", "the part feed-forward"),
    ],
)
def test_a_mistake_may_be_in_the_answer_to_another_part(problem, part, answer, mistake, slip, detail):  # noqa: PLR0913
    outcome = check(bank().problems[problem], f"{answer}", part, feedback="full").outcome
    best = outcome.diagnosis.explanations[0]
    assert ([each.id for each in best.mistakes], best.slip, best.detail) == ([mistake], slip, detail)


def test_what_the_step_is_computed_from_is_an_intermediate_step():
    """50265 · 768 token embeddings of RoBERTa, of which the positions are missing."""
    problem = bank().problems["roberta-base"]
    (told,) = check(problem, f"{50265 * 768}", "embeddings", feedback="full").outcome.diagnosis.explanations[:1]
    assert (told.slip, told.detail) == ("intermediate", "token_embeddings")


@pytest.mark.parametrize(("hidden", "is_told"), [(1.2, False), (0.1 * 12, False), (1.2001, True)])
def test_the_value_of_a_hidden_part_is_not_told_even_if_rounding_differs(hidden, is_told):
    """Twelve times 0.1 is 1.2000000000000002, which would confirm the hidden 1.2."""
    assert 0.1 * 12 != 1.2
    step, right = "layer.attention.queries", ((), (0.1,))
    variant = bank().problems["gpt2-small"].parts[0].variant
    starts = [Cause((), None, "", 1.0, right[1])]
    others = OtherQuestions(variant, step, {step: right, "hidden": ((), (hidden,))}, {}, starts)
    told = [cause.numbers for _, cause in others.answers() if cause.slip == "repeated"]
    assert told == ([(0.1 * 12,)] if is_told else [])
