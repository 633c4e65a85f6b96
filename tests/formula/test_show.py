"""Trees as people write them: what is printed is read again as the same value."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Power
from checker.formula.parser import parse, parse_program
from checker.formula.show import show, typed
from checker.formula.value import evaluate
from checker.text.number import Hints
from tests.tables import rows

EXACT = Hints(whole=False, decimal="point")
VALUES = {"a": 2, "b": 3, "c": 7}


@pytest.mark.parametrize(("text", "shown"), rows(__file__, "a_tree_is_shown_as_people_write_it"))
def test_a_tree_is_shown_as_people_write_it(text, shown):
    assert show(parse(text, EXACT)) == shown


def test_a_tree_can_be_typed():
    tree = parse("2*sqrt(p)*(a - b)", EXACT)
    assert (typed(tree), show(tree)) == ("2*sqrt(p)*(a - b)", "2·√p·(a - b)")


def test_matrices_are_multiplied_by_an_at_sign():
    tree = parse_program("A@(B+C) @ x/s", ())
    assert show(tree) == "A @ (B + C) @ x/s"
    with pytest.raises(UnreadableAnswer):
        parse("A @ B", EXACT)


nodes = st.recursive(
    st.one_of(
        st.sampled_from(list(VALUES)).map(lambda name: Name(name, 0)),
        st.integers(1, 9).map(lambda value: Literal(value, 0)),
    ),
    lambda inner: st.one_of(
        st.builds(Minus, inner, st.just(0)),
        st.builds(lambda base, power: Power(base, Literal(power, 0), 0), inner, st.integers(0, 2)),
        st.builds(lambda argument: Call("sqrt", (Power(argument, Literal(2, 0), 0),), 0), inner),
        *(
            st.builds(
                lambda first, rest: Chain(first, tuple(rest), 0),
                inner,
                st.lists(st.tuples(st.sampled_from(signs), inner), min_size=1, max_size=3),
            )
            for signs in ("+-", "*/")
        ),
    ),
    max_leaves=8,
)


@given(nodes)
def test_a_shown_tree_is_read_as_the_same_value(tree):
    try:
        value = evaluate(tree, VALUES)
    except UnreadableAnswer:
        return
    shown = show(tree).replace("·", "*")
    assert math.isclose(evaluate(parse(shown, EXACT), VALUES), value, rel_tol=1e-12)
