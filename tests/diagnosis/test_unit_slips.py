"""Unit slips: the answers that they explain, and the sentences."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from checker import check, load_problem
from checker.diagnosis import MistakenRuns, WrongAnswerIndex
from checker.diagnosis.edits import shares, units_of

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
        return " ".join(result.feedback.why), explanations[0]["slip"] if explanations else None

    return tell


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
    assert result.feedback.next == "Fix the unit and answer again."


@pytest.mark.parametrize("level", ["verdict", "hint"])
def test_feedback_at_verdict_and_hint_names_no_unit(told, level):
    why, slip = told(0.8437, "kg", "843.7", level)
    assert (why, slip) == ("", None)


def test_shares_fall_and_add_up():
    assert shares(1) == [1]
    assert sum(shares(8)) == pytest.approx(1)
    assert shares(8) == sorted(shares(8), reverse=True)
    assert shares(8)[0] == pytest.approx(0.519, abs=1e-3)


def test_unit_slips_of_whole_numbers_are_exact():
    kilo = next(each for each in units_of("GB").edits if each.where == "MB")
    assert kilo.on((10**18 + 1,)) == (10**21 + 1000,)
    giga = next(each for each in units_of("MB").edits if each.where == "GB")
    assert (giga.on((14000,)), giga.on((14001,))) == ((14,), (14.001,))
    assert giga.ratio == Fraction(1, 1000)


def test_a_unit_adds_few_entries_to_the_index(asked):
    part = asked(FALL).part(None)
    traces = MistakenRuns(part.variant, [part.step])
    index, plain = WrongAnswerIndex(traces, part.step), _WithoutUnit(traces, part.step)
    every = [(float("-inf"), float("inf"))]
    with_unit, without = len(index.find((), every)), len(plain.find((), every))
    assert without < with_unit <= 1.2 * without


class _WithoutUnit(WrongAnswerIndex):
    unit = None


def test_a_question_without_a_unit_loads_no_units(tmp_path):
    file = tmp_path / "plain.yaml"
    file.write_text("id: p\ntitle: P\ntype: numeric\nprompt: How much?\nparameters: {value: 12.5}\n")
    script = (
        "import sys; from checker import check, load_problem;"
        f"print(check(load_problem({str(file)!r}), '45.0').status);"
        "print([name for name in sys.modules if name.startswith('checker.units')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["incorrect", "[]"]
