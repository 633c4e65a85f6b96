"""Laws of equal formulas: far from the question, in other spellings, and as the author wrote them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
from checker.formula.equality import Expression, MeasuredSize
from checker.formula.functions import FUNCTIONS
from checker.formula.nodes import Name
from checker.formula.parser import parse_program
from checker.formula.show import typed
from checker.kinds.formula import kind
from checker.text.number import Hints


def tree(text):
    return parse_program(text, FUNCTIONS)


def equal(right, answer, positive=True, **sizes):
    named = {name: MeasuredSize(own, positive) for name, own in sizes.items()}
    return Expression(tree(right), {}, named).equals(tree(answer))


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
    ("right", "sizes", "answers"),
    [
        ("round(x)", {"x": 3.7}, ["ceil(x - 0.4)", "floor(x + 0.4)", "x"]),
        ("ceil(n/k)", {"n": 10, "k": 3}, ["round(n/k + 0.4)", "floor(n/k + 0.9)", "floor(n/k) + 1", "ceil(n/k + 0.1)"]),
        ("ceil(n/k)", {"n": 224, "k": 16}, ["round(n/k + 0.4)", "floor(n/k + 0.9)", "n/k"]),
        ("x*y", {"x": 3, "y": 5}, ["x*y + max(0, x-20)", "min(x*y, 20)", "x*y + floor(x/50)"]),
        ("x*y", {"x": 3.0, "y": 5.5}, ["x*y + max(0, x-20)", "min(x*y, 20)"]),
        ("n^2", {"n": 10}, ["min(n^2, 1000)", "n^2 + floor(n/50)", "n^2 + floor(n/5000)", "max(n^2, 5)"]),
        ("sin(x)", {"x": 0.5}, ["sqrt(1 - cos(x)^2)", "abs(sin(x))"]),
        ("x", {"x": 3}, ["mod(x, 4)", "mod(x, 100)"]),
        ("x", {"x": 0.5}, ["asin(sin(x))", "acos(cos(x))", "atan(tan(x))"]),
        ("1 - p", {"p": 0.3}, ["abs(1-p)", "sqrt((1-p)^2)", "max(1-p, p-1)"]),
    ],
)
def test_formulas_that_differ_only_far_from_the_question(right, sizes, answers):
    assert [answer for answer in answers if equal(right, answer, **sizes)] == []


@pytest.mark.parametrize(
    ("right", "sizes", "answers"),
    [
        ("ceil(n/k)", {"n": 10, "k": 3}, ["floor((n + k - 1)/k)", "-floor(-n/k)", "ceil(2*n/(2*k))"]),
        ("floor(n/k)", {"n": 224, "k": 16}, ["(n - mod(n, k))/k"]),
        ("x*y", {"x": 3, "y": 5}, ["abs(x*y)", "max(x*y, 0)", "x*y + 0*floor(x)"]),
        ("sin(x)", {"x": 1.2}, ["cos(pi/2 - x)", "2*sin(x/2)*cos(x/2)"]),
        ("max(0, m - x)", {"x": 3.0, "m": 5.0}, ["(m - x + abs(x - m))/2", "max(m, x) - x"]),
        ("min(a/b, 2)", {"a": 3, "b": 2}, ["min(2, a/b)", "min(a, 2*b)/b"]),
    ],
)
def test_formulas_that_are_equal_everywhere(right, sizes, answers):
    assert [answer for answer in answers if not equal(right, answer, **sizes)] == []


def spellings(inner):
    """Return pairs of texts for the same formula."""
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda each: (f"({each[0][0]}+{each[1][0]})", f"({each[1][1]}+{each[0][1]})")),
        pairs.map(lambda each: (f"({each[0][0]}-{each[1][0]})", f"(-({each[1][1]}-{each[0][1]}))")),
        pairs.map(lambda each: (f"{each[0][0]}*{each[1][0]}", f"{each[1][1]}*3*{each[0][1]}/3")),
        pairs.map(lambda each: (f"min({each[0][0]}, {each[1][0]})", f"min({each[1][1]}, {each[0][1]})")),
        inner.map(lambda each: (f"abs({each[0]})", f"sqrt(({each[1]})^2)")),
        inner.map(lambda each: (f"floor({each[0]})", f"(-ceil(-{each[1]}))")),
    )


ALIKE = st.recursive(st.sampled_from(["a", "b", "2", "0.5"]).map(lambda text: (text, text)), spellings, max_leaves=4)


@given(st.sampled_from(["a*b", "min(a/b, 2)", "1 - a", "floor(a/b)"]), ALIKE, st.sampled_from([3, 0.75]))
def test_the_verdict_does_not_depend_on_the_spelling(right, answers, size):
    one, other = (equal(right, answer, a=size, b=2) for answer in answers)
    assert one == other
