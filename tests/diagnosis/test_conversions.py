"""A result in another unit is explained as one, also where the formula converts: the factor 1000 says less."""

from __future__ import annotations

import pytest

from checker import check, load_problem

LAMP = """\
id: lamp
type: formula
prompt: A lamp of 2.83 kΩ is connected to 9 V. Which current flows, in mA?
parameters: {expression: U/(R*1000)*1000, unit: mA, symbols: {U: 9, R: 2.83}}
tolerance: {significant: 3}
"""
SPRING = """\
id: spring
type: formula
prompt: A spring of 235 N/m is compressed by 0.017 m. What energy does it store, in mJ?
parameters: {expression: k*x^2/2*1000, unit: mJ, symbols: {k: 235, x: 0.017}}
tolerance: {significant: 3}
"""


@pytest.fixture
def load(tmp_path):
    def load(text):
        file = tmp_path / "problem.yaml"
        file.write_text(text, encoding="utf-8")
        return load_problem(file)

    return load


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize(
    ("text", "answer", "said"),
    [
        (LAMP, "3180", "Your number is in μA; give it in mA."),
        (LAMP, "3180.2", "Your number is in μA; give it in mA."),
        (LAMP, "0.00318", "Your number is in A; give it in mA."),
        (SPRING, "33957.5", "Your number is in μJ; give it in mJ."),
        (SPRING, "0.033958", "Your number is in J; give it in mJ."),
    ],
)
def test_a_result_in_another_unit(load, level, text, answer, said):
    assert check(load(text), answer, feedback=level).outcome.feedback.why == (said,)


def test_zeros_at_the_end_of_a_real_number_may_stand_for_digits(load):
    problem = load(LAMP.replace("2.83", "2.69"))  # 3345.7 µA
    assert "in μA" in check(problem, "3350").message
    assert "in μA" not in check(problem, "3351").message
    assert "in μA" not in check(problem, "3000").message
