from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.cost.kv_cache_memory import kv_cache_memory

LLAMA_3 = {"num_layers": 32, "num_kv_heads": 8, "num_heads": 32, "head_dim": 128, "length": 8192, "dtype": "bfloat16"}


def test_llama_3_keeps_a_gibibyte_for_a_full_context(ask):
    assert ask("kv_cache_memory", LLAMA_3).answer() == 2**30
    question = ask("kv_cache_memory", LLAMA_3, unit="GiB")
    assert question.answer() == 1.0
    assert question.answer("bytes_per_token") == 131_072
    assert question.mistakes(4.0) == ["kv_heads.as_num_heads"]
    assert question.mistakes(0.5) == ["keys_and_values.one", "number_size.one_byte"]
    assert question.mistakes(1 / 32) == ["layers.left_out"]
    assert question.mistakes(8192.0) == ["length.squared"]


def test_the_batch(ask):
    question = ask("kv_cache_memory", LLAMA_3 | {"batch_size": 5})
    assert question.answer() == 5 * 2**30
    assert question.mistakes(2**30) == ["batch.left_out"]


def test_heads_that_cannot_be_shared():
    with pytest.raises(ParameterError, match="num_kv_heads must divide num_heads = 9"):
        kv_cache_memory(num_layers=2, num_kv_heads=4, num_heads=9, head_dim=8, length=3)
