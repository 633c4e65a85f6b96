"""Laws of units, which hold for every unit of units.txt."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from checker.text.plain import plain
from checker.units.kinds import base_units, in_base_units
from checker.units.reading import read_unit, unit_of_author
from checker.units.table import readings, unit_table
from checker.units.unit import ONE, UnitError, convert, ratio

SYMBOLS = sorted(
    symbol
    for symbol, entries in unit_table().symbols.items()
    if symbol.isalpha() and readings(symbol)[0].entry is entries[0][0] and entries[0][1]
)
units = st.sampled_from(SYMBOLS).map(unit_of_author)
exponents = st.integers(-4, 4)
values = st.fractions(-1000, 1000, max_denominator=1000)


@given(units, units)
def test_a_quotient_undoes_a_product(one, other) -> None:
    product = one * other
    assert (product / other).dimension == one.dimension
    assert (product / other).size == one.size
    assert product == other * one


@given(units, exponents, exponents)
def test_powers_add_up(one, first, second) -> None:
    assert (one**first) * (one**second) == ONE * one ** (first + second)
    assert ONE * (one**first) ** second == ONE * one ** (first * second)


@given(units)
def test_a_root_undoes_a_power(one) -> None:
    assert (one**2) ** Fraction(1, 2) == ONE * one
    assert (one**3) ** Fraction(1, 3) == ONE * one


@given(units, units, values)
def test_a_converted_value_converts_back(one, other, value) -> None:
    there = convert(value, one, other)
    if there is not None:
        assert convert(there, other, one) == value
        is_difference = one.is_difference or other.is_difference
        assert (ratio(one, other) is None) == (one.offset != other.offset and not is_difference)


@given(st.lists(st.tuples(st.sampled_from(SYMBOLS), exponents.filter(bool)), min_size=1, max_size=4))
def test_a_student_may_write_a_unit_that_an_author_declares(factors) -> None:
    text = "*".join(f"{symbol}^({exponent})" for symbol, exponent in factors)
    declared = unit_of_author(text)
    assert read_unit(text, declared) == declared
    spaced = " ".join(f"{symbol}^{exponent}" for symbol, exponent in factors)
    assert ratio(read_unit(plain(spaced), declared), declared) == 1


@given(st.text(alphabet="mskgJKNΩ°'^*/().- 123per", max_size=60), st.sampled_from([None, "m/s", "J", "K"]))
def test_any_text_is_a_unit_or_refused(text, asked) -> None:
    try:
        size = read_unit(text, asked and unit_of_author(asked)).size
    except UnitError:
        size = Fraction(1)
    assert size > 0


@given(units, units, st.sampled_from([-2, -1, 1, 2]))
def test_hertz_in_a_product_is_one_over_a_second(one, other, power) -> None:
    hertz, second = unit_of_author("Hz"), unit_of_author("s")
    product, same = one * other * hertz**power, one * other * second**-power
    plain = [base for base, _ in product.dimension if base != "oscillation"]
    if plain and "oscillation" not in dict(one.dimension) | dict(other.dimension):
        assert ratio(product, same) == ratio(same, product) == 1


@given(units, units)
def test_the_base_units_are_those_that_are_named(one, other) -> None:
    product = one * other
    if product.dimension:
        named = unit_of_author(in_base_units(product))
        assert named is not None
        assert ratio(base_units(product), named) == 1
