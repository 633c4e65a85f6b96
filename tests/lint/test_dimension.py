"""Units that follow from those of the symbols: what lint reports, and what is converted."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.lint import lint


def written(folder, expression, units, unit):
    symbols = {name: {"value": value, "unit": of} for name, (value, of) in units.items()}
    question = {"id": "p", "title": "T", "type": "formula", "prompt": "How much?"}
    parameters = {"expression": expression, "symbols": symbols} | ({"unit": unit} if unit else {})
    path = folder / "p.yaml"
    path.write_text(json.dumps({**question, "parameters": parameters}))
    return path


def messages(path):
    return [finding.message for finding in lint(path).findings if finding.code == "dimension"]


OHM = {"U": (9, "V"), "R1": (100, "Ω"), "R2": (132, "Ω")}


@pytest.mark.parametrize(
    ("expression", "units", "unit", "right", "wrong"),
    [
        ("U/(R1 + R2)", OHM, "mA", ["38.8 mA", "38.8", "0.0388 A"], ["0.0388", "38.8 A", "0.0388 mA"]),
        ("m*g*h", {"m": (2, "kg"), "g": (9.81, "m/s^2"), "h": (3, "m")}, "kJ", ["0.0589", "58.9 J"], ["58.9"]),
        ("U/(R1 + R2)*1000", OHM, "mA", ["38.8"], ["38800", "0.0388"]),
        ("v*3.6", {"v": (2, "m/s")}, "km/h", ["7.2"], ["2.00"]),
        ("a/b", {"a": (1, "m"), "b": (4, "m")}, "%", ["0.25"], ["25.0"]),
        ("sqrt(2*h/g)", {"h": (5, "m"), "g": (9.81, "m/s²")}, "ms", ["1010"], ["1.01"]),
    ],
)
def test_the_value_is_converted_where_only_the_prefix_differs(tmp_path, expression, units, unit, right, wrong):  # noqa: PLR0913
    path = written(tmp_path, expression, units, unit)
    assert messages(path) == []
    problem = load_problem(path)
    assert [check(problem, text).status for text in right] == ["correct"] * len(right)
    assert [check(problem, text).status for text in wrong] == ["incorrect"] * len(wrong)


def test_a_prefix_that_was_not_converted_is_explained(tmp_path):
    problem = load_problem(written(tmp_path, "U/(R1 + R2)", OHM, "mA"))
    assert "Your number is in A; give it in mA." in check(problem, "0.038793", feedback="full").message


@pytest.mark.parametrize(
    ("expression", "units", "unit", "message"),
    [
        (
            "U*R1",
            OHM,
            "mA",
            "The units of the symbols make the expression a quantity in kg²·m⁴/(A³·s⁶)",
        ),
        ("s*t", {"s": (9, "m"), "t": (3, "s")}, "km/h", "but `unit: km/h` is a speed. Correct the expression"),
        (
            "s/t",
            {"s": (9, "m"), "t": (3, "s")},
            "km/h",
            "The units of the symbols do not give the expression in km/h. Multiply it by 3.6, or declare the unit that it is in.",
        ),
        (
            "a + b",
            {"a": (9, "m"), "b": (3, "cm")},
            "m",
            "The expression adds or subtracts a and b, which are in different units. Convert one of them, or correct their units.",
        ),
        ("a + b", {"a": (9, "m"), "b": (3, "s")}, "m", "a and b, which measure different things."),
        ("exp(a)*b", {"a": (9, "m"), "b": (3, "s")}, "s", "The expression needs a to be a number, but it has a unit."),
    ],
)
def test_what_does_not_follow_is_reported(tmp_path, expression, units, unit, message):
    (found,) = messages(written(tmp_path, expression, units, unit))
    assert message in found


@pytest.mark.parametrize(
    ("expression", "units", "unit"),
    [
        ("2*pi*sqrt(l/g)", {"l": (0.8, "m"), "g": (9.81, "m/s²")}, "s"),
        ("v^2*sin(2*a)/g", {"v": (20, "m/s"), "a": (30, "°"), "g": (9.81, "m/s²")}, "m"),
        ("A*exp(-E/(R*T))", {"A": (2, "1/s"), "E": (50, "J/mol"), "R": (8.31, "J/(mol K)"), "T": (300, "K")}, "1/s"),
        ("T + 273.15", {"T": (20, "°C")}, "K"),
        ("s/(t*60)", {"s": (9, "m"), "t": (3, "min")}, "m/s"),
    ],
)
def test_what_fits_is_not_reported(tmp_path, expression, units, unit):
    assert messages(written(tmp_path, expression, units, unit)) == []
