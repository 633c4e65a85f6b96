"""Indexes of wrong answers are kept by the content of their questions."""

import pytest

from checker import load_problem
from checker.marking.marker import Marker

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
    def load(text, level="full"):
        file = tmp_path / "encoder-layer.yaml"
        file.write_text(LAYER + text)
        problem = load_problem(file)
        return Marker(problem, problem.parts[-1], level).target.index

    return load


def test_a_problem_that_is_loaded_again_finds_its_index(index):
    assert index(CONVENTIONS) is index(CONVENTIONS)
    assert index(CONVENTIONS) is index(CONVENTIONS + "title: Another title\npoints: 3\n"), "these explain nothing"


@pytest.mark.parametrize("other", [SAME_TRUTH, CONVENTIONS + LISTED, CONVENTIONS.replace("layer_norm: left_out, ", "")])
def test_whatever_changes_an_explanation_has_another_index(index, other):
    assert index(CONVENTIONS) is not index(other)
    assert index(CONVENTIONS).runs is not index(other).runs


def test_parts_of_one_question_share_their_mistaken_runs(tmp_path):
    file = tmp_path / "encoder-layer.yaml"
    file.write_text(LAYER + CONVENTIONS + PARTS)
    problem = load_problem(file)
    one, other = (Marker(problem, part).target.index for part in problem.parts)
    assert one is not other
    assert one.runs is other.runs
