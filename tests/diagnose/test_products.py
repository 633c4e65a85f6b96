"""A number as a product of a question's sizes: never one that does not equal it."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.diagnose.products import MOST_SIZES, Product, as_product, product, sizes_in

SIZES = st.lists(st.integers(1, 4096), min_size=1, max_size=6)


def worth(text):
    """What a sum of products is, worked out from its text."""
    return sum(prod(int(factor.replace(",", "")) for factor in term.split(" · ")) for term in text.split(" + "))


@given(st.integers(1, 10**7), SIZES)
def test_what_is_claimed_is_equal(number, sizes):
    found = as_product(number, sizes)
    assert found == "" or worth(found) == number
    assert as_product(number, sizes) == found


@given(st.integers(1, 24), st.lists(st.integers(2, 4096), min_size=2, max_size=2))
def test_a_product_of_two_sizes_is_found(times, sizes):
    assert as_product(times * prod(sizes), sizes)


@pytest.mark.parametrize(
    ("number", "sizes", "written"),
    [
        (3072, [768, 12, 64], "4 · 768"),
        (4096, [64, 4, 16, 120], "64 · 64"),
        (4718592, [512, 8, 64, 2048, 6], "18 · 512 · 512"),
        (90300, [300, 20], "300 · 300 + 300"),
        (376, [64, 4, 16, 120], "64 · 4 + 120"),
        (768, [768, 12], ""),  # it says nothing that the number itself does not
        (97, [64, 4], ""),
        (97, [], ""),
        (4096, [64, *range(1000, 1000 + MOST_SIZES)], ""),
    ],
)
def test_few_factors_are_preferred(number, sizes, written):
    assert as_product(number, sizes) == written


def test_sizes_are_found_however_deep():
    assert sizes_in({"a": 3, "layers": [{"type": "conv", "size": [5, 5]}, {"size": 1}], "rate": 0.5, "on": True}) == [
        3,
        5,
    ]


@pytest.mark.parametrize(
    ("formula", "parameters", "told"),
    [
        (lambda p: 4 * p["d"], {"d": 768, "h": 12}, Product("4 · 768", "4 · d")),
        (lambda p: p["d"] * p["h"] * p["k"], {"d": 64, "h": 4, "k": 16}, Product("64 · 4 · 16", "d · h · k")),
        (lambda p: p["d"] ** 2 * p["n"], {"d": 8, "n": 1}, Product("8 · 8", "d · d · n")),
        (lambda p: p["n"], {"n": 5}, Product("", "n")),
        (lambda p: p["d"] ** 2 + p["d"], {"d": 300}, Product("300 · 300 + 300")),
        (lambda p: 7, {"d": 3}, Product("")),
        (lambda p: 101 * p["d"], {"d": 64}, Product("")),
        (lambda p: 1 << p["d"], {"d": 4}, Product("4 · 4")),
    ],
)
def test_a_product_is_named_where_the_number_grows_like_it(formula, parameters, told):
    assert product(formula, parameters, formula(parameters)) == told


def test_equal_sizes_are_told_apart_by_how_the_number_grows():
    assert product(lambda p: p["inputs"] ** 2, {"outputs": 9, "inputs": 9}, 81).names == "inputs · inputs"


def test_a_parameter_that_cannot_be_doubled_is_tripled_or_else_taken_as_it_is():
    def number_at(p):
        return None if p["h"] % 2 == 0 or p["dims"] != 2 else p["h"] * p["d"] * p["dims"]

    assert product(number_at, {"h": 3, "d": 5, "dims": 2}, 30) == Product("2 · 3 · 5", "2 · h · d")
