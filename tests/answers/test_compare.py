"""What is too coarse, and what is wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker.answers import Judge, Tolerance, number, vector
from checker.notation.stated import Hints

REAL = Hints(whole=False)


@pytest.mark.parametrize(
    ("answer", "truth", "verdict"),
    [
        ("0.16", 0.1565, "coarse"),
        ("0.2", 0.1565, "coarse"),
        ("0", 0.1565, "wrong"),
        ("0.0", 0.0421, "wrong"),
        ("0", 0.0, "correct"),
    ],
)
def test_a_zero_has_no_significant_digit(answer, truth, verdict):
    assert Judge(truth, Tolerance("significant", Decimal(3))).verdict(number.kind.read(answer, REAL)) == verdict


@pytest.mark.parametrize(
    ("answer", "truth", "verdict", "differing"),
    [
        ("[0, 1]", (0.1565, 0.8435), "coarse", ()),
        ("[0.0, 0.8]", (0.0421, 0.8435), "coarse", ()),
        ("[0, 0.8]", (0.0421, 0.8435), "coarse", ()),
        ("[0, 0.84]", (0.1565, 0.8435), "wrong", (0,)),
        ("[0, 0.844]", (0.0, 0.8435), "correct", ()),
        ("[0, 0]", (0.1565, 0.2435), "wrong", (0, 1)),
        ("[0, 1/2]", (0.1565, 0.5), "wrong", (0,)),
    ],
)
def test_a_zero_among_other_entries_goes_as_far_as_their_digits(answer, truth, verdict, differing):
    judge, reading = Judge(truth, Tolerance("significant", Decimal(3))), vector.kind.read(answer, REAL)
    assert (judge.verdict(reading), judge.differing(reading)) == (verdict, differing)
