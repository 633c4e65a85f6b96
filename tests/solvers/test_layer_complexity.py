from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.engine.recording import Recording
from checker.engine.trace import Run
from checker.solvers.cost.layer_complexity import ATTENTION, GROWTH, layer_complexity

OTHERS = [(layer, quantity) for layer in GROWTH for quantity in GROWTH[layer] if quantity != "operations"]


def said(question, mistake):
    return question.variant.sentences[mistake]


def mistakes(question, answer):
    """The single mistakes that give this order of growth."""
    survey = Recording(question.parameters)
    Run(question.conventions, recording=survey)(question.solver.function, question.parameters)
    wrong = [(point.name, option) for point in survey.menu.values() for option in point.wrong]
    return {f"{name}.{option}" for name, option in wrong if str(question.answer(**{name: option})) == answer}


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ("self_attention", ["O(n²·d)", "O(1)", "O(1)"]),
        ("recurrent", ["O(n·d²)", "O(n)", "O(n)"]),
        ("convolutional", ["O(n·k·d²)", "O(1)", "O(log_k(n))"]),
        ("restricted_self_attention", ["O(n·r·d)", "O(1)", "O(n/r)"]),
    ],
)
def test_the_table_of_the_paper(layer, expected):
    quantities = ("operations", "sequential_operations", "path_length")
    assert [str(layer_complexity(layer, quantity)) for quantity in quantities] == expected


def test_a_feed_forward_layer_is_not_in_the_table(ask):
    assert str(layer_complexity("feed_forward")) == "O(n·d²)"
    with pytest.raises(ParameterError, match="quantity must be another"):
        layer_complexity("feed_forward", "path_length")


@pytest.mark.parametrize(
    ("layer", "declared", "expected"),
    [
        ("self_attention", "left_out", "table 1 of Vaswani et al. 2017"),
        ("self_attention", "counted", "table 1 of Vaswani et al. 2017, and n·d² of projections"),
        ("recurrent", "counted", "table 1 of Vaswani et al. 2017"),
        ("feed_forward", "counted", "a product with a d·d matrix at each of n positions"),
    ],
)
def test_a_formula_has_the_source_it_comes_from(layer, declared, expected):
    survey = Recording({"layer": layer})
    Run({"projections": declared}, recording=survey)(layer_complexity, {"layer": layer})
    assert survey.board["total"].formula == expected


def test_projections_are_a_term_of_attention_and_of_no_other_count(ask):
    question = ask("layer_complexity", {"layer": "self_attention"}, projections="counted")
    assert str(question.answer()) == "O(n²·d + n·d²)"
    assert str(question.answer(layer="as_restricted")) == "O(n·r·d + n·d²)"
    assert str(question.answer(layer="as_convolutional")) == "O(n·k·d²)"
    assert str(question.answer(quantity="as_sequential_operations")) == "O(1)"
    only = {"terms.projections_only", "layer.as_recurrent", "length.once_too_rarely"}
    assert mistakes(question, "O(n·d²)") == only
    assert question.variant.weight("terms", "projections_only") > question.variant.weight("layer", "as_recurrent")
    without = ask("layer_complexity", {"layer": "self_attention"})
    assert mistakes(without, "O(n·d²)") == {"layer.as_recurrent"}


def test_the_window_enters_where_it_enters(ask):
    path = {"quantity": "path_length"}
    assert str(ask("layer_complexity", {"layer": "convolutional"} | path).answer(window="left_out")) == "O(log(n))"
    restricted = {"layer": "restricted_self_attention"}
    assert str(ask("layer_complexity", restricted | path).answer(window="left_out")) == "O(n)"
    assert str(ask("layer_complexity", restricted).answer(window="left_out")) == "O(n·d)"
    assert mistakes(ask("layer_complexity", {"layer": "recurrent"}), "O(n·k·d²)") >= {"window.added"}


@pytest.mark.parametrize(("layer", "quantity"), OTHERS)
def test_of_scores_is_spoken_only_where_operations_count(ask, layer, quantity):
    question = ask("layer_complexity", {"layer": layer, "quantity": quantity})
    assert "width.once_too_often" in mistakes(question, str(question.answer(width="once_too_often")))
    for option in ("once_too_often", "once_too_rarely"):
        assert said(question, f"width.{option}") == "The width plays no part here."
    sentences = " ".join(question.variant.sentences.values())
    assert "score" not in sentences
    is_in = "n" in str(question.answer())
    assert ("plays no part" in said(question, "length.once_too_rarely")) == (not is_in)


def test_what_is_said_of_operations(ask):
    for layer in GROWTH:
        question = ask("layer_complexity", {"layer": layer})
        assert ("score" in said(question, "width.once_too_rarely")) == (layer in ATTENTION)
        assert ("no heads" in said(question, "heads.multiplied")) == (layer not in ATTENTION)
