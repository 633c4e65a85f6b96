"""Units that follow from those of the symbols: what lint reports, and what is converted."""

from __future__ import annotations

import json

import pytest

from checker import check, check_parts, load_problem
from checker.document.findings import ProblemError
from checker.lint import lint


def written(folder, expression, units, unit):
    symbols = {name: {"value": value, "unit": of} if of else value for name, (value, of) in units.items()}
    question = {"id": "p", "title": "T", "type": "formula", "prompt": "How much?"}
    parameters = {"expression": expression, "symbols": symbols} | ({"unit": unit} if unit else {})
    path = folder / "p.yaml"
    path.write_text(json.dumps({**question, "parameters": parameters}))
    return path


def messages(path):
    return [finding.message for finding in lint(path).findings if finding.code == "dimension"]


GAS = {"p": (98.5, "kPa"), "V": (2.5, "L"), "R": (8.314, "J/(mol K)")}
OHM = {"U": (9, "V"), "R1": (100, "Ω"), "R2": (132, "Ω")}


@pytest.mark.parametrize(
    ("expression", "units", "unit", "right", "wrong"),
    [
        ("U/(R1 + R2)", OHM, "mA", ["38.8 mA", "38.8", "0.0388 A"], ["0.0388", "38.8 A", "0.0388 mA"]),
        ("m*g*h", {"m": (2, "kg"), "g": (9.81, "m/s^2"), "h": (3, "m")}, "kJ", ["0.0589", "58.9 J"], ["58.9"]),
        ("U/(R1 + R2)*1000", OHM, "mA", ["38.8"], ["38800", "0.0388"]),
        ("v*3.6", {"v": (2, "m/s")}, "km/h", ["7.2"], ["2.00"]),
        ("a/b*100", {"a": (1, "m"), "b": (4, "m")}, "%", ["25.0"], ["0.25"]),
        ("a + b", {"a": (9, "m"), "b": (3, "cm")}, "cm", ["903", "9.03 m"], ["12.0", "9.03"]),
        ("R + w*L", {"R": (120, "Ω"), "w": (314.159, "1/s"), "L": (85, "mH")}, "Ω", ["147"], ["26800"]),
        ("T + 273.15 + d", {"T": (20, "°C"), "d": (500, "mK")}, "K", ["294"], ["793"]),
        ("m*(1 + p/100)", {"m": (2, "kg"), "p": (5, "%")}, "kg", ["2.10"], ["2.001"]),
        ("x*1e-3*w", {"x": (85, "mH"), "w": (300, "rad/s")}, "Ω", ["25.5"], ["0.0255"]),
        ("n*U/R", {"n": (2, "1"), "U": (3, "V"), "R": (2, "kΩ")}, "mA", ["3"], ["0.003"]),
        ("n*U/R", {"n": (2, ""), "U": (3, "V"), "R": (2, "Ω")}, "mA", ["3000"], ["3"]),
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
        ("U*R1", OHM, "mA", "is a quantity in kg²·m⁴/(A³·s⁶) by the units of its symbols, but `unit: mA` is"),
        ("s*t", {"s": (9, "m"), "t": (3, "s")}, "km/h", "but `unit: km/h` is a speed. Correct the expression"),
        (
            "s/t",
            {"s": (9, "m"), "t": (3, "s")},
            "km/h",
            "is not in km/h by the units of its symbols. Multiply it by 3.6, or declare the unit that it is in.",
        ),
        (
            "a + b",
            {"a": (9, "m"), "b": (3, "s")},
            "m",
            "subtracts or compares a and b, which measure different things.",
        ),
        ("a + b/2000", {"a": (9, "m"), "b": (3, "cm")}, "m", "a and b/2000, which are in different units. Convert one"),
        ("a + b", {"a": (9, "m"), "b": (3, "s")}, "", "a and b, which measure different things."),
        ("exp(a)*b", {"a": (9, "m"), "b": (3, "s")}, "s", "The expression needs a to be a number, but it has a unit."),
        (
            "w*L/100",
            {"w": (9, "1/s"), "L": (3, "mH")},
            "Ω",
            "is not in Ω by the units of its symbols. Multiply it by 0.001",
        ),
        ("w*L", {"w": (9, ""), "L": (3, "mH")}, "Ω", "or `unit`. w has no unit, so it is a plain number."),
        (
            "N/(r*g)",
            {"N": (9, "token"), "r": (3, "token/s"), "g": (8, "")},
            "min",
            "Multiply it by 0.0166667, or declare the unit that it is in. g has no unit, so it is a plain number.",
        ),
        ("c*V", {"c": (2, ""), "V": (50, "mL")}, "mmol", "is a volume (m³) by the units of its symbols"),
        ("8.99e9*q*q/r^2", {"q": (2, "µC"), "r": (3, "m")}, "N", "is not converted to N"),
        ("m*p", {"m": (2, "kg"), "p": (5, "%")}, "kg", "uses p, which is in %, as a number. Divide it by 100."),
        ("m*(1 + p)", {"m": (2, "kg"), "p": (5, "%")}, "kg", "uses p, which is in %, as a number. Divide it by 100."),
        ("a/b", {"a": (1, "m"), "b": (4, "m")}, "%", "is not in % by the units of its symbols. Multiply it by 100"),
        (
            "a/b",
            {"a": (1, ""), "b": (4, "")},
            "%",
            "gives 0.25, so the answer is 0.25%. Multiply it by 100 if it is a share.",
        ),
        ("p*V/(R*t)", GAS | {"t": (25, "°C")}, "mol", "multiplies or divides by t, which is a temperature on a scale."),
        ("t", {"t": (25, "°C")}, "K", "is a temperature on another scale than `unit: K`."),
        ("T", {"T": (298, "K")}, "°C", "is in kelvins, or a difference, but `unit: °C` is a point on a scale."),
        (
            "asin(a/b)",
            {"a": (1, "m"), "b": (2, "m")},
            "°",
            "is not in ° by the units of its symbols. Multiply it by 57.2958",
        ),
        (
            "r*u",
            {"r": (2, "m"), "u": (30, "°")},
            "m",
            "is not in m by the units of its symbols. Multiply it by 0.0174533",
        ),
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
        ("p*V/(R*(t + 273.15))", GAS | {"t": (25, "°C")}, "mol"),
        ("m*c*(t2 - t1)", {"m": (2, "kg"), "c": (4.18, "kJ/(kg K)"), "t1": (20, "°C"), "t2": (50, "°C")}, "kJ"),
        ("(m*t1 + n*t2)/(m + n)", {"m": (2, "kg"), "n": (1, "kg"), "t1": (20, "°C"), "t2": (50, "°C")}, "°C"),
        ("r*w", {"r": (2, "m"), "w": (3, "rad/s")}, "m/s"),
        ("m*c*d", {"m": (2, "kg"), "c": (4.18, "kJ/(kg K)"), "d": (20, "delta_degC")}, "kJ"),
        ("331 + 0.6*t", {"t": (20, "°C")}, "m/s"),
        ("s/(t*60)", {"s": (9, "m"), "t": (3, "min")}, "m/s"),
    ],
)
def test_what_fits_is_not_reported(tmp_path, expression, units, unit):
    assert messages(written(tmp_path, expression, units, unit)) == []


def test_a_step_is_converted_to_its_unit_and_lint_reports_one_that_cannot_be(tmp_path):
    path = tmp_path / "p.yaml"
    symbols = "U: {value: 9, unit: V}, R: {value: 232, unit: Ω}, t: {value: 2, unit: s}"
    path.write_text(
        "{id: p, title: T, type: formula, prompt: How much?, parameters: {expression: I*t, unit: mC, "
        f"symbols: {{{symbols}, I: {{expression: U/R, unit: mA}}, J: {{expression: U*t, unit: A}}}}}}}}\n"
    )
    assert check(load_problem(path), "77.6 mC").status == "correct"
    (found,) = messages(path)
    assert found.startswith("The expression of J is ")
    assert "but `unit: A` is " in found


def test_an_answer_in_symbols_is_converted_as_the_right_one(tmp_path):
    path = written(tmp_path, "U/(R1 + R2)", OHM, "mA")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"answer": "formula"}))
    problem = load_problem(path)
    answers = ["U/(R1 + R2)", "1000*U/(R1 + R2)", "U/(R1 + R2) = 38.8 mA"]
    assert [check(problem, text).status for text in answers] == ["correct"] * 3
    assert check(problem, "100*U/(R1 + R2)").status == "incorrect"


def test_conditions_and_listed_mistakes_are_converted(tmp_path):
    path = written(tmp_path, "2*U/R1", OHM, "mA")
    more = {"accept_if": "answer > U/R1", "mistakes": [{"expression": "U/R2", "says": "You took R2."}]}
    path.write_text(json.dumps(json.loads(path.read_text()) | more))
    problem = load_problem(path)
    assert [check(problem, text).status for text in ("100 mA", "80 mA", "0.0800 A")] == [
        "correct",
        "incorrect",
        "incorrect",
    ]
    assert "You took R2." in check(problem, "68.18 mA", feedback="full").message
    path.write_text(json.dumps(json.loads(path.read_text()) | {"accept_if": "answer > R1"}))
    with pytest.raises(ProblemError, match="compares answer and R1, which measure different things"):
        load_problem(path)


def test_parts_in_different_units_have_their_own_values(tmp_path):
    path = written(tmp_path, "U/(R1 + R2)", OHM, None)
    parts = [{"id": "a", "unit": {"is": "mA"}}, {"id": "b", "unit": {"is": "A"}}]
    path.write_text(json.dumps(json.loads(path.read_text()) | {"parts": parts}))
    found = check_parts(load_problem(path), {"a": "38.8", "b": "0.0388"})
    assert [each.status for each in found.values()] == ["correct", "correct"]
