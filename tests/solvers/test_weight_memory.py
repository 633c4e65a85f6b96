from __future__ import annotations

import pytest

from checker.solvers.cost.weight_memory import weight_memory


@pytest.mark.parametrize(
    ("dtype", "size"),
    [("float32", 400), ("fp32", 400), ("float16", 200), ("fp16", 200), ("bfloat16", 200), ("bf16", 200), ("int8", 100), ("int4", 50)],
)  # fmt: skip
def test_the_bytes_of_a_hundred_numbers(dtype, size):
    assert weight_memory(num_parameters=100, dtype=dtype) == size


def test_two_numbers_of_four_bits_share_a_byte():
    assert weight_memory(num_parameters=101, dtype="int4") == 51


def test_units(ask):
    parameters = {"num_parameters": 7 * 10**9, "dtype": "bfloat16"}
    assert ask("weight_memory", parameters).answer() == 14 * 10**9
    assert ask("weight_memory", parameters, unit="GB").answer() == 14.0
    question = ask("weight_memory", parameters, unit="GiB")
    assert question.answer() == 14e9 / 2**30
    assert question.mistakes(14.0) == ["unit.GB"]
    assert question.mistakes(28e9 / 2**30) == ["number_size.four_bytes"]
    assert question.mistakes(16 * 7e9 / 2**30) == ["number_size.bits_for_bytes"]
