"""Slips of the pen: what is beyond all numbers that are known is none."""

from decimal import Decimal

import pytest

from checker.answers import StatedNumber
from checker.diagnosis.writing_slips import writing_slip


@pytest.mark.parametrize("exponent", [-403, 340])
def test_a_number_far_beyond_doubles_is_no_slip_of_the_pen(exponent):
    stated = StatedNumber(Decimal(f"1234e{exponent}"), Decimal(f"5e{exponent - 1}"), 4)
    assert writing_slip(stated, 0.609) is None
