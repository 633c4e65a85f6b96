"""Answers with units, from a problem file to what is said."""

from __future__ import annotations

import pytest

from checker import check, load_problem

MEMORY = """
id: weights
title: Weights
type: weight_memory
prompt: How much memory do they take? {conventions}
parameters: {num_parameters: 7000000000, dtype: bfloat16}
conventions: {unit: GB}
accept:
  - {conventions: {unit: GiB}, credit: 0.5}
"""
GIVEN = """
id: latency
title: Latency
type: numeric
prompt: How long does it take, in ms?
parameters: {value: 250, unit: ms}
"""
LISTED = """
id: sizes
title: Sizes
type: numeric
prompt: How large are they, in GB?
parameters: {value: [1.5, 2.5], unit: GB}
"""


@pytest.fixture
def checked(tmp_path):
    def answer(problem, text, part=None, **options):
        file = tmp_path / f"{problem.split()[1]}.yaml"
        file.write_text(problem)
        return check(load_problem(file), {part: text}, **options).parts[part]

    return answer


@pytest.mark.parametrize(
    ("problem", "answer", "status"),
    [
        (MEMORY, "14", "correct"),
        (MEMORY, "14.0 GB", "correct"),
        (MEMORY, "14000 MB", "correct"),
        (MEMORY, "13.04 GiB", "correct"),
        (MEMORY, "13.04", "partial"),
        (MEMORY, "7 GB", "incorrect"),
        (MEMORY, "14 s", "incorrect"),
        (MEMORY, "14 Gb", "unreadable"),
        (GIVEN, "250", "correct"),
        (GIVEN, "0.25 s", "correct"),
        (GIVEN, "0.25", "incorrect"),
        (GIVEN, "250 MB", "incorrect"),
        (GIVEN, "250 years", "incorrect"),
        (GIVEN, "250 volts", "incorrect"),
        (GIVEN, "250 apples", "unreadable"),
        (LISTED, "[1.5, 2.5]", "correct"),
        (LISTED, "[1500, 2500] MB", "correct"),
        (LISTED, "[1.5 GB, 2.5 GB]", "correct"),
        (LISTED, "[1.5, 2.5] MB", "incorrect"),
        (LISTED, "[1.5, 2.5] s", "incorrect"),
        (LISTED, "[1.5, 2.5] kGB", "unreadable"),
    ],
)
def test_statuses(checked, problem, answer, status):
    assert checked(problem, answer, feedback="full").status == status


def test_a_converted_answer_is_told_and_recorded(checked):
    record = checked(MEMORY, "14000 MB").record()
    assert (record["read_as"], record["note"]) == (14.0, "14000 MB, read as 14.000 GB")
    assert record["message"] == "Correct: 14000 MB."


def test_another_kind_is_told_kindly_and_earns_nothing(checked):
    result = checked(MEMORY, "300 s")
    assert result.points == 0
    assert result.message == (
        "300 s is not correct. Your answer is a time, but the question asks for an amount of memory. Write it in GB."
    )
    assert checked(MEMORY, "300 s", feedback="verdict").message == "300 s is not correct."


def test_the_other_giga_is_explained(checked):
    message = checked(MEMORY, "13.0385").message
    assert "Your number is in GiB (2³⁰ bytes); this question is in GB (10⁹ bytes)." in message


def test_a_number_with_the_right_unit_is_not_told_to_be_in_another_one(checked):
    message = checked(MEMORY, "14.0e9 GB").message
    assert "Your number is in bytes; this question is in GB (10⁹ bytes)." in message
    assert "Your answer is in bytes" not in message


CACHE = """
id: cache
title: Cache
type: kv_cache_memory
prompt: How much? {conventions}
parameters: {num_layers: 28, num_kv_heads: 16, head_dim: 256, length: 2048}
conventions: {unit: GiB}
parts: [{id: numbers, asks: numbers_per_token}, {id: token, asks: bytes_per_token}, {id: all}]
"""


def test_steps_on_the_way_have_units_of_their_own(checked):
    assert checked(CACHE, "448 KiB", part="token").status == "correct"
    assert checked(CACHE, "896 MiB", part="all").status == "correct"
    assert checked(CACHE, "229376", part="numbers").status == "correct"
    assert checked(CACHE, "224 KiB", part="numbers").status == "unreadable"
