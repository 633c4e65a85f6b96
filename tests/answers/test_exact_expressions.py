"""Numbers as expressions, in the notations of a keyboard and of LaTeX: `2*sin(pi/2)`, `\\frac{\\sqrt{16}}{2}`."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.answers.kinds.number import kind
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints

COUNT = Hints(whole=True)
REAL = Hints(whole=False)
COMMA = Hints(whole=False, decimal="comma")
LENGTH = Hints(whole=False, unit="m")
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


@pytest.mark.parametrize("hints", [COUNT, REAL])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\sqrt{17}", math.sqrt(17)),
        (r"\frac{\sqrt{16}}{2}", 2),
        ("Answer: (9+1)", 10),
        ("The answer is (9+1)", 10),
        ("ln(e^3)", 3),
        ("2*sin(pi/2)", 2),
        ("sqrt(pi)", math.sqrt(math.pi)),
        ("sqrt (17)", math.sqrt(17)),
        ("2 sqrt (16)", 8),
        ("⌈pi⌉", 4),
        ("max(pi, 3)", math.pi),
        ("max(1,5; 0,5)", 1.5),
        ("log(e^2, e)", 2),
        ("atan^2(1)", math.pi**2 / 16),
        ("arctan²(1)", math.pi**2 / 16),
        ("sinh^2(1)", math.sinh(1) ** 2),
        (r"\max\left(2, 3\right)", 3),
        ("max(1, 2, pi)", math.pi),
        (r"\operatorname{abs}\left(-3\right)", 3),
        ("3845 (768*5 + 5)", 3845),
        ("1/4 (exact)", 0.25),
    ],
)
def test_these_are_numbers(text, value, hints):
    assert kind.read(text, hints).numbers[0].value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("text", ["sin(pi)", "cos(pi/2)", "tan(pi)", "sin(2*pi)"])
def test_a_zero_of_a_function_is_0(text):
    assert kind.read(text, COUNT).numbers[0].value == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\sqrt{17} m", math.sqrt(17)),
        ("sqrt(pi) cm", math.sqrt(math.pi) / 100),
        ("pi m", math.pi),
        ("3 pi m", 3 * math.pi),
    ],
)
def test_a_unit_after_an_expression(text, value):
    assert kind.read(text, LENGTH).numbers[0].value == pytest.approx(value)


@pytest.mark.parametrize("text", ["ln(10,10)", "ln(2,5)", "log2(8,2)", "round(3,14159)", "2*ln(10,10)"])
def test_a_comma_may_be_before_the_base(text):
    with pytest.raises(UnreadableAnswer, match=r"can be read in two ways\. Write (ln|log2|round) of only one number"):
        kind.read(text, REAL)


@pytest.mark.parametrize(
    ("text", "hints", "value"),
    [
        ("ln(0,5)", REAL, math.log(0.5)),
        ("ln(2,5)", COMMA, math.log(2.5)),
        ("ln(1,000)", COUNT, math.log(1000)),
        ("(0,5)", COMMA, 0.5),
        ("(1,5 - 1)", COMMA, 0.5),
        ("(1.234,5)", COMMA, 1234.5),
        ("(27,648)", COUNT, 27648),
        ("sqrt(0,25)", COMMA, 0.5),
        ("max(0,5; 1)", COMMA, 1),
    ],
)
def test_a_comma_with_one_reading(text, hints, value):
    assert float(kind.read(text, hints).numbers[0].value) == pytest.approx(value)


@pytest.mark.parametrize("text", [r"32,\! 349", r"32,\!349", r"$32,\!349$", "32{,}349"])
def test_latex_writes_a_comma_without_its_space(text):
    assert kind.read(text, COUNT).numbers[0].value == 32349


@pytest.mark.parametrize(
    "text", ["sqrt(x)", "ln(tokens)", "2*sin(theta/2)", "3 sqrt (17", "x (9+1)", "foo(pi)", "2*ln(", "ln(2,5"]
)
def test_what_is_not_known_is_unreadable(text):
    with pytest.raises(UnreadableAnswer):
        kind.read(text, REAL)


@pytest.mark.parametrize("text", ["(0,5; 1)", "(0,5, 1)", "(1, 2)", "[0,5]"])
def test_a_list_is_no_number_with_a_decimal_comma(text):
    with pytest.raises(UnreadableAnswer, match=r"is a list\. Write only one number"):
        kind.read(text, COMMA)
