"""Answers to other questions than the asked one: another step, every repetition, a step with its neighbours."""

import pytest

from checker import check
from checker.diagnosis.causes import Cause
from checker.diagnosis.other_questions import OtherQuestions
from tests.bank import bank


def test_a_step_that_is_asked_is_no_other_one():
    found = check(bank().problems["gpt2-small"], f"{12 * 2 * 2 * 768 + 1536}", "norms", feedback="full")
    told = found.diagnosis.explanations if found.diagnosis else ()
    assert not any(each.slip == "another_step" for each in told)


@pytest.mark.parametrize(("hidden", "is_told"), [(1.2, False), (0.1 * 12, False), (1.2001, True)])
def test_the_value_of_a_hidden_part_is_not_told_even_if_rounding_differs(hidden, is_told):
    """Twelve times 0.1 is 1.2000000000000002, which would confirm the hidden 1.2."""
    assert 0.1 * 12 != 1.2
    step, right = "layer.attention.queries", ((), (0.1,))
    variant = bank().problems["gpt2-small"].parts[0].variant
    starts = [Cause((), None, "", 1.0, right[1])]
    others = OtherQuestions(variant, step, {step: right, "hidden": ((), (hidden,))}, {}, starts)
    told = {cause.numbers for _, cause in others.answers() if cause.slip == "repeated"}
    assert told == ({(0.1 * 12,)} if is_told else set())
