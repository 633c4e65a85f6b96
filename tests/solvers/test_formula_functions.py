"""Functions of expressions: which the oracle knows, and those of complex numbers; their values stand in the cases."""

from __future__ import annotations

import cmath
import json
import lzma
from pathlib import Path
from random import Random

import pytest

from checker.derivation.arithmetic import NoValue, combine_values
from checker.derivation.evaluate import COMPLEX_FUNCTIONS, CONDITIONS, LIBRARY, call_function
from checker.formula.functions import FUNCTIONS
from checker.formula.precise import precise_reals

STORED = Path(__file__).parent.parent / "oracle" / "functions.json.xz"


def test_the_oracle_knows_every_new_function():
    older = {"sqrt", "ln", "log", "exp", "softmax", "matmul", "list", "at", *CONDITIONS, *COMPLEX_FUNCTIONS}
    elementary = {name for name in FUNCTIONS if "_" not in name} - {
        "erf",
        "gamma",
        "gcd",
        "lcm",
        "perm",
        "hypot",
        "atan2",
    }
    assert LIBRARY.keys() - older - elementary <= json.loads(lzma.decompress(STORED.read_bytes())).keys()


OF_COMPLEX = {
    "re": lambda z: z.real,
    "im": lambda z: z.imag,
    "conj": lambda z: z.conjugate(),
    "arg": cmath.phase,
    "abs": abs,
    "ln": cmath.log,
    **{name: getattr(cmath, name) for name in ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
}


@pytest.mark.parametrize("name", OF_COMPLEX)
def test_values_of_complex_numbers_are_those_of_cmath(name):
    rng = Random(name)
    for _ in range(1000):
        drawn = complex(rng.uniform(-9, 9), rng.uniform(-9, 9))
        assert call_function(name, [drawn]) == pytest.approx(OF_COMPLEX[name](drawn), rel=1e-9, abs=1e-12)
    assert {*COMPLEX_FUNCTIONS} <= {*OF_COMPLEX}


def test_values_in_high_precision_are_the_same():
    reals = precise_reals(160)
    assert float(FUNCTIONS["erf"].real(reals, reals.number(0.5))) == pytest.approx(0.5204998778130465)
    assert float(FUNCTIONS["gamma"].real(reals, reals.number(4.5))) == pytest.approx(11.631728396567448)
    assert float(FUNCTIONS["normal_cdf"].real(reals, reals.number(1.96))) == pytest.approx(0.9750021048517795)


def test_a_density_far_out_is_zero():
    assert call_function("normal_pdf", [1e200, 0.0, 1.0]) == 0.0


@pytest.mark.parametrize("arguments", [[1.0, 8.0, 5.0], []])
def test_a_wrong_number_of_arguments_is_no_fault(arguments):
    """A student's formula may have one: authors are told when their file is read."""
    with pytest.raises(NoValue, match=f"gives log {len(arguments)} arguments"):
        call_function("log", arguments)


def test_a_complex_product_is_not_zero():
    with pytest.raises(NoValue, match="is too small"):
        combine_values("*", 1e-200j, 1e-200j)
    assert combine_values("*", 1e-200j, 0) == 0
