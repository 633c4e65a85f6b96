"""Alternatives that change nothing at a question's values are not named."""

import pytest

from checker import check
from checker.diagnosis import Explanation, MistakenRuns, WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake
from checker.marking.explained import without_doubles
from checker.solvers.registry import solver
from checker.solvers.variant import Variant
from tests.bank import bank

numpy = pytest.importorskip("numpy")


def explanation(share, *mistakes, slip=None):
    return Explanation("exact", share, tuple(mistakes), slip, "", None)


@pytest.fixture(scope="module")
def softmax_index():
    """An index of scores of which none is negative."""
    variant = Variant(solver("softmax"), {"logits": numpy.array([0.5, 2.0, 1.0])})
    return WrongAnswerIndex(MistakenRuns(variant, ["total"]))


LEFT_OUT = Mistake("exponentials", "left_out")
ABSOLUTE = Mistake("exponentials", "absolute")
BASE_2 = Mistake("exponentials", "base_2")


def test_absolute_values_of_positive_scores_say_nothing_new(softmax_index):
    best, same, other = explanation(0.5, LEFT_OUT), explanation(0.3, ABSOLUTE), explanation(0.2, BASE_2)
    assert without_doubles(softmax_index, best, [same, other]) == [other]


def test_one_slip_in_typing_is_told_and_not_two(softmax_index):
    best = explanation(0.5, slip="digits_swapped")
    assert without_doubles(softmax_index, best, [explanation(0.4, slip="digit_missing")]) == []
    sign = explanation(0.4, slip="sign")
    assert without_doubles(softmax_index, best, [sign]) == [sign]


def test_a_convention_that_follows_another_one_is_not_told_beside_it():
    block = {"type": "feed_forward_parameters", "parameters": {"d_model": 64, "d_ff": 256}}
    why = "Perhaps: your answer leaves the biases out; this question does not."
    assert check(block, "32,768").feedback.why == (why,)


@pytest.mark.parametrize(
    ("problem", "part", "answer", "begins"),
    [
        ("gemma-7b", "attention", "37,748,736", "Perhaps: your answer leaves the output projection W_O out"),
        ("transformer-base", None, "6,558,720", "Perhaps two mistakes together:"),
        ("character-model", "attention", "313,200", "Perhaps: your answer leaves the output projection W_O out"),
    ],
)
def test_one_of_several_and_a_slip_after_a_mistake_are_not_asserted(problem, part, answer, begins):
    result = check(bank().problems[problem], {part: answer}, feedback="full").parts[part]
    assert result.feedback.why[0].startswith(begins)
