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


@pytest.mark.parametrize(
    "label",
    [
        "x̄ =",
        "X̄ =",
        "xbar =",
        "x-bar =",
        r"\bar{x} =",
        r"$\bar x$ =",
        r"\overline{x} ≈",
        "x̄_1 =",
        "mean x̄ =",
        "µ̂ =",
        "p̂ =",
    ],
)
@pytest.mark.parametrize("number", ["63", "63.0 cm"])
def test_a_letter_with_a_mark_is_a_label(mean, label, number):
    assert check(mean, f"{label} {number}").status == "correct"
    assert check(mean, f"{label} 64.5").status == "incorrect"


def test_a_chain_may_begin_with_it(mean):
    assert check(mean, r"\bar{x} = 315/5 = 63 cm").status == "correct"


@pytest.mark.parametrize("label", ["Ā =", r"\bar{A} =", "x̄ȳ =", "barbell ="])
def test_an_event_that_does_not_happen_and_other_words_are_no_labels(mean, label):
    assert check(mean, f"{label} 63").status == "unreadable"


def test_a_calculation_with_units_is_shown_as_the_number_that_is_stated(tmp_path):
    file = tmp_path / "current.yaml"
    file.write_text(
        "id: current\ntype: formula\nprompt: Which current flows, in mA?\n"
        "parameters: {expression: U/R, unit: mA, symbols: {U: {value: 9, unit: V}, R: {value: 1.1, unit: kΩ}}}\n"
    )
    message = check(load_problem(file), "I = 9 V/(1.1 kΩ + 200 Ω) = 6.92 mA").message  # 90/13
    assert message.startswith("6.92 mA is not correct.")
    assert check(load_problem(file), "I = 9 V/1.1 kΩ = 8.18 mA").status == "correct"
