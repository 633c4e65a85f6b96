from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.shapes.recurrent_output_shape import recurrent_output_shape

BOTH_WAYS = {"cell": "lstm", "input_shape": [35, 20, 10], "hidden_size": 64, "num_layers": 3, "bidirectional": True}


def test_the_example_of_the_documentation(ask):
    question = ask(
        "recurrent_output_shape", {"cell": "lstm", "input_shape": [5, 3, 10], "hidden_size": 20, "num_layers": 2}
    )
    assert question.answer() == question.answer("outputs") == (5, 3, 20)
    assert question.answer("hidden") == question.answer("cell") == (2, 3, 20)
    assert question.answer("elements") == 300
    assert question.answer("hidden.elements") == 120


def test_both_directions(ask):
    question = ask("recurrent_output_shape", BOTH_WAYS)
    assert question.answer() == (35, 20, 128)
    assert question.answer("hidden") == (6, 20, 64)
    assert question.answer(directions="one") == (35, 20, 64)
    assert question.answer("hidden", directions="one") == (3, 20, 64)
    assert question.answer(outputs="directions_apart") == (35, 20, 2, 64)
    assert question.answer("hidden", states="side_by_side") == (3, 20, 128)
    assert question.answer("hidden", states="last_layer_only") == (2, 20, 64)
    assert question.answer("hidden", states="every_step") == (35, 20, 128)


def test_batch_first_does_not_move_the_states(ask):
    question = ask("recurrent_output_shape", BOTH_WAYS | {"input_shape": [20, 35, 10], "batch_first": True})
    assert question.answer() == (20, 35, 128)
    assert question.answer("hidden") == (6, 20, 64)
    assert question.answer("hidden", states="batch_first") == (20, 6, 64)
    assert question.answer("hidden", sequences="length_in_states") == (6, 35, 64)
    assert question.answer(outputs="axes_swapped") == (35, 20, 128)


def test_a_projection_leaves_the_cell_state_as_it_is(ask):
    question = ask("recurrent_output_shape", {"cell": "lstm", "input_shape": [9, 7], "hidden_size": 16, "proj_size": 5})
    assert question.answer() == (9, 5)
    assert question.answer("hidden") == (1, 5)
    assert question.answer("cell") == (1, 16)
    assert question.answer(projection="ignored") == (9, 16)
    assert question.answer("cell", cell_width="projected") == (1, 5)
    assert question.answer(sequences="as_one") == (9, 1, 5)


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"input_shape": [4]}, "input_shape"),
        ({"proj_size": 64}, "proj_size"),
        ({"proj_size": 8, "cell": "gru"}, "proj_size"),
    ],
)
def test_impossible_parameters_are_errors(changed, parameter):
    with pytest.raises(ParameterError) as error:
        recurrent_output_shape(**BOTH_WAYS | changed)
    assert error.value.parameter == parameter
