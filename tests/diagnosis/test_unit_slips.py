"""Unit slips: the answers that they explain, and the sentences."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction

import pytest

from checker import check, load_problem
from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.diagnosis.unit_slips import MAX_UNITS, unit_shares, unit_slips

PLAIN = """
id: plain
title: Plain
type: numeric
prompt: How much is it, in {unit}?
parameters: {{value: {value}, unit: "{unit}"}}
credit: {{slip: 0.5}}
"""
FALL = """
id: fall
title: Fall
type: formula
prompt: How high is it, in m?
parameters:
  expression: h + v*t - g*t^2/2
  symbols: {h: 1.82, v: 14.3, t: 1.74, g: 9.81}
  unit: m
"""
SPEED = """
id: speed
title: Speed
type: formula
prompt: How fast is it, in m/s?
parameters:
  expression: v / 3.6
  symbols: {v: 47.35}
  unit: m/s
"""


@pytest.fixture
def asked(tmp_path):
    def load(text):
        file = tmp_path / "problem.yaml"
        file.write_text(text, encoding="utf-8")
        return load_problem(file)

    return load


@pytest.fixture
def told(asked):
    """Return the reason for a wrong answer to a plain question, and the slip in its record."""

    def tell(value, unit, answer, level="full"):
        result = check(asked(PLAIN.format(value=value, unit=unit)), answer, feedback=level)
        explanations = result.record()["explanations"]
        return " ".join(result.outcome.feedback.why), explanations[0]["slip"] if explanations else None

    return tell


@pytest.mark.parametrize(
    ("value", "unit", "answer", "why"),
    [
        (0.8437, "kg", "843.7", "Your number is in g; give it in kg."),
        (0.8437, "kg", "1.8600", "Your number is in lb; give it in kg."),
        (843.7, "g", "0.8437", "Your number is in kg; give it in g."),
        (12.5, "m/s", "45.0", "Your number is in km/h; give it in m/s."),
        (12.5, "m/s", "45", "Perhaps: your number is in km/h; give it in m/s."),
        (45.31, "km/h", "12.586", "Your number is in m/s; give it in km/h."),
        (0.7854, "rad", "45.00", "Your number is in degrees; give it in radians."),
        (45, "°", "0.7854", "Your number is in radians; give it in degrees."),
        (2.3417, "m^2", "23417", "Your number is in cm²; give it in m²."),
        (298.15, "K", "25.00", "Your number is in °C; give it in K."),
        (298.15, "K", "25.15", "Your number is in °C; give it in K."),
        (25.42, "°C", "298.57", "Your number is in K; give it in °C."),
        (25.42, "°C", "298.42", "Your number is in K; give it in °C."),
        (25.42, "°C", "77.756", "Your number is in °F; give it in °C."),
        (298.15, "K", "77.00", "Your number is in °F; give it in K."),
        (14.2, "GB", "14200", "Your number is in MB; give it in GB."),
        (14.217, "GB", "113.736", "Your number is in Gbit; give it in GB."),
        (2.54173, "m", "100.068", "Your number is in inches; give it in m."),
        (334000, "J/kg", "334.00", "Your number is in kJ/kg; give it in J/kg."),
        ([1.537, 2.594], "m", "[153.7, 259.4]", "No entry is correct. Your numbers are in cm; give them in m."),
        ([[1.537, 2.594], [3.125, 4.871]], "m", "[[1537, 2594], [3125, 4871]]",
         "No entry is correct. Your numbers are in mm; give them in m."),
    ],
)  # fmt: skip
def test_a_number_in_another_unit(told, value, unit, answer, why):
    assert told(value, unit, answer) == (why, "unit")


@pytest.mark.parametrize(
    ("value", "unit", "answer", "why"),
    [
        (0.8437, "kg", "843.7 mg", "Your number is in g, not in mg."),
        (0.8437, "kg", "0.8437 g", "Your number is in kg, not in g."),
        (0.8437, "kg", "0.8437 mg", "Your number is in kg, not in mg."),
        (0.8437, "kg", "843.7 kg", "Your number is in g, not in kg."),
        (0.84, "L", "840 L", "Your number is in mL, not in L."),
        (12.53, "m/s", "12.53 km/h", "Your number is in m/s, not in km/h."),
        (12.53, "m/s", "45.108 m/s", "Your number is in km/h, not in m/s."),
        (0.7854, "rad", "45.00 rad", "Your number is in degrees, not in radians."),
        (0.7854, "rad", "0.7854°", "Your number is in radians, not in degrees."),
        (298.15, "K", "298.15 °C", "Your number is in K, not in °C."),
        (298.15, "K", "25.00 K", "Your number is in °C, not in K."),
        (25.42, "°C", "298.57 °C", "Your number is in K, not in °C."),
        (7000000000, "bytes", "7000000000 kB", "Perhaps: your number is in bytes, not in kB."),
        ([1.537, 2.594], "m", "[1.537, 2.594] cm", "No entry is correct. Your numbers are in m, not in cm."),
        ([1.537, 2.594], "m", "[153.7 mm, 259.4 mm]", "No entry is correct. Your numbers are in cm, not in mm."),
    ],
)
def test_the_wrong_unit_behind_a_number(told, value, unit, answer, why):
    assert told(value, unit, answer) == (why, "unit")


@pytest.mark.parametrize(
    ("value", "unit", "answer", "why"),
    [
        (2.3417, "m^2", "234.17", "From cm² to m² divide by 10,000, not by 100."),
        (2.3417, "m^2", "234.17 m²", "From cm² to m² divide by 10,000, not by 100."),
        (2.3417, "m^3", "23417", "From cm³ to m³ divide by 1,000,000, not by 100."),
        (12.53, "m/s", "162.39", "From km/h to m/s divide by 3.6; do not multiply."),
        (1.4137, "h", "0.84822", "From minutes to hours divide by 60, not by 100."),
        (98.1537, "K", "98.0037", "From °C to K add 273.15, not 273."),
        (25.4217, "°C", "25.5717", "From K to °C subtract 273.15, not 273."),
    ],
)
def test_a_wrong_conversion(told, value, unit, answer, why):
    assert told(value, unit, answer) == (why, "conversion")


@pytest.mark.parametrize(
    ("value", "unit", "answer"),
    [
        (12.5, "m/s", "44.9"), (12.5, "m/s", "46"), (0.8437, "kg", "843.8"), (0.8437, "kg", "1.861"),
        (0.7854, "rad", "45.1"), (298.15, "K", "24"), (2.3417, "m^2", "234.2 cm^2"), (3.5, "m", "11"), (14.2, "GB", "13"),
        ([1.537, 2.594], "m", "[153.7, 259.5]"), ([1.537, 2.594], "m", "[153.7, 2594]"),
        ([1.537, 2.594], "m", "[153.7 cm, 2.595 mm]"), (0.8437, "kg", "0"), (273.15, "K", "0 °C"), (273.15, "K", "0"),
    ],
)  # fmt: skip
def test_a_number_near_a_converted_one_is_not_a_unit_slip(told, value, unit, answer):
    assert told(value, unit, answer)[1] not in {"unit", "conversion"}


@pytest.mark.parametrize(
    ("value", "unit", "answer", "why", "slip"),
    [
        (0.7854, "rad", "0.39270", "Check for a missing or extra factor of two.", "factor_two"),
        (0.8437, "kg", "84.37", "Check the decimal point and the zeros.", "power_of_ten"),
        (0.8437, "kg", "8.437 g", "Check the decimal point and the zeros.", "power_of_ten"),
        (0.8437, "kg", "-0.8437 kg", "Check the sign.", "sign"),
    ],
)
def test_other_slips_are_reported_where_no_unit_explains_the_answer(told, value, unit, answer, why, slip):  # noqa: PLR0913
    assert told(value, unit, answer) == (why, slip)


def test_without_a_unit_the_prefix_is_reported(asked):
    result = check(
        asked(PLAIN.replace(', unit: "{unit}"', "").format(value=0.8437, unit="kg")), "843.7", feedback="full"
    )
    assert result.outcome.feedback.why == ("Check the prefix: thousand, million or billion.",)
    assert result.record()["explanations"][0]["slip"] == "unit_prefix"


@pytest.mark.parametrize("answer", ["843.7", "843.7 mg", "0.8437 g"])
def test_a_wrong_prefix_earns_the_credit_of_a_writing_slip(asked, answer):
    result = check(asked(PLAIN.format(value=0.8437, unit="kg")), answer)
    assert (result.status, result.points) == ("partial", 0.5)


@pytest.mark.parametrize("answer", ["45.108", "12.53 km/h"])
def test_a_missing_conversion_earns_no_credit_of_a_writing_slip(asked, answer):
    result = check(asked(PLAIN.format(value=12.53, unit="m/s")), answer)
    assert (result.status, result.points) == ("incorrect", 0)


def test_what_to_do_next(asked):
    result = check(asked(PLAIN.format(value=12.53, unit="m/s")), "45.108")
    assert result.outcome.feedback.next == "Fix the unit and answer again."


@pytest.mark.parametrize("level", ["verdict", "hint"])
def test_feedback_at_verdict_and_hint_names_no_unit(told, level):
    why, slip = told(0.8437, "kg", "843.7", level)
    assert (why, slip) == ("", None)


def test_a_mistake_and_then_a_unit(asked):
    result = check(asked(FALL), "1003.1622")
    (first, *_) = result.record()["explanations"]
    assert ([each["id"] for each in first["mistakes"]], first["slip"]) == (["h.left_out"], "unit")
    assert "Then a slip: your number is in cm; give it in m." in result.message


def test_a_mistake_and_then_a_wrong_unit_behind_it(asked):
    result = check(asked(FALL), "10.031622 cm")
    (first, *_) = result.record()["explanations"]
    assert ([each["id"] for each in first["mistakes"]], first["slip"]) == (["h.left_out"], "unit")
    assert "Then a slip: your number is in m, not in cm." in result.message


def test_a_mistake_in_another_unit_is_that_mistake(asked):
    (first, *_) = check(asked(FALL), "1003.1622 cm").record()["explanations"]
    assert ([each["id"] for each in first["mistakes"]], first["slip"]) == (["h.left_out"], None)


def test_a_unit_slip_yields_to_a_mistake_of_the_question(asked):
    (first, *_) = check(asked(SPEED), "47.35").record()["explanations"]
    assert (first["mistakes"][0]["id"], first["slip"]) == ("3,6.left_out", None)


def test_full_feedback_reports_the_same_unit(told):
    assert told(0.8437, "kg", "843.7", "full") == ("Your number is in g; give it in kg.", "unit")


@pytest.mark.parametrize("unit", ["kg", "m/s", "m^2", "K", "GB", "rad", "J", "W/(m^2*K)", "tokens/s"])
def test_the_priors_of_units_are_shared(unit):
    slips = unit_slips(unit).on_truth.slips
    for slip, weight in (("unit", 8), ("conversion", 4)):
        alone = [each.prior for each in slips if each.slip == slip and not each.same]
        assert sum(alone) <= weight / 34.3 + 1e-9
    assert len({each.detail for each in slips if each.slip == "unit"}) <= MAX_UNITS


def test_shares_fall_and_add_up():
    assert unit_shares(1) == [1]
    assert sum(unit_shares(8)) == pytest.approx(1)
    assert unit_shares(8) == sorted(unit_shares(8), reverse=True)
    assert unit_shares(8)[0] == pytest.approx(0.519, abs=1e-3)


def test_unit_slips_of_whole_numbers_are_exact():
    kilo = next(each for each in unit_slips("GB").on_truth.slips if each.detail == "number is in MB; give it in GB")
    assert kilo.on((10**18 + 1,)) == (10**21 + 1000,)
    giga = next(each for each in unit_slips("MB").on_truth.slips if each.detail == "number is in GB; give it in MB")
    assert (giga.on((14000,)), giga.on((14001,))) == ((14,), (14.001,))
    assert giga.ratio == Fraction(1, 1000)


@pytest.mark.parametrize(("value", "unit", "most"), [(12.53, "m/s", 0.02), (0.8437, "kg", 0.02), (298.15, "K", 0.02)])
@pytest.mark.parametrize("digits", [2, 3, 4])
def test_random_numbers_are_hardly_ever_explained_by_a_unit(told, value, unit, most, digits):
    """The numbers are log-uniform within three decades of the truth."""
    rng = random.Random(digits)
    answers = [
        f"{float(f'{value * 10 ** rng.uniform(-3, 3):.{digits - 1}e}'):f}".rstrip("0").rstrip(".") for _ in range(200)
    ]
    false = [answer for answer in answers if told(value, unit, answer)[1] in {"unit", "conversion"}]
    assert len(false) <= most * len(answers), false


def test_a_unit_adds_few_entries_to_the_index(asked):
    part = asked(FALL).part(None)
    traces = MistakenRuns(part.variant, [part.step])
    index, plain = WrongAnswerIndex(traces, part.step), _WithoutUnit(traces, part.step)
    every = [(float("-inf"), float("inf"))]
    with_unit, without = len(index.find((), every, 2)), len(plain.find((), every, 2))
    assert without < with_unit <= 1.2 * without


class _WithoutUnit(WrongAnswerIndex):
    unit = None


def test_a_question_without_a_unit_loads_no_units(tmp_path):
    file = tmp_path / "plain.yaml"
    file.write_text("id: p\ntitle: P\ntype: numeric\nprompt: How much?\nparameters: {value: 12.5}\n")
    script = (
        "import sys; from checker import check, load_problem;"
        f"print(check(load_problem({str(file)!r}), '45.0').status);"
        "print([name for name in sys.modules if name.startswith('checker.notation.units')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["incorrect", "[]"]
