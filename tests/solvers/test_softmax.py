from __future__ import annotations

from math import e, exp, log

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.losses.softmax import softmax

ROWS = [[0, log(3)], [log(4), 0]]


def test_logits_that_are_logarithms_give_their_ratios(ask):
    question = ask("softmax", {"logits": [log(1), log(2), log(5)]})
    assert question.answer() == pytest.approx([1 / 8, 2 / 8, 5 / 8])
    assert question.answer("probabilities.exponentials") == pytest.approx([1, 2, 5])
    assert question.answer("probabilities.sums") == pytest.approx(8)


def test_only_differences_matter():
    assert softmax([101, 102]).tolist() == pytest.approx(softmax([-1, 0]).tolist())
    assert softmax([0, 1])[1] == pytest.approx(1 / (1 + exp(-1)))  # of two classes a sigmoid
    assert softmax([300, -300]).tolist() == pytest.approx([1, 0])


def test_rows_and_columns(ask):
    assert ask("softmax", {"logits": ROWS}).answer() == pytest.approx(np.array([[0.25, 0.75], [0.8, 0.2]]))
    assert ask("softmax", {"logits": ROWS, "axis": 1}).answer() == pytest.approx(softmax(ROWS))
    down = softmax(ROWS, axis=0)
    assert down.sum(axis=0).tolist() == pytest.approx([1, 1])
    assert ask("softmax", {"logits": ROWS}).mistakes(down) == ["sum_over.other_axis"]
    assert ask("softmax", {"logits": ROWS}).answer(sum_over="everything").sum() == pytest.approx(1)


def test_temperature(ask):
    question = ask("softmax", {"logits": [0, log(4)], "temperature": 2})
    assert question.answer() == pytest.approx([1 / 3, 2 / 3])
    assert question.answer("scaled_logits") == pytest.approx([0, log(2)])
    assert question.answer(temperature="left_out") == pytest.approx([0.2, 0.8])
    assert question.answer(temperature="multiplied") == pytest.approx([1 / 17, 16 / 17])
    assert question.answer(temperature="afterwards") == pytest.approx([0.1, 0.4])


def test_logarithms(ask):
    question = ask("softmax", {"logits": [0, log(3)]}, log="taken")
    assert question.answer() == pytest.approx([-log(4), log(3) - log(4)])
    assert question.answer(log="left_out") == pytest.approx([0.25, 0.75])
    assert question.answer(logarithm="base_2") == pytest.approx([-2, log(0.75) / log(2)])
    assert question.answer(logarithm="of_sum_left_out") == pytest.approx([-4, log(3) - 4])
    assert question.mistakes([log(4), log(4 / 3)]) == ["logarithm.sign_changed"]


def test_named_mistakes(ask):
    question = ask("softmax", {"logits": [1, 3]})
    assert question.mistakes([0.25, 0.75]) == ["exponentials.left_out", "exponentials.absolute"]
    assert question.mistakes([2 / 10, 8 / 10]) == ["exponentials.base_2"]
    assert question.mistakes([e, e**3]) == ["normalisation.left_out"]
    assert question.mistakes([1 / (1 + exp(-1)), 1 / (1 + exp(-3))]) == ["normalisation.each_alone"]
    assert question.mistakes([exp(-2), 1]) == ["normalisation.by_highest"]
    assert question.mistakes([0, 1]) == ["normalisation.highest_only"]
    stable = question.answer("probabilities.exponentials", exponentials="highest_subtracted")
    assert stable == pytest.approx([exp(-2), 1])
    assert question.answer(exponentials="highest_subtracted") == pytest.approx(question.answer())


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"logits": [1, 2], "axis": 1}, "axis must be 0 or left out"),
        ({"logits": [1, 301]}, "logits must lie within ±300"),
        ({"logits": [1, 2], "temperature": 1e-3}, "logits must lie within ±300, also after the temperature"),
        ({"logits": [1, 2], "temperature": 0}, "temperature must be from 0.001"),
        ({"logits": [[1, 2], [3]]}, "logits must have rows of one length"),
        ({"logits": []}, "logits must be a list of numbers"),
        ({"logits": [[0] * 101] * 100}, "logits hold more than 10,000"),
    ],
)
def test_impossible_parameters(parameters, problem):
    with pytest.raises(ParameterError, match=problem):
        softmax(**parameters)
