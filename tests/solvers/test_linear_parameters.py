from __future__ import annotations

from checker.engine.trace import Run
from checker.solvers.parameters import linear_parameters as linear


def test_each_mistake_in_a_layer_gives_its_answer(ask):
    question = ask("linear_parameters", {"in_features": 784, "out_features": 10})
    assert question.answer() == 7850
    assert question.answer("weights") == 7840
    assert question.answer("biases") == 10
    assert question.mistakes(7840) == ["biases.left_out"]
    assert question.mistakes(7841) == ["linear_bias.single"]
    assert question.mistakes(7840 + 784) == ["linear_bias.per_input"]
    assert question.mistakes(784 + 1) == ["neurons.one"]
    assert question.mistakes(784 + 10 + 10) == ["connections.added"]


def test_bias_units_that_are_connected_among_themselves(ask):
    question = ask("linear_parameters", {"in_features": 784, "out_features": 10})
    assert question.mistakes((784 + 1) * (10 + 1)) == ["linear_bias.unit_in_outputs"]


def test_a_layer_that_was_built_without_biases():
    def layer(in_features: int, out_features: int) -> int:
        return linear.linear_layer(in_features, out_features, has_biases=False)

    sizes = {"in_features": 784, "out_features": 10}
    assert Run()(layer, sizes) == Run({"biases": "left_out"})(layer, sizes) == 7840
