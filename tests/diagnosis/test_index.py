"""What an index knows, and what it does not."""

from __future__ import annotations

import pytest

from checker.answers import Reading, StatedNumber
from checker.diagnosis import WrongAnswerIndex, diagnose
from checker.engine.trace import TOTAL

TRUTH = 27648
"""4 · 64 · 16 · 3 + 2 · 64 · 120: the layer of `layer_index`."""


@pytest.fixture(scope="module")
def twin(layer_index):
    """The index of a layer whose problem asks for the same number a second time."""
    return WrongAnswerIndex(layer_index.runs, TOTAL, {"twin": ((), (TRUTH,)), "other": ((), (TRUTH + 300,))})


def test_the_answer_to_another_part_is_a_slip_unless_it_is_the_right_one(twin):
    slips = {cause.of for cause in twin.find((), [(TRUTH - 500, TRUTH + 500)], 2) if cause.slip == "another_part"}
    assert slips == {"other"}


def test_no_cause_gives_the_truth(twin):
    assert twin.find((), [(TRUTH, TRUTH)], 2) == []


def test_nobody_who_rounds_too_far_is_told_of_a_slip_that_gives_the_truth(twin):
    found = diagnose(twin, Reading((), (StatedNumber(27600, 50, 3),)))
    assert [each.of for each in found.explanations if each.slip == "another_part"] == []
