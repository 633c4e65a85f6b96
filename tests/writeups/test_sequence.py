"""Sequences: the likeliest path and the chances, compared with all paths of small models."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from checker.writeups.questions.sequence import chances, decode

SCORES = st.floats(-6, 6, width=32)


@st.composite
def models(draw):
    steps, states, sorts = draw(st.integers(1, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    shapes = ((steps, states), (sorts, states, states), (states,), (steps, states))
    matrices = [draw(arrays(np.float64, shape, elements=SCORES)) for shape in shapes]
    return *matrices, draw(st.lists(st.integers(0, sorts - 1), min_size=steps, max_size=steps))


def worth(path, *model):
    """Return the score of a path, added up step by step."""
    scores, moves, start, begins, sorts = model
    total = start[path[0]] + scores[0, path[0]]
    for step in range(1, len(path)):
        before, state = path[step - 1], path[step]
        total += moves[sorts[step], before, state] + scores[step, state]
        total += begins[step, state] if before != state else 0.0
    return total


@settings(max_examples=60, deadline=None)
@given(models())
def test_the_path_has_the_highest_score_of_all_paths(model):
    scores, moves, start, begins, _ = model
    best = max(
        worth(path, scores, moves, start, begins, [0] * len(scores))
        for path in product(range(scores.shape[1]), repeat=len(scores))
    )
    path, _ = decode(scores, moves[0], start, begins)
    assert worth(path, scores, moves, start, begins, [0] * len(scores)) == pytest.approx(best)


@settings(max_examples=60, deadline=None)
@given(models())
def test_chances_are_those_of_all_paths_together(model):
    scores, moves, start, begins, sorts = model
    expected = np.zeros_like(scores)
    for path in product(range(scores.shape[1]), repeat=len(scores)):
        expected[range(len(path)), path] += np.exp(worth(path, *model))
    expected /= expected.sum(axis=1, keepdims=True)
    found = chances(scores, moves, sorts, start + scores[0], begins)
    assert found == pytest.approx(expected, abs=1e-9)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(scores)))


def test_chances_of_long_documents_stay_finite():
    scores = np.tile([900.0, -900.0], (3_000, 1))
    path, found = decode(scores, np.zeros((2, 2)), np.zeros(2), np.zeros((3_000, 2)))
    assert path == [0] * 3_000
    assert found[:, 0] == pytest.approx(np.ones(3_000))
