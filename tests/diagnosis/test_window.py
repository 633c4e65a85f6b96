"""Values that the digits of an answer allow."""

from decimal import Decimal

import pytest

from checker.answers import Reading, StatedNumber
from checker.diagnosis.window import fits, window_of


@pytest.mark.parametrize(
    ("value", "half", "whole", "inside", "outside"),
    [
        (27648, Decimal("0.5"), True, 27648, 27649),
        (10**20, Decimal("0.5"), True, 10**20, 10**20 + 1),  # beyond the exact whole numbers of a float
        (27600, 50, True, 27649, 27651),  # 27.6K
        (Decimal("0.87"), Decimal("0.005"), False, 0.8749, 0.8751),
        (1070, 5, False, 1074.9, 1075.1),
        (Decimal("-0.87"), Decimal("0.005"), False, -0.8749, -0.8751),
        (Decimal("3.14159"), Decimal(0), False, 3.14159 * (1 + 9e-10), 3.14159 * (1 + 2e-9)),
    ],
)
def test_digits_allow_values_up_to_half_a_unit(value, half, whole, inside, outside):
    window = window_of(Reading((), (StatedNumber(value, half, None),)), whole=whole)
    assert fits((inside,), window)
    assert not fits((outside,), window)


def test_a_number_beyond_every_float_fits_nothing():
    window = window_of(Reading((), (StatedNumber(10**400, Decimal("0.5"), None),)), whole=False)
    assert not fits((1e308,), window)
