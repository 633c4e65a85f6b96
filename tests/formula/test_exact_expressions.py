"""Numbers as expressions, in the notations of a keyboard and of LaTeX: `2*sin(pi/2)`, `\\frac{\\sqrt{16}}{2}`."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.number import kind
from checker.text.number import Hints

COUNT = Hints(whole=True)
REAL = Hints(whole=False)
COMMA = Hints(whole=False, decimal="comma")
FUNCTIONS = {
    "sqrt": math.sqrt, "ln": math.log, "exp": math.exp, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "log10": math.log10, "log2": math.log2, "arctan": math.atan, "sinh": math.sinh, "abs": abs,
}  # fmt: skip


class Written(NamedTuple):
    """An expression on a keyboard and in LaTeX, and its value by Python."""

    typed: str
    latex: str
    value: float


def _atoms():
    numbers = st.integers(1, 40).map(lambda n: Written(str(n), str(n), float(n)))
    return numbers | st.sampled_from([Written("pi", r"\pi", math.pi), Written("e", "e", math.e)])


def _called(inner):
    def call(name, of):
        latex = rf"\sqrt{{{of.latex}}}" if name == "sqrt" else rf"\{name}\left({of.latex}\right)"
        if name in {"log10", "log2"}:
            latex = rf"\log_{{{name[3:]}}}({of.latex})"
        if name in {"abs", "arctan", "sinh"}:
            latex = rf"\operatorname{{{name}}}({of.latex})"
        try:
            return Written(f"{name}({of.typed})", latex, FUNCTIONS[name](of.value))
        except (ValueError, OverflowError):
            return Written(f"({of.typed})", f"({of.latex})", of.value)

    return st.builds(call, st.sampled_from(sorted(FUNCTIONS)), inner)


def _combined(inner):
    def combine(sign, one, other):
        typed = f"({one.typed}) {sign} ({other.typed})" if sign in "+-" else f"({one.typed}){sign}({other.typed})"
        if sign == "/":
            value = one.value / other.value if other.value else math.nan
            return Written(typed, rf"\frac{{{one.latex}}}{{{other.latex}}}", value)
        times = r"\cdot " if sign == "*" else sign
        latex = rf"\left({one.latex}\right) {times} \left({other.latex}\right)"
        value = {"+": one.value + other.value, "-": one.value - other.value, "*": one.value * other.value}[sign]
        return Written(f"({typed})", rf"\left({latex}\right)", value)

    return st.builds(combine, st.sampled_from("+-*/"), inner, inner)


EXPRESSIONS = st.recursive(_atoms(), lambda inner: _called(inner) | _combined(inner), max_leaves=5)


@given(EXPRESSIONS, st.sampled_from([COUNT, REAL]), st.sampled_from(["", "Answer: ", "x = ", "The answer is "]))
def test_an_expression_has_its_value(written, hints, label):
    assume(1e-6 < abs(written.value) < 1e9 and written.value == written.value)
    for text in (written.typed, written.latex, f"${written.latex}$"):
        number = kind.read(label + text, hints).numbers[0]
        assert math.isclose(number.value, written.value, rel_tol=1e-6, abs_tol=1e-9), text


@pytest.mark.parametrize("text", ["ln(10,10)", "ln(2,5)", "log2(8,2)", "round(3,14159)", "2*ln(10,10)"])
def test_a_comma_may_be_before_the_base(text):
    with pytest.raises(UnreadableAnswer, match=r"can be read in two ways\. Write (ln|log2|round) of only one number"):
        kind.read(text, REAL)
