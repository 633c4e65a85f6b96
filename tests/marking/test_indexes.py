"""Runs with mistakes are kept by the content of their questions."""

import pytest

from checker import load_problem
from checker.marking.mark import mark
from checker.marking.question import Question, known_runs
from checker.marking.told import told

LAYER = """
id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
"""
CONVENTIONS = "conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}\n"
SAME_TRUTH = CONVENTIONS.replace("biases: left_out", "biases: left_out, qkv_biases: left_out", 1)
LISTED = 'mistakes: [{answer: 12345, says: "You took another layer."}]\n'
PARTS = "parts: [{id: attention, asks: attention}, {id: total}]\n"


@pytest.fixture
def index(tmp_path):
    def load(text):
        file = tmp_path / "encoder-layer.yaml"
        file.write_text(LAYER + text)
        problem = load_problem(file)
        return Question.of(problem, problem.parts[-1]).index

    return load


def test_a_problem_that_is_loaded_again_finds_its_runs(index):
    assert index(CONVENTIONS).runs is index(CONVENTIONS).runs
    assert index(CONVENTIONS).runs is index(CONVENTIONS + "title: Another title\npoints: 3\n").runs


@pytest.mark.parametrize("other", [SAME_TRUTH, CONVENTIONS + LISTED, CONVENTIONS.replace("layer_norm: left_out, ", "")])
def test_whatever_changes_an_explanation_has_other_runs(index, other):
    assert index(CONVENTIONS).runs is not index(other).runs


def test_parts_of_one_question_share_their_mistaken_runs(tmp_path):
    file = tmp_path / "encoder-layer.yaml"
    file.write_text(LAYER + CONVENTIONS + PARTS)
    problem = load_problem(file)
    one, other = (Question.of(problem, part).index for part in problem.parts)
    assert one is not other
    assert one.runs is other.runs


UNITS = """
id: there-and-back
type: formula
prompt: How many seconds does the way out take, the way back, and both?
parameters:
  expression: d/v + d/w
  symbols: {d: 120, v: 16, w: 7}
  pieces: {d/v: the way out, d/w: the way back}
parts:
  - {id: out, asks: d/v, parameters: {unit: s}}
  - {id: back, asks: d/w, parameters: {unit: s}}
  - {id: both, parameters: {unit: s}}
"""


@pytest.mark.parametrize("order", [1, -1])
def test_each_part_explains_answers_in_the_unit_that_it_declares(tmp_path, order):
    file = tmp_path / "there-and-back.yaml"
    file.write_text(UNITS)
    problem = load_problem(file)
    known_runs.clear()
    answers = list(zip(problem.parts, ("0.125", "0.285714", "0.410714"), strict=True))
    for part, minutes in answers[::order]:
        outcome = told(mark(minutes, Question.of(problem, part)), "full")
        assert outcome.diagnosis.explanations[0].slip == "unit"
        assert "our number is in minutes; give it in seconds." in outcome.feedback.message


def test_the_same_question_in_another_unit_has_another_index(tmp_path):
    file = tmp_path / "there-and-back.yaml"
    units = []
    for unit in ("s", "min", "s"):
        file.write_text(UNITS.replace("unit: s", f"unit: {unit}"))
        problem = load_problem(file)
        units += [Question.of(problem, part).index.unit for part in problem.parts]
    assert units == ["s"] * 3 + ["min"] * 3 + ["s"] * 3
