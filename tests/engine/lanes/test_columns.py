"""Columns: the values of one step for many students."""

from __future__ import annotations

from checker.engine.lanes.columns import LaneColumn, zip_columns


def test_a_column():
    column = LaneColumn(0b101, {0b000: "none", 0b001: "one", 0b101: "both"})
    assert [column.value_for(student) for student in (0b010, 0b011, 0b111, 0b100)] == ["none", "one", "both", None]


def test_a_column_with_answers():
    column = LaneColumn(0b01, {0b00: 10, 0b01: 11}).with_answers({0b10: 99}, [0b00, 0b01, 0b10, 0b11])
    assert [column.value_for(student) for student in (0b00, 0b01, 0b10, 0b11)] == [10, 11, 99, 99]


def test_a_student_who_does_not_reach_a_step_has_no_answer_there():
    column = LaneColumn(0b01, {0b00: 10}).with_answers({0b10: 99}, [0b00, 0b01, 0b10, 0b11])
    assert dict(column.values) == {0b00: 10, 0b10: 99}


def test_columns_are_zipped():
    both = zip_columns([LaneColumn(0b01, {0: 1, 1: 2}), LaneColumn(0b10, {0: 3, 2: 4})], [0b00, 0b01, 0b11])
    assert (both.mask, dict(both.values)) == (0b11, {0b00: (1, 3), 0b01: (2, 3), 0b11: (2, 4)})
