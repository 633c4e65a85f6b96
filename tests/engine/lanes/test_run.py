"""Many students in one run: each gets what a run of their own gives, whatever their solver does."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.columns import LaneColumn, zip_columns
from checker.engine.lanes.run import LaneRun
from checker.engine.recording import MenuError
from checker.engine.trace import RIGHT, TOTAL, Run, ValueWithState, apply, choose, choose_among, convention, step


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


def test_operators():
    def solver():
        step("sum", a() + b() * 2 - 1)
        step("turned", (10 - a(), 7 // a(), 2 ** a(), 100 % (b() + 1), divmod(17, a())))
        step("one", (-a(), +a(), ~a(), abs(-b())))
        return step(TOTAL, a() / 4 + (b() & 6) + (a() << 1))

    found = agree(solver)
    assert found[()] == (float, 2 / 4 + 4 + 4)


def test_comparisons_and_tuples():
    def solver():
        return (a() < b(), a() == 2, a() != b(), (a(), b()) == (2, 5), b() in (5, 0), not b(), max(a(), b()))

    assert agree(solver)[("b", "zero"),][1][-1] == (int, 2)


def test_whole_numbers_stay_whole():
    def solver():
        return (
            math.floor(a() * 10**20 + 1),
            math.ceil(b() / 2),
            math.trunc(b() / 2),
            round(a() / 3, 1),
            round(b() / 2),
        )

    assert agree(solver)[("a", "three"),][1][0] == (int, 3 * 10**20 + 1)


def test_numbers_of_another_type_are_other_values():
    agree(lambda: choose("a", 1, true=True, real=1.0), {"a": ["true", "real"]})


def test_strings():
    def solver():
        letter = choose("a", "q", three="k")
        return step(f"of_{letter}", {"q": 1, "k": 2}[letter]) + len(letter + "x")

    assert agree(solver, {"a": ["three"]}) == {(): (int, 3), (("a", "three"),): (int, 4)}


def test_a_number_in_the_name_of_a_step_is_that_of_each_student():
    def solver():
        return step(f"row_{a()}", b()) + 1

    agree(solver)


def test_nothing_is_told_by_is():
    def solver():
        bias = choose("a", None, three=3)
        left, right = choose("b", (None, 4), seven=(7, None), zero=(0, 0))
        return sum(value for value in (bias, left, right) if value is not None)

    assert agree(solver)[()] == (int, 4)


def test_nothing_that_a_solver_within_hands_out_is_told_by_is_too():
    def inner():
        return ValueWithState(step(TOTAL, 1), None if a() == 2 else 3)

    def solver():
        result = step("inner", inner)
        return b() if result.state is None else result.state

    assert agree(solver)[()] == (int, 5)


def test_students_part_where_a_solver_asks():
    def solver():
        rows = [step(f"row_{number}", number * b()) for number in range(a())]
        return sum(rows) if b() else len(rows)

    assert agree(solver) == {
        (): (int, 5),
        (("a", "three"),): (int, 15),
        (("b", "seven"),): (int, 7),
        (("b", "zero"),): (int, 2),
        (("a", "three"), ("b", "seven")): (int, 21),
        (("a", "three"), ("b", "zero")): (int, 3),
    }


def test_students_part_in_the_innermost_scope_only():
    came = []

    def inner(size):
        came.append("inner")
        return step(TOTAL, size if size > 2 else b())

    def solver():
        came.append("outer")
        return step("inner", inner, size=a()) * 2

    run = LaneRun({}, {("a", "three"): 1, ("b", "seven"): 2}, [0, 1, 2, 3], wanted={"inner"})
    run(solver, {})
    assert came == ["outer", "inner", "inner", "inner"]
    assert run.columns()[TOTAL].values == {0: 10, 1: 6, 2: 14, 3: 6}


def test_scopes_within_scopes():
    def leaf(size):
        return step(TOTAL, size + 1 if size > 2 else b())

    def layer(size):
        first = step("first", leaf, size=size)
        return step(TOTAL, 100 / step("second", leaf, size=first))

    agree(lambda: step("layer", layer, size=a()) + 1)


def test_steps_that_some_do_not_come_to():
    def inner():
        if a() == 3:
            step("more", b())
        return step(TOTAL, b())

    def solver():
        return step("inner", inner) + 1

    agree(solver)


def test_failures_of_some():
    def solver():
        tenth = step("tenth", 10 / b())
        if a() == 3 and tenth < 2:
            raise IndexError
        return tenth

    found = agree(solver)
    assert [believed for believed, value in found.items() if value is None] == [
        (("b", "zero"),),
        (("a", "three"), ("b", "seven")),
        (("a", "three"), ("b", "zero")),
    ]


def test_failures_of_some_within_a_scope():
    def inner(size):
        if size == 3:
            raise ValueError
        return size

    def solver():
        return step("first", inner, size=a()) + step("second", inner, size=b() - 4)

    found = agree(solver)
    assert {believed for believed, value in found.items() if value} == {(), (("b", "zero"),)}


def test_an_option_may_fail_for_those_alone_who_choose_it():
    def solver():
        divisor = b()
        return choose("a", lambda: 1 / divisor, three=lambda: divisor)

    found = agree(solver)
    assert found[("b", "zero"),] is None
    assert found[("a", "three"), ("b", "zero")] == (int, 0)


def test_an_option_may_part_the_students():
    def solver():
        size = b()
        return choose("a", lambda: 1 if size > 5 else 2, three=lambda: [3, 4, 5, 6][size])

    found = agree(solver)
    assert found[("a", "three"), ("b", "zero")] == (int, 3)
    assert found[("a", "three"),] is None


def test_a_run_fails_where_all_fail():
    def solver():
        return 1 // (a() - a())

    run = LaneRun({}, {("a", "three"): 1}, [0, 1])
    with pytest.raises(ZeroDivisionError):
        run(solver, {})


def test_any_other_exception_is_a_fault():
    def solver():
        return choose("a", 2, three="3") - 1

    run = LaneRun({}, {("a", "three"): 1}, [0, 1])
    with pytest.raises(TypeError, match="unsupported operand"):
        run(solver, {})


def test_an_option_that_is_not_there_is_a_fault():
    run = LaneRun({}, {("a", "four"): 1}, [0, 1])
    with pytest.raises(MenuError, match="a has no option 'four'; it has three"):
        run(a, {})


FOLLOWING = {"c": ["y"], "d": ["x", "y"], "inner:c": ["x", "y"], "inner:d": ["x", "y"]}


@pytest.mark.parametrize("declared", [{}, {"c": "y"}, {"d": "y"}, {"c": "x", "d": "y"}])
def test_conventions_and_those_that_follow_them(declared):
    def both():
        return convention("c", x=1, y=2) * 10 + convention("d", follows="c", x=lambda: 1, y=lambda: 2)

    def solver():
        return both() * 100 + step("inner", both)

    agree(solver, FOLLOWING, declared=declared)


def test_conventions_that_decide_the_way():
    def solver():
        return b() if convention("c", x=True, y=False) else 1

    assert agree(solver, {"c": ["y"], **AB}, declared={"c": "y"})[()] == (int, 1)


def test_beliefs_of_a_scope():
    def inner():
        return step(TOTAL, b() + 10 * step("leaf", lambda: step(TOTAL, b())))

    def solver():
        return step("inner", inner) + 1000 * step("other", b)

    found = agree(solver, {"b": ["seven"], "inner:b": ["seven", "zero"], "inner.leaf:b": ["seven"]})
    assert found[("inner:b", "zero"),] == (int, 5000)
    assert found[("inner:b", "zero"), ("inner.leaf:b", "seven")] == (int, 5070)


def test_the_innermost_scope_wins():
    def solver():
        return step("inner", b) + 10 * b()

    found = agree(solver, {"b": ["seven", "zero"], "inner:b": ["zero", RIGHT]})
    assert found[("b", "seven"), ("inner:b", "zero")] == (int, 70)
    assert found[("b", "seven"), ("inner:b", RIGHT)] == (int, 75)


def test_many_choices_at_once():
    def among():
        taken = choose_among({"p": ("w", "v"), "q": ("w",)})
        return sum(10 ** "pq".index(name) * " wv".index(option) for name, option in taken.items())

    def solver():
        return among() + 100 * step("inner", among)

    found = agree(solver, {"p": ["w", "v"], "q": ["w"], "inner:p": ["w", RIGHT]})
    assert found[("p", "v"), ("q", "w"), ("inner:p", RIGHT)] == (int, 1012)


def test_many_choices_have_the_options_that_they_have():
    run = LaneRun({}, {("p", "u"): 1}, [0, 1])
    with pytest.raises(MenuError, match="p has no option 'u'"):
        run(lambda: len(choose_among({"p": ("w",)})), {})


def test_a_step_is_overridden():
    def solver():
        return step("product", a() * b()) + b()

    found = agree(solver, override=lambda path, value: 100 if path == "product" else value)
    assert found[("a", "three"), ("b", "seven")] == (int, 107)


def test_what_is_passed_on():
    def inner():
        return (
            ValueWithState(step(TOTAL, a() + b()), (b(), a()))
            if a() == 3
            else ValueWithState(step(TOTAL, b()), (a(), b()))
        )

    def solver():
        result = step("inner", inner)
        first, second = result.state
        return (result.value, first, second, result.is_overridden)

    assert agree(solver)[()][1] == [(int, 5), (int, 2), (int, 5), (bool, False)]
    replaced = agree(solver, override=lambda path, value: 9 if path == "inner" else value)
    assert replaced[("a", "three"),][1] == [(int, 9), (int, 5), (int, 3), (bool, True)]


def test_a_function_that_compares_is_applied_to_each():
    def solver():
        return apply(max, a(), b()) + apply(math.sqrt, b()) + apply(math.prod, (a(), b()))

    assert agree(solver)[("b", "zero"),] == (float, 2.0)


def test_a_function_that_is_applied_may_use_what_is_around_it():
    def solver():
        size = b()
        return apply(lambda one: one * size, a())

    assert agree(solver)[("a", "three"), ("b", "seven")] == (int, 21)


def test_a_function_that_is_applied_fails_for_those_alone_for_whom_it_fails():
    def solver():
        divisor = b()
        return apply(lambda one: 1 / divisor if one == 3 else 0.5, a())

    found = agree(solver)
    assert found[("b", "zero"),] == (float, 0.5)
    assert found[("a", "three"), ("b", "zero")] is None


def test_functions_may_be_chosen():
    def solver():
        size = b()
        return choose("a", lambda: lambda one: one + size, three=lambda: lambda one: one / size)(2)

    assert agree(solver)[("b", "zero"),] == (int, 2)


def test_solvers_may_be_chosen():
    def one():
        return step(TOTAL, b())

    def other():
        return step(TOTAL, b() + 1)

    assert agree(lambda: step("which", choose("a", lambda: one, three=lambda: other)))[("a", "three"),] == (int, 6)


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


def test_arrays_of_numbers_that_differ():
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


def test_types_that_differ():
    def solver():
        array = choose("b", np.ones(2), seven=7, zero=0.0)
        return a() * (array.sum() if hasattr(array, "sum") else array)

    agree(solver)


def test_the_iteration_of_what_differs():
    def solver():
        first, *others = choose("a", (1, 2, 3), three=(4, 5))
        return (first, len(others), [*range(b())][-1:], sorted([b(), first, 4]), tuple(zip(others, "ab", strict=False)))

    agree(solver)


@given(st.lists(st.tuples(st.sampled_from("+-*/%<"), st.sampled_from("abc"), st.integers(-2, 3)), max_size=6))
def test_any_formula_gives_each_student_what_it_gives_them_alone(formula):
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


def test_a_column():
    column = LaneColumn(0b101, {0b000: "none", 0b001: "one", 0b101: "both"})
    assert [column.value_for(student) for student in (0b010, 0b011, 0b111, 0b100)] == ["none", "one", "both", None]


def test_a_column_with_answers_of_their_own():
    column = LaneColumn(0b01, {0b00: 10, 0b01: 11}).with_answers({0b10: 99}, [0b00, 0b01, 0b10, 0b11])
    assert [column.value_for(student) for student in (0b00, 0b01, 0b10, 0b11)] == [10, 11, 99, 99]


def test_who_does_not_come_to_a_step_answers_nothing_there():
    column = LaneColumn(0b01, {0b00: 10}).with_answers({0b10: 99}, [0b00, 0b01, 0b10, 0b11])
    assert dict(column.values) == {0b00: 10, 0b10: 99}


def test_columns_together():
    both = zip_columns([LaneColumn(0b01, {0: 1, 1: 2}), LaneColumn(0b10, {0: 3, 2: 4})], [0b00, 0b01, 0b11])
    assert (both.mask, dict(both.values)) == (0b11, {0b00: (1, 3), 0b01: (2, 3), 0b11: (2, 4)})
