from __future__ import annotations


def test_a_head_with_five_classes(ask):
    question = ask("classification_head_parameters", {"hidden_size": 768, "num_classes": 5})
    assert question.answer() == 3_845
    assert question.answer("weights") == 3_840
    assert question.mistakes(3_840) == ["biases.left_out"]


def test_each_other_mistake_gives_its_answer(ask):
    question = ask("classification_head_parameters", {"hidden_size": 768, "num_classes": 2})
    assert question.answer() == 1_538
    assert question.answer(outputs="one_less") == 769
    assert question.answer(bias_size="as_hidden_size") == 1_536 + 768
    assert question.answer(hidden_layer="added") == 1_538 + 768 * 768 + 768
