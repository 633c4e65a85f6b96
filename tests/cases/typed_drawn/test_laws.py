"""No answer of the grammar gets marks that it should not get, and no right one is shown as wrong."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.cases.typed_drawn.draw import TOPICS, case, judged

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
