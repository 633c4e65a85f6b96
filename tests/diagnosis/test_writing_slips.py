"""Writing slips at the limits of floats."""

from decimal import Decimal

import pytest

from checker.diagnosis.edits import writing_slip
from checker.kinds import StatedNumber


@pytest.mark.parametrize("exponent", [-403, 340])
def test_a_number_beyond_every_float_has_no_writing_slip(exponent):
    stated = StatedNumber(Decimal(f"1234e{exponent}"), Decimal(f"5e{exponent - 1}"), 4)
    assert writing_slip(stated, 0.609) is None
