"""An outcome is plain data."""

import gc
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from checker import check
from checker.marking.marker import Marker
from checker.marking.targets import Target
from checker.problems import Part, Problem
from checker.questions.variant import Variant
from tests.bank import bank

MOST_BYTES = 10_000


def reachable(start):
    """All objects that an outcome keeps alive, apart from classes, modules and the question, which its outcomes share."""
    shared = type | ModuleType | FunctionType | BuiltinFunctionType | Variant
    known, left = {id(start): start}, [start]
    while left:
        for each in gc.get_referents(left.pop()):
            if id(each) not in known and not isinstance(each, shared):
                known[id(each)] = each
                left.append(each)
    return list(known.values())


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize("answer", ["27648", "31744", "99999999", "27.6K", "", "x or y"])
def test_no_outcome_leads_back_to_who_made_it(layer, answer, level):
    problem = layer("credit: {one_mistake: 0.5}\n")
    outcome = Marker(problem, problem.parts[0], level).mark(answer)
    outcome.json  # noqa: B018 - it is kept
    held = reachable(outcome)
    assert not [each for each in held if isinstance(each, Marker | Target | Problem | Part)]
    assert sum(map(sys.getsizeof, held)) < MOST_BYTES


def test_the_record_of_a_refused_answer_says_how_it_was_read():
    record = check(bank().problems["free-fall"], "5 kg").record()
    assert (record["status"], record["read_as"]) == ("incorrect", "5 kg")


def test_the_record_of_an_essay_has_the_matching_sentences():
    given = "Without it the dot products grow, and softmax saturates."
    record = check(bank().problems["why-scale"], given, feedback="full").record()
    assert record["evidence"][0]["text"] == given
    assert "evidence" not in check(bank().problems["why-scale"], given).record()
