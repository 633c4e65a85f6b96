from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.cost.attention_flops import attention_flops


def test_a_block_by_the_usual_formula(ask):
    n, d = 100, 512
    question = ask("attention_flops", {"d_model": d, "num_heads": 8, "length": n})
    assert question.answer() == 8 * n * d**2 + 4 * n**2 * d
    assert question.answer("projected") == 8 * n * d**2
    assert question.answer("attended") == 4 * n**2 * d
    assert question.mistakes(8 * n * d**2 + 2 * n**2 * d) == ["attention_products.one", "halving.without_mask"]
    assert question.mistakes(4 * n**2 * d) == ["projections.left_out"]
    assert question.mistakes(6 * n * d**2 + 4 * n**2 * d) == ["output_projection.left_out", "input_projections.two"]
    assert question.mistakes(8 * n * d**2 + 4 * n * d) == ["keys_met.one"]
    assert question.mistakes(8 * 8 * n * d**2 + 8 * 4 * n**2 * d) == ["heads.multiplied"]


def test_a_causal_mask_is_a_convention_and_no_mask_is_not_halved(ask):
    sizes = {"d_model": 96, "num_heads": 6, "length": 40}
    masked = ask("attention_flops", sizes | {"mask": "causal"}, projections="left_out")
    assert masked.answer() == 2 * 40**2 * 96
    assert masked.answer(causal_halving="left_out") == 4 * 40**2 * 96
    full = ask("attention_flops", sizes, projections="left_out")
    assert full.answer(halving="without_mask") == masked.answer()


def test_grouped_queries_and_heads_of_their_own_size(ask):
    sizes = {"d_model": 64, "num_heads": 8, "num_kv_heads": 2, "d_k": 12, "d_v": 10, "length": 7, "num_keys": 9}
    question = ask("attention_flops", sizes)
    assert question.answer("keys") == 2 * 9 * 64 * 2 * 12
    assert question.answer("keys", kv_heads="as_num_heads") == 2 * 9 * 64 * 8 * 12
    assert question.answer("values") == 2 * 9 * 64 * 2 * 10
    assert question.answer("scores") == 2 * 7 * 9 * 8 * 12
    assert question.answer("scores", num_keys="as_queries") == 2 * 7 * 7 * 8 * 12
    assert question.answer("output_projection") == 2 * 7 * 8 * 10 * 64


def test_what_cannot_be():
    with pytest.raises(ParameterError, match="num_heads must divide d_model = 10, unless d_k and d_v are given"):
        attention_flops(d_model=10, num_heads=3, length=4)
    with pytest.raises(ParameterError, match="num_kv_heads must divide num_heads = 4"):
        attention_flops(d_model=12, num_heads=4, num_kv_heads=3, length=4)
    sizes = {"d_model": 12, "num_heads": 4, "length": 4, "mask": "causal"}
    with pytest.raises(ParameterError, match="mask must be none, unless num_keys is length = 4"):
        attention_flops(**sizes, num_keys=7)
    assert attention_flops(**sizes, num_keys=4) == attention_flops(**sizes)
