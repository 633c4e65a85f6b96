from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.cost.transformer_flops import transformer_flops


def test_published_training_runs(ask):
    gpt3 = ask("transformer_flops", {"num_parameters": 175 * 10**9, "num_tokens": 300 * 10**9, "pass_": "training"})
    assert gpt3.answer() == 315 * 10**21, "Brown et al. 2020, table D.1: 3.14e23"
    assert gpt3.mistakes(105 * 10**21) == ["backward.left_out"]
    assert gpt3.mistakes(21 * 10**22) == ["backward.as_forward"]
    assert gpt3.mistakes(6 * 175 * 10**9) == ["tokens.left_out"]
    chinchilla = {"num_parameters": 70 * 10**9, "num_tokens": 1400 * 10**9, "pass_": "training"}
    assert transformer_flops(**chinchilla) == 588 * 10**21


def test_a_stack_by_the_usual_formula(ask):
    layers, n, d, f, words = 6, 100, 512, 2000, 30000
    sizes = {"num_layers": layers, "d_model": d, "num_heads": 8, "d_ff": f, "length": n, "vocab_size": words}
    question = ask("transformer_flops", sizes)
    layer = 8 * n * d**2 + 4 * n**2 * d + 4 * n * d * f
    head = 2 * n * d * words
    assert question.answer("layer") == layer
    assert question.answer() == layers * layer + head
    assert question.mistakes(layer + head) == ["layers.left_out"]
    assert question.mistakes(layers * layer) == ["head.left_out"]
    assert question.mistakes(layers * (layer - 2 * n * d * f) + head) == ["matrices.one"]
    assert question.mistakes(layers * (layer + 2 * n * d * f) + head) == ["matrices.three"]
    assert question.mistakes(layers * layer + 2 * head) == ["head.counted_twice"]


def test_the_estimate_is_near_the_count():
    """Kaplan et al.: 2·N a token, where N counts the matrices."""
    layers, d, f = 12, 768, 3072
    matrices = layers * (4 * d**2 + 2 * d * f)
    counted = transformer_flops(num_layers=layers, d_model=d, num_heads=12, d_ff=f, length=64)
    estimated = transformer_flops(num_parameters=matrices, num_tokens=64)
    assert 0 < counted - estimated == layers * 4 * 64**2 * d


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"num_parameters": 5}, "num_tokens is needed; num_parameters and num_tokens go together"),
        ({"num_tokens": 5}, "num_parameters is needed; num_parameters and num_tokens go together"),
        ({"num_parameters": 5, "num_tokens": 5, "d_ff": 3}, "d_ff and num_parameters are given; give the sizes or the number of parameters"),
        ({"d_model": 5}, "num_layers is needed, unless num_parameters and num_tokens are given"),
    ],
)  # fmt: skip
def test_what_cannot_be(parameters, message):
    with pytest.raises(ParameterError) as error:
        transformer_flops(**parameters)
    assert str(error.value) == message
