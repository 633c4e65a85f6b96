from __future__ import annotations


def test_each_mistake_in_a_block_gives_its_answer(ask):
    question = ask("feed_forward_parameters", {"d_model": 768, "d_ff": 3072}, biases="left_out")
    assert question.answer() == 4_718_592
    assert question.answer(matrices="one") == 2_359_296
    assert question.answer(matrices="three") == 7_077_888
    assert question.answer(biases="counted") == question.answer(ffn_biases="counted") == 4_722_432


def test_a_gated_block_has_three_matrices(ask):
    question = ask("feed_forward_parameters", {"d_model": 4096, "d_ff": 11008, "gated": True}, biases="left_out")
    assert question.answer() == 3 * 4096 * 11008
    assert question.answer(matrices="two") == 2 * 4096 * 11008


def test_each_mistake_about_bias_sizes_gives_its_answer(ask):
    question = ask("feed_forward_parameters", {"d_model": 4, "d_ff": 6})
    weights = 2 * 4 * 6
    assert question.answer() == weights + 6 + 4
    assert question.answer(bias_sizes="inner_only") == weights + 6
    assert question.answer(bias_sizes="both_inner") == weights + 12
    assert question.answer(bias_sizes="both_outer") == weights + 8
