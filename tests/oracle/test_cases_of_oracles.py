"""Amounts with units, and formulas: pint and sympy say what the rows of cases expect."""

from __future__ import annotations

import pytest

from checker import check
from tests.cases import typed


def test_pint_says_what_is_expected_of_units():
    pytest.importorskip("pint")
    from tests.oracle.units_cases import differing

    assert list(differing()) == []


def test_sympy_says_what_is_expected_of_formulas():
    pytest.importorskip("sympy")
    from tests.oracle.formulas_cases import differing

    assert list(differing()) == []


def test_the_truth_of_a_question_with_a_unit_is_pint_s():
    pytest.importorskip("pint")
    from tests.oracle.units_cases import numbers, truths

    for name, truth in truths().items():
        expected = check(typed.question("units", name), "0", feedback="full").record()["expected"]
        assert (expected if isinstance(expected, list) else [expected]) == pytest.approx(numbers(truth), rel=1e-9), name
