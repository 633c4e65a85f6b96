"""Order of explanations."""

import pytest

from checker.diagnosis.diagnose import MAX_EXPLANATIONS, ranked
from checker.diagnosis.explanation import Cause, Diagnosis, Explanation
from checker.diagnosis.mistakes import Mistake
from checker.engine.recording import AUTHOR_LISTED

LISTED = Cause((Mistake(AUTHOR_LISTED, "mistake_1"),), None, "", 0.1, ())
FIRST, SECOND = (Cause((Mistake("biases", option),), None, "", 0.1, ()) for option in ("counted", "left_out"))


def order(*causes):
    ranks = ranked([cause._replace(prior=prior) for cause, prior in causes])
    return [cause._replace(prior=0.1) for cause, _ in ranks]


def test_a_listed_answer_comes_before_likelier_mistakes():
    assert order([FIRST, 0.7], [LISTED, 0.1], [SECOND, 0.2]) == [LISTED, FIRST, SECOND]


def test_a_slip_on_a_listed_answer_is_not_a_listed_answer():
    slip = LISTED._replace(slip="sign")
    assert order([slip, 0.3], [FIRST, 0.7]) == [FIRST, slip]


def test_shares_that_look_the_same_keep_their_order():
    assert order([FIRST, 0.33333333331], [SECOND, 0.33333333339]) == [FIRST, SECOND]


def test_only_the_first_explanations_are_reported():
    assert len(ranked([FIRST._replace(detail=str(each)) for each in range(20)])) == MAX_EXPLANATIONS == 16


def test_below_full_nothing_is_left_next_to_a_slip_on_the_truth_that_is_far_likelier():
    slip = Explanation("exact", 0.9, (), "digits_swapped", "", None)
    rest = Explanation("exact", 0.1, (Mistake("a", "b"),), "digits_swapped", "", None)
    assert Diagnosis((slip, rest)).below_full().explanations == ()


@pytest.mark.parametrize(("share", "strength"), [(0.3, "possible"), (0.05, "consistent"), (0.005, "exact")])
def test_what_is_left_is_as_strong_as_its_odds(share, strength):
    slip = Explanation("exact", share, (), "sign", "", None)
    rest = Explanation("exact", 1 - share, (Mistake("a", "b"),), None, "", None)
    assert [each.strength for each in Diagnosis((rest, slip)).below_full().explanations] == [strength]
