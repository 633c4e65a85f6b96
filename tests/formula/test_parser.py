"""Arithmetic: what it is worth, where it stumbles, and that nothing hostile takes time."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import Symbols
from checker.formula.nodes import Name
from checker.formula.parser import parse
from checker.formula.symbols import Alphabet
from checker.formula.value import evaluate
from checker.kinds import KINDS, kind
from checker.text.number import Hints
from checker.text.plain import plain
from tests.tables import rows

REAL = Hints(whole=False)


def value(text):
    return evaluate(parse(plain(text), REAL))


@pytest.mark.parametrize(("text", "message", "place"), rows(__file__, "errors_say_where"))
def test_errors_say_where(text, message, place):
    with pytest.raises(UnreadableAnswer) as refused:
        value(text)
    if message:
        assert refused.value.message == message
    if place is not None:
        assert refused.value.place == place


def test_symbols_can_be_given():
    tree = parse("2 h^2", REAL)
    assert tree.rest[0][1].base == Name("h", 2)
    assert evaluate(tree, {"h": 3}) == 18


HOSTILE = {
    "long": "1" * 200_000,
    "digits": "9" * 99_999,
    "brackets": "(" * 99_999,
    "squares": "[" * 50_000 + "]" * 50_000,
    "power tower": "9**9**9**9",
    "exponent": "1e999999999",
    "product": "10^400" + "*10^400" * 300,
    "denominators": "+".join(f"1/{n}" for n in range(10**9, 10**9 + 600)),
    "surrogate": "\ud800",
    "nul": "1\0",
    "code": "__import__('os')",
    "spaces": "1" + " " * 49_000 + ";" + " " * 49_000 + "x",
    "groups": "1'" * 49_000,
    "signs": "-" * 99_999,
    "sides": "1=" * 49_000,
    "lead-ins": "answer " * 14_000,
    "latex": "\\text{" * 16_000,
    "exp": "exp(exp(exp(9)))",
}


LANGUAGE = {
    "complexity": Symbols(("n", "d"), {}, {}, {}),
    "choice": ("the queries", "the keys"),
    "formula": Alphabet(("n", "d"), ({"n": 2, "d": 3}, {"n": 5, "d": 4})),
}


OF_ANY_TEXT = [name for name in KINDS if kind(name).is_coded and name not in LANGUAGE]
"""Kinds of answers that any text is one of, such as an essay."""


@pytest.mark.parametrize("name", [name for name in KINDS if name not in OF_ANY_TEXT])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_input_is_refused(name, text):
    asked = kind(name)
    with pytest.raises(UnreadableAnswer) as refused:
        asked.read(text, Hints(whole=True, language=LANGUAGE.get(name)))
    assert len(refused.value.message.encode()) < 400


# Laws

trees = st.recursive(
    st.integers(0, 50).map(str),
    lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=12,
)


@given(trees)
def test_arithmetic_is_python_arithmetic(text):
    assert value(text) == eval(text)  # digits, brackets and + - * only, made above


@given(st.text(alphabet="0123456789.+-*/^()√%πe ×sqrtln", max_size=30))
def test_any_expression_has_a_value_or_is_unreadable(text):
    try:
        result = value(text)
    except UnreadableAnswer:
        return
    assert math.isfinite(result)
