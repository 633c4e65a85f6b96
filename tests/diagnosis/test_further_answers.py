"""Wrong ways that no solver names: other numbers of the question, one for several steps, parts of matrices."""

import pytest

from checker import check
from tests.bank import bank


def told(problem, part, answer, level="full"):
    return check(bank().problems[problem], answer, part, feedback=level).outcome.feedback.message


@pytest.mark.parametrize("answer", ["1770240", "[[2, 2], [1, 2], [0, 0]]"])
def test_below_full_nothing_is_confirmed(answer):
    problem, part = ("bert-masked", "projections") if answer.isdigit() else ("shared-keys", "queries")
    assert "768" not in told(problem, part, answer, "explain").replace("1,770,240", "")
