"""Causes that are tried last, and the order of explanations that give the same number."""

import pytest

from checker import check, load_problem
from checker.diagnosis.mistaken_runs import MistakenRuns
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.observed import observed_in_formula
from checker.diagnosis.slips_after_mistakes import RunsAfterMistakes
from checker.questions.variant import Variant
from tests.bank import bank

DECODER_LAYER = (
    "id: layer\ntype: decoder_layer_parameters\nparameters: {d_model: 60, num_heads: 4, d_ff: 190}\n"
    "conventions: {biases: left_out, layer_norm: left_out}\n"
)


@pytest.fixture
def layer(tmp_path):
    file = tmp_path / "layer.yaml"
    file.write_text(DECODER_LAYER)
    return load_problem(file)


def told(problem, answer, part=None):
    diagnosis = check(problem, answer, part, feedback="full").outcome.diagnosis
    return [([mistake.id for mistake in each.mistakes], each.slip, each.detail) for each in diagnosis.explanations]


def test_of_equal_numbers_the_mistake_that_people_make_comes_first(layer):
    """Without the cross-attention 4 · 60² + 2 · 60 · 190 = 37,200, as with one input projection in each of two blocks."""
    found = [mistakes for mistakes, _, _ in told(layer, "37200")]
    assert found[:2] == [["cross_attention.left_out"], ["projections.one"]]


def test_a_number_copied_wrongly_after_a_mistake(layer):
    """4 · 60² + 2 · 60 · 109 = 27,480: without the cross-attention, and 190 copied as 109."""
    assert told(layer, "27480")[0] == (["cross_attention.left_out"], "miscopied", "190 as 109")


def test_another_number_of_the_question_in_place_of_one():
    """A vector of the width 112 for each of 20 distances, where 7 heads have a number each: 20 · 112."""
    (_, slip, detail), *_ = told(bank().problems["small-summariser"], "2240", "distances")
    assert (slip, detail) == ("miscopied", "112 (the model width) in place of 7 (the number of heads)")


def test_a_step_that_is_multiplied_by_any_count():
    """One expert has 144,610 weights; a token is sent to 3 of them."""
    (mistakes, slip, detail), *_ = told(bank().problems["small-mixture"], "433830", "expert")
    assert (mistakes, slip) == ([], "repeated")
    assert "experts" in detail


@pytest.mark.parametrize(
    ("point", "option", "times"),
    [("2", "left_out", 2), ("m", "left_out", 0.7), ("m", "as_v", 0.9), ("m + v", "sum_first", 0.6), ("m", "due", 1.5)],
)
def test_how_often_mistakes_in_formulas_are_made(point, option, times):
    assert observed_in_formula(point, option, {"m", "v"}) == times


def test_later_parts_read_the_runs_of_earlier_ones(monkeypatch):
    problem = bank().problems["small-bert"]
    runs = MistakenRuns(problem.part("layer").variant, ["layer", "total"])
    mistakes = [Mistake("norm_biases", "left_out"), Mistake("output_projection", "left_out")]
    after = RunsAfterMistakes(runs)
    assert [*after.answers("layer", mistakes)]
    expected = [*RunsAfterMistakes(runs).answers("total", mistakes)]
    monkeypatch.delattr(Variant, "run_replaced")
    assert expected == [*after.answers("total", mistakes)]
    with pytest.raises(AttributeError):
        [*after.answers("total", [Mistake("biases", "counted")])]
