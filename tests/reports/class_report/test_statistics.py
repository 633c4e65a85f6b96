"""Difficulty and discrimination, against numbers worked out by hand and by numpy's own functions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.reports.class_report.model import difficulties, discriminations, spread

SHARE = st.sampled_from([0.0, 0.25, 0.5, 1.0, np.nan])


def test_the_mean_share_leaves_out_what_waits():
    shares = np.array([[1.0, 0.5], [0.0, np.nan], [np.nan, np.nan]])
    assert difficulties(shares) == [0.5, 0.5]
    assert difficulties(np.full((2, 1), np.nan)) == [None]


def test_a_question_that_strong_students_get_right_discriminates():
    strong = np.array([[1.0, 1.0, 0.0]] * 5 + [[0.0, 0.0, 1.0]] * 5)
    first, _, last = discriminations(strong, [1.0, 2.0, 1.0])
    assert first == pytest.approx(1.0)  # the others are worth 2 or 1
    assert last == pytest.approx(-1.0)


def test_the_weights_count():
    shares = np.array([[1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]] * 2, dtype=float)
    rest = 3 * shares[:, 1] + 5 * shares[:, 2]  # the share of 8 points correlates in the same way
    assert discriminations(shares, [1.0, 3.0, 5.0])[0] == pytest.approx(np.corrcoef(shares[:, 0], rest)[0, 1])


def test_too_few_students_and_equal_ones_have_none():
    shares = np.array([[1.0, 0.0], [0.0, 1.0]] * 5)
    assert None not in discriminations(shares, [1.0, 1.0])
    assert discriminations(shares[:9], [1.0, 1.0]) == [None, None]
    assert discriminations(np.ones((20, 2)), [1.0, 1.0]) == [None, None]
    assert discriminations(np.empty((0, 2)), [1.0, 1.0]) == [None, None]


@given(st.lists(st.tuples(SHARE, SHARE, SHARE), max_size=30))
def test_they_stay_in_their_bounds(rows):
    shares = np.array(rows, dtype=float).reshape(len(rows), 3)
    assert all(each is None or 0 <= each <= 1 for each in difficulties(shares))
    assert all(each is None or -1.0001 <= each <= 1.0001 for each in discriminations(shares, [1, 2, 3]))


def test_the_tenths_of_the_distribution():
    found = spread([0.0, 0.05, 0.1, 0.3, 0.7, 0.999, 1.0, 1.2])
    assert found.bins == (2, 1, 0, 1, 0, 0, 0, 1, 0, 3)
    assert found.number == 8
    assert found.median == 0.5
    assert found.mean == pytest.approx(4.349 / 8)
    assert spread([]) is None
    assert spread([0.5]).deviation == 0.0
