"""Many students in one run: each gets the same as in a separate run, whatever the solver does."""

from __future__ import annotations

import math

import pytest

from checker.engine.lanes.run import LaneRun
from checker.engine.recording import MenuError
from checker.engine.trace import TOTAL, ValueWithState, apply, choose, choose_among, convention, step
from tests.engine.lanes.agree import AB, a, agree, b


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


def test_equal_numbers_of_different_types_are_different_values():
    agree(lambda: choose("a", 1, true=True, real=1.0), {"a": ["true", "real"]})


def test_strings():
    def solver():
        letter = choose("a", "q", three="k")
        return step(f"of_{letter}", {"q": 1, "k": 2}[letter]) + len(letter + "x")

    assert agree(solver, {"a": ["three"]}) == {(): (int, 3), (("a", "three"),): (int, 4)}


def test_a_number_in_a_step_name_differs_between_students():
    def solver():
        return step(f"row_{a()}", b()) + 1

    agree(solver)


def test_none_is_compared_with_is():
    def solver():
        bias = choose("a", None, three=3)
        left, right = choose("b", (None, 4), seven=(7, None), zero=(0, 0))
        return sum(value for value in (bias, left, right) if value is not None)

    assert agree(solver)[()] == (int, 4)


def test_none_in_the_state_of_an_inner_solver_is_compared_with_is():
    def inner():
        return ValueWithState(step(TOTAL, 1), None if a() == 2 else 3)

    def solver():
        result = step("inner", inner)
        return b() if result.state is None else result.state

    assert agree(solver)[()] == (int, 5)


def test_the_run_forks_where_the_solver_needs_one_answer():
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


def test_the_run_forks_only_in_the_innermost_scope():
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


def test_nested_scopes():
    def leaf(size):
        return step(TOTAL, size + 1 if size > 2 else b())

    def layer(size):
        first = step("first", leaf, size=size)
        return step(TOTAL, 100 / step("second", leaf, size=first))

    agree(lambda: step("layer", layer, size=a()) + 1)


def test_steps_that_some_students_do_not_reach():
    def inner():
        if a() == 3:
            step("more", b())
        return step(TOTAL, b())

    def solver():
        return step("inner", inner) + 1

    agree(solver)


def test_runs_of_some_students_fail():
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


def test_runs_of_some_students_fail_within_a_scope():
    def inner(size):
        if size == 3:
            raise ValueError
        return size

    def solver():
        return step("first", inner, size=a()) + step("second", inner, size=b() - 4)

    found = agree(solver)
    assert {believed for believed, value in found.items() if value} == {(), (("b", "zero"),)}


def test_an_option_fails_only_for_students_who_choose_it():
    def solver():
        divisor = b()
        return choose("a", lambda: 1 / divisor, three=lambda: divisor)

    found = agree(solver)
    assert found[("b", "zero"),] is None
    assert found[("a", "three"), ("b", "zero")] == (int, 0)


def test_an_option_may_fork_the_run():
    def solver():
        size = b()
        return choose("a", lambda: 1 if size > 5 else 2, three=lambda: [3, 4, 5, 6][size])

    found = agree(solver)
    assert found[("a", "three"), ("b", "zero")] == (int, 3)
    assert found[("a", "three"),] is None


def test_the_run_fails_if_it_fails_for_all_students():
    def solver():
        return 1 // (a() - a())

    run = LaneRun({}, {("a", "three"): 1}, [0, 1])
    with pytest.raises(ZeroDivisionError):
        run(solver, {})


def test_any_other_exception_is_raised():
    def solver():
        return choose("a", 2, three="3") - 1

    run = LaneRun({}, {("a", "three"): 1}, [0, 1])
    with pytest.raises(TypeError, match="unsupported operand"):
        run(solver, {})


def test_an_unknown_option_is_an_error():
    run = LaneRun({}, {("a", "four"): 1}, [0, 1])
    with pytest.raises(MenuError, match="a has no option 'four'; it has three"):
        run(a, {})


FOLLOWING = {"c": ["y"], "d": ["x", "y"]}


@pytest.mark.parametrize("declared", [{}, {"c": "y"}, {"d": "y"}, {"c": "x", "d": "y"}])
def test_conventions_that_follow_others(declared):
    def both():
        return convention("c", x=1, y=2) * 10 + convention("d", follows="c", x=lambda: 1, y=lambda: 2)

    def solver():
        return both() * 100 + step("inner", both)

    agree(solver, FOLLOWING, declared=declared)


def test_conventions_that_fork_the_run():
    def solver():
        return b() if convention("c", x=True, y=False) else 1

    assert agree(solver, {"c": ["y"], **AB}, declared={"c": "y"})[()] == (int, 1)


def test_many_choices_at_once():
    def among():
        taken = choose_among(lambda: {"p": ("w", "v"), "q": ("w",)})
        return sum(10 ** "pq".index(name) * " wv".index(option) for name, option in taken.items())

    def solver():
        return among() + 100 * step("inner", among)

    found = agree(solver, {"p": ["w", "v"], "q": ["w"]})
    assert found[("p", "v"), ("q", "w")] == (int, 1212)


def test_an_unknown_option_among_many_choices_is_an_error():
    run = LaneRun({}, {("p", "u"): 1}, [0, 1])
    with pytest.raises(MenuError, match="p has no option 'u'"):
        run(lambda: len(choose_among(lambda: {"p": ("w",)})), {})


def test_a_step_is_overridden():
    def solver():
        return step("product", a() * b()) + b()

    found = agree(solver, override=lambda path, value: 100 if path == "product" else value)
    assert found[("a", "three"), ("b", "seven")] == (int, 107)


def test_a_value_with_state():
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


def test_a_function_that_compares_is_applied_to_each_value():
    def solver():
        return apply(max, a(), b()) + apply(math.sqrt, b()) + apply(math.prod, (a(), b()))

    assert agree(solver)[("b", "zero"),] == (float, 2.0)


def test_an_applied_function_may_capture_variables():
    def solver():
        size = b()
        return apply(lambda one: one * size, a())

    assert agree(solver)[("a", "three"), ("b", "seven")] == (int, 21)


def test_an_applied_function_fails_only_for_some_students():
    def solver():
        divisor = b()
        return apply(lambda one: 1 / divisor if one == 3 else 0.5, a())

    found = agree(solver)
    assert found[("b", "zero"),] == (float, 0.5)
    assert found[("a", "three"), ("b", "zero")] is None


def test_options_may_be_functions():
    def solver():
        size = b()
        return choose("a", lambda: lambda one: one + size, three=lambda: lambda one: one / size)(2)

    assert agree(solver)[("b", "zero"),] == (int, 2)


def test_options_may_be_solvers():
    def one():
        return step(TOTAL, b())

    def other():
        return step(TOTAL, b() + 1)

    assert agree(lambda: step("which", choose("a", lambda: one, three=lambda: other)))[("a", "three"),] == (int, 6)
