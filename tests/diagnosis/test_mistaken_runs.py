"""Tables of runs with mistakes: their maximum size, and their use in threads."""

from __future__ import annotations

from random import Random

import pytest

from checker.diagnosis import MistakenRuns
from checker.engine.trace import TOTAL
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant


def attention(size):
    """Return the runs of an attention in which queries, keys and values are `size` × `size`."""
    rng = Random(0)
    matrices = {
        name: [[round(rng.uniform(-3, 3), 1) for _ in range(size)] for _ in range(size)]
        for name in ("queries", "keys", "values")
    }
    type_ = solver("attention_output")
    return MistakenRuns(Variant(type_, arguments(type_, matrices)), [TOTAL])


@pytest.fixture(scope="module")
def large():
    return attention(20)


@pytest.fixture(scope="module")
def small():
    """Return runs with the same mistakes but fewer numbers."""
    return attention(12)


def test_a_table_of_large_answers_keeps_at_most_400000_numbers(large, small):
    kept = sum(len(numbers) for _, numbers in large.truth.values())
    assert kept == 5 * 20 * 20  # scores, scaled scores, weights and output, and the total
    assert (len(large.table(2).students), large.table(2).is_truncated) == (400_000 // kept, True)
    assert (len(small.table(2).students) > 400_000 // kept, small.table(2).is_truncated) == (True, False)


def test_a_table_that_is_truncated_keeps_the_likeliest(large, small):
    students = set(large.table(2).students)
    least = min(large.students.prior(large.students.mistakes(each)) for each in students)
    priors = {each: small.students.prior(small.students.mistakes(each)) for each in small.table(2).students}
    assert {student for student, prior in priors.items() if prior > least * (1 + 1e-9)} <= students


def test_no_thread_finds_a_table_whose_values_are_not_known_yet():
    runs = attention(2)
    found = []

    class Known(dict):
        def __ior__(self, values):
            found.append((set(runs._stages), len(values)))
            return super().__ior__(values)

    runs._known = Known(runs._known)  # noqa: SLF001
    sizes = [len(runs.table(size).students) for size in (1, 2)]
    assert found == [(set(), sizes[0]), ({1}, sizes[1])]
