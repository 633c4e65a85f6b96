"""An outcome is plain data."""

import gc
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from checker.marking.marker import Marker
from checker.marking.targets import Target
from checker.problems import Part, Problem
from checker.questions.variant import Variant

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
