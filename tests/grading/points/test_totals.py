"""What points count for, and the total of a student."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.totals import CountedPoints, LateCredit, Total, counted_points, total

ON_TIME = LateCredit(1.0, "")


@pytest.mark.parametrize(
    ("points", "most", "rule", "handed_in", "expected"),
    [
        (0.5, 2.0, None, True, (0.5, 2.0, False)),
        (0.0, 2.0, None, False, (0.0, 2.0, False)),
        (None, 2.0, None, True, (None, 2.0, True)),
        (None, None, None, True, (None, 0.0, True)),
        (0.5, 2.0, "drop", True, (None, 0.0, False)),
        (None, 2.0, "drop", True, (None, 0.0, False)),
        (None, None, "drop", False, (None, 0.0, False)),
        (0.5, 2.0, "full_for_all", True, (2.0, 2.0, False)),
        (None, 2.0, "full_for_all", True, (2.0, 2.0, False)),
        (0.0, 2.0, "full_for_all", False, (0.0, 2.0, False)),
        (None, 2.0, "full_for_all", False, (0.0, 2.0, False)),
        (None, None, "full_for_all", True, (None, 0.0, True)),
        (None, None, "full_for_all", False, (0.0, 0.0, False)),
        (0.5, 2.0, "bonus", True, (0.5, 0.0, False)),
        (None, 2.0, "bonus", True, (None, 0.0, True)),
        (0.0, 0.0, None, True, (0.0, 0.0, False)),
    ],
)
def test_rules(points, most, rule, handed_in, expected):
    assert counted_points(points, most, rule, handed_in=handed_in) == expected


def test_a_total():
    cells = [
        CountedPoints(0.1, 1.0),
        CountedPoints(0.2, 1.0),
        CountedPoints(None, 3.0, waits=True),
        CountedPoints(None, 0.0),
        CountedPoints(1.0, 0.0),
    ]
    assert total(cells, ON_TIME) == Total(1.3, 1.3, 5.0, 1.0, 1)
    assert total(cells[:2], LateCredit(0.5, "")) == Total(0.3, 0.15, 2.0, 0.5, 0)
    assert str(total(cells[:2], ON_TIME).points) == "0.3"
    assert total([], LateCredit(0.9, "late")) == Total(0.0, 0.0, 0.0, 0.9, 0)


def test_totals_have_six_decimals():
    thirds = [CountedPoints(1 / 3, 1 / 3)] * 2
    assert total(thirds, ON_TIME) == Total(0.666667, 0.666667, 0.666667, 1.0, 0)
    assert total([CountedPoints(1.0, 1.0)], LateCredit(1 / 3, "")).points == 0.333333
    assert total([CountedPoints(0.1, 0.1)] * 1000, ON_TIME).points == 100.0


RULES = st.sampled_from([None, "drop", "full_for_all", "bonus"])


@st.composite
def answers(draw):
    """Points, maximum and rule of an answer."""
    most = draw(st.integers(0, 400)) / 4
    points = draw(st.none() | st.sampled_from([0.0, 0.1, 0.25, 1 / 3, 0.9, 1.0]).map(lambda share: share * most))
    return points, most, draw(RULES)


CREDITS = st.floats(0, 1).map(lambda credit: LateCredit(credit, ""))


def cells_of(several, *, handed_in=True):
    return [counted_points(points, most, rule, handed_in=handed_in) for points, most, rule in several]


@given(st.lists(answers()), CREDITS, st.booleans())
def test_points_are_within_the_maximum_and_the_bonus(several, late, handed_in):
    found = total(cells_of(several, handed_in=handed_in), late)
    bonus = sum(Fraction(most) for _, most, rule in several if rule == "bonus")
    assert 0 <= found.points <= found.raw_points <= found.max_points + bonus
    assert found.late_credit == late.credit
    assert 0 <= found.waiting <= sum(points is None for points, _, _ in several)


@given(st.lists(answers()), CREDITS, st.randoms(use_true_random=False))
def test_the_order_makes_no_difference(several, late, random):
    cells = cells_of(several)
    shuffled = random.sample(cells, len(cells))
    assert total(shuffled, late) == total(cells, late)


@given(st.lists(answers()), answers(), CREDITS, st.booleans())
def test_what_is_dropped_might_as_well_not_be_there(several, dropped, late, handed_in):
    points, most, _ = dropped
    cells = cells_of(several)
    assert total([*cells, counted_points(points, most, "drop", handed_in=handed_in)], late) == total(cells, late)


@given(st.lists(answers()), answers(), CREDITS)
def test_a_bonus_never_lowers_points_nor_changes_the_maximum(several, bonus, late):
    points, most, _ = bonus
    before, after = total(cells_of(several), late), total(cells_of([*several, (points, most, "bonus")]), late)
    assert after.points >= before.points
    assert after.max_points == before.max_points


@given(st.lists(answers(), min_size=1), CREDITS, CREDITS)
def test_less_credit_never_earns_more(several, one, other):
    lower, higher = sorted([one, other])
    cells = cells_of(several)
    assert total(cells, lower).points <= total(cells, higher).points


@given(st.lists(answers()), CREDITS)
def test_with_full_points_for_all_nothing_waits(several, late):
    found = total([counted_points(points, most, "full_for_all", handed_in=True) for points, most, _ in several], late)
    assert (found.raw_points, found.waiting) == (found.max_points, 0)
