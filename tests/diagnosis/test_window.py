"""Values that the digits of an answer allow."""

from decimal import Decimal

import pytest

from checker.diagnosis.values import fits, window_of
from checker.kinds import Reading, StatedNumber


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


@pytest.mark.parametrize(("texts", "is_rounded"), [(("1", "0"), False), (("12", "35"), True), (("1.0", "0.0"), True)])
def test_a_list_of_small_whole_numbers_is_no_rounding_of_real_ones(decimals, texts, is_rounded):
    numbers = [number._replace(value=int(number.value)) if "." not in text else number
               for text, number in zip(texts, decimals(*texts).numbers, strict=True)]  # fmt: skip
    window = window_of(Reading((2,), tuple(numbers)), whole=False)
    assert (window[0][1] - window[0][0] > 0.01) is is_rounded
