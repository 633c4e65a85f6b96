"""`check` and `check_parts` as Python programs call them."""

import pytest

from checker import check, check_parts


def test_a_problem_without_that_part(layer, model):
    with pytest.raises(LookupError, match="encoder-layer has no parts"):
        check(layer(), "1", "total")
    with pytest.raises(LookupError, match="model has the parts embeddings, projections, total; give one as `part`"):
        check(model, "1")
    for wrong in (lambda: check(model, "1", "totl"), lambda: check_parts(model, {"total": 1, "totl": 2})):
        with pytest.raises(LookupError, match="totl is not a part of model; did you mean total"):
            wrong()


def test_answers_may_be_python_values(layer, flying):
    assert check(layer(), 27648).status == "correct"
    assert check(layer(), None).status == "not_answered"
    assert check(flying, [0.609, 0.196]).status == "correct"
    with pytest.raises(TypeError, match="an answer must be a text, a number or a list of them, not dict"):
        check(layer(), {"total": 1})
    with pytest.raises(TypeError, match="not dict; `check_parts` takes answers by their parts"):
        check(flying, {"total": 1})
    with pytest.raises(ValueError, match="feedback is one of verdict, hint, explain, full, not 'loud'"):
        check(layer(), 1, feedback="loud")
