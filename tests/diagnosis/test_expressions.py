"""Short expressions of a question's numbers, where guesses lie."""

import pytest

from checker.diagnosis.expressions import ShortExpressions, numbers_in

FEW = ShortExpressions([3, 5, 10])


def test_every_number_of_the_parameters_is_found():
    assert list(numbers_in({"a": 3, "b": {"c": [1.5, (2,)]}, "d": "7", "e": True, "f": None})) == [3, 1.5, 2]


def test_a_short_expression_is_likelier_than_another_number():
    assert FEW.probability(0.8, 0.8) > 0, "3/10 + 5/10"
    assert FEW.probability(50, 50) > 10 * FEW.probability(0.7321, 0.7322)
    assert FEW.probability(-2, -2) == FEW.probability(2, 2) > 0, "whatever the sign"


def test_all_expressions_together_are_certain():
    assert FEW.probability(0, 1e9) == pytest.approx(1)
    assert ShortExpressions([]).probability(0, 1e9) == 0
