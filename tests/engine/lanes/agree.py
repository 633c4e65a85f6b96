"""Check that a run for many students gives each of them the same as a separate run."""

from __future__ import annotations

from itertools import product

import numpy as np

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.run import LaneRun
from checker.engine.trace import TOTAL, Run, choose


class Everything:
    def __contains__(self, step):
        return True


AB = {"a": ["three"], "b": ["seven", "zero"]}
"""The wrong options of the two choices that most solvers here have: a is 2 or 3; b is 5, 7 or 0."""


def a():
    return choose("a", 2, three=3)


def b():
    return choose("b", 5, seven=7, zero=0)


def beliefs(options):
    """All ways to believe at most one thing about each choice."""
    ways = product(*([None, *((choice, wrong) for wrong in listed)] for choice, listed in options.items()))
    return [tuple(filter(None, way)) for way in ways]


def exact(value):
    """A value with its type, and those of its entries."""
    if isinstance(value, np.ndarray):
        return ("array", str(value.dtype), value.shape, value.tolist())
    if isinstance(value, tuple | list):
        return (type(value), [exact(entry) for entry in value])
    return (type(value), value)


def alone(solver, believed, declared, override, arguments):
    run = Run(declared, dict(believed), wanted=Everything(), override=override)
    try:
        run(solver, arguments)
    except INVALID_RUN:
        return None
    return {name: exact(value) for name, value in run.recorded.items()}


def agree(solver, options=None, *, declared=None, override=None, **arguments):
    """Assert that each student gets what they get alone; return by beliefs what that is, None where it fails."""
    options = AB if options is None else options
    every = [(choice, wrong) for choice, listed in options.items() for wrong in listed]
    bits = {belief: 1 << place for place, belief in enumerate(every)}
    sets = {sum(bits[belief] for belief in believed): believed for believed in beliefs(options)}
    single = {one: alone(solver, believed, declared or {}, override, arguments) for one, believed in sets.items()}
    run = LaneRun(declared or {}, bits, list(sets), wanted=Everything(), override=override)
    run(solver, arguments)
    columns = run.columns()
    assert set(run.students) == {one for one, taken in single.items() if taken is not None}
    for one in run.students:
        got = {
            name: exact(column.value_for(one)) for name, column in columns.items() if column.value_for(one) is not None
        }
        assert got == single[one], sets[one]
    return {believed: single[one] and single[one][TOTAL] for one, believed in sets.items()}
