"""`unit` and `dimension`: units that are not known, or that do not fit the expression or the prompt."""

from __future__ import annotations

import json

import pytest

from tests.tables import rows


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


@pytest.mark.parametrize(("expression", "units", "unit", "message"), rows(__file__, "dimensions"))
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
