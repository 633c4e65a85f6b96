from __future__ import annotations


def test_a_layer_and_its_mistakes(ask):
    question = ask("linear_flops", {"in_features": 768, "out_features": 3072, "length": 10, "batch_size": 3})
    assert question.answer() == 2 * 768 * 3072 * 30
    assert question.answer(flops_per_mac="1") == 768 * 3072 * 30
    assert question.mistakes(2 * 768 * 3072 * 10) == ["batch.left_out"]
    assert question.mistakes(2 * 768 * 3072 * 3) == ["length.left_out"]
    assert question.mistakes((2 * 768 - 1) * 3072 * 30) == ["additions.one_less"]
    assert question.mistakes((2 * 768 + 1) * 3072 * 30) == ["additions.with_biases"]
    assert question.mistakes(3 * 2 * 768 * 3072 * 30) == ["backward.counted"]


def test_training_is_three_forward_passes(ask):
    question = ask("linear_flops", {"in_features": 20, "out_features": 30, "pass_": "training"})
    assert question.answer("forward") == 1200
    assert question.answer("backward") == 2400
    assert question.answer() == 3600
    assert question.mistakes(2400) == ["backward.as_forward"]
    assert question.mistakes(1200) == ["backward.left_out"]
