"""What a run notices: with an option that would not have changed it, it is the same."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from checker.diagnose import Mistake, Traces
from checker.diagnose.mistakes import wrong
from checker.errors import FAILURES
from checker.noticed import Noticed
from checker.parameters import arguments
from checker.solvers import solver, topics
from checker.trace import TOTAL, Run, choose, convention
from checker.variant import Variant


def noticed(solver, wrong=None, declared=None, **given):
    found = Noticed()
    Run(declared or {}, wrong or {}, noticed=found)(solver, given)
    return found


def test_options_that_are_the_same_here_are_idle():
    found = noticed(lambda n: choose("padding", n, twice=2 * n, left_out=7), n=0)
    assert found.is_idle("padding", "twice")
    assert not found.is_idle("padding", "left_out")


def test_what_a_run_does_not_meet_is_idle():
    assert noticed(lambda: 1).is_idle("biases", "left_out")


@pytest.mark.parametrize(
    ("right", "other"), [(1, 1.0), (1, True), (0.1, 0.1 + 1e-16), ((1, 2), [1, 2]), (np.ones(2), np.ones((1, 2)))]
)
def test_values_that_could_act_differently_are_not(right, other):
    found = noticed(lambda: choose("value", right, other=other))
    assert not found.is_idle("value", "other")


def test_arrays_are_compared_entry_by_entry():
    found = noticed(lambda: choose("matrix", np.eye(2), same=np.eye(2), turned=-np.eye(2), whole=np.eye(2, dtype=int)))
    assert found.is_idle("matrix", "same")
    assert not found.is_idle("matrix", "turned")
    assert not found.is_idle("matrix", "whole")


def test_an_option_that_cannot_be_computed_is_not_idle():
    assert not noticed(lambda: choose("root", 1, broken=lambda: 1 // 0)).is_idle("root", "broken")


def test_a_convention_is_noticed_where_others_follow_it():
    def counted():
        return convention("biases", counted=0, left_out=0) + convention("more", follows="biases", counted=1, left_out=0)

    assert not noticed(counted).is_idle("biases", "left_out")
    assert noticed(counted, declared={"more": "counted"}).is_idle("biases", "left_out")


@pytest.mark.parametrize("name", topics())
def test_pairs_with_an_idle_mistake_are_what_their_run_gives(name):
    """Of every type, on its last example and on a draw."""
    question = solver(name)
    for written in (question.examples[-1], question.draw(Random(name))):
        variant = Variant(question, arguments(question, written))
        traces = Traces(variant, [TOTAL])
        known = {trace.mistakes: trace.values for trace in traces.stage(2)}
        for pair in Random(name).sample(sorted(known), min(len(known), 100)):
            assert known[pair] == ran(variant, pair, known[pair])


def ran(variant, pair, like):
    from checker.answers import flatten

    taken = variant.run(wrong(pair), like)
    return {step: flatten(taken[step]) for step in like}


def test_no_pair_is_lost():
    question = solver("self_attention_output")
    variant = Variant(question, arguments(question, question.examples[0]))
    traces = Traces(variant, [TOTAL])
    listed = [Mistake(point.name, option) for point in variant.menu.values() for option in point.wrong]
    known = {frozenset(trace.mistakes) for trace in traces.stage(2)}
    for pair in combinations(listed, 2):
        if pair[0].point != pair[1].point and frozenset(pair) not in known:
            with pytest.raises(FAILURES):
                variant.run(wrong(pair))
