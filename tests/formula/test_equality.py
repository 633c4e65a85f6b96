"""Formulas are equal where their values are, at sizes that the question settles, whatever the spelling."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.formula.equality import Expression, MeasuredSize, Place, equals_at, expression
from checker.formula.functions import FUNCTIONS
from checker.formula.nodes import Name
from checker.formula.parser import parse_program
from checker.formula.show import typed
from checker.formula.symbols import Alphabet
from checker.kinds.formula import kind
from checker.text.number import Hints
from tests.tables import rows


def tree(text):
    return parse_program(text, FUNCTIONS)


def equal(right, answer, positive=True, **sizes):
    named = {name: MeasuredSize(own, positive) for name, own in sizes.items()}
    return Expression(tree(right), {}, named).equals(tree(answer))


@pytest.mark.parametrize(("right", "answer"), rows(__file__, "equal_formulas"))
def test_equal_formulas(right, answer):
    assert equal(right, answer, x=2, y=3.5)
    assert equal(right, answer, x=1_000_000.5, y=0.001)


@pytest.mark.parametrize(("right", "answer"), rows(__file__, "what_is_zero_in_places_equals_nothing_else_there"))
def test_what_is_zero_in_places_equals_nothing_else_there(right, answer):
    assert not equal(right, answer, x=8, y=3.5)
    assert equal(right, right, x=8, y=3.5)


@pytest.mark.parametrize(("right", "answer"), rows(__file__, "near_misses_are_unequal"))
def test_near_misses_are_unequal(right, answer):
    assert not equal(right, answer, x=300.5, y=2.5)


def test_signs_are_drawn_unless_a_symbol_is_positive():
    assert equal("abs(x)", "x", x=2.5)
    assert not equal("abs(x)", "x", positive=False, x=2.5)
    assert not equal("abs(x)", "sqrt(x)^2", positive=False, x=2.5)
    assert equal("abs(x)", "sqrt(x^2)", positive=False, x=-2.5)


def test_whole_numbers_are_tried_odd_and_even():
    for own in (7, 8):
        assert equal("ceil(n/2)", "floor((n+1)/2)", n=own)
        assert not equal("ceil(n/2)", "(n+1)/2", n=own)
        assert not equal("ceil(n/2)", "n/2", n=own)
    assert equal("(-1)^n", "cos(n*pi)", n=5)
    assert not equal("-1", "(-1)^n", n=5)


def test_symbols_that_stand_for_others_follow_them():
    derived = {"w": tree("d/h")}
    right = Expression(tree("sqrt(w)"), derived, {"d": MeasuredSize(64, True), "h": MeasuredSize(8, True)})
    assert right.equals(tree("sqrt(d/h)"))
    assert right.equals(tree("w^0.5"))
    assert not right.equals(tree("sqrt(8)"))


def test_a_table_of_truths_decides_where_no_formula_is_known():
    points = [{"n": n} for n in range(1, 30)]
    squares = [n * n for n in range(1, 30)]
    assert equals_at(tree("(n+1)^2-2*n-1"), points, squares)
    assert not equals_at(tree("n^2+exp(-n)"), points, squares)
    assert not equals_at(tree("n"), points, squares)
    assert equals_at(tree("sqrt(n)"), points, [n**0.5 for n in range(1, 30)])


def test_a_point_decides_nothing_where_the_truth_is_not_real():
    def verdict(right, given, **point):
        return Place(tree(right), {}, point).compare(tree(given), None)

    assert verdict("sqrt(x-3)", "sqrt(2)", x=1) == "nothing"
    assert verdict("sqrt(2)", "sqrt(2)") == "equal"
    assert verdict("sqrt(2)", "sqrt(3)") == "differ"
    assert verdict("sqrt(2)", "sqrt(x-3)", x=1) == "missing"
    assert verdict("sqrt(2)", "sqrt(x)", x=-1) == "differ"


OWN = {"x": 2.5, "n": 6}
HINTS = Hints(whole=False, language=Alphabet(("x", "n"), (OWN, {"x": 0.75, "n": 3})))


@pytest.mark.parametrize(
    "text",
    [
        "9^9^9^9^9^x",
        "n^n^n^n^n^n",
        "exp(exp(exp(exp(exp(x)))))",
        "n!!",
        "(10^9)!*x",
        "(n!)!^n!",
        "comb(10^9, 10^8)*x",
        "sin(10^300^x)",
        "x^(10^200)",
        "(1+1/10^300)^(10^300)*x",
        "(" * 45 + "x" + ")^99" * 45,
        "|" * 900 + "x",
        "sin^" * 400 + "x",
        "max(" + "1," * 800 + "x)",
        "log_" * 400 + "x",
        "⌈" * 900 + "x",
        "1/(x)" * 390,
        "x/sin(pi)",
        "x/cos(pi/2)",
        "x*tan(pi/2)",
        "floor(x*n)" * 90,
    ],
)
def test_hostile_formulas_are_decided_quickly(text):
    begun = time.process_time()
    try:
        reading = kind.read(text, HINTS)
        assert not Expression(tree("x*n"), {}, {name: MeasuredSize(own, True) for name, own in OWN.items()}).equals(
            reading.tree
        )
    except UnreadableAnswer:
        pass
    assert time.process_time() - begun < 0.8


@pytest.mark.parametrize(("right", "answer"), rows(__file__, "powers_of_powers_differ_where_symbols_may_be_negative"))
@settings(max_examples=25)
@given(
    st.fixed_dictionaries(
        {
            "a": st.sampled_from([2, 3, 2.5, -2]),
            "b": st.integers(1, 5),
            "c": st.sampled_from([2, 3, 0.5]),
            "d": st.just(3),
        }
    ),
    st.text(max_size=3),
)
def test_powers_of_powers_differ_where_symbols_may_be_negative(right, answer, sizes, text):
    maybe_negative = {name: MeasuredSize(size, False) for name, size in sizes.items()}
    assert not Expression(tree(right), {}, maybe_negative).equals(tree(answer))
    only_the_base = maybe_negative | {name: MeasuredSize(abs(sizes[name]), True) for name in "bcd"}
    assert not Expression(tree(right), {}, only_the_base).equals(tree(answer))
    positive = {name: MeasuredSize(abs(size), True) for name, size in sizes.items()}
    assert Expression(tree(right), {}, positive).equals(tree(answer))


SIZES = st.tuples(st.integers(5, 300), st.integers(1, 5), st.integers(1, 11), st.integers(1, 5))


@pytest.mark.parametrize(("right", "answer"), rows(__file__, "identities_of_whole_numbers"))
@settings(max_examples=25)
@given(SIZES)
def test_identities_of_whole_numbers(right, answer, sizes):
    named = {name: MeasuredSize(size, True) for name, size in zip("npks", sizes, strict=True)}
    assert Expression(tree(right), {}, named).equals(tree(answer))


@pytest.mark.parametrize(("rule", "amount", "answer", "expected"), rows(__file__, "a_tolerance_for_values"))
def test_a_tolerance_for_values(rule, amount, answer, expected):
    right = Expression(tree("1.1*a"), {}, {"a": MeasuredSize(25.5, True)})
    assert right.equals(tree(answer), Tolerance(rule, Decimal(amount))) is expected


def test_a_parameter_without_a_symbol_is_the_number_that_it_is():
    arguments = {"symbols": {"a": 12, "b": 0.05, "q": 40}}
    right = expression(tree("a + 2*b*q"), {}, arguments, {"q": "q"})
    assert right.equals(tree("12 + 0.1*q"))
    assert right.equals(tree("a + 2*b*q"))
    assert not right.equals(tree("12 + 0.11*q"))
    assert not right.equals(tree("16"))
    assert not expression(tree("a + 2*b*q"), {}, arguments, {}).equals(tree("12 + 0.1*q"))


symbols = st.sampled_from(["x", "y", "n"])
numbers = st.sampled_from(["1", "2", "3", "0.5", "10"])
atoms = st.one_of(symbols, symbols, numbers)


def deeper(inner):
    return st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda each: f"({each[0]}){each[1]}({each[2]})"),
        st.tuples(st.sampled_from(["sqrt", "ln", "sin", "cos", "abs", "tanh", "atan"]), inner).map(
            lambda each: f"{each[0]}({each[1]})"
        ),
        st.tuples(inner, st.sampled_from(["2", "3", "0.5", "(-1)"])).map(lambda each: f"({each[0]})^{each[1]}"),
    )


@settings(max_examples=150, deadline=None)
@given(st.recursive(atoms, deeper, max_leaves=8))
def test_the_author_s_formula_is_right(text):
    own = {"x": 2.5, "y": 0.75, "n": 6}
    right = Expression(tree(text), {}, {name: MeasuredSize(size, True) for name, size in own.items()})
    hints = Hints(whole=False, language=Alphabet(("x", "y", "n"), (own,)))
    try:
        reading = kind.read(f"0*x + {text}", hints)  # a lone number is no formula
    except UnreadableAnswer:
        return  # it has no value at these sizes
    assert right.equals(reading.tree)
    assert right.equals(tree(typed(right.tree)))
    assert not right.equals(tree(f"{text} + x/10^40")) or isinstance(right.tree, Name)


@pytest.mark.parametrize(
    ("right", "sizes", "answers"), rows(__file__, "formulas_that_differ_only_far_from_the_question")
)
def test_formulas_that_differ_only_far_from_the_question(right, sizes, answers):
    assert [answer for answer in answers if equal(right, answer, **sizes)] == []


@pytest.mark.parametrize(("right", "sizes", "answers"), rows(__file__, "formulas_that_are_equal_everywhere"))
def test_formulas_that_are_equal_everywhere(right, sizes, answers):
    assert [answer for answer in answers if not equal(right, answer, **sizes)] == []
