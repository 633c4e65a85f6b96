"""Formulas in symbols before a number with its unit: letters of the question are its symbols, and no units."""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.engine.errors import UnreadableAnswer
from checker.kinds import Hints, kind
from checker.text.vocabulary import Words
from checker.units import read_unit

SYMBOLS_OF_UNITS = ["A", "C", "F", "H", "J", "K", "L", "N", "R", "S", "T", "V", "W", "g", "h", "l", "m", "s"]
"""Letters that are symbols of quantities and of units, or of prefixes."""

COIL = """\
id: coil
type: formula
prompt: A coil of 0.5 H carries a current of 4 A. It is discharged through 20 Ω. (a) Its energy, in J? (b) After what time, in ms, is the current 1 A?
parameters:
  expression: L/R*ln(A/B)*1000
  unit: ms
  symbols:
    L: {value: 0.5, unit: H}
    A: {value: 4, unit: A}
    B: {value: 1, unit: A}
    R: {value: 20, unit: Ω}
    W: {expression: L*A^2/2, unit: J}
parts:
  - {id: energy, asks: W}
  - {id: time, tolerance: {significant: 3}}
"""


def hints(unit: str, symbols: str = "", text: str = "") -> Hints:
    return Hints(whole=False, unit=unit, words=Words(text, symbols=list(symbols)))


def value(text: str, read_with: Hints) -> Decimal:
    reading = kind("number").read(text, read_with)
    assert reading.refused == ""
    return Decimal(str(reading.numbers[0].value))


@pytest.fixture
def coil(tmp_path):
    file = tmp_path / "coil.yaml"
    file.write_text(COIL, encoding="utf-8")
    return load_problem(file)


@pytest.mark.parametrize(
    ("text", "unit", "symbols"),
    [
        ("t = RC ln(8/3) = 45.5 ms", "ms", "RC"),
        ("RC ln(8/3) = 45.5 ms", "ms", "RC"),
        ("t = -R C ln(3/8) = 45.5 ms", "ms", "RC"),
        ("t = 2.2 kΩ·C·ln(8/3) = 45.5 ms", "ms", "RC"),
        ("W = 1/2 C V^2 = 45.5 mJ", "mJ", "CV"),
        ("1/2 C V^2 = 45.5 mJ", "mJ", "CV"),
        ("W = 0.5 C V² = 45.5 mJ", "mJ", "CV"),
        ("W = 1/2 C V^2 = 45.5 mJ", "mJ", "C"),  # V is what the textbook calls it
        ("W = 1/2 C V^2 = 45.5 mJ", "mJ", ""),
        ("E = 2 C V = 45.5 J", "J", "CV"),  # 2 coulombs times a volt are joules, but no equal ones
        ("Q = C V = 45.5 µC", "µC", "CV"),
        ("T = 2 pi RC = 45.5 s", "s", "RC"),
        ("F = mg = 45.5 N", "N", "mg"),
    ],
)
def test_letters_of_the_question_are_its_symbols(text, unit, symbols):
    assert value(text, hints(unit, symbols)) == Decimal("45.5")


def test_a_prompt_names_symbols_too():
    text = "A capacitor of C = 47 µF is charged."
    assert value("1/2 C V^2 = 45.5 mJ", hints("mJ", "V", text)) == Decimal("45.5")
    assert Words("Find x = R*C for R=5, C = {C} and V0 = -3 V.").symbols == {"R", "C", "V0"}


@pytest.mark.parametrize(
    ("text", "unit"), [("t = -RC ln(3/8)", "ms"), ("RC ln(8/3)", "ms"), ("RC·ln(U/V)", "ms"), ("1/2 C V^2", "mJ")]
)
def test_a_formula_alone_is_no_quantity_in_another_unit(text, unit):
    with pytest.raises(UnreadableAnswer) as caught:
        kind("number").read(text, hints(unit, "RCUV"))
    assert f"is a formula in symbols. Write only the number, in {unit}." in caught.value.message


@pytest.mark.parametrize(
    ("text", "unit", "refused"),
    [
        ("12 V A", "mJ", "a power"),
        ("5 A", "m", "an electric current"),
        ("6 mg", "N", "a mass"),
        ("A = 5 A", "m", "an electric current"),
        ("P = U^2/R = 3 A", "W", "an electric current"),
    ],
)
def test_a_unit_behind_a_number_stays_one(text, unit, refused):
    reading = kind("number").read(text, hints(unit, "AVURmg"))
    assert reading.refused.startswith(f"Your answer is {refused}, but")


def test_amounts_in_different_units_still_disagree():
    with pytest.raises(UnreadableAnswer, match="mixes units of different kinds"):
        kind("number").read("W = 12 V A = 12 mJ", hints("mJ", "VA"))


@given(
    st.sampled_from([each for each in permutations(SYMBOLS_OF_UNITS, 2) if each != ("l", "g")]),
    st.sampled_from(["{0}{1}", "{0} {1}", "{0}·{1}", "1/2 {0} {1}^2", "-{0}{1} ln(2)", "{0}/{1}", "√({0}/{1})"]),
    st.sampled_from(["ms", "J", "kg", "V"]),
)
def test_no_product_of_symbols_is_taken_for_units(letters, form, unit):
    """Whatever the letters are as units, the number behind the formula is the answer."""
    assert read_unit(unit)
    assert value(f"x = {form.format(*letters)} = 45.5 {unit}", hints(unit, "".join(letters))) == Decimal("45.5")


@pytest.mark.parametrize(
    ("part", "answer", "message"),
    [
        ("energy", "W = 1/2 L A^2 = 4 J", "Correct: 4."),
        ("energy", "1/2 L A² = 4 J", "Correct: 4."),
        ("time", "t = L/R ln(A/B) = 34.7 ms", "Correct: 34.7."),
        ("time", "t = -L/R ln(1/4) = 34.7 ms", "Correct: 34.7."),
    ],
)
def test_the_symbols_that_a_problem_declares_are_known(coil, part, answer, message):
    assert check(coil, answer, part).message == message


def test_a_formula_with_the_quantity_that_is_asked_says_something_about_another_one(coil):
    assert check(coil, "2 W = 8 J", "energy").status == "unreadable"
