"""Wrong rules of the package: where they act; what each is told for stands in tests/cases."""

from fractions import Fraction

import pytest

from checker.derivation.rules_of_courses import gas_constant, other_confidence
from checker.derivation.trees import number, plus
from checker.formula.nodes import Name
from checker.formula.show import show
from checker.problems import load_problems


def test_a_rule_acts_in_the_steps_of_a_solver():
    problem = load_problems("problems").problems["mixtral-8x7b"]
    options = {
        each.option
        for formula in problem.parts[0].variant.derived.values()
        for wrong in formula.mistakes.values()
        for each in wrong
    }
    assert {"as_product"} <= options


@pytest.mark.parametrize(
    ("rule", "constant", "other"), [(gas_constant, "8.314", "0.08206"), (other_confidence, "1.96", "1.645")]
)
@pytest.mark.parametrize("value", [10**400, -(10**400), Fraction(10**400, 3)], ids=["large", "small", "fraction"])
def test_a_number_beyond_the_floats_is_left_as_it_is(rule, constant, other, value):
    large = plus(number(value), Name("N", 0))
    found = next(rule(plus(number(Fraction(constant)), large), {"N": value}))
    assert found.sentence.startswith(f"You used {other}")
    assert show(found.node) == show(plus(number(Fraction(other)), large))
    assert list(rule(large, {"N": value})) == []
