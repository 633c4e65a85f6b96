from __future__ import annotations


def test_two_layers_of_weights(ask):
    question = ask("mlp_parameters", {"layer_sizes": [784, 128, 10]})
    assert question.answer() == 101_770
    assert question.answer("layer_1") == 100_480
    assert question.answer("layer_2") == 1_290
    assert question.mistakes(101_632) == ["biases.left_out"]
    assert question.mistakes(101_770 + 784) == ["input_layer.with_biases"]


def test_a_layer_may_be_left_out(ask):
    question = ask("mlp_parameters", {"layer_sizes": [300, 500, 90, 40]})
    assert question.mistakes(question.answer() - 300 * 500 - 500) == ["layers_counted.first_left_out"]
    assert question.mistakes(question.answer() - 90 * 40 - 40) == ["layers_counted.last_left_out"]


def test_all_sizes_may_be_multiplied(ask):
    question = ask("mlp_parameters", {"layer_sizes": [20, 30, 50]}, biases="left_out")
    assert question.answer() == 20 * 30 + 30 * 50
    assert question.mistakes(20 * 30 * 50) == ["layers_counted.all_multiplied"]
    assert question.mistakes(20 * 30 + 30 * 50 + 20 * 50) == ["skipping.connected"]
