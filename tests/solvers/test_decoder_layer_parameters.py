from __future__ import annotations

BASE = {"d_model": 512, "num_heads": 8, "d_ff": 2048}
ATTENTION = 4 * 512 * 512 + 4 * 512


def test_a_layer_of_the_base_model(ask):
    question = ask("decoder_layer_parameters", BASE)
    assert question.answer() == 4_204_032
    assert question.answer("self_attention") == question.answer("cross_attention") == ATTENTION
    assert question.answer("layer_norm") == 3 * 1024


def test_each_mistake_gives_its_answer(ask):
    question = ask("decoder_layer_parameters", BASE)
    assert question.answer(cross_attention="left_out") == 4_204_032 - ATTENTION
    assert question.answer("layer_norm", decoder_norms="as_encoder") == 2 * 1024
    assert question.answer("layer_norm", norms="one") == 1024
