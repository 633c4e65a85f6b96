"""Runs with mistakes: which pairs are tried, what formulas add, and that nothing is run twice."""

from __future__ import annotations

from itertools import combinations

import pytest

from checker.diagnosis import MistakenRuns
from checker.diagnosis.mistakes import MAX_RUNS, MAX_STEPS, options_of
from checker.engine.trace import TOTAL
from checker.solvers.variant import Variant
from tests.bank import bank


def question(problem):
    part = bank().problems[problem].parts[-1]
    return Variant(part.variant.solver, part.variant.arguments, part.variant.declared)


@pytest.mark.parametrize(("problem", "most"), [("encoder-layer", MAX_RUNS), ("resnet-50", MAX_STEPS // 368)])
def test_the_likeliest_pairs_of_mistakes_that_change_something_are_tried(problem, most):
    runs = MistakenRuns(question(problem), [TOTAL])
    acting = {run.mistakes[0] for run in runs.singles if run.values != runs.truth}
    possible = [pair for pair in combinations(runs.named, 2) if pair[0].point != pair[1].point]
    possible.sort(key=lambda pair: (not acting.issuperset(pair), -runs.prior(pair)))
    tried = possible[:most]
    assert [runs.prior(run.mistakes) for run in runs.pairs] == pytest.approx(
        [runs.prior(pair) for pair in tried if runs.values(pair)]
    )
    assert [acting.issuperset(run.mistakes) for run in runs.pairs] == [
        acting.issuperset(pair) for pair in tried if runs.values(pair)
    ]


def test_values_are_those_of_a_run_and_nothing_is_run_twice(monkeypatch):
    variant = question("encoder-layer")
    runs = MistakenRuns(variant, [TOTAL])
    pair = runs.pairs[0].mistakes
    assert runs.values(pair)[TOTAL] == ((), (variant.run(options_of(pair))[TOTAL],))
    known = [run.mistakes for run in (*runs.singles, *runs.pairs)]
    monkeypatch.setattr(variant, "run", None)
    assert all(runs.values(mistakes) and runs.values(mistakes[::-1]) for mistakes in known)
