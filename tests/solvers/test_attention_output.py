from __future__ import annotations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.attention.attention_output import attention_output, explain

TWO = {"queries": [[0, 1]], "keys": [[1, 1], [0, -1]], "values": [[1, 0], [-1, 1]]}
SAME = {"queries": [[0], [0], [0]], "keys": [[1], [1], [1]], "values": [[3], [6], [12]], "mask": "causal"}


def test_two_keys(ask):
    question = ask("attention_output", TWO)
    assert question.answer("scores").tolist() == [[1, -1]]
    assert question.answer("weights").round(4).tolist() == [[0.8044, 0.1956]]
    assert question.answer().round(4).tolist() == [[0.6089, 0.1956]]


@pytest.mark.parametrize(
    ("wrong", "weights"),
    [
        ({"scale": "none"}, [0.8808, 0.1192]),
        ({"root": "left_out"}, [0.7311, 0.2689]),
        ({"root": "squared"}, [0.6225, 0.3775]),
        ({"root": "multiplied"}, [0.9442, 0.0558]),
        ({"negative_scores": "as_zero"}, [0.6698, 0.3302]),
        ({"negative_scores": "as_zero_over_d_k"}, [0.6225, 0.3775]),
        ({"softmax": "over_queries"}, [1, 1]),
        ({"softmax": "left_out"}, [0.7071, -0.7071]),
        ({"softmax": "exponentials"}, [2.0281, 0.4931]),
        ({"softmax": "scaled_afterwards"}, [0.6228, 0.0843]),
    ],
)
def test_mistaken_weights(ask, wrong, weights):
    assert ask("attention_output", TWO).answer("weights", **wrong)[0].round(4).tolist() == weights


def test_weights_multiply_the_values(ask):
    assert ask("attention_output", TWO).answer(values="keys").round(4).tolist() == [[0.8044, 0.6089]]


def test_the_past_only(ask):
    question = ask("attention_output", SAME)
    assert question.answer().ravel().tolist() == pytest.approx([3, 4.5, 7])
    assert question.answer(mask="left_out").ravel().tolist() == pytest.approx([7, 7, 7])
    assert question.answer(mask="strict").ravel().tolist() == pytest.approx([0, 3, 4.5])
    assert question.answer(mask="transposed").ravel().tolist() == pytest.approx([7, 9, 12])


def test_masked_after_softmax_the_rows_no_longer_sum_to_one(ask):
    question = ask("attention_output", SAME)
    assert question.answer("weights", masking="after_softmax").sum(axis=1) == pytest.approx([1 / 3, 2 / 3, 1])
    assert question.answer("weights", masking="zero_scores").sum(axis=1) == pytest.approx([1, 1, 1])


def test_one_query_gives_vectors(ask):
    question = ask("attention_output", SAME | {"query": 2})
    assert question.answer("scores").tolist() == [0, 0, 0]
    assert question.answer("weights").tolist() == [0.5, 0.5, 0]
    assert question.answer().tolist() == [4.5]
    assert question.answer(query_row="one_later").tolist() == pytest.approx([7])
    assert question.answer(query_row="one_earlier").tolist() == [3]


def test_rows_beyond_the_first_and_last_are_no_rows(ask):
    with pytest.raises(IndexError):
        ask("attention_output", SAME | {"query": 1}).answer(query_row="one_earlier")
    with pytest.raises(IndexError):
        ask("attention_output", SAME | {"query": 3}).answer(query_row="one_later")


def test_a_divisor_of_the_question_s_own(ask):
    question = ask("attention_output", TWO | {"scale_divisor": 8})
    assert question.answer("scaled_scores").tolist() == [[0.125, -0.125]]
    assert question.answer(root="as_sqrt_d_k").round(4).tolist() == [[0.6089, 0.1956]]
    assert "√d_k" not in explain(scale_divisor=8)["scale.sqrt_d_k"]


def test_large_scores_do_not_overflow():
    assert attention_output([[1e4]], [[1e4], [-1e4]], [[1], [2]]).tolist() == [[1]]


def test_a_step_can_be_replaced_and_is_gone_on_with(ask):
    from checker.engine.trace import Run

    def student(path, value):
        return np.array([0.25, 0.75, 0]) if path == "weights" else value

    run = Run(override=student)
    question = ask("attention_output", SAME | {"query": 2})
    assert run(question.solver.function, question.parameters).tolist() == [5.25]


@pytest.mark.parametrize(
    ("changes", "parameter", "problem"),
    [
        ({"keys": [[1, 1, 1], [0, 1, 0]]}, "keys", "are 2 x 3, but queries are 1 x 2"),
        ({"values": [[1, 0]]}, "values", "are 1 x 2, but keys are 2 x 2"),
        ({"values": [[1, 0], [1]]}, "values", "rows of one length"),
        ({"values": [1, 0]}, "values", "list of rows"),
        ({"values": [[1], [1e300]]}, "values", "within"),
        ({"query": 2}, "query", "from 1 to 1"),
        ({"query": 0}, "query", "from 1 to 1"),
        ({"mask": [[1, 0, 0]]}, "mask", "is 1 x 3; the scores are 1 x 2"),
        ({"mask": [[0, 0]]}, "mask", "leaves query 1 nothing"),
        ({"mask": [[1, 2]]}, "mask", "1 .may attend. and 0 only"),
        ({"scale_divisor": 0}, "scale_divisor", "from 1e-06"),
        ({"mask": "future"}, "mask", "none, causal"),
        ({"queries": [[0, 1]] * 60_000}, "mask", "more than 10,000 scores"),
    ],
)
def test_impossible_parameters(changes, parameter, problem):
    with pytest.raises(ParameterError, match=problem) as error:
        attention_output(**(TWO | changes))
    assert error.value.parameter == parameter


def test_scores_without_the_transposition(ask):
    queries, keys = [[1, 1, 0], [2, 0, 1]], [[0, 0, 2], [2, -1, 1], [2, 0, 0]]
    question = ask("attention_output", {"queries": queries, "keys": keys, "values": [[5], [3], [1]]})
    assert question.answer("scores", score_product="not_transposed").tolist() == [[2, -1, 3], [2, 0, 4]]
