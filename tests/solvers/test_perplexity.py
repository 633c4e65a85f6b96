from __future__ import annotations

from math import e, log

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.losses.perplexity import perplexity

TOKENS = {"probabilities": [0.5, 0.25, 0.125]}


def test_of_probabilities(ask):
    question = ask("perplexity", TOKENS, log_base="2")
    assert question.answer("losses").tolist() == pytest.approx([1, 2, 3])
    assert question.answer("mean_cross_entropy") == pytest.approx(2)
    assert question.answer() == pytest.approx(4)
    assert ask("perplexity", TOKENS).answer() == pytest.approx(4)  # whatever the base
    assert ask("perplexity", TOKENS).answer("mean_cross_entropy") == pytest.approx(log(4))


def test_of_equally_likely_tokens_it_is_their_number():
    assert perplexity(probabilities=[0.1] * 7) == pytest.approx(10)
    assert perplexity(probabilities=[1, 1]) == 1


def test_of_a_cross_entropy(ask):
    assert ask("perplexity", {"mean_cross_entropy": 3}).answer() == pytest.approx(e**3)
    assert ask("perplexity", {"mean_cross_entropy": 3}, log_base="2").answer() == 8
    assert ask("perplexity", {"mean_cross_entropy": 3}).mistakes(8) == ["log_base.2"]


def test_named_mistakes(ask):
    question = ask("perplexity", TOKENS, log_base="2")
    assert question.mistakes(2) == ["power.left_out"]
    assert question.mistakes(0.25) == ["sign.left_out", "power.inverted"]
    assert question.mistakes(64) == ["average.left_out"]
    assert question.mistakes(8) == ["average.one_token_less"]
    assert question.mistakes(2**1.5) == ["average.one_token_more"]
    assert question.mistakes(24 / 7) == ["average.of_probabilities"]
    assert question.mistakes(14 / 3) == ["average.of_reciprocals"]
    assert question.mistakes(e**2) == ["power.other_base"]
    assert question.mistakes(100) == ["power.base_10"]
    assert ask("perplexity", TOKENS).mistakes(2 ** log(4)) == ["power.other_base"]


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({}, "probabilities or mean_cross_entropy must be given"),
        (TOKENS | {"mean_cross_entropy": 1}, "mean_cross_entropy and probabilities are given"),
        ({"probabilities": [0.5, 0]}, "probabilities must be above 0"),
        ({"probabilities": [1.5]}, "probabilities must be above 0 and at most 1"),
    ],
)
def test_impossible_parameters(parameters, problem):
    with pytest.raises(ParameterError, match=problem):
        perplexity(**parameters)
