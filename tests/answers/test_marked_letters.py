"""Letters with a mark before an answer: a mean with its bar, an estimate with its hat."""

from __future__ import annotations

import pytest

from checker import check, load_problem


@pytest.fixture
def mean(tmp_path):
    file = tmp_path / "mean.yaml"
    file.write_text(
        "id: mean\ntype: formula\nprompt: Five jumps in cm are 61, 58, 66, 70 and 60. What is their mean, in cm?\n"
        "parameters: {expression: mean(x), unit: cm, symbols: {x: [61, 58, 66, 70, 60]}}\n"
    )
    return load_problem(file)


def test_a_calculation_with_units_is_shown_as_the_number_that_is_stated(tmp_path):
    file = tmp_path / "current.yaml"
    file.write_text(
        "id: current\ntype: formula\nprompt: Which current flows, in mA?\n"
        "parameters: {expression: U/R, unit: mA, symbols: {U: {value: 9, unit: V}, R: {value: 1.1, unit: kΩ}}}\n"
    )
    message = check(load_problem(file), "I = 9 V/(1.1 kΩ + 200 Ω) = 6.92 mA").message
    assert message.startswith("6.92 is not correct.")
    assert check(load_problem(file), "I = 9 V/1.1 kΩ = 8.18 mA").status == "correct"
