"""Slips of the pen: what is beyond all numbers that are known is none."""

from decimal import Decimal

import pytest

from checker.answers import Number
from checker.diagnosis.slips import read_from


@pytest.mark.parametrize("exponent", [-403, 340])
def test_a_number_far_beyond_doubles_is_no_slip_of_the_pen(exponent):
    stated = Number(Decimal(f"1234e{exponent}"), Decimal(f"5e{exponent - 1}"), 4)
    assert read_from(stated, 0.609) is None
