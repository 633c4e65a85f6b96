"""`unit` and `dimension`: units that are not known, or that do not fit the expression or the prompt."""

from __future__ import annotations

import json

import pytest

CONVERTED = "answers in another unit cannot be converted"
NO_UNIT = "but the question has no unit, so answers in other units cannot be converted. Declare"


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
OF_THE_PART = " of the part that it belongs to"


def asked(unit, quoted="", where=""):
    return [
        f"3:1 unit The prompt asks for the answer in {unit}, {NO_UNIT} `unit: {quoted or unit}` in the `parameters`{where}."
    ]


def read_in(unit, other):
    asks = f"3:1 unit The prompt asks for the answer in {unit}, but an answer without a unit is read in {other}."
    return [f"{asks} Declare the unit that the prompt names, or change the prompt."]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        *((numeric("How much?", unit), []) for unit in ("km/h", "USD", '"$"', '"°C"', "J/(kg K)", '"%"', "USD/million tokens")),
        (numeric("How much?", "quux"), [f"4:25 unit `quux` is not a known unit, so {CONVERTED}."]),
        (numeric("How much?", "mhz"), [f"4:25 unit `mhz` is not a known unit, so {CONVERTED}. Did you mean MHz or mHz?"]),
        (
            numeric("How much?", "km/secnds"),
            [f"4:25 unit `secnds` in `km/secnds` is not a known unit, so {CONVERTED}. Did you mean seconds or secondes?"],
        ),
        (numeric("How much?", "Gb"), [f"4:25 unit The unit `Gb` can be read as GB or as Gbit, so {CONVERTED}. Write one of these."]),
        (
            numeric("How much?", more="parts:\n  - {id: x, parameters: {unit: kw}}\n  - {id: y, parameters: {unit: kW}}\n"),
            [f"6:26 unit `kw` is not a known unit, so {CONVERTED}. Did you mean kW?"],
        ),
        (numeric("How much?", more="unit: {is: kw, required: true}\n"), [f"5:8 unit `kw` is not a known unit, so {CONVERTED}. Did you mean kW?"]),
        (FORMULA, []),
        (
            FORMULA.replace("unit: m/s", "unit: m/secnd"),
            ["11:26 unit `secnd` in `m/secnd` is not a known unit, so it cannot be converted. Did you mean second or seconds?"],
        ),
        (
            FORMULA.replace("unit: m\n", "unit: ton\n"),
            [f"6:3 unit The unit `ton` can be read as tonne or as short ton, so {CONVERTED}. Write one of these."],
        ),
        (
            FORMULA.replace("asks: v", "asks: v, parameters: {unit: km/h}"),
            ["13:39 unit `v` is computed in m/s, so the unit km/h is not used. Remove it, or ask for an expression in km/h."],
        ),
        (FORMULA.replace("asks: v", "asks: v, parameters: {unit: m s^-1}"), []),
        (numeric("How fast is it, in km/h?"), asked("km/h")),
        (numeric("How far does it get (in metres)?"), asked("metres")),
        (numeric("How many seconds does it take?"), asked("seconds")),
        (numeric("What is the price in USD per month?"), asked("USD per month")),
        (numeric("How far is it, in m?"), asked("m")),
        (numeric("Which share is that, in %?"), asked("%", '"%"')),
        (numeric("How fast is it, in km/h?", "km/h"), []),
        (numeric("How fast is it, in kilometers per hour?", "km/h"), []),
        (numeric("How fast is it, in km/h?", "m/s"), read_in("km/h", "m/s")),
        (numeric("How many floating point operations are that, in MFLOP?", "MFLOP"), []),
        (FORMULA.replace("how far does", "how far (in m) does"), []),
        (FORMULA.replace("how far does", "how far (in km) does"), read_in("km", "m")),
        (
            FORMULA.replace("  unit: m\n", "").replace("how far does", "how many litres does"),
            asked("litres", where=OF_THE_PART),
        ),
        ("id: a\ntype: softmax\nprompt: The softmax of these, in percent?\nparameters: {logits: [1, 2.5]}\n", []),
        *(
            (numeric(prompt), [])
            for prompt in (
                "It drives at a speed of 90 km/h. How fast is that?",
                "How many weights are there in a layer?",
                "How many tokens are there in 5 seconds?",
                "The speed is measured in km/h. What is shown?",
                "How many degrees of freedom are there?",
                "How many turns does the coil have?",
                "Answer in one word.",
                "Which layer comes in second?",
            )
        ),
        (FORMULA.replace("how far does", "how many k does"), []),  # a symbol
    ],
)  # fmt: skip
def test_units(found, text, findings):
    assert found(text, "unit") == findings


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
