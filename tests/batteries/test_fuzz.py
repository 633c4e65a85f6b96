"""No answer of the grammar gets marks that it should not get, and no right one is shown as wrong."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.batteries.fuzz import TOPICS, case, judged
from tests.batteries.questions import checked

EXAMPLES = 1_100
"""Over all questions; `python -m benchmarks.fuzz` tries more."""
LAWS = ("false full mark", "false partial mark", "right shown as wrong")


@pytest.mark.parametrize("name", TOPICS)
@settings(derandomize=True, max_examples=EXAMPLES // len(TOPICS), suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_the_laws_hold_for_answers_of_the_grammar(name, rng):
    tried = case(rng, name)
    finding = judged(tried)
    note(f"{tried.answer.text!r} means {tried.answer.meaning}, and was {finding.status}: {tried.shape}")
    assert finding.fault not in LAWS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("count", "27648"), ("big", "9007199254740993"), ("real", "0.609"), ("perplexity", "11.851622"), ("speed", "12.5 m/s"), ("vector", "[0.609, 0.196]"),
        ("scores", "[[0.5, 0.25], [0.125, 2.0]]"), ("shape", "(32, 16)"), ("quadratic", "O(n^2 d)"), ("linear", "O(n)"), ("constant", "O(1)"), ("choice", "the keys"), ("choices", "A, C"),
    ],
)  # fmt: skip
def test_the_oracle_has_the_truths_of_the_questions(name, text):
    assert checked(name, text).status == "correct"
