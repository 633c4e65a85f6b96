"""The share of mistakes that answers tell apart, and the questions with other numbers that lint tries."""

import numpy as np
import pytest

from checker.diagnosis.numeric_equality import identity
from checker.kinds import Tolerance
from checker.lint.collisions import collisions, share_told_apart
from checker.lint.nearby import changed, with_other_numbers
from checker.lint.target import LintQuestion, MistakeTable
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

EXACT = Tolerance("exact")


def exam(name, tolerance=EXACT, **parameters):
    """The result of a question type, asked alone."""
    variant = Variant(solver(name), arguments(solver(name), parameters), {})
    return MistakeTable([LintQuestion(variant, "total", tolerance)])


def test_share_by_hand():
    """8·8·2 + 16 = 144.  Biases out: 128, by either of two conventions; width 32: 552; one matrix: 72; three: 216; one
    bias: 136.  What takes d_model for d_ff changes nothing here.
    """
    square = exam("feed_forward_parameters", d_model=8, d_ff=8)
    answers = {mistake.id: taken for mistake, (taken,) in square.wrong_answers.items() if taken != 144}
    assert answers == {
        "biases.left_out": 128,
        "ffn_biases.left_out": 128,
        "ffn_width.four_d_model": 552,
        "matrices.one": 72,
        "matrices.three": 216,
        "bias_sizes.inner_only": 136,
    }
    assert share_told_apart(square) == 4 / 6
    assert [[each.id for each in group] for group in collisions(square)] == [["biases.left_out", "ffn_biases.left_out"]]


def test_a_mistake_within_the_tolerance_changes_an_answer_and_is_not_told_apart():
    coarse = exam("feed_forward_parameters", Tolerance("absolute", 10), d_model=8, d_ff=8)
    assert share_told_apart(coarse) == 3 / 6  # 136 is within 10 of 144; 128 has two names


def test_other_numbers_are_near_those_of_the_author_and_always_the_same():
    heads = exam("attention_parameters", d_model=64, num_heads=4)
    found = [other.first_variant.arguments for other in with_other_numbers(heads)]
    assert found == [other.first_variant.arguments for other in with_other_numbers(heads)]
    assert len(found) >= 3
    assert {each["d_model"] for each in found} <= {64, 128, 96, 32, 48}
    assert {each["num_heads"] for each in found} <= {4, 8, 6, 2, 3, 5}
    assert all(each["d_model"] % each["num_heads"] == 0 for each in found)


def test_entries_of_lists_are_changed_like_the_file():
    layers = [{"type": "conv", "out_channels": 8, "kernel_size": 5}, {"type": "flatten"}]
    network = exam("cnn_parameters", input_shape=[3, 32, 32], layers=layers)
    other = changed(network, [(("input_shape", 1), 64), (("layers", 0, "kernel_size"), 3)])
    assert other.first_variant.arguments["input_shape"] == [3, 64, 32]
    assert other.first_variant.arguments["layers"][0]["kernel_size"] == 3


def test_numbers_that_a_type_does_not_allow_are_not_tried():
    heads = exam("attention_parameters", d_model=64, num_heads=4)
    assert changed(heads, [(("num_heads",), 5)]) is None  # 64 / 5
    assert changed(heads, [(("num_heads",), 0)]) is None
    assert changed(heads, [(("num_heads",), 8)]).truth == heads.truth


@pytest.mark.parametrize("size", [10, 100])
def test_noise_makes_no_other_answer_but_a_difference_does(size):
    values = np.linspace(-3, 7, size)
    other = values.copy()
    other[-1] += 1e-6
    assert identity((values,)) == identity((values * (1 + 1e-15),)) == identity((values.tolist(),))
    assert identity((values,)) != identity((other,))
    assert identity((values,)) != identity((values.reshape(2, -1),))
    assert identity((np.ones(size),)) == identity(([1] * size,))
