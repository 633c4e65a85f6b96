from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.attention.self_attention_output import self_attention_output

FLYING = {
    "inputs": [[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1]],
    "tokens": ["flying", "arrows"],
    "query": "flying",
    "slices": {"query_dims": [1, 2], "key_dims": [3, 4], "value_dims": [5, 6]},
}
X = [[1, 2], [3, 4]]
ONE, SWAP, TWICE = [[1, 0], [0, 1]], [[0, 1], [1, 0]], [[2, 0], [0, 2]]
PLAIN = {"inputs": X, "w_q": ONE, "w_k": SWAP, "w_v": TWICE}
HEADS = PLAIN | {"num_heads": 2}


def test_the_two_tokens_of_the_homework_sheet(ask):
    question = ask("self_attention_output", FLYING)
    assert question.answer().round(4).tolist() == [0.6089, 0.1956]
    assert question.answer("head_1.weights").round(4).tolist() == [0.8044, 0.1956]
    off_by_one = question.answer(value_slice="one_early")
    assert off_by_one.round(4).tolist() == [0.6089, 0.6089]
    assert question.mistakes(off_by_one) == ["value_slice.one_early"]


def test_the_student_s_answer_is_a_tie_of_two_pairs(ask):
    question = ask("self_attention_output", FLYING)
    given = question.answer(value_slice="one_early", root="squared")
    assert given.round(3).tolist() == [0.245, 0.245]
    assert question.mistakes(given) == []
    board = {point.name: point.wrong for point in menu(question).values()}
    singles = [(name, option) for name, options in board.items() for option in options]
    pairs = []
    for one, other in combinations(singles, 2):
        if one[0] != other[0]:
            try:
                value = question.answer(**dict([one, other]))
            except (ValueError, ArithmeticError, IndexError):
                continue
            if value.shape == given.shape and np.allclose(value, given):
                pairs.append({".".join(one), ".".join(other)})
    assert pairs == [
        {"value_slice.one_early", "root.squared"},
        {"value_slice.one_early", "negative_scores.as_zero_over_d_k"},
    ]


def menu(question):
    from checker.engine.recording import Recording
    from checker.engine.trace import Run

    survey = Recording(question.parameters)
    Run(question.conventions, recording=survey)(question.solver.function, question.parameters)
    return survey.menu


def test_a_token_or_its_row(ask):
    by_name = ask("self_attention_output", FLYING | {"query": "arrows"}).answer()
    by_row = ask("self_attention_output", FLYING | {"query": 2}).answer()
    assert by_name.tolist() == by_row.tolist()
    rows = self_attention_output(**{name: value for name, value in FLYING.items() if name != "query"})
    assert rows[1].tolist() == by_row.tolist()
    assert ask("self_attention_output", FLYING).answer(query_row="one_later").tolist() == by_row.tolist()


def test_slices_counted_from_0(ask):
    question = ask("self_attention_output", FLYING | {"slices": FLYING["slices"] | {"value_dims": [4, 5]}})
    shifted = self_attention_output(
        **(FLYING | {"slices": {"query_dims": [2, 3], "key_dims": [4, 5], "value_dims": [5, 6]}})
    )
    assert question.answer(slices="counted_from_0").tolist() == shifted.tolist()
    with pytest.raises(IndexError):
        ask("self_attention_output", FLYING).answer(slices="counted_from_0")


def test_a_slice_before_the_first_dimension_is_none(ask):
    with pytest.raises(IndexError):
        ask("self_attention_output", FLYING).answer(query_slice="one_early")


def test_projections(ask):
    question = ask("self_attention_output", PLAIN)
    assert question.answer("queries").tolist() == X
    assert question.answer("keys").tolist() == [[2, 1], [4, 3]]
    assert question.answer("values").tolist() == [[2, 4], [6, 8]]
    assert question.answer("keys", projection="left_out").tolist() == X
    assert question.answer("values", value_projection="left_out").tolist() == X
    assert question.answer("keys", roles="queries_and_keys").tolist() == X
    assert question.answer("head_1.scores").tolist() == [[4, 10], [10, 24]]
    assert question.answer("head_1.scores", score_product="swapped").tolist() == [[4, 10], [10, 24]]


def test_dividing_by_the_root_of_d_model(ask):
    question = ask("self_attention_output", FLYING)
    scaled = question.answer("head_1.scaled_scores", root="as_sqrt_d_model")
    assert scaled.tolist() == pytest.approx([6**-0.5, -(6**-0.5)])


def test_heads_stand_side_by_side(ask):
    question = ask("self_attention_output", HEADS)
    first, second = (ask("self_attention_output", HEADS | {"head": head}).answer() for head in (1, 2))
    assert question.answer().tolist() == np.hstack([first, second]).tolist()
    assert question.answer(heads="added") == pytest.approx(first + second)
    assert question.answer(heads="averaged") == pytest.approx((first + second) / 2)
    assert question.answer(heads="reversed").tolist() == np.hstack([second, first]).tolist()
    assert question.answer(heads="first_only").tolist() == first.tolist()
    assert question.answer(heads="not_split") == pytest.approx(self_attention_output(**PLAIN))
    assert ask("self_attention_output", HEADS | {"head": 1}).answer(head="one_later").tolist() == second.tolist()


def test_a_head_beyond_the_last_is_none(ask):
    with pytest.raises(IndexError):
        ask("self_attention_output", HEADS | {"head": 2}).answer(head="one_later")


def test_output_projection_biases_and_residual(ask):
    question = ask("self_attention_output", PLAIN | {"w_o": [[1, 1], [0, 1]], "b_o": [10, 20]})
    joined = question.answer("heads")
    assert question.answer() == pytest.approx(joined @ [[1, 1], [0, 1]] + [10, 20])
    assert question.answer(output_projection="left_out") == pytest.approx(np.add(joined, [10, 20]))
    assert question.answer(output_projection="transposed") == pytest.approx(joined @ [[1, 0], [1, 1]] + [10, 20])
    assert question.answer(bias="left_out") == pytest.approx(joined @ [[1, 1], [0, 1]])
    assert question.answer(residual="added") == pytest.approx(question.answer() + X)


def test_columns_transpose_everything(ask):
    rng = np.random.default_rng(1)
    rows = {"inputs": rng.normal(size=(3, 4)), "w_o": rng.normal(size=(6, 5)), "b_q": rng.normal(size=4)}
    rows |= {"w_q": rng.normal(size=(4, 4)), "w_k": rng.normal(size=(4, 4)), "w_v": rng.normal(size=(4, 6))}
    columns = {name: array.T for name, array in rows.items()}
    right = ask("self_attention_output", rows | {"num_heads": 2})
    turned = ask("self_attention_output", columns | {"num_heads": 2}, layout="columns")
    assert turned.answer() == pytest.approx(right.answer().T)
    assert turned.answer("values") == pytest.approx(right.answer("values").T)
    assert turned.answer("head_2.scores") == pytest.approx(right.answer("head_2.scores"))


@pytest.mark.parametrize(
    ("changes", "parameter", "problem"),
    [
        ({"w_q": None}, "w_q", "is needed"),
        ({"w_k": [[1, 0]]}, "w_k", "is 1 x 2; the inputs, 2 wide, need 2 rows"),
        ({"w_k": [[1], [0]]}, "w_k", "gives keys 1 wide; to match w_q they must be 2 wide"),
        ({"num_heads": 3}, "num_heads", "must divide the 2 columns of w_q"),
        ({"num_heads": 2, "w_v": [[1], [0]]}, "w_v", "gives values 1 wide, which 2 heads cannot share"),
        ({"num_heads": 2, "num_kv_heads": 3}, "num_kv_heads", "must divide num_heads = 2"),
        ({"num_heads": 2, "head": 3}, "head", "from 1 to num_heads = 2"),
        ({"b_q": [1, 2, 3]}, "b_q", "has 3 numbers; it must have 2"),
        ({"b_o": [1, 2]}, "b_o", "without w_o"),
        ({"w_o": [[1, 2, 3]]}, "w_o", "is 1 x 3; the heads side by side need 2 rows"),
        ({"query": 3}, "query", "a row from 1 to 2"),
        ({"query": "cat"}, "query", "no tokens are given"),
        ({"query": "cat", "tokens": ["a", "dog"]}, "query", "one of the tokens a, dog"),
        ({"tokens": ["a"]}, "tokens", "are 1, but inputs have 2 positions"),
        ({"tokens": ["a", "a"]}, "tokens", "must differ"),
        ({"slices": FLYING["slices"]}, "w_q", "and slices are given"),
    ],
)
def test_impossible_parameters(changes, parameter, problem):
    with pytest.raises(ParameterError, match=problem) as error:
        self_attention_output(**(PLAIN | changes))
    assert error.value.parameter == parameter


@pytest.mark.parametrize(
    ("dims", "problem"),
    [
        ({"query_dims": [1, 7]}, "has query_dims .1, 7.; inputs have dimensions 1 to 6"),
        ({"key_dims": [0, 1]}, "has key_dims .0, 1."),
        ({"value_dims": []}, "has value_dims"),
        ({"query_dims": [1]}, "as many query_dims as key_dims"),
    ],
)
def test_impossible_slices(dims, problem):
    with pytest.raises(ParameterError, match=problem):
        self_attention_output(**(FLYING | {"slices": FLYING["slices"] | dims}))
    with pytest.raises(ParameterError, match="must be 1 with slices"):
        self_attention_output(**(FLYING | {"num_heads": 2}))
