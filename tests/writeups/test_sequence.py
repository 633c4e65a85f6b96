"""Sequences: the likeliest path and the chances, compared with all paths of small models."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from checker.writeups.questions.sequence import decode

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
    scores = model[0]
    best = max(worth(path, *model) for path in product(range(scores.shape[1]), repeat=len(scores)))
    assert worth(decode(*model).path, *model) == pytest.approx(best)


@settings(max_examples=60, deadline=None)
@given(models())
def test_chances_are_those_of_all_paths_together(model):
    scores = model[0]
    chances = np.zeros_like(scores)
    for path in product(range(scores.shape[1]), repeat=len(scores)):
        chances[range(len(path)), path] += np.exp(worth(path, *model))
    chances /= chances.sum(axis=1, keepdims=True)
    found = decode(*model).chances
    assert found == pytest.approx(chances, abs=1e-9)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(scores)))


def test_without_sorts_the_moves_are_always_the_same():
    scores, start = np.array([[1.0, 0.0], [0.0, 0.5]]), np.zeros(2)
    moves = np.array([[0.0, -1.0], [-1.0, 0.0]])
    assert decode(scores, moves, start, np.zeros((2, 2))).path == [0, 0]
    assert decode(scores, moves, start, np.full((2, 2), 2.0)).path == [0, 1]


def test_a_document_without_lines_has_no_path():
    decoded = decode(np.zeros((0, 3)), np.zeros((3, 3)), np.zeros(3), np.zeros((0, 3)))
    assert decoded.path == []
    assert decoded.chances.shape == (0, 3)


def test_chances_of_long_documents_stay_finite():
    scores = np.tile([900.0, -900.0], (3_000, 1))
    decoded = decode(scores, np.zeros((2, 2)), np.zeros(2), np.zeros((3_000, 2)))
    assert decoded.path == [0] * 3_000
    assert decoded.chances[:, 0] == pytest.approx(np.ones(3_000))
