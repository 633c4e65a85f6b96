"""Errors come through to the process that started a worker."""

from __future__ import annotations

import pickle

import pytest

from checker.engine.errors import ParameterError, UnreadableAnswer


@pytest.mark.parametrize(
    "error",
    [ParameterError("d_model", "must be even"), ParameterError("k", "is 0", ("k", 2)), UnreadableAnswer("What?", 3)],
)
def test_an_error_is_the_same_in_another_process(error):
    found = pickle.loads(pickle.dumps(error))
    assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))
