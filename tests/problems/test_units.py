"""The unit of a part: that of its step, or the one that the part declares."""

import pytest

from checker import check
from checker.cli.question_types import template
from checker.problems import ProblemError
from checker.solvers.registry import solver
from tests.tables import rows

FORMULA = """\
id: car
type: formula
prompt: How fast, how far and how long?
parameters:
  expression: v*k
  unit: m
  symbols: {s: 100, t: 8, k: 2, v: {expression: s/t, unit: m/s}, w: {expression: v*2}}
parts:
  - {id: speed, asks: v}
  - {id: twice, asks: w}
  - {id: twice-with-a-unit, asks: w, parameters: {unit: m/s}}
  - {id: far}
  - {id: far-in-feet, parameters: {unit: ft}}
  - {id: contradicted, asks: v, parameters: {unit: km/h}}
"""


@pytest.mark.parametrize(("part", "unit"), rows(__file__, "the_unit_of_a_part"))
def test_the_unit_of_a_part(desk, part, unit):
    found = desk.load(FORMULA).part(part)
    assert found.variant.unit_of(found.step) == unit


def test_parts_of_a_given_key_have_units_of_their_own(desk):
    problem = desk.load(
        "id: a\ntype: numeric\nprompt: How much?\nparameters: {value: 2, unit: GB}\n"
        "parts:\n  - {id: memory}\n  - {id: time, parameters: {value: 3, unit: min}}\n"
    )
    assert [part.variant.unit_of(part.step) for part in problem.parts] == ["GB", "min"]
    assert check(problem, {"memory": "2000 MB"}).status == "correct"
    assert check(problem, {"time": "180 s"}).status == "correct"


def test_a_convention_of_a_part_is_its_unit_and_steps_keep_theirs(desk):
    problem = desk.load(
        "id: a\ntype: weight_memory\nprompt: How much?\nparameters: {num_parameters: 1000000000, dtype: float32}\n"
        "conventions: {unit: GiB}\n"
        "parts:\n  - {id: binary}\n  - {id: decimal, conventions: {unit: GB}}\n  - {id: bytes, asks: bytes}\n"
    )
    assert [part.variant.unit_of(part.step) for part in problem.parts] == ["GiB", "GB", "bytes"]
    assert check(problem, {"decimal": "4"}).status == "correct"
    assert check(problem, {"binary": "4000 MB"}).status == "correct"
    assert check(problem, {"bytes": "4 GB"}).status == "correct"


OHM = """\
id: p
type: formula
prompt: How much?
parameters:
  expression: {}
  symbols: {{U: {{value: 9, unit: V}}, R1: {{value: 100, unit: Ω}}, R2: {{value: 132, unit: Ω}}, n: 3}}
"""


def test_the_authors_own_formula_is_right_where_a_symbol_has_no_unit(desk):
    problem = desk.load(OHM.format("n*U/R1") + "unit: {is: mA}\nanswer: formula")
    assert [check(problem, text).status for text in ("n*U/R1", "1000*n*U/R1", "U/R1")] == [
        "correct",
        "correct",
        "incorrect",
    ]


def test_a_condition_that_compares_different_things_is_an_error(desk):
    with pytest.raises(ProblemError, match="compares answer and R1, which measure different things"):
        desk.load(OHM.format("2*U/R1") + "unit: {is: mA}\naccept_if: answer > R1\n")


def test_parts_in_different_units_have_their_own_values(desk):
    parts = "parts:\n  - {id: a, unit: {is: mA}}\n  - {id: b, unit: {is: A}}\n"
    found = check(desk.load(OHM.format("U/(R1 + R2)") + parts), {"a": "38.8", "b": "0.0388"})
    assert [each.status for each in found.parts.values()] == ["correct", "correct"]


@pytest.mark.parametrize("type_", ["numeric", "formula"])
def test_a_new_file_says_which_units_there_are(type_):
    line = next(each for each in template(solver(type_)).splitlines() if each.startswith("  unit: "))
    assert line.endswith("  # or km/h, GB, USD, ...; answers in other units are converted")
