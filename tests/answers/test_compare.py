"""Answers that are too coarse, and answers that are wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker.answers import Judge, Tolerance
from checker.answers.kinds import number, vector
from checker.notation.number import Hints

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
        ("[0, 1]", (0.1565, 0.8435), "wrong", (0, 1)),
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


@pytest.mark.parametrize("tolerance", [Tolerance.default(whole=False), Tolerance("significant", Decimal(3))])
@pytest.mark.parametrize(
    ("answer", "truth", "verdict", "differing"),
    [
        ("[0, 1]", (0.0, 0.5), "wrong", (1,)),
        ("[1, 0]", (0.98, 0.02), "wrong", (0, 1)),
        ("[1, 1/3]", (0.98, 1 / 3), "wrong", (0,)),
        ("[1., 0.]", (0.98, 0.02), "wrong", (0, 1)),
        ("[10, 3]", (9.99, 3.2), "wrong", (0, 1)),
        ("[10, 3]", (10.0, 3.2), "coarse", ()),
        ("[-13, 0]", (-12.6, 0.3), "coarse", ()),
        ("[13, 25]", (12.6, 25.3), "coarse", ()),
        ("[13, 26]", (12.6, 25.3), "wrong", (1,)),
        ("[1.0, 0.0]", (0.98, 0.02), "coarse", ()),
    ],
)
def test_whole_numbers_are_roundings_only_next_to_an_entry_of_two_digits(answer, truth, verdict, differing, tolerance):
    judge, reading = Judge(truth, tolerance), vector.kind.read(answer, REAL)
    assert (judge.verdict(reading), judge.differing(reading)) == (verdict, differing)


@pytest.mark.parametrize(("answer", "truth"), [("1", 0.98), ("4", 4.2), ("13", 12.6)])
def test_a_single_whole_number_is_a_rounding(answer, truth):
    judge = Judge(truth, Tolerance.default(whole=False))
    assert judge.verdict(number.kind.read(answer, REAL)) == "coarse"
