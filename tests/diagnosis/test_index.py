"""Answers that an index has, and answers that it leaves out."""

from __future__ import annotations

import pytest

from checker.diagnosis import WrongAnswerIndex, diagnose
from checker.diagnosis.slips import ON_THE_TRUTH, PRIOR
from checker.engine.trace import TOTAL
from checker.kinds import Reading, StatedNumber

TRUTH = 27648
"""4 · 64 · 16 · 3 + 2 · 64 · 120: the layer of `layer_index`."""


@pytest.fixture(scope="module")
def twin(layer_index):
    """Return the index of a layer whose problem asks for the same number twice."""
    return WrongAnswerIndex(layer_index.runs, TOTAL, {"twin": ((), (TRUTH,)), "other": ((), (TRUTH + 300,))})


def test_the_answer_to_another_part_is_a_slip_unless_it_is_the_right_one(twin):
    slips = {cause.detail for cause in twin.find((), [(TRUTH - 500, TRUTH + 500)]) if cause.slip == "another_part"}
    assert slips == {"other"}


def test_no_cause_gives_the_truth(twin):
    assert twin.find((), [(TRUTH, TRUTH)]) == []


def test_a_coarse_answer_is_not_explained_by_a_slip_that_gives_the_truth(twin):
    found = diagnose(twin, Reading((), (StatedNumber(27600, 50, 3),)))
    assert [each.detail for each in found.explanations if each.slip == "another_part"] == []


def test_the_prior_of_a_mistake_is_its_share_of_those_that_change_the_step():
    """Of the whole menu of an encoder few mistakes change its classification head."""
    from checker.marking.question import Question
    from tests.bank import bank

    problem = bank().problems["bert-pretraining"]
    index = Question.of(problem, problem.part("pooler")).index
    singles = [cause for cause in index.slip_starts if cause.mistakes]
    assert 1 < len(singles) < len(index.runs.named) / 3
    assert sum(cause.prior for cause in singles) == pytest.approx(PRIOR * (1 - ON_THE_TRUTH))
    assert index.prior_factor > 3
