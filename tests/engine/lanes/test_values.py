"""Values that differ by student: each operation works on all of them, or parts the students."""

from __future__ import annotations

import math
import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.fork import Fork
from checker.engine.lanes.run import join_groups, narrow
from checker.engine.lanes.values import Lanes, compute_each, make_lanes, map_lanes, mask_of, value_at
from checker.engine.values.order import Symbols


class Students:
    """Those with these mistakes; `lost` are the combinations that were given up."""

    def __init__(self, *students):
        self.students = students
        self.lost = {}

    def keys(self, mask):
        return sorted({student & mask for student in self.students})

    def drop(self, mask, keys):
        self.lost |= dict.fromkeys(keys, mask)
        self.students = [student for student in self.students if student & mask not in keys]


ALL = (0b00, 0b01, 0b10, 0b11)


@pytest.fixture
def students():
    return Students(*ALL)


def by_first(students, without, with_):
    """A value that depends on the first mistake."""
    return Lanes(students, 0b01, {0b00: without, 0b01: with_})


def by_second(students, without, with_):
    return Lanes(students, 0b10, {0b00: without, 0b10: with_})


def test_a_value_of_two_mistakes_has_an_entry_for_each_combination(students):
    total = by_first(students, 1, 2) + by_second(students, 10, 20)
    assert (total.mask, total.values) == (0b11, {0b00: 11, 0b01: 12, 0b10: 21, 0b11: 22})


def test_only_combinations_that_occur_are_computed():
    students = Students(0b01, 0b10)
    total = by_first(students, 1, 2) * by_second(students, 10, 20)
    assert total.values == {0b01: 20, 0b10: 20}


@pytest.mark.parametrize(
    "operate",
    [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow],
)
def test_operators_on_either_side(students, operate):
    one = by_first(students, 2, 3)
    assert operate(one, 4).values == {0: operate(2, 4), 1: operate(3, 4)}
    assert operate(4, one).values == {0: operate(4, 2), 1: operate(4, 3)}


def test_students_for_whom_it_fails_are_dropped(students):
    one = 12 / by_first(students, 0, 3)
    assert one.values == {0b01: 4.0}
    assert (students.lost, students.students) == ({0b00: 0b01}, [0b01, 0b11])


def test_it_fails_if_it_fails_for_all_students(students):
    with pytest.raises(ZeroDivisionError):
        12 / by_first(students, 0, 0.0)
    assert students.lost == {}


def test_only_invalid_runs_are_caught(students):
    with pytest.raises(TypeError):
        by_first(students, 1, "1") + 1


def test_students_who_agree_do_not_fork(students):
    one = by_first(students, 2, 3)
    assert one > 1
    assert not one > 3
    assert len(by_first(students, (1, 2), "ab")) == 2
    assert int(by_first(students, 2.3, 2.8)) == 2
    assert [*range(by_first(students, 1, True))] == [0]


@pytest.mark.parametrize(
    "ask",
    [
        bool,
        len,
        str,
        hash,
        list,
        lambda one: [1, 2, 3][len(one)],
        lambda one: one in {"", "a"},
        lambda one: "1" in one,
        lambda one: {"": 1, "1": 2}[one],
    ],
)
def test_students_who_disagree_fork(students, ask):
    with pytest.raises(Fork) as fork:
        ask(by_first(students, "", "1"))
    assert fork.value.groups(ALL) == [[0b00, 0b10], [0b01, 0b11]]


@pytest.mark.parametrize(
    "ask", [float, int, operator.index, range, lambda one: [1, 2, 3][one], lambda one: bool(one > 1)]
)
def test_a_number_that_differs_forks(students, ask):
    with pytest.raises(Fork) as fork:
        ask(by_first(students, 1, 2))
    assert fork.value.groups(ALL) == [[0b00, 0b10], [0b01, 0b11]]


def test_students_whom_a_fork_does_not_concern_go_first():
    fork = Fork(0b11, [[0b01], [0b10]])
    assert fork.groups([0b00, 0b01, 0b10, 0b111]) == [[0b00, 0b01, 0b111], [0b10]]


def test_none_is_shared_or_forks(students):
    assert make_lanes(students, 0b01, {0: None, 1: None}) is None
    with pytest.raises(Fork) as fork:
        make_lanes(students, 0b01, {0: None, 1: 3})
    assert fork.value.groups(ALL) == [[0b00, 0b10], [0b01, 0b11]]


def test_iteration_over_tables_and_sets(students):
    table = by_first(students, {"x": 1, "y": 2}, {"x": 3, "z": 4})
    assert [value_at(name, 0b01) for name in table] == ["x", "z"]
    assert [value_at(entry, 0b01) for entry in table.items()] == [("x", 3), ("z", 4)]
    assert [value_at(entry, 0b01) for entry in by_first(students, {1}, {2})] == [2]


def test_operators_of_other_types_leave_lanes_to_lanes(students):
    assert (Fraction(1, 2) * by_first(students, 2, 3)).values == {0: 1, 1: Fraction(3, 2)}
    one = Symbols(("n", "d"), {}, {}, {}).symbol("n")
    for operate in (operator.add, operator.mul, operator.truediv):
        found = operate(one, by_first(students, one, one * one))
        assert {key: each.code for key, each in found.values.items()} == {
            0: operate(one, one).code,
            1: operate(one, one * one).code,
        }


def test_attributes_and_methods(students):
    one = by_first(students, np.ones((2, 3)), np.ones((3, 2)))
    assert value_at(one.shape, 0b01) == (3, 2)
    assert one.sum().values == {0: 6.0, 1: 6.0}
    assert value_at(one.sum(axis=by_second(students, 0, 1)), 0b10).tolist() == [3.0, 3.0]
    assert not hasattr(one, "shade")
    with pytest.raises(Fork):
        hasattr(by_first(students, 1, np.ones(2)), "shape")
    with pytest.raises(Fork):
        hasattr(by_first(students, np.ones(2), 1), "shape")


def test_functions_of_numpy(students):
    one = by_first(students, np.array([1.0, 4.0]), np.array([9.0, 16.0]))
    assert value_at(np.sqrt(one), 0b01).tolist() == [3.0, 4.0]
    assert value_at(np.concatenate([one, [0.0]]), 0b00).tolist() == [1.0, 4.0, 0.0]
    assert value_at(np.array([1.0, 1.0]) @ one, 0b01) == 25.0
    assert value_at(2 * np.ones(2) - one, 0b00).tolist() == [1.0, -2.0]


def test_a_shared_array_is_not_changed_by_a_value_that_differs(students):
    shared = np.ones(2)
    with pytest.raises(Fork):
        shared += by_first(students, 1, 2)
    with pytest.raises(Fork):
        np.add(shared, by_first(students, 1, 2), out=shared)
    assert shared.tolist() == [1.0, 1.0]


def test_an_array_takes_an_entry_of_a_single_student():
    one = Lanes(Students(0b01), 0b01, {0b01: 7.5})
    array = np.zeros(2)
    array[1] = one
    assert array.tolist() == [0.0, 7.5]
    assert np.array([one, 1]).tolist() == [7.5, 1.0]


def test_numpy_hides_no_fork_behind_an_error(students):
    array = np.zeros(2)

    def put(_):
        array[0] = by_first(students, 1, 2)

    with pytest.raises(ValueError, match="sequence") as error:
        compute_each(students, 0b01, put)
    assert isinstance(error.value.__cause__, Fork)
    assert students.lost == {}


def test_rounding(students):
    big = by_first(students, 10**20 + 1, 10**20 + 2)
    assert math.floor(big).values == {0: 10**20 + 1, 1: 10**20 + 2}
    assert math.ceil(by_first(students, 0.1, 1.1)).values == {0: 1, 1: 2}
    assert round(by_first(students, 0.126, 1.124), 2).values == {0: 0.13, 1: 1.12}


def test_a_number_is_left_out_of_texts(students):
    assert f"{by_first(students, 1, 2):,} tokens" == "… tokens"


def test_functions_of_values_within_values(students):
    one, other = by_first(students, 1, 2), by_second(students, 10, 20)
    assert map_lanes(max, (one, other, 5)).values == {0b00: 10, 0b01: 10, 0b10: 20, 0b11: 20}
    assert map_lanes(lambda *, size: size["x"] + 1, size={"x": one}).values == {0: 2, 1: 3}
    assert value_at(map_lanes([1, 2, 3, 4].__getitem__, slice(one, None)), 0b01) == [3, 4]


def test_a_value_of_one_student(students):
    one, other = by_first(students, 1, 2), by_second(students, 10, 20)
    assert value_at((one, [other, {"x": one}], slice(one, other), "y"), 0b11) == (2, [20, {"x": 2}], slice(2, 20), "y")
    assert mask_of((1, [other], {"x": slice(one)})) == 0b11
    assert mask_of({"x": (1, "2")}) == 0


def test_narrow_keeps_one_value_that_students_agree_on():
    students = Students(0b01, 0b11)
    one, other = by_first(students, 1, 2), by_second(students, 10, 20)
    assert narrow(students, [one, (one, 3), {"x": one}]) == [2, (2, 3), {"x": 2}]
    assert narrow(students, other) is other


def test_values_of_groups_are_joined(students):
    parts = [([0b00, 0b10], (1, {"x": 4}, "a")), ([0b01, 0b11], (1, {"x": 5}, "a"))]
    number, table, text = join_groups(students, 0b01, parts)
    assert (number, table["x"].values, text) == (1, {0: 4, 1: 5}, "a")


def test_joined_values_may_differ_within_groups(students):
    other = by_second(students, 10, 20)
    whole = join_groups(students, 0b01, [([0b00, 0b10], other), ([0b01, 0b11], 7)])
    assert (whole.mask, whole.values) == (0b11, {0b00: 10, 0b10: 20, 0b01: 7, 0b11: 7})


def test_whole_and_real_numbers_are_not_joined_to_one(students):
    assert join_groups(students, 0b01, [([0b00], 1), ([0b01], 1.0)]).values == {0: 1, 1: 1.0}
    assert [type(value) for value in join_groups(students, 0b01, [([0b00], 1), ([0b01], True)]).values.values()] == [
        int,
        bool,
    ]


NUMBERS = st.integers(-9, 9) | st.floats(-9, 9).map(lambda number: round(number, 1))
TWO = st.sampled_from(
    [
        *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
        *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne, divmod),
    ]
)


@given(TWO, *[NUMBERS] * 4, st.sets(st.sampled_from(ALL), min_size=1))
def test_an_operator_gives_each_student_the_value_of_a_separate_run(operate, a, b, c, d, chosen):  # noqa: PLR0913
    alone = {}
    for student in chosen:
        try:
            alone[student] = operate(b if student & 1 else a, d if student & 2 else c)
        except INVALID_RUN:
            continue
    assume(alone)
    students = Students(*chosen)
    found = operate(by_first(students, a, b), by_second(students, c, d))
    assert {*students.students} == {*alone}
    assert {student: value_at(found, student) for student in alone} == alone
    assert {student: type(value_at(found, student)) for student in alone} == {
        key: type(one) for key, one in alone.items()
    }
