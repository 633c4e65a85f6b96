"""Runs of formulas: without the engine they record what they record with it; other numbers give the same pieces."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import pytest

from checker.derivation import decomposer
from checker.derivation.decomposer import decompose
from checker.derivation.symbols import read_formula, read_symbols
from checker.diagnosis.mistakes import options_of, possible_mistakes
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.trace import Run
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant

PAIRS = 60
FORMULA = solver("formula")
COMPLEX = {"expression": "(a + 3*i)/(2 - b*i)", "symbols": {"a": 2, "b": 5}}


@pytest.mark.parametrize("given", [*FORMULA.examples, COMPLEX], ids=lambda given: given["expression"])
def test_a_run_records_what_the_engine_records(given):
    variant = Variant(FORMULA, arguments(FORMULA, given))
    steps = [*variant.board]
    mistakes = [*possible_mistakes(variant)]
    pairs = [*combinations(mistakes, 2)]
    Random(1).shuffle(pairs)
    for chosen in [(), *((each,) for each in mistakes), *islice(pairs, PAIRS)]:
        for wanted, override in (((), None), (steps, None), (steps, another(steps[0])), (steps[-1:], another("total"))):
            assert recorded(variant, options_of(chosen), wanted, override) == by_engine(
                variant, options_of(chosen), wanted, override
            )


def another(step):
    """A student's value in place of one step."""
    return lambda path, value: value + value if path == step and isinstance(value, int | float) else value


def recorded(variant, wrong, wanted, override):
    try:
        return exact(variant.run(wrong, wanted, override))
    except INVALID_RUN as error:
        return repr(error)


def by_engine(variant, wrong, wanted, override):
    run = Run({}, wrong, wanted=wanted, override=override)
    try:
        run(variant.solver.function, variant.arguments)
    except INVALID_RUN as error:
        return repr(error)
    return exact(run.recorded)


def exact(values):
    return {step: (type(value), repr(getattr(value, "code", value))) for step, value in values.items()}


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
        decomposer._remembered.clear()  # noqa: SLF001 - as in a new process
        pieces, places = decompose(table, formula)
        assert [repr(each) for each in known[0]] == [repr(each) for each in pieces]
        assert known[1] == places
        decompose(read_symbols(symbols[0]), formula)


def test_numbers_without_a_value_are_reported_as_those_of_a_new_formula():
    formula = read_formula("a/(b - 2)", "expression", ("expression",))
    decompose(read_symbols({"a": 1, "b": 3}), formula)
    with pytest.raises(ParameterError, match="expression divides by zero, where a = 1, b = 2"):
        decompose(read_symbols({"a": 1, "b": 2}), formula)
