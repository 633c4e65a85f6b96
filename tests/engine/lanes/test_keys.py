"""Combinations of mistakes among many students, against the set of all of them."""

from itertools import combinations
from random import Random

import pytest

from checker.engine.lanes.keys import KnownKeys


@pytest.mark.parametrize(
    ("mistakes", "size", "most"),
    [(43, 3, 9_000), (70, 3, 5_000), (20, 3, 900), (300, 2, 800), (30, 2, 50), (200, 1, 200)],
)
def test_the_combinations_that_occur(mistakes, size, most):
    random = Random(mistakes)
    bits = sorted(random.sample(range(mistakes), min(mistakes, 40)))
    students = [0, *(sum(1 << bit for bit in chosen) for chosen in combinations(bits, size))]
    random.shuffle(students)
    known = KnownKeys(students[:most])
    for _ in range(60):
        mask = sum(1 << bit for bit in random.sample(range(mistakes + 9), random.randint(0, 22)))
        assert sorted(known.of(mask)) == sorted({student & mask for student in students[:most]})
