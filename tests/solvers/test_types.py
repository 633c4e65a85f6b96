"""What question types give: right steps, the answer of each mistake, the mistakes of an answer, and errors of parameters.

A file of cases/ is a type, a line of it a question under its conventions, with where it comes from:
    values      by step
    wrong       a step, what a student believes, and the value; none where the belief does not fit the question
    mistakes    a step, an answer, and the single mistakes that give it, the likeliest first
    error       the parameter that cannot be, and what is said of it
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from tests.solvers.conftest import INVALID

CASES = Path(__file__).parent / "cases"
ROWS = [
    pytest.param(path.stem, json.loads(line), id=f"{path.stem}-{number}")
    for path in sorted(CASES.glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
]


def is_value(found, expected):
    """Whether it has the shape, the numbers, and where it is one number the exactness of what is expected."""
    if np.ndim(found) == 0 and isinstance(found, int) != isinstance(expected, int):
        return False
    return np.shape(found) == np.shape(expected) and np.allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_types(ask, name, row):
    question = ask(name, row["parameters"], **row.get("conventions", {}))
    if "error" in row:
        parameter, *message = row["error"]
        with pytest.raises(ParameterError) as error:
            question.answer()
        assert error.value.parameter == parameter
        assert all(part in str(error.value) for part in message)
    for step, expected in row.get("values", {}).items():
        assert is_value(question.answer(step), expected), step
    for step, wrong, expected in row.get("wrong", ()):
        if expected is None:
            with pytest.raises(INVALID):
                question.answer(step, **wrong)
        else:
            assert is_value(question.answer(step, **wrong), expected), wrong
    for step, answer, expected in row.get("mistakes", ()):
        assert question.mistakes(answer, step) == expected, answer


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("attention_output", {"queries": [[0, 1]] * 4_000, "keys": [[1, 1]] * 3, "values": [[1]] * 3}, "10,000 scores"),
        ("cnn_parameters", {"input_shape": [3, 9, 9], "layers": [{"type": "relu"}] * 251}, "at most 250 in all"),
        ("formula", {"expression": "a" + "+a" * 50_000, "symbols": {"a": 1}}, "longer than 2,000 characters"),
        ("norm_output", {"inputs": [[1.0] * 101] * 100, "norm": "layer_norm"}, "10,000"),
        ("softmax", {"logits": [[0] * 101] * 100}, "logits hold more than 10,000"),
    ],
)  # fmt: skip
def test_what_is_too_large(ask, name, parameters, message):
    with pytest.raises(ParameterError, match=message):
        ask(name, parameters).answer()
