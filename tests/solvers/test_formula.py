"""Values and steps of formulas."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from checker import check, load_problem
from checker.engine.errors import ParameterError
from checker.solvers.generic.formula import formula
from tests.solvers.formulas import CONVOLUTION, SIDE, SYMBOLS, by_python, expressions, steps, variant


def test_the_steps_are_the_pieces_in_their_order():
    assert steps(SIDE, {"n": 224, "p": 3, "k": 7, "s": 2}) == {
        "2·p": ("2·3", 6),
        "n + 2·p - k": ("224 + 6 - 7", 223),
        "(n + 2·p - k)/s": ("223/2", 111.5),
        "total": ("111.5 + 1", 112.5),
    }


def test_a_derived_symbol_is_a_step_by_its_name():
    assert steps("x/sqrt(d_k)", {"d_k": "d/h", "d": 512, "h": 8, "x": -3.5}) == {
        "d_k": ("512/8", 64),
        "√d_k": ("√64", 8),
        "total": ("-3.5/8", -0.4375),
    }


def test_a_vector_has_its_name_in_a_step():
    assert {path: how for path, (how, _) in steps("sum((x - mean(x))^2)", {"x": [1, 2, 6]}).items()} == {
        "mean(x)": "mean(x)",
        "x - mean(x)": "x - 3",
        "(x - mean(x))^2": "(x - mean(x))^2",
        "total": "sum((x - mean(x))^2)",
    }


def test_equal_pieces_are_one_step_and_one_choice_point():
    twice = variant(f"({SIDE})*((m + 2p - k)/s + 1)", {**CONVOLUTION, "m": 101})
    assert list(twice.board)[:2] == ["2·p", "n + 2·p - k"]
    assert twice.run({"2": "left_out"})["total"] == (111 + 0.5) * (49 + 0.5)


def test_decimals_have_a_comma_in_the_name_of_a_step():
    assert list(steps("0.5*m*v^2 + h", {"m": 3, "v": 2, "h": 1})) == ["v^2", "0,5·m·v^2", "total"]


@given(expressions())
@settings(deadline=None)
def test_the_value_equals_that_of_python(text):
    try:
        expected = by_python(text)
    except ZeroDivisionError:
        with pytest.raises(ParameterError, match="divides by zero"):
            formula(expression=text, symbols=SYMBOLS)
        return
    found = formula(expression=text, symbols=SYMBOLS)
    assert found == (int(expected) if expected.denominator == 1 else float(expected))
    assert type(found) is (int if expected.denominator == 1 else float)


def test_the_prompt_is_filled_with_the_numbers_of_symbols(formula_problem):
    prompt = "{n} px, {p} of padding, {d_k}, \\frac{n}{k}, {expression}"
    symbols = {"n": 224, "p": {"value": 3, "unit": "px"}, "k": 7, "d_k": "n/k"}
    assert (
        formula_problem("n + p - d_k", symbols, prompt).prompt
        == "224 px, 3 of padding, {d_k}, \\frac{n}{k}, n + p - d_k"
    )


def test_a_step_has_the_unit_of_its_symbol(tmp_path):
    file = tmp_path / "fall.yaml"
    file.write_text(
        "id: fall\ntype: formula\nprompt: How long, and how fast?\n"
        "parameters:\n  expression: g*t\n  unit: m/s\n  symbols:\n    g: 9.81\n    h: 25\n"
        "    t: {expression: sqrt(2*h/g), unit: s}\n"
        "tolerance: {significant: 3}\nparts: [{id: time, asks: t}, {id: speed}]\n"
    )
    problem = load_problem(file)
    assert check(problem, {"time": "2.26 s"}).status == "correct"
    assert check(problem, {"time": "2258 ms"}).status == "correct"
    assert check(problem, {"speed": "22.1 m/s"}).status == "correct"
    assert check(problem, {"time": "2.26 kg"}).status == "incorrect"


def test_an_expression_needs_no_symbols():
    assert formula(expression="sqrt(75) + sqrt(48) - sqrt(12)") == pytest.approx(7 * 3**0.5)
