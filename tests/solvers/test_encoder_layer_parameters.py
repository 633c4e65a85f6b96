from __future__ import annotations

LAYER = {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120}


def test_the_layer_of_the_homework_sheet(ask):
    question = ask(
        "encoder_layer_parameters", LAYER, biases="left_out", layer_norm="left_out", output_projection="left_out"
    )
    assert question.answer() == 27_648
    assert question.answer(output_projection="counted") == 31_744
    assert question.answer(biases="counted") == 28_024
    assert question.mistakes(31_744) == ["output_projection.counted"]
    assert question.mistakes(28_024) == ["biases.counted"]


def test_declared_biases_do_not_follow_the_others(ask):
    question = ask("encoder_layer_parameters", LAYER, biases="left_out", ffn_biases="counted", layer_norm="left_out")
    assert question.answer() == 4 * 64 * 64 + 2 * 64 * 120 + 120 + 64
    assert question.answer("feed_forward", biases="counted") == question.answer("feed_forward")
    assert question.answer("attention", biases="counted") == 4 * 64 * 64 + 4 * 64


def test_norm_biases_do_not_follow_the_others(ask):
    question = ask("encoder_layer_parameters", LAYER, biases="left_out")
    assert question.answer("layer_norm") == 4 * 64
    assert question.answer("layer_norm", norm_biases="left_out") == question.answer("layer_norm", norms="one") == 2 * 64
