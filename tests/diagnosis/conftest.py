from decimal import Decimal

import pytest

from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.kinds import Reading, StatedNumber
from checker.solvers.registry import solver
from checker.solvers.variant import Variant


@pytest.fixture(scope="session")
def encoder_layer():
    return Variant(
        solver("encoder_layer_parameters"),
        {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120},
        {"biases": "left_out", "layer_norm": "left_out", "output_projection": "left_out"},
    )


@pytest.fixture(scope="session")
def layer_index(encoder_layer):
    return WrongAnswerIndex(MistakenRuns(encoder_layer, ["total"]))


@pytest.fixture(scope="session")
def base_index():
    base = Variant(
        solver("transformer_parameters"),
        {
            "d_model": 512, "num_heads": 8, "d_k": 64, "d_v": 64, "d_ff": 2048,
            "num_encoder_layers": 6, "num_decoder_layers": 6,
        },
        {"qkv_biases": "left_out", "output_biases": "left_out", "ffn_biases": "counted", "layer_norm": "left_out"},
    )  # fmt: skip
    return WrongAnswerIndex(MistakenRuns(base, ["total"]))


@pytest.fixture(scope="session")
def flying_index():
    numpy = pytest.importorskip("numpy")
    variant = Variant(
        solver("self_attention_output"),
        {
            "inputs": numpy.array([[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1]], float),
            "slices": {"query_dims": [1, 2], "key_dims": [3, 4], "value_dims": [5, 6]},
            "query": 1,
        },
    )
    return WrongAnswerIndex(MistakenRuns(variant, ["total"]))


@pytest.fixture
def whole():
    """Return a function that reads a whole number."""
    return lambda value: Reading((), (StatedNumber(value, Decimal("0.5"), len(str(abs(value)))),))


@pytest.fixture
def decimals():
    """Return a function that reads decimals as they are written."""

    def read(*texts):
        numbers = []
        for text in texts:
            value = Decimal(text)
            half = Decimal(5).scaleb(value.as_tuple().exponent - 1)
            numbers.append(StatedNumber(value, half, len(value.as_tuple().digits)))
        return Reading((len(texts),), tuple(numbers))

    return read
