"""`unit` and `dimension`: units that are not known, or that do not fit the expression or the prompt."""

from __future__ import annotations

import json

import pytest


def numeric(prompt, unit="", more=""):
    declared = f", unit: {unit}" if unit else ""
    return f"id: a\ntype: numeric\nprompt: {prompt!r}\nparameters: {{value: 45{declared}}}\n{more}"


FORMULA = """\
id: a
type: formula
prompt: A car drives {s} m. How fast is it, and how far does it get?
parameters:
  expression: v*k
  unit: m
  symbols:
    s: {value: 100, unit: m}
    t: 8
    k: 2
    v: {expression: s/t, unit: m/s}
parts:
  - {id: speed, asks: v}
  - {id: total}
"""


V_OHM = "U V, R1 Ω, R2 Ω"
GAS = "p kPa, V L, R J/(mol K), t °C"
IN = "by the units of its symbols."


@pytest.mark.parametrize(
    ("expression", "units", "unit", "message"),
    [
        ("U/(R1 + R2)", V_OHM, "mA", ""),
        ("U/(R1 + R2)*1000", V_OHM, "mA", ""),
        ("U*R1", V_OHM, "mA", "is a quantity in kg²·m⁴/(A³·s⁶) by the units of its symbols, but `unit: mA` is"),
        ("s*t", "s m, t s", "km/h", "but `unit: km/h` is a speed. Correct the expression"),
        ("s/t", "s m, t s", "km/h", f"is not in km/h {IN} Multiply it by 3.6, or declare the unit that it is in."),
        ("3.6*s/t", "s m, t s", "km/h", ""),
        ("a + b", "a m, b cm", "cm", ""),
        ("a + b", "a m, b s", "m", "subtracts or compares a and b, which measure different things."),
        ("a + b", "a m, b s", "", "a and b, which measure different things."),
        ("a + b/2000", "a m, b cm", "m", "a and b/2000, which are in different units. Convert one"),
        ("exp(a)*b", "a m, b s", "s", "The expression needs a to be a number, but it has a unit."),
        ("w*L/100", "w 1/s, L mH", "Ω", f"is not in Ω {IN} Multiply it by 0.001"),
        ("w*L", "w 1, L mH", "Ω", "Correct the expression, the unit of a symbol or `unit`."),
        ("w*L", "w, L mH", "Ω", ""),
        ("N/(r*g)", "N token, r token/s, g 1", "min", "Multiply it by 0.0166667, or declare the unit that it is in."),
        ("K*(1 + i)^n", "K EUR, i %, n 1", "EUR", "uses i, which is in %, as a number. Divide it by 100."),
        ("K*(1 + i/100)^n", "K EUR, i %, n 1", "EUR", ""),
        ("m*(1 + p/100)", "m kg, p %", "kg", ""),
        ("m*p", "m kg, p %", "kg", "uses p, which is in %, as a number. Divide it by 100."),
        ("a/b", "a m, b m", "%", f"is not in % {IN} Multiply it by 100"),
        ("a/b*100", "a m, b m", "%", ""),
        ("p*V/(R*t)", GAS, "mol", "multiplies or divides by t, which is a temperature on a scale."),
        ("p*V/(R*(t + 273.15))", GAS, "mol", ""),
        ("m*c*(t2 - t1)", "m kg, c kJ/(kg K), t1 °C, t2 °C", "kJ", ""),
        ("(m*t1 + n*t2)/(m + n)", "m kg, n kg, t1 °C, t2 °C", "°C", ""),
        ("331 + 0.6*t", "t °C", "m/s", ""),
        ("t", "t °C", "K", "is a temperature on another scale than `unit: K`."),
        ("T", "T K", "°C", "is in kelvins, or a difference, but `unit: °C` is a point on a scale."),
        ("v^2*sin(2*a)/g", "v m/s, a °, g m/s²", "m", ""),
        ("A*exp(-E/(R*T))", "A 1/s, E J/mol, R J/(mol K), T K", "1/s", ""),
        ("s/(t*60)", "s m, t min", "m/s", ""),
        ("asin(a/b)", "a m, b m", "°", f"is not in ° {IN} Multiply it by 57.2958"),
        ("r*u", "r m, u °", "m", f"is not in m {IN} Multiply it by 0.0174533"),
    ],
)  # fmt: skip
def test_dimensions(found, expression, units, unit, message):
    named = (each.partition(" ") for each in units.split(", "))
    symbols = {name: {"value": 0.3, "unit": of} if of else 3 for name, _, of in named}
    parameters = {"expression": expression, "symbols": symbols} | ({"unit": unit} if unit else {})
    findings = found(
        json.dumps({"id": "p", "type": "formula", "prompt": "How much?", "parameters": parameters}), "dimension"
    )
    assert [message in each for each in findings] == [True] * bool(message)


def test_a_step_that_does_not_have_its_unit(found):
    text = FORMULA.replace("t: 8", "t: {value: 8, unit: s}")
    assert found(text, "dimension") == []
    findings = found(text.replace("v: {expression: s/t, unit: m/s}", "v: {expression: s*t, unit: A}"), "dimension")
    assert any(
        each.startswith("11:9 dimension The expression of v is ") and "`unit: A` is " in each for each in findings
    )
