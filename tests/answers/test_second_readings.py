"""Spellings with a second reading, of signs, labels, units and boxes: unreadable, or read in the only way that fits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds import Hints, kind
from checker.text.vocabulary import Words

REAL = Hints(whole=False)
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def measured(unit, prompt="How much?"):
    return Hints(whole=False, unit=unit, words=Words(prompt))


def values(name, text, hints):
    return [number.value for number in kind(name).read(text, hints).numbers]


def refusal(name, text, hints):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(text, hints)
    return refused.value.message


# Numbers


@given(st.integers(1, 999), st.integers(1, 99), st.integers(1, 99), st.sampled_from(["", " "]), st.sampled_from("/⁄"))
def test_a_small_fraction_after_a_number_is_a_mixed_number(whole, top, more, space, slash):
    bottom = top + more
    text = f"{whole}{space}{str(top).translate(RAISED)}{slash}{str(bottom).translate(SMALL)}"
    assert values("number", text, REAL) == [whole + Fraction(top, bottom)]


@pytest.mark.parametrize("text", ["17%(5)", "(17)%(5)", "17 % -5", "12.5%%"])
def test_a_percent_sign_that_may_be_a_remainder_is_unreadable(text):
    expected = f'"{text}" has a % that can be read in two ways. Write the result as one number.'
    assert refusal("number", text, REAL) == expected


@pytest.mark.parametrize("text", ["1.5×103", "1.5*103", "2,5 × 108", "6.02×1023", "3.10^8", "3,10^8"])
def test_a_lost_power_of_ten_is_unreadable(text):
    assert "can be read in two ways" in refusal("number", text, REAL)


@pytest.mark.parametrize("dot", "·∙⋅•・")
def test_every_middle_dot_between_two_numbers_has_two_readings(dot):
    expected = f'"7{dot}5" can be read as 7.5 or as 7*5. Write 7.5 or 7*5.'
    assert refusal("number", f"7{dot}5", REAL) == expected
    assert values("number", f"0{dot}609", REAL) == [Decimal("0.609")]


# Lists


@given(
    st.lists(st.integers(-99, 99), min_size=2, max_size=5),
    st.sampled_from(["; ", "\n"]),
    st.sampled_from(["0", "00"]),
)
def test_whole_numbers_with_a_decimal_comma_are_entries(numbers, separator, zeros):
    hints = Hints(whole=True, decimal="comma", shape=(len(numbers),))
    text = separator.join(f"{number},{zeros}" for number in numbers)
    assert values("vector", text, hints) == numbers
    assert values("vector", text, hints._replace(decimal=None)) == numbers


@pytest.mark.parametrize("text", ["[60.9, 19.6%]", "[60.9%, 19.6]", "[0.609, 19.6%]"])
def test_a_percent_sign_on_some_entries_is_unreadable(text):
    expected = f'I cannot tell whether the percent sign in "{text}" belongs to every entry. Write it after every entry.'
    assert refusal("vector", text, REAL) == expected


@pytest.mark.parametrize("text", ["12.5, 3500 MB", "12500, 3500 MB", "12.5; 3500 MB"])
def test_another_unit_after_the_last_entry_is_unreadable(text):
    expected = f'I cannot tell whether the unit in "{text}" belongs to every entry. Write it after every entry.'
    assert refusal("vector", text, measured("GB")) == expected
    assert values("vector", "12.5, 3.5 GB", measured("GB")) == [Decimal("12.5"), Decimal("3.5")]


@pytest.mark.parametrize("name", ["number", "vector"])
def test_two_percent_signs_are_unreadable(name):
    text = {"number": "12.5 %%", "vector": "[12.5, 3.5] %%"}[name]
    assert "%%" in refusal(name, text, measured("%"))


# Units


@pytest.mark.parametrize(
    ("text", "unit"), [("2h5min", "s"), ("2h5", "s"), ("2h05", "s"), ("5m3s", "s"), ("5ft8in", "m"), ("1h30min", "min")]
)
def test_two_amounts_are_no_power_of_a_unit(text, unit):
    refusal("number", text, measured(unit))


def test_a_power_of_a_unit_of_another_dimension_is_told():
    reading = kind("number").read("2.5 m2", measured("m"))
    assert reading.refused.startswith("Your answer is an area, but the question asks for a length.")


@pytest.mark.parametrize("text", ["12.34 € EUR", "12.34 EUR (€)", "12.34 €€", "12.34 (EUR) €", "12.34 EUR EUR"])
def test_money_with_its_currency_twice_is_no_square(text):
    refusal("number", text, measured("EUR"))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("12.5 = MB", "GB"),
        ("t(MB) = 12.5", "GB"),
        ("kg = 12.5", "GB"),
        ("12.5 = kg", "GB"),
        ("t(min) = 12.5", "s"),
        ("12.5 = ms", "s"),
        ("12.5 = h", "s"),
        ("h = 12.5", "s"),
        ("km = 12.5", "s"),
        ("g = 12.5", "kg"),
        ("V = 12.5", "mV"),
    ],
)
def test_a_label_that_may_be_the_unit_is_unreadable(text, unit):
    assert text.replace("12.5", "").strip(" =t()") in refusal("number", text, measured(unit))


@pytest.mark.parametrize("text", ["kg = [12.5, 3.5]", "x(MB) = [12.5, 3.5]"])
def test_a_label_of_a_list_that_may_be_its_unit_is_unreadable(text):
    refusal("vector", text, measured("GB"))


# Labels


@pytest.mark.parametrize(
    "label",
    [
        "P(not A)",
        "P(wrong)",
        "P(A or B)",
        "P(less than 3)",
        "P(Ā)",
        "P(A\u0305)",
        r"P(\bar{A})",
        "P(¬A)",
        "P(A^c)",
        "P(A')",
        "x_not",
        "P_not",
        "f(less than 3)",
        "E(not A)",
    ],
)
def test_a_label_of_another_event_is_unreadable(label):
    refusal("number", f"{label} = 0.125", Hints(whole=False, words=Words("What is the probability P(A)?")))


# Boxes

OPTIONS = Hints(whole=False, language=("the keys", "the values", "the queries"))


@pytest.mark.parametrize(
    "text",
    ["( ) the keys", "() a", "{ } a", "answer: ( ) a", "A ( )", "my answer is [ ] A", "○ A", "◯ a", "( ) A, ( ) C"],
)
def test_an_empty_radio_button_is_no_choice(text):
    assert refusal("choice", text, OPTIONS).startswith("No box is ticked in ")


def test_an_x_in_brackets_may_be_an_option():
    letters = Hints(whole=False, language=("x", "y", "z"))
    assert values("choice", "(x)", letters) == [1, 0, 0]
    expected = '"(x) y" could be a ticked option, or two options. Write only what you choose.'
    assert refusal("choice", "(x) y", letters) == expected
