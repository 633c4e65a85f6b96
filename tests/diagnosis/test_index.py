"""Answers that an index has, and answers that it leaves out."""

from __future__ import annotations

import pytest

from checker.answers import Reading, StatedNumber
from checker.diagnosis import WrongAnswerIndex, diagnose
from checker.engine.trace import TOTAL

TRUTH = 27648
"""4 · 64 · 16 · 3 + 2 · 64 · 120: the layer of `layer_index`."""


@pytest.fixture(scope="module")
def twin(layer_index):
    """Return the index of a layer whose problem asks for the same number twice."""
    return WrongAnswerIndex(layer_index.runs, TOTAL, {"twin": ((), (TRUTH,)), "other": ((), (TRUTH + 300,))})


def test_the_answer_to_another_part_is_a_slip_unless_it_is_the_right_one(twin):
    slips = {cause.detail for cause in twin.find((), [(TRUTH - 500, TRUTH + 500)], 2) if cause.slip == "another_part"}
    assert slips == {"other"}


def test_no_cause_gives_the_truth(twin):
    assert twin.find((), [(TRUTH, TRUTH)], 2) == []


def test_a_coarse_answer_is_not_explained_by_a_slip_that_gives_the_truth(twin):
    found = diagnose(twin, Reading((), (StatedNumber(27600, 50, 3),)))
    assert [each.detail for each in found.explanations if each.slip == "another_part"] == []
