from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.cost.training_memory import training_memory

BILLION = 10**9


@pytest.mark.parametrize(
    ("parameters", "bytes_each"),
    [
        ({"optimizer": "adam", "dtype": "bfloat16", "mixed_precision": True}, 16),
        ({"optimizer": "momentum", "dtype": "float16", "mixed_precision": True}, 12),
        ({"optimizer": "sgd", "dtype": "float16", "mixed_precision": True}, 8),
        ({"optimizer": "adam"}, 16),
        ({"optimizer": "momentum"}, 12),
        ({"optimizer": "sgd"}, 8),
        ({"optimizer": "adam", "dtype": "bf16"}, 8),
    ],
)
def test_bytes_a_parameter(parameters, bytes_each):
    assert training_memory(num_parameters=BILLION, **parameters) == bytes_each * BILLION


def test_mistakes_in_mixed_precision(ask):
    question = ask("training_memory", {"num_parameters": BILLION, "dtype": "bfloat16", "mixed_precision": True})
    assert question.mistakes(12 * BILLION) == ["master_weights.left_out", "moments.one", "state_size.as_weights"]
    assert question.mistakes(2 * BILLION) == ["beside_weights.nothing"]
    assert question.mistakes(4 * BILLION) == ["beside_weights.gradients_only"]
    assert question.mistakes(14 * BILLION) == ["gradients.left_out", "number_size.one_byte"]
    assert question.mistakes(18 * BILLION) == ["gradient_size.in_float32"]
    assert question.mistakes(8 * BILLION) == ["moments.none"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dtype": "int8"}, "dtype must be a floating-point type; whole numbers are not trained"),
        (
            {"dtype": "float32", "mixed_precision": True},
            "dtype must have 16 bits in mixed precision: float16 or bfloat16",
        ),
    ],
)
def test_what_cannot_be(parameters, message):
    with pytest.raises(ParameterError) as error:
        training_memory(num_parameters=5, **parameters)
    assert str(error.value) == message
