"""A number as a product of a question's sizes: only one that holds at other sizes, too."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.diagnosis.breakdown import DRAWS, MOST_NAMES, Product, product_of, product_of_sizes, sizes_of
from checker.diagnosis.mistakes import Mistake
from checker.engine.trace import TOTAL
from checker.solvers.registry import solver
from checker.solvers.resized import resized_variants
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant

POINTS = [
    {"d": 64, "h": 4, "f": 120},
    {"d": 10, "h": 5, "f": 7},
    {"d": 21, "h": 3, "f": 50},
    {"d": 6, "h": 1, "f": 9},
]
SIZES = st.dictionaries(st.sampled_from("abcde"), st.integers(1, 4096), min_size=1)


def at_all(formula, points=POINTS):
    return product_of_sizes([formula(point) for point in points], points)


def worth(text, sizes=None):
    """What a sum of products is, worked out from its text."""
    values = {name: str(value) for name, value in (sizes or {}).items()}
    terms = [[values.get(each, each) for each in term.split(" · ")] for term in text.split(" + ")]
    return sum(prod(int(factor.replace(",", "")) for factor in term) for term in terms)


@given(st.integers(1, 10**7), SIZES)
def test_what_is_claimed_is_equal(number, sizes):
    found = product_of_sizes([number], [sizes])
    assert found.numbers == "" or worth(found.numbers) == number
    assert found.names == "" or worth(found.names, sizes) == number
    assert product_of_sizes([number], [sizes]) == found


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        (lambda p: 4 * p["d"], Product("4 · 64", "4 · d")),
        (lambda p: p["f"] * p["d"] * p["h"], Product("64 · 4 · 120", "d · h · f")),
        (lambda p: 4 * p["d"] + p["f"], Product()),
        (lambda p: p["d"] * (p["d"] + 1), Product()),
        (lambda p: p["f"], Product("", "f")),
        (lambda p: 18 * p["d"] ** 2 * p["h"], Product("18 · 64 · 64 · 4", "18 · d · d · h")),
        (lambda p: (p["h"] - 1) * p["d"], Product()),  # at the own sizes 3 · 64
        (lambda p: p["d"] + 5 * p["h"] + p["f"], Product()),
        (lambda p: 376, Product()),
        (lambda p: 101 * p["d"], Product()),
        (lambda p: 1 << p["h"], Product()),  # 16 = 4 · 4
        (lambda p: p["d"] - 20, Product()),  # of another sign at other sizes
    ],
)
def test_a_product_is_reported_where_it_holds_at_all_sizes(formula, told):
    assert at_all(formula) == told


def test_sizes_of_one_are_no_factor_of_the_numbers():
    points = [{"d": 8, "n": 1}, {"d": 3, "n": 5}]
    assert at_all(lambda p: p["d"] ** 2 * p["n"], points) == Product("8 · 8", "d · d · n")


def test_of_many_sizes_none_is_looked_for():
    points = [{f"s{at}": size + at for at in range(MOST_NAMES + 1)} for size in (2, 30)]
    assert at_all(lambda p: p["s0"] * p["s1"], points) == Product()


def amount(type_, parameters, mistake, declared=()):
    question = solver(type_)
    variant = Variant(question, arguments(question, parameters), dict(declared))
    mistakes = (Mistake(*mistake.split(".")),)
    wrong = variant.run({mistakes[0].point: mistakes[0].option})[TOTAL]
    number = wrong - variant.run()[TOTAL]
    return number, product_of(variant, TOTAL, mistakes, (), number)


LAYER = {"d_model": 768, "num_heads": 12, "d_ff": 3072}
BARE = {"biases": "left_out", "layer_norm": "left_out", "output_projection": "left_out"}


@pytest.mark.parametrize(
    ("type_", "parameters", "mistake", "declared", "told"),
    [
        (
            "encoder_layer_parameters",
            LAYER,
            "layer_norm.counted",
            {**BARE, "norm_biases": "counted"},
            (3072, Product("4 · 768", "4 · d_model")),
        ),
        (
            "encoder_layer_parameters",
            {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120},
            "biases.counted",
            BARE,
            (376, Product()),
        ),
        # lists of layers have no names
        ("mlp_parameters", {"layer_sizes": [784, 128, 10]}, "biases.left_out", {}, (-138, Product())),
    ],
)
def test_differences_of_questions(type_, parameters, mistake, declared, told):
    assert amount(type_, parameters, mistake, declared) == told


def test_a_constant_hides_no_size():
    """Three projections multiplied by the heads once too often: 3 · (num_heads - 1) times too many, here 9."""
    parameters = {"d_model": 64, "num_heads": 4}
    found = amount("attention_parameters", parameters, "heads.multiplied", {"biases": "left_out"})
    assert found == (9 * 64 * 64, Product())


def test_every_size_varies_or_nothing_is_claimed():
    question = solver("encoder_layer_parameters")
    places = resized_variants(Variant(question, arguments(question, LAYER)), draws=DRAWS).variants
    own, *others = map(sizes_of, places)
    assert own == LAYER
    assert len(others) >= 3
    assert all(any(other[name] != size for other in others) for name, size in own.items())
    assert all(other["d_model"] % other["num_heads"] == 0 for other in others)
