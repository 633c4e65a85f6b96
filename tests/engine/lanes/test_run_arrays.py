"""Arrays, entries and formulas in one run of many students."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.trace import choose, step
from tests.engine.lanes.agree import AB, a, agree, alone, b, beliefs


def test_arrays():
    def solver():
        matrix = choose("a", np.eye(2), three=np.ones((2, 2)))
        vector = choose("b", np.array([1.0, 2.0]), seven=np.array([3.0, 4.0]), zero=np.zeros(3))
        step("joined", np.concatenate([matrix, matrix.T]))
        step("where", np.where(matrix > 0, matrix, -1).sum(axis=0))
        step("sizes", matrix.shape)
        step("dot", np.ones(2).dot(matrix) + np.einsum("ij->i", matrix))
        return vector @ matrix + matrix @ vector

    found = agree(solver)
    assert found[("b", "zero"),] is None
    assert found[()] == ("array", "float64", (2,), [2.0, 4.0])


def test_arrays_of_different_numbers():
    def solver():
        step("made", np.array([a() * 1.5, b()]) * 2)
        step("picked", np.arange(10)[a()] + np.arange(10)[a() : b()].sum())
        step("full", np.full((a(), 2), b()))
        return np.arange(b() + 1) * a()

    agree(solver)


def test_arrays_changed_in_place():
    def solver():
        changed = np.ones(3)
        changed += a()
        changed[0] = b()
        np.multiply(changed, a(), out=changed)
        return changed

    assert agree(solver)[("a", "three"),] == ("array", "float64", (3,), [15.0, 12.0, 12.0])


def test_entries_changed_in_place():
    def solver():
        listed = choose("a", lambda: [1, 2, 3], three=lambda: [1, 2])
        listed[1] = b()
        listed.append(9)
        return tuple(listed)

    assert agree(solver)[("a", "three"),] == (tuple, [(int, 1), (int, 5), (int, 9)])


def test_values_of_different_types():
    def solver():
        array = choose("b", np.ones(2), seven=7, zero=0.0)
        return a() * (array.sum() if hasattr(array, "sum") else array)

    agree(solver)


def test_iteration_over_values_that_differ():
    def solver():
        first, *others = choose("a", (1, 2, 3), three=(4, 5))
        return (first, len(others), [*range(b())][-1:], sorted([b(), first, 4]), tuple(zip(others, "ab", strict=False)))

    agree(solver)


@given(st.lists(st.tuples(st.sampled_from("+-*/%<"), st.sampled_from("abc"), st.integers(-2, 3)), max_size=6))
def test_any_formula_gives_the_same_as_a_separate_run(formula):
    def solver():
        value = c = choose("c", 1, two=2)
        for place, (sign, name, number) in enumerate(formula):
            other = {"a": a(), "b": b(), "c": c}[name] + number
            if sign == "<":
                value = value * 2 if value < other else other
            else:
                steps = {"+": value + other, "-": value - other, "*": value * other}
                value = steps[sign] if sign in steps else value / other if sign == "/" else value % other
            value = step(f"step_{place}", value)
        return value

    options = {**AB, "c": ["two"]}
    if all(alone(solver, believed, {}, None, {}) is None for believed in beliefs(options)):
        return
    agree(solver, options)
