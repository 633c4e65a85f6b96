"""Sentences about conventions: the student's, whose it is, and the question's."""

import pytest

from checker.diagnosis import Explanation
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.wording import follows, lowered, placed_in, sentence
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant
from tests.tables import rows


def said(name, point, option, right):
    question = solver(name)
    given = next(each for each in question.examples if point in Variant(question, arguments(question, each)).menu)
    return sentence(Variant(question, arguments(question, given), {point: right}), Mistake(point, option))


@pytest.mark.parametrize(
    ("question", "yours", "its"), rows(__file__, "a_preset_is_named_where_frameworks_and_books_differ")
)
def test_a_preset_is_named_where_frameworks_and_books_differ(question, yours, its):
    assert said(*question) == f"Your answer {yours}; this question {its}."


@pytest.mark.parametrize(
    ("question", "yours", "its"), rows(__file__, "no_preset_is_named_where_all_agree_or_none_has_the_convention")
)
def test_no_preset_is_named_where_all_agree_or_none_has_the_convention(question, yours, its):
    assert said(*question) == f"Your answer {yours}; this question {its}."


@pytest.mark.parametrize(
    ("question", "yours", "its"),
    [
        (
            ("encoder_layer_parameters", "norm_biases", "left_out", "counted"),
            "leaves the biases of the LayerNorms out and counts only their gains",
            "counts the biases of the LayerNorms",
        ),
        (
            ("pooling_output", "padding_in_mean", "counted", "left_out"),
            "counts the zeros of the padding in the means",
            "averages the entries of the input only, without the padding",
        ),
    ],
)
def test_conventions_that_are_not_opposites_are_both_given_in_full(question, yours, its):
    assert said(*question) == f"Your answer {yours}; this question {its}."


@pytest.mark.parametrize("name", topics())
def test_does_not_is_the_opposite_of_the_words_before_it(name):
    question = solver(name)
    for example in question.examples:
        variant = Variant(question, arguments(question, example))
        for point in variant.menu.values():
            for option in point.wrong if point.is_convention else ():
                if sentence(variant, Mistake(point.name, option)).endswith("; this question does not."):
                    counted, left_out = (variant.sentences[f"{point.name}.{each}"] for each in ("counted", "left_out"))
                    assert left_out == f"leaves {counted.removeprefix('counts ')} out"


@pytest.mark.parametrize(
    ("text", "lower"),
    [("You left it out.", "you left it out."), ("W_O is counted.", "W_O is counted."), ("Yours is A.", "Yours is A.")],
)
def test_a_name_keeps_its_case_behind_a_colon(text, lower):
    assert lowered(text) == lower


def test_a_step_is_placed_in_a_sentence(encoder_layer):
    assert placed_in(encoder_layer, "attention.queries") == "queries in the attention"
    assert placed_in(encoder_layer, "layer.attention.queries") == "queries in the attention of the layer"
    assert placed_in(encoder_layer, "head_1.queries") == "queries in head 1"
    assert placed_in(encoder_layer, "attention") == "attention"


@pytest.mark.parametrize(
    ("since", "again", "sure", "said"),
    [
        (("a",), (), True, "This follows from your answer to a."),
        (("a", "b"), (), False, "This may follow from your answers to a and b."),
        ((), ("a",), True, "This is the same mistake as in your answer to a."),
        ((), ("a",), False, "This may be the same mistake as in your answer to a."),
    ],
)
def test_what_follows_from_earlier_answers(since, again, sure, said):
    explanation = Explanation("exact", 1, (), None, "", None, since, again)
    assert follows(explanation, sure=sure) == said
    assert follows(explanation._replace(slip="sign"), sure=sure) == ""
