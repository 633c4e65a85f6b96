"""A run of a formula for many students records what a run for each of them does."""

from __future__ import annotations

from itertools import combinations

import pytest

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.bits import bits_of
from checker.questions.registry import solver
from checker.questions.variant import Variant

FORMULA = solver("formula")
FURTHER = (
    {"expression": "1/(a - b) + sqrt(a - 2*b)", "symbols": {"a": 5, "b": 2}},  # some mistakes divide by zero
    {"expression": "c*(a + b)^2 - c/a", "symbols": {"a": 3, "b": 4, "c": {"expression": "a*b"}}},
    {"expression": "if(a > b, a*b, b/a)", "symbols": {"a": 3, "b": 2}},
    {"expression": "(1 + 2*i)*(a - i)", "symbols": {"a": 3}},
)


def _as_text(values):
    return {step: repr(getattr(value, "code", value)) for step, value in values.items()}


@pytest.mark.parametrize("parameters", [*FORMULA.examples, *FURTHER], ids=lambda each: each["expression"])
def test_runs_for_many_record_what_single_ones_do(parameters):
    variant = Variant(FORMULA, parameters)
    options = [(point.name, option) for point in variant.menu.values() for option in point.wrong]
    bits = {option: 1 << place for place, option in enumerate([*options, ("elsewhere", "left_out")])}
    pairs = [pair for pair in combinations(options, 2) if pair[0][0] != pair[1][0]]
    triples = [(*pair, pairs[(7 * at + 3) % len(pairs)][1]) for at, pair in enumerate(pairs[::5])]
    triples = [each for each in triples if len({point for point, _ in each}) == 3]
    sets = [(), *((option,) for option in options), *pairs[:400], *triples[:200], (("elsewhere", "left_out"),)]
    students = [sum(bits[option] for option in each) for each in sets]
    by_bit = {bit: option for option, bit in bits.items()}
    expected = {}
    for student in students:
        try:
            wrong = dict(by_bit[bit] for bit in bits_of(student))
            expected[student] = _as_text(variant.run(wrong, frozenset(variant.board)))
        except INVALID_RUN:
            continue
    left, columns = variant.run_many(bits, students, frozenset(variant.board))
    assert list(left) == list(expected)
    assert columns.keys() == variant.board.keys()
    for student in left:
        found = {step: column.value_for(student) for step, column in columns.items()}
        assert _as_text(found) == expected[student]


def test_students_whose_runs_fail_leave():
    variant = Variant(FORMULA, {"expression": "a/(b - c)", "symbols": {"a": 8, "b": 8, "c": 4}})
    options = {
        (point.name, option): place for point in variant.menu.values() for place, option in enumerate(point.wrong)
    }
    bits = {option: 1 << place for place, option in enumerate(options)}
    fails = bits["c", "as_a"]
    students = [0, *bits.values()]
    left, columns = variant.run_many(bits, students, {"total"})
    assert fails in students
    assert fails not in left
    assert columns["total"].value_for(0) == 2
