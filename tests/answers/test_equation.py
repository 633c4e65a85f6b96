"""Equations as answers: equal up to rearrangement and a factor.  The oracle is sympy."""

from __future__ import annotations

import json

import pytest
import sympy

from checker import check, load_problem
from checker.problems.load import ProblemError


def marked(folder, expression, letters, text, symbols=(), **others):
    path = folder / "p.yaml"
    parameters = {"expression": expression, "symbols": {**dict.fromkeys(letters, "letter"), **dict(symbols)}}
    path.write_text(
        json.dumps(
            {"id": "p", "title": "T", "type": "formula", "prompt": "Give it.", "parameters": parameters, **others}
        )
    )
    return check(load_problem(path), text)


@pytest.mark.parametrize(
    "text",
    [
        "y=2x+1",
        "2x - y + 1 = 0",
        "y - 3 = 2(x-1)",
        "-4x+2y=2",
        "f(x)=2x+1",
        "x=(y-1)/2",
        "line: y = 2x + 1",
        r"$y=2x+1$",
        "ŷ = 2x + 1.",
        "0 = 2x+1-y",
    ],
)
def test_a_line(tmp_path, text):
    assert marked(tmp_path, "y = 2*x + 1", "xy", text).status == "correct"


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("y = 2x - 1", "incorrect", "Check the sign of the term 1: a term that changes sides changes its sign."),
        ("2x + y + 1 = 0", "incorrect", "Check the sign of the term y"),
        ("y = 3x + 1", "incorrect", "Check the factor of the term 3·x: everything else is right."),
        ("y = 2x + 7", "incorrect", "Check the term without letters: everything else is right."),
        ("y = 2x", "incorrect", "A term without letters is missing."),
        ("2y - 4 = 2x + 1 - 1.5", "incorrect", ""),
        ("x = 2y + 1", "incorrect", "You exchanged x and y."),
        ("y = y", "incorrect", "Both sides are always equal, so this says nothing about x and y."),
        ("0 = 0", "unreadable", "This equation has no letters."),
        ("2x + 1", "unreadable", "is no equation. Write two sides with = between them."),
        ("y < 2x + 1", "unreadable", "is no equation"),
        ("y = 2x + 1 = 5", "unreadable", "is more than one equation"),
        ("y = 2z + 1", "unreadable", "z"),
    ],
)
def test_no_right_line(tmp_path, text, wanted, message):
    result = marked(tmp_path, "y = 2*x + 1", "xy", text)
    assert result.status == wanted
    assert message in result.message


EQUATIONS = [
    "x^2 + y^2 = 25",
    "y^2 = 4*x",
    "x*y = 12",
    "x*y = 2*x^2 + x",
    "y = 2*x + 1",
    "3*x - y/4 = 7",
    "x^2/9 + y^2/4 = 1",
    "y = 1/x + 3",
]


@pytest.mark.parametrize("right", EQUATIONS)
def test_a_factor_and_a_rearrangement_change_nothing(tmp_path, right):
    left_side, right_side = map(sympy.sympify, right.replace("^", "**").split("="))
    for factor in (-3, sympy.Rational(2, 7)):
        gap = sympy.expand(factor * (left_side - right_side))
        text = f"0 = {sympy.sstr(gap)}".replace("**", "^")
        assert marked(tmp_path, right, "xy", text).status == "correct", text
    for other in EQUATIONS:
        if other != right:
            assert marked(tmp_path, right, "xy", other).status == "incorrect", (right, other)


def test_dividing_by_a_letter_is_a_rearrangement(tmp_path):
    for text in ("p = n*R*T/V", "V = nRT/p", "n = pV/(RT)", "pV/(nRT) = 1"):
        assert marked(tmp_path, "p*V = n*R*T", "pVnRT", text).status == "correct", text
    assert marked(tmp_path, "p*V = n*R*T", "pVnRT", "p/V = nRT").status == "incorrect"


def test_only_positive_values_where_there_are_no_others(tmp_path):
    assert marked(tmp_path, "y = sqrt(x)", "xy", "y - x^0.5 = 0").status == "correct"
    assert marked(tmp_path, "y = asin(x)", "xy", "y = arcsin x").status == "correct"


DATA = {"u": [1, 2, 3, 4.5], "v": [2.1, 3.9, 6.2, 8.8]}
"""The regression line is y = 1.940187 x + 0.157009 (numpy.polyfit)."""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("y = 1.94x + 0.157", "correct"),
        ("y = 1.9402x + 0.15701", "correct"),
        ("y = 1.92x + 0.157", "incorrect"),
        ("y = 1.94x - 0.157", "incorrect"),
    ],
)
def test_a_regression_line_may_be_rounded(tmp_path, text, wanted):
    assert marked(tmp_path, "y = slope(u, v)*x + intercept(u, v)", "xy", text, DATA.items()).status == wanted


def test_a_declared_tolerance(tmp_path):
    assert marked(tmp_path, "y = 2*x + 1", "xy", "y = 2.01x + 1").status == "incorrect"
    assert marked(tmp_path, "y = 2*x + 1", "xy", "y = 2.01x + 1", tolerance={"relative": 0.01}).status == "correct"


def test_mistakes_of_the_author(tmp_path):
    mistakes = [{"answer": "y = 2x - 1", "says": "Put the point into your equation."}]
    assert (
        "Put the point into your equation."
        in marked(tmp_path, "y = 2*x + 1", "xy", "2x - y = 1", mistakes=mistakes).message
    )


@pytest.mark.parametrize(
    ("expression", "letters", "message"),
    [
        ("2*x + 1", "x", "is no equation"),
        ("x = x", "x", "is true for all values of its letters"),
        ("x = 1 = 2", "x", "is no equation"),
    ],
)
def test_what_is_no_equation(tmp_path, expression, letters, message):
    with pytest.raises(ProblemError, match=message):
        marked(tmp_path, expression, letters, "x = 1")


@pytest.mark.parametrize(
    ("right", "text", "wanted"),
    [
        ("y = 3*x - 5", "(y - 1)/(x - 2) = 3", "correct"),
        ("y = 3*x - 5", "y^3 = (3x - 5)^3", "correct"),
        ("y = 3*x - 5", "|y| = |3x - 5|", "incorrect"),
        ("y = 3*x - 5", "x*y = 3x^2 - 5x", "incorrect"),
        ("(x - 1)^2 + (y + 2)^2 = 9", "sqrt((x-1)^2 + (y+2)^2) = 3", "correct"),
        ("(x - 1)^2 + (y + 2)^2 = 9", "y = -2 + sqrt(9 - (x-1)^2)", "incorrect"),
        ("y = sqrt(x)", "y^2 = x", "incorrect"),
        ("y^2 = x", "y = sqrt(x)", "incorrect"),
    ],
)
def test_equations_with_the_same_zeros(tmp_path, right, text, wanted):
    assert marked(tmp_path, right, "xy", text).status == wanted


@pytest.mark.parametrize(
    ("symbols", "text", "wanted"),
    [
        ({"a": 3.2, "b": 0.0012}, "y = 3.2 + 0.0012x", "correct"),
        ({"a": 3.2, "b": 0.0012}, "1000y - 3200 = 1.2x", "correct"),
        ({"a": 3.2, "b": 0.0012}, "y = 3.2", "incorrect"),
        ({"a": 3.2, "b": 0.0012}, "y = 3.2 + 0.002x", "incorrect"),
        ({"a": 3.2, "b": 0.0012}, "y = 3.21 + 0.0012x", "incorrect"),
        ({"a": 0.5, "b": 1234.5}, "y = 0.5 + 1234.5x", "correct"),
        ({"a": 0.5, "b": 1234.5}, "y = 0.5 + 1230x", "correct"),
        ({"a": 0.5, "b": 1234.5}, "y = 1234.5x + 9", "incorrect"),
        ({"a": 0.5, "b": 1234.5}, "y = 1234.5x - 4", "incorrect"),
        ({"a": 0.25, "b": 0.5}, "4y = 2x + 1", "correct"),
        ({"a": 0.25, "b": 0.5}, "y = 0.5x + 0.26", "incorrect"),
        ({"a": 0.25, "b": 0.5}, "y = 0.5x + 0.251", "incorrect"),
        ({"a": 41.2348, "b": 0.0012345}, "y = 41.2 + 0.00123x", "correct"),
        ({"a": 41.2348, "b": 0.0012345}, "y = 41.2 + 0.0013x", "incorrect"),
        ({"a": 41.2348, "b": 0.0012345}, "y = 41.2", "incorrect"),
    ],
)
def test_each_number_of_a_line_is_right_to_3_digits(tmp_path, symbols, text, wanted):
    assert marked(tmp_path, "y = a + b*x", "xy", text, symbols.items()).status == wanted


@pytest.mark.parametrize(
    ("expression", "text", "wanted"),
    [
        ("y = 2.3456*exp(0.012345*x)", "y = 2.35 e^(0.0123x)", "correct"),
        ("y = 2.3456*exp(0.012345*x)", "y = 2.35", "incorrect"),
        ("y = sqrt(2*x)", "y = 1.41421356237 sqrt(x)", "correct"),
        ("y = sqrt(2*x)", "y = 1.4144 sqrt(x)", "incorrect"),
    ],
)
def test_numbers_of_other_equations(tmp_path, expression, text, wanted):
    assert marked(tmp_path, expression, "xy", text).status == wanted


def test_a_declared_tolerance_is_for_each_number(tmp_path):
    given = {"tolerance": {"relative": 0.01}}
    assert marked(tmp_path, "y = 100*x + 7", "xy", "y = 100.5x + 7.05", **given).status == "correct"
    assert marked(tmp_path, "y = 100*x + 7", "xy", "y = 100x + 5", **given).status == "incorrect"


@pytest.mark.parametrize(
    ("right", "text"),
    [
        ("y = 100000000 + 2/x", "x*y = 100000000x + 2"),
        ("y = 1/(x + 1)", "y(x + 1) = 1"),
        ("y = 1/(x + 1)", "1/y = x + 1"),
        ("y = 0.25/(x + 1)", "4y(x + 1) = 1"),
    ],
)
def test_divisors_may_be_multiplied_out(tmp_path, right, text):
    assert marked(tmp_path, right, "xy", text).status == "correct"


def test_no_term_is_blamed_that_is_right(tmp_path):
    found = marked(tmp_path, "y = 41.2348 + 0.0012345*x", "xy", "y = 41.19")
    assert found.status == "incorrect"
    assert "factor of the term y" not in found.message


def test_rounded_numbers_of_other_equations(tmp_path):
    symbols = {"a": 1.2345, "b": 2.3456, "c": 7.8901}.items()  # x + 1.900041 y = 6.391332
    assert marked(tmp_path, "a*x + b*y = c", "xy", "x + 1.9y = 6.3913", symbols).status == "correct"
    assert marked(tmp_path, "a*x + b*y = c", "xy", "x + 1.95y = 6.3913", symbols).status == "incorrect"
    symbols = {"a": 0.75, "b": 1.3}.items()
    assert marked(tmp_path, "y = a*x/b", "xy", "y = 0.577x", symbols).status == "correct"  # 0.576923
    assert marked(tmp_path, "y = a*x/b", "xy", "y = 0.6x", symbols).status == "incorrect"


@pytest.mark.parametrize(
    ("right", "text", "wanted"),
    [
        ("y = x", "y = floor(x)", "incorrect"),
        ("y = x", "y = x + sin(pi*x)", "incorrect"),
        ("y = x", "y = x*cos(2*pi*x)", "incorrect"),
        ("y = floor(x)", "y = x", "incorrect"),
        ("y = floor(x)", "y = floor(x)", "correct"),
        ("y = sin(pi*x)", "y = 0", "incorrect"),
        ("y = x^2", "y = x^2 + x - floor(x)", "incorrect"),
        ("y = sqrt(x)", "y = floor(sqrt(x))", "incorrect"),
    ],
)
def test_equations_are_compared_between_whole_numbers_too(tmp_path, right, text, wanted):
    assert marked(tmp_path, right, "xy", text).status == wanted


@pytest.mark.parametrize("text", ["y(x) = 2x + 1", "y (x) = 2 x + 1", "f(x) = 2x + 1"])
def test_the_letter_of_a_function(tmp_path, text):
    assert marked(tmp_path, "y = 2*x + 1", "xy", text).status == "correct"


def test_angles_in_degrees_are_shown_as_they_are_computed(tmp_path):
    symbols = {"a": {"value": 40, "unit": "°"}}
    found = marked(tmp_path, "y = x*tan(a)", "xy", "y = 0.839x", symbols, tolerance={"relative": 0.01})
    assert found.status == "correct"
    assert "0.8391" in str(load_problem(tmp_path / "p.yaml").parts[0].variant.board["total"].value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("y = 2x - 9", "Check the factor of the term 2·x"),
        ("y = 3x - 9", "Check the factor of the term 3·x"),
        ("y = -6x - 9", "Check the sign of the term 6·x"),
        ("y - 2x + 9 = 0", "Check the factor of the term 2·x"),
        ("y = 6x + x^2 - 9", "it is there once too often"),
    ],
)
def test_the_factor_of_a_term_on_the_right_is_no_sign(tmp_path, text, says):
    assert says in marked(tmp_path, "y = 6*x - 9", "xy", text).message
