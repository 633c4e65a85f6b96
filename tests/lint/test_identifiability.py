"""The share of mistakes that answers tell apart, and the search for parameters and parts that tell more."""

from pathlib import Path

import numpy as np
import pytest

from checker.answers import Tolerance
from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.lint.collisions import better_parameters, better_parts
from checker.lint.nearby import (
    IdentifiableShare,
    ParameterChange,
    changed,
    collisions,
    exact_aliases,
    instruction,
    nearby,
    share,
)
from checker.lint.target import LintQuestion, LintTarget, MistakeTable, question_of
from checker.problems import load_problem
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

PROBLEMS = Path(__file__).parents[2] / "problems"


def exam(name, conventions=None, **parameters):
    """The result of a question type, asked alone."""
    variant = Variant(solver(name), arguments(solver(name), parameters), conventions or {})
    return MistakeTable([question_of(variant, "total")])


def feed_forward(d_model, d_ff):
    return exam("feed_forward_parameters", d_model=d_model, d_ff=d_ff)


def test_share_by_hand():
    """8·8·2 + 16 = 144.  Biases out: 128, by either of two conventions; width 32: 552; one matrix: 72; three: 216; one
    bias: 136.  What takes d_model for d_ff changes nothing here.
    """
    square = feed_forward(8, 8)
    answers = {mistake.id: taken for mistake, (taken,) in square.wrong_answers.items() if taken != 144}
    assert answers == {
        "biases.left_out": 128,
        "ffn_biases.left_out": 128,
        "ffn_width.four_d_model": 552,
        "matrices.one": 72,
        "matrices.three": 216,
        "bias_sizes.inner_only": 136,
    }
    assert share(square) == IdentifiableShare(identified=4, effective=6)
    assert share(square, exact_aliases(square)) == IdentifiableShare(identified=5, effective=5)


def test_a_hidden_mistake_is_effective_but_not_identified():
    square = feed_forward(8, 8)
    coarse = MistakeTable(question._replace(tolerance=Tolerance("absolute", 10)) for question in square.questions)
    assert share(coarse) == IdentifiableShare(identified=3, effective=6)  # 136 is within 10 of 144; 128 has two names


def test_exact_aliases_are_equal_in_every_step_for_all_parameters():
    square = feed_forward(8, 8)
    assert exact_aliases(square) == {Mistake("ffn_biases", "left_out"): Mistake("biases", "left_out")}


def test_mistakes_that_differ_in_a_step_are_no_exact_aliases():
    """One of the four equal matrices left out is one number, but another step."""
    layer = exam("encoder_layer_parameters", d_model=200, num_heads=2, d_ff=200)
    w_o, two = Mistake("output_projection", "left_out"), Mistake("projections", "two")
    assert any({w_o, two} <= set(group) for group in collisions(layer))
    assert not {w_o, two} & set(exact_aliases(layer))


def test_the_share_is_never_rounded_up():
    assert str(IdentifiableShare(199, 200)) == "99%"
    assert str(IdentifiableShare(0, 0)) == "100%"
    assert IdentifiableShare(3, 4).unidentified == 1


def test_changes_keep_the_order_of_sizes_and_first_what_divides():
    found = nearby(exam("attention_parameters", d_model=64, num_heads=4))
    sizes = [change.value for (change,) in found if change.path == ("d_model",)]
    assert sizes == [128, 96, 32, 48]
    heads = [change.value for (change,) in found if change.path == ("num_heads",)]
    assert heads == [8, 2, 6, 3, 5]  # 8 and 2 divide 64


def test_changes_of_lists_and_entries_are_written_like_the_file():
    layers = [{"type": "conv", "out_channels": 8, "kernel_size": 5}, {"type": "flatten"}]
    network = exam("cnn_parameters", input_shape=[3, 32, 32], layers=layers)
    found = [instruction(network, changes) for changes in nearby(network)]
    assert "set `kernel_size` in entry 1 of `layers` to 10" in found
    assert "set `input_shape` to [3, 64, 32]" in found
    both = [ParameterChange(("input_shape", 1), 64), ParameterChange(("input_shape", 2), 16)]
    assert instruction(network, both) == "set `input_shape` to [3, 64, 16]"
    assert changed(network, *both).first_variant.arguments["input_shape"] == [3, 64, 16]
    conv = exam("conv_parameters", in_channels=3, out_channels=100, kernel_size=5)
    assert instruction(conv, [ParameterChange(("kernel_size",), 4)]) == "set `kernel_size` to 4"


def test_parameters_that_a_type_does_not_allow_are_not_tried():
    heads = exam("attention_parameters", d_model=64, num_heads=4)
    assert changed(heads, ParameterChange(("num_heads",), 5)) is None  # 64 / 5
    assert changed(heads, ParameterChange(("num_heads",), 0)) is None
    assert changed(heads, ParameterChange(("num_heads",), 8)).truth == heads.truth


def test_one_change_that_tells_mistakes_apart():
    """Of two layers, one forgotten is as much as all but one forgotten; of four it is not."""
    stacked = exam("recurrent_parameters", input_size=20, hidden_size=30, num_layers=2, cell="lstm")
    forgotten, one_less = Mistake("layers", "left_out"), Mistake("layers", "one_less")
    merged = exact_aliases(stacked)
    assert [forgotten, one_less] in collisions(stacked, merged)
    found = better_parameters(stacked, merged, lambda other: other.answers(forgotten) != other.answers(one_less))
    assert found.words == "set `num_layers` to 4"
    assert found.share.unidentified == share(stacked, merged).unidentified - 2
    assert found.share.effective >= share(stacked, merged).effective


def test_two_changes_where_one_is_not_enough():
    """Four mistakes give 32 × 32: d_k = 32 for d_v, d_model / num_heads = 32; 2 · d_v = 32, the weights of 32 tokens.

    One size tells one pair, or makes a mistake vanish, which counts for nothing.
    """
    shape = load_problem(PROBLEMS / "001" / "head-output.yaml")
    head = LintTarget(shape).table
    merged, now = exact_aliases(head), share(head, exact_aliases(head))
    found = better_parameters(head, merged, bool)
    assert found.words == "set `d_model` to 128 and `d_v` to 8"
    assert (now, found.share) == (IdentifiableShare(6, 10), IdentifiableShare(10, 10))
    singles = [share(other, merged) for each in nearby(head) if (other := changed(head, *each))]
    assert all(then.unidentified or then.effective < now.effective for then in singles)


def test_nothing_is_proposed_where_no_parameters_help():
    """Of the four equal matrices of attention one left out is as much as another, whatever d_model is."""
    layer = exam("encoder_layer_parameters", d_model=200, num_heads=2, d_ff=200)
    w_o, two = Mistake("output_projection", "left_out"), Mistake("projections", "two")
    found = better_parameters(layer, exact_aliases(layer), lambda other: other.answers(w_o) != other.answers(two))
    assert found is None


def test_better_parts_propose_the_step_that_identifies_most():
    memory = exam("training_memory", {"unit": "GB"}, num_parameters=1557611200, optimizer="adam", dtype="float32")
    merged = exact_aliases(memory)
    assert str(share(memory, merged)) == "45%"
    found = better_parts(memory, merged, bool)
    assert found.words == "ask for `gradients` as a part"
    assert str(found.share) == "100%"
    assert [question.step for question in found.table.questions] == ["total", "gradients"]


def test_a_further_question_reuses_known_answers():
    memory = exam("training_memory", {"unit": "GB"}, num_parameters=1000, optimizer="adam", dtype="float32")
    place = [question.step for question in memory.every_step.questions].index("gradients")
    further = memory.with_step(place)
    afresh = MistakeTable(LintQuestion(variant, step, tolerance) for variant, step, tolerance in further.questions)
    assert further.wrong_answers == afresh.wrong_answers
    assert share(further) == share(afresh)


@pytest.mark.parametrize("size", [10, 100])
def test_noise_makes_no_other_answer_but_a_difference_does(size):
    values = np.linspace(-3, 7, size)
    other = values.copy()
    other[-1] += 1e-6
    assert identity((values,)) == identity((values * (1 + 1e-15),)) == identity((values.tolist(),))
    assert identity((values,)) != identity((other,))
    assert identity((values,)) != identity((values.reshape(2, -1),))
    assert identity((np.ones(size),)) == identity(([1] * size,))
