from __future__ import annotations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.attention.attention_output import attention_output
from checker.solvers.attention.cross_attention_output import cross_attention_output
from checker.solvers.attention.self_attention_output import self_attention_output

ONE, SWAP, TWICE = [[1, 0], [0, 1]], [[0, 1], [1, 0]], [[2, 0], [0, 2]]
X, M = [[1, 2], [3, 4]], [[1, 0], [0, 2], [1, 1]]
WEIGHTS = {"w_q": ONE, "w_k": SWAP, "w_v": TWICE}
PLAIN = {"inputs": X, "memory": M} | WEIGHTS
SQUARE = PLAIN | {"memory": M[:2]}


def test_queries_of_the_inputs_keys_and_values_of_the_memory(ask):
    question = ask("cross_attention_output", PLAIN)
    assert question.answer("queries").tolist() == X
    assert question.answer("keys").tolist() == [[0, 1], [2, 0], [1, 1]]
    assert question.answer("values").tolist() == [[2, 0], [0, 4], [2, 2]]
    assert question.answer("head_1.scores").tolist() == [[2, 2, 3], [4, 6, 7]]
    expected = attention_output(queries=X, keys=[[0, 1], [2, 0], [1, 1]], values=[[2, 0], [0, 4], [2, 2]])
    assert question.answer() == pytest.approx(expected)


def test_with_the_inputs_as_memory_it_is_self_attention():
    assert cross_attention_output(inputs=X, memory=X, **WEIGHTS) == pytest.approx(
        self_attention_output(inputs=X, **WEIGHTS)
    )


def test_taking_the_wrong_sequence(ask):
    question = ask("cross_attention_output", PLAIN)
    assert question.answer(sources="swapped") == pytest.approx(cross_attention_output(inputs=M, memory=X, **WEIGHTS))
    assert question.answer(sources="swapped").shape == (3, 2)
    assert question.answer(sources="inputs_only") == pytest.approx(self_attention_output(inputs=X, **WEIGHTS))
    assert question.answer(sources="memory_only") == pytest.approx(self_attention_output(inputs=M, **WEIGHTS))
    with pytest.raises(ValueError):  # three weights, two values  # noqa: PT011
        question.answer(sources="values_of_inputs")
    square = ask("cross_attention_output", SQUARE)
    mixed = attention_output(queries=X, keys=np.array(M[:2]) @ SWAP, values=np.array(X) @ TWICE)
    assert square.answer(sources="values_of_inputs") == pytest.approx(mixed)
    assert square.mistakes(mixed) == ["sources.values_of_inputs"]


def test_a_mask_has_a_column_for_each_position_of_the_memory(ask):
    question = ask("cross_attention_output", PLAIN | {"mask": [[1, 0, 0], [0, 1, 0]]})
    assert question.answer().tolist() == [[2, 0], [0, 4]]
    with pytest.raises(ValueError):  # noqa: PT011
        question.answer(sources="swapped")


def test_one_query_and_its_token(ask):
    rows = cross_attention_output(**PLAIN)
    assert ask("cross_attention_output", PLAIN | {"query": 2}).answer().tolist() == rows[1].tolist()
    named = PLAIN | {"tokens": ["der", "Hund"], "query": "Hund"}
    assert ask("cross_attention_output", named).answer().tolist() == rows[1].tolist()


def test_a_memory_of_another_width(ask):
    question = ask("cross_attention_output", PLAIN | {"memory": [[1], [2]], "w_k": [[1, 0]], "w_v": [[1, 1]]})
    assert question.answer("values").tolist() == [[1, 1], [2, 2]]
    with pytest.raises(ValueError):  # noqa: PT011
        question.answer(sources="swapped")


def test_slices(ask):
    slices = {"query_dims": [1], "key_dims": [2], "value_dims": [1, 2]}
    question = ask("cross_attention_output", {"inputs": X, "memory": M, "slices": slices})
    assert question.answer("queries").tolist() == [[1], [3]]
    assert question.answer("keys").tolist() == [[0], [2], [1]]
    assert question.answer("values").tolist() == M


def test_columns_transpose_everything(ask):
    rng = np.random.default_rng(1)
    rows = {"inputs": rng.normal(size=(3, 4)), "memory": rng.normal(size=(2, 5)), "w_o": rng.normal(size=(6, 5))}
    rows |= {"w_q": rng.normal(size=(4, 4)), "w_k": rng.normal(size=(5, 4)), "w_v": rng.normal(size=(5, 6))}
    columns = {name: array.T for name, array in rows.items()}
    right = ask("cross_attention_output", rows | {"num_heads": 2})
    turned = ask("cross_attention_output", columns | {"num_heads": 2}, layout="columns")
    assert turned.answer() == pytest.approx(right.answer().T)
    assert turned.answer("keys") == pytest.approx(right.answer("keys").T)


@pytest.mark.parametrize(
    ("changes", "parameter", "problem"),
    [
        ({"w_k": [[1, 0]]}, "w_k", "is 1 x 2; the memory, 2 wide, needs 2 rows"),
        ({"w_q": [[1, 0]]}, "w_q", "is 1 x 2; the inputs, 2 wide, need 2 rows"),
        ({"mask": [[1, 1], [1, 1]]}, "mask", "is 2 x 2; the scores are 2 x 3"),
        ({"query": 3}, "query", "a row from 1 to 2"),
        ({"tokens": ["a"]}, "tokens", "are 1, but inputs have 2 positions"),
    ],
)
def test_impossible_parameters(changes, parameter, problem):
    with pytest.raises(ParameterError, match=problem) as error:
        cross_attention_output(**(PLAIN | changes))
    assert error.value.parameter == parameter


def test_impossible_slices():
    slices = {"query_dims": [1], "key_dims": [3], "value_dims": [1]}
    with pytest.raises(ParameterError, match=r"has key_dims .3.; memory has dimensions 1 to 2"):
        cross_attention_output(inputs=X, memory=M, slices=slices)
