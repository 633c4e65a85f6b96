"""Programs: what is known of a formula from other numbers gives what a new one gives."""

from __future__ import annotations

import pytest

from checker.derivation.pieces import decompose
from checker.derivation.symbols import read_formula, read_symbols
from checker.engine.errors import ParameterError


@pytest.mark.parametrize(
    ("expression", "symbols"),
    [
        ("h + v*t - g*t^2/2", [{"h": 12.5, "v": 8, "t": 1.4, "g": 9.81}, {"h": 3, "v": -2, "t": 2, "g": 10}]),
        ("if(x > 2, a/x, b*x)", [{"x": 3, "a": 6, "b": 5}, {"x": 1, "a": 6, "b": 5}, {"x": 4, "a": 2, "b": 7}]),
        ("a/d + pi", [{"a": 1, "d": "a/2"}, {"a": 5, "d": "a/2"}, {"a": 5, "d": "a/3"}]),
        ("mean(x)*k", [{"x": [1, 2, 3], "k": 2}, {"x": [1.5, 2], "k": 0}]),
        ("sum(k^2, k, 1, n)", [{"n": 3}, {"n": 5}]),
    ],
)
def test_other_numbers_give_the_pieces_of_a_formula_that_nobody_has_seen(expression, symbols):
    for given in symbols:
        table, formula = read_symbols(given), read_formula(expression, "expression", ("expression",))
        known = decompose(table, formula)
        for other in range(256):
            decompose(read_symbols({"z": 1}), read_formula(f"z + {other}", "expression", ("expression",)))
        new = decompose(table, formula)
        assert [*map(repr, known)] == [*map(repr, new)]
        decompose(read_symbols(symbols[0]), formula)


def test_numbers_without_a_value_are_reported_as_those_of_a_new_formula():
    formula = read_formula("a/(b - 2)", "expression", ("expression",))
    decompose(read_symbols({"a": 1, "b": 3}), formula)
    with pytest.raises(ParameterError, match="expression divides by zero, where a = 1, b = 2"):
        decompose(read_symbols({"a": 1, "b": 2}), formula)
