"""Mistakes that follow from the formulas of the steps, in every question type."""

import re
from random import Random

import pytest

from checker.diagnosis import Mistake, MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.mistakes import derived_mistakes, options_of
from checker.diagnosis.wording import sentence
from checker.engine.trace import TOTAL
from checker.questions.parameters import arguments
from checker.questions.registry import solver, topics
from checker.questions.variant import Variant

every_type = pytest.mark.parametrize("name", topics())


def example(name, place=0):
    question = solver(name)
    return Variant(question, arguments(question, question.examples[place]))


def value_of(variant, point, option, step=TOTAL):
    return variant.run(options_of([Mistake(point, option)]), {step})[step]


@every_type
def test_each_has_a_sentence_that_gives_no_formula_away(name):
    variant = example(name)
    for mistake in derived_mistakes(variant):
        text = sentence(variant, mistake)
        assert text.endswith(".")
        assert not set("{}~") & set(text), text
        assert not re.search(r"[a-z]{2}_|[a-z]\+[a-z]", text), text


def test_they_are_told_in_the_words_of_their_step():
    variant = example("attention_parameters")
    told = [
        ("queries~heads*size", "left_out"),
        ("queries~heads", "as_size"),
        ("total~output_projection", "counted_twice"),
    ]
    assert [sentence(variant, Mistake(*each)) for each in told] == [
        "You left out the term 8·size in the step queries.",
        "You used the size of a head instead of 8 (the number of heads) in the step queries.",
        "You counted the output projection twice.",
    ]


def test_one_acts_everywhere():
    variant = example("mlp_parameters")
    sizes = variant.arguments["layer_sizes"]
    assert value_of(variant, "weights~in_features", "left_out") == sum(2 * size for size in sizes[1:])


def test_a_derived_mistake_explains_what_no_named_one_gives(whole):
    variant = example("feed_forward_parameters")
    index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
    d_model, d_ff = variant.arguments["d_model"], variant.arguments["d_ff"]
    wrong = (d_model * d_ff + 2 * d_ff) + (d_ff * d_model + d_model)  # the biases of the way up twice
    best = diagnose(index, whole(wrong)).explanations[0]
    assert (best.strength, [mistake.id for mistake in best.mistakes]) == ("exact", ["up~biases.counted_twice"])


def test_a_named_mistake_with_the_same_effect_comes_first(whole):
    variant = example("attention_parameters")
    index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
    named = value_of(variant, "output_projection", "left_out")
    found = diagnose(index, whole(named)).explanations
    assert [mistake.id for mistake in found[0].mistakes] == ["output_projection.left_out"]
    assert not any(mistake.is_derived for each in found for mistake in each.mistakes)


def test_few_digits_assert_none_of_them(whole):
    """At two digits nearly every number is that of some derived mistake."""
    from decimal import Decimal

    from checker.kinds import Reading, StatedNumber

    variant = example("encoder_model_parameters")
    index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
    truth, rng = variant.board[TOTAL].value, Random(5)
    for _ in range(100):
        value = int(f"{truth * rng.uniform(0.5, 1.5):.1e}".replace(".", "").partition("e")[0]) * 10 ** (
            len(str(truth)) - 2
        )
        found = diagnose(index, Reading((), (StatedNumber(value, Decimal(10 ** (len(str(truth)) - 2)) / 2, 2),)))
        derived = [each for each in found.explanations[:1] if any(m.is_derived for m in each.mistakes)]
        assert all(each.strength == "possible" for each in derived)


def test_entries_of_a_shape_are_left_out_and_exchanged():
    """Scores are (batch, heads, queries, keys)."""
    variant = example("attention_shape")
    (point,) = (point for point in variant.derived["scores"].mistakes if point.startswith("scores~["))
    right = variant.board["scores"].value
    exchanged = value_of(variant, point, "entries_1_exchanged", "scores")
    assert exchanged == (right[1], right[0], *right[2:])
    assert value_of(variant, point, "entry_2_left_out", "scores") == (right[0], *right[2:])
    assert re.fullmatch(
        r"You exchanged .+ and .+ in the step scores\.", sentence(variant, Mistake(point, "entries_1_exchanged"))
    )


def test_the_size_of_a_value_is_taken_for_that_of_a_key():
    """Scores divided by √d_v: a mistake that the type does not name."""
    variant = example("attention_output")
    scores, d_v = variant.board["scores"].value, 3
    wrong = value_of(variant, "scaled_scores~d_k", "as_d_v", "scaled_scores")
    assert wrong == pytest.approx(scores / d_v**0.5)
