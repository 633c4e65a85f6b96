"""Diagnosis of answers that real students gave."""

import pytest

from checker.diagnosis import Difference, diagnose
from checker.diagnosis.mistakes import Mistake


def ids(explanation):
    return {mistake.id for mistake in explanation.mistakes}


@pytest.mark.parametrize(
    ("answer", "mistakes", "step"),
    [
        (31744, {"output_projection.counted"}, "attention"),
        (28024, {"biases.counted"}, "attention"),
        (32768 + 15360, {"heads.multiplied", "projections.two"}, "attention"),
        (27648 + 2 * 2 * 64, {"layer_norm.counted"}, "layer_norm"),
    ],
)
def test_an_encoder_layer(layer_index, whole, answer, mistakes, step):
    found = diagnose(layer_index, whole(answer))
    first = found.explanations[0]
    assert (ids(first), first.strength, first.slip) == (mistakes, "exact", None)
    assert first.first_difference.step == step


def test_the_first_difference_has_both_numbers(layer_index, whole):
    found = diagnose(layer_index, whole(31744)).explanations[0]
    assert found.first_difference == Difference("attention", ((), (16384,)), ((), (12288,)))


def test_two_pairs_of_mistakes_with_the_same_answer_are_a_tie(base_index, whole):
    found = diagnose(base_index, whole(6558720))
    assert found.is_tie
    assert [ids(one) for one in found.explanations[:2]] == [
        {"layers.left_out", "output_projection.left_out"},
        {"layers.left_out", "projections.two"},
    ]


def test_two_mistakes_with_the_same_answer_are_a_tie(base_index, whole):
    found = diagnose(base_index, whole(39352320))
    assert [ids(one) for one in found.explanations[:2]] == [{"output_projection.left_out"}, {"projections.two"}]
    assert found.is_tie


def test_three_mistakes_are_tried_where_two_explain_nothing(base_index, whole):
    found = diagnose(base_index, whole(44138496))
    assert ids(found.explanations[0]) == {"qkv_biases.counted", "output_biases.counted", "layer_norm.counted"}


def test_shares_add_up_and_fall(base_index, whole):
    shares = [one.share for one in diagnose(base_index, whole(39352320)).explanations]
    assert shares == sorted(shares, reverse=True)
    assert 0.9 < sum(shares) <= 1 + 1e-9


@pytest.mark.parametrize("answer", [1, 0, -5, 10**40, 99_999_999])
def test_a_number_that_means_nothing_is_not_explained(layer_index, whole, answer):
    assert diagnose(layer_index, whole(answer)).explanations == ()


def test_a_number_near_the_right_one_is_perhaps_a_slip(layer_index, whole):
    told = diagnose(layer_index, whole(27649))
    assert {(each.strength, each.slip) for each in told.explanations} == {("possible", "calculation")}


def test_a_number_that_is_near_nothing_is_not_silenced(layer_index, whole):
    assert not diagnose(layer_index, whole(99_999_999)).silenced


@pytest.mark.parametrize(
    ("answer", "slip"),
    [
        (2 * 27648, "factor_two"),
        (-27648, "sign"),
        (276480, "power_of_ten"),
        (27648000, "unit_prefix"),
        (72648, "digits_swapped"),
    ],
)
def test_slips(layer_index, whole, answer, slip):
    first = diagnose(layer_index, whole(answer)).explanations[0]
    assert (first.slip, first.mistakes) == (slip, ())


def test_an_intermediate_step_given_as_the_result(layer_index, whole):
    first = diagnose(layer_index, whole(15360)).explanations[0]
    assert (first.slip, first.detail) == ("intermediate", "feed_forward")


def test_the_value_slice_alone(flying_index, decimals):
    found = diagnose(flying_index, decimals("0.6089", "0.6089"))
    (mistake,) = found.explanations[0].mistakes
    assert "slice" in mistake.point


def test_two_mistakes_that_share_one_are_a_tie(flying_index, decimals):
    found = diagnose(flying_index, decimals("0.245", "0.245"))
    assert found.is_tie
    assert all(len(one.mistakes) == 2 for one in found.explanations[:2])
    common = set(found.explanations[0].mistakes) & set(found.explanations[1].mistakes)
    assert [mistake.point for mistake in common] == [
        m.point for m in diagnose(flying_index, decimals("0.6089", "0.6089")).explanations[0].mistakes
    ]


def test_whole_numbers_in_a_real_answer_prove_little(flying_index, decimals):
    assert diagnose(flying_index, decimals("1", "0")).explanations == ()


def test_another_shape_is_looked_up_as_such(flying_index, decimals):
    assert diagnose(flying_index, decimals("0.8044", "0.1956", "0.1")).explanations == ()


def test_a_step_may_be_replaced_by_the_students_value(encoder_layer):
    def own(path, value):
        return 16384 if path == "attention" else value

    assert encoder_layer.run(override=own)["total"] == 16384 + 15360


def test_a_mistake_names_its_choice():
    assert Mistake("biases", "left_out").choice == "biases"
    assert Mistake("biases", "left_out", "layer.attention").choice == "layer.attention:biases"
