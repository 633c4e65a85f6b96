"""Laws of numbers with units: conversion is exact, both paths agree, and any text is read or refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds import matrix, vector
from checker.kinds.number import kind, read_general_number
from checker.text.number import Hints
from checker.units import ratio, read_unit, unit_of_author

NAMES = [
    "GB",
    "GiB",
    "kB",
    "bytes",
    "bits",
    "MFLOP",
    "s",
    "min",
    "h",
    "days",
    "m",
    "km",
    "cm",
    "miles",
    "g",
    "kg",
    "Hz",
    "kWh",
    "J",
    "W",
]
names = st.sampled_from([*NAMES, "B", "b", "%", "px", "m/s", "N", "°C", "USD", "apples", "kw"])
symbols = st.sampled_from(NAMES)


def factor(one, other):
    return ratio(read_unit(one), unit_of_author(other))


@given(symbols, symbols, st.integers(-(10**20), 10**20), st.integers(0, 6))
def test_a_number_is_converted_exactly(one, other, coefficient, decimals):
    written = f"{Decimal(coefficient).scaleb(-decimals):f}" if abs(coefficient) < 10**20 else str(coefficient)
    hints = Hints(whole=False, decimal="point", unit=other)
    reading, alone = kind.read(f"{written} {one}", hints), kind.read(written, hints).numbers[0]
    ratio = factor(one, other)
    if ratio is None:
        assert reading.refused
    else:
        assert Fraction(reading.numbers[0].value) == Fraction(alone.value) * ratio
        assert Fraction(reading.numbers[0].half) == Fraction(alone.half) * ratio


typed = st.text(alphabet="0123456789.,'_ -+eExX*/^()%MKBGbitsFLOPµ=≈√π", max_size=14)
amounts = st.builds(
    "{}{}{}".format, st.from_regex(r"\A-?[0-9]{1,17}(\.[0-9]{1,14})?\Z"), st.sampled_from(["", " "]), names
)
every_hint = st.builds(
    Hints,
    st.booleans(),
    st.sampled_from([None, "point", "comma"]),
    language=st.none(),
    unit=st.sampled_from(["GB", "bytes", "FLOP", "min", "m", "%", "rows/s"]),
)


@given(st.one_of(typed, amounts, st.text()), every_hint)
def test_the_quick_and_the_general_path_agree_and_any_text_is_read_or_unreadable(text, hints):
    assert told(text, hints) == told(text, hints, read_general_number)


def told(text, hints, reader=kind.read):
    try:
        reading = reader(text, hints)
    except UnreadableAnswer as unreadable:
        return unreadable.message
    kind.show_reading(reading)
    kind.to_json(reading)
    return reading


lists = st.builds(
    "[{}, {}{}]{}{}".format, amounts, amounts, st.sampled_from(["", ";", "]"]), st.sampled_from(["", " "]), names
)


@given(st.one_of(typed, lists, st.text(alphabet="[]();, 0123456789.eGBMinskmx=%")), every_hint)
def test_any_list_is_read_or_unreadable(text, hints):
    told(text, hints, vector.kind.read)
    told(text, hints, matrix.kind.read)


@pytest.mark.parametrize("text", ["44 MB", "300 s", "12%", "44 GFLOPs", "27648 parameters", "4.7m", "27,648"])
def test_a_question_without_a_unit_reads_none(text):
    plain, other = told(text, Hints(whole=True)), told(text, Hints(whole=True, unit=None))
    assert plain == other
    if text == "44 MB":
        assert plain == '"44 MB" has a unit (MB), but this question has none. Write the answer without a unit.'
