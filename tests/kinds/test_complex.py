"""Complex numbers as answers: how people write them, and what is wrong with others.  The oracle is `cmath`."""

from __future__ import annotations

import math

import pytest

from checker.kinds.complex import kind
from checker.text.number import Hints


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2e-3 + 4i", [(0.002, 1), (4, 1)]),
        ("2.50e+2 - 1.20i", [(250, 3), (-1.2, 3)]),
        ("3 + 2e-1i", [(3, 1), (0.2, 1)]),
        ("3*-2 + 4i", [(-6, None), (4, 1)]),
        ("2^-1 + 3i", [(0.5, None), (3, 1)]),
        ("1/ -2 + 3i", [(-0.5, None), (3, 1)]),
        ("2e-i", [(2 * math.e, None), (-1, 1)]),
    ],
)
def test_a_sign_within_a_term_leaves_the_other_part_its_digits(text, parts):
    numbers = kind.read(text, Hints(whole=False)).numbers
    assert [(float(each.value), each.digits) for each in numbers] == [(pytest.approx(value), n) for value, n in parts]
