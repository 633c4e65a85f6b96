"""Equality of numbers: whole ones exactly, real ones up to noise, at any size."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.diagnosis.values import are_equal, comparable, every_number, noise_of

REAL = st.floats(1e-200, 1e200)


@pytest.mark.parametrize(
    ("numbers", "others", "scale", "same"),
    [
        ((10**12,), (10**12 + 1,), 1e12, False),
        ((10**12,), (1e12 + 1e-4,), 1e12, True),
        ((10**400,), (10**400,), 1e300, True),
        ((10**400,), (10**300,), 1e300, False),
        ((10**400,), (1e300,), 1e300, False),
        ((Decimal("1e400"),), (1e300,), 1e300, False),
        ((math.inf,), (1e300,), 1e300, False),
        ((0.1 + 0.2,), (0.3,), 1.0, True),
        ((9.109e-31,), (2 * 9.109e-31,), 9.109e-31, False),
        ((1e-31, 1e-44), (1e-31, 0.0), 1e-31, True),
        ((1e-31, 1e-40), (1e-31, 0.0), 1e-31, False),
        ((1.0, 1e-16), (1.0, 0.0), 1.0, True),
        ((2.5,), (5.0,), 6e23, False),  # Avogadro's number was left out of both
        ((), (), 1.0, True),
    ],
)
def test_numbers_are_equal_up_to_noise(numbers, others, scale, same):
    assert are_equal(numbers, others, noise_of(scale)) is same
    assert are_equal(others, numbers, noise_of(scale)) is same


@given(REAL, st.floats(1.0001, 2))
def test_noise_is_relative_to_the_size_of_the_numbers(number, factor):
    assert are_equal((number,), (number * (1 + 1e-12),), noise_of(number))
    assert not are_equal((number,), (number * factor,), noise_of(number))


def test_answers_that_differ_by_more_than_noise_have_different_keys():
    def key(*numbers):
        return comparable(((len(numbers),), numbers))

    assert key(0.1 + 0.2, 1e-17) == key(0.3, 0.0) != key(0.3001, 0.0)
    assert key(10**400) != key(10**400 + 1)
    assert key(9.109e-31) != key(9.108e-31)


def test_every_number_of_the_parameters_is_found():
    assert list(every_number({"a": 3, "b": {"c": [1.5, (2,)]}, "d": "7", "e": True, "f": None})) == [3, 1.5, 2]
