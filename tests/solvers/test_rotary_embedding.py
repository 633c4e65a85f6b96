from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.encodings.rotary_embedding import rotary_embedding

FOUR = {"vector": [1, 2, 3, 4], "position": 3, "base": 100}


def test_pairs_of_neighbours_or_of_halves(ask):
    (c, s), (k, t) = (cos(3), sin(3)), (cos(0.3), sin(0.3))
    question = ask("rotary_embedding", FOUR)
    assert question.answer("angles") == pytest.approx((3, 0.3))
    assert question.answer() == pytest.approx((c - 2 * s, s + 2 * c, 3 * k - 4 * t, 3 * t + 4 * k))
    split = (c - 3 * s, 2 * k - 4 * t, s + 3 * c, 2 * t + 4 * k)
    assert ask("rotary_embedding", FOUR, pairing="half_split").answer() == pytest.approx(split)
    assert question.mistakes(split) == ["pairing.half_split"]


@pytest.mark.parametrize("pairing", ["interleaved", "half_split"])
def test_scores_depend_on_the_distance_only(ask, pairing):
    query, key = np.array([1, -2, 0.5, 3]), np.array([2, 1, -1, 0.5])

    def score(at, other):
        turned = [
            np.array(ask("rotary_embedding", {"vector": list(x), "position": p}, pairing=pairing).answer())
            for x, p in ((query, at), (key, other))
        ]
        return turned[0] @ turned[1]

    assert score(7, 4) == pytest.approx(score(103, 100))
    assert score(7, 4) != pytest.approx(score(4, 7))
    assert score(5, 5) == pytest.approx(query @ key)


def test_mistakes(ask):
    question = ask("rotary_embedding", {"vector": [1, 0, 0, 1], "position": 2, "base": 100})
    assert question.answer(signs="turned_back") == pytest.approx((cos(2), -sin(2), sin(0.2), cos(0.2)))
    assert question.answer(operation="added") == pytest.approx((1 + sin(2), cos(2), sin(0.2), 1 + cos(0.2)))
    assert question.answer("angles", exponent="without_the_2") == pytest.approx((2, 2 / 100**0.25))
    assert question.answer("angles", exponent="pairs_from_1") == pytest.approx((0.2, 0.02))
    assert question.answer("angles", position="counted_from_1") == pytest.approx((3, 0.3))
    assert question.answer("angles", direction="multiplied") == pytest.approx((2, 20))
    assert question.answer("angles", angle_unit="degrees") == pytest.approx(np.radians([2, 0.2]))


@pytest.mark.parametrize("vector", [[1, 2, 3], [], [float("inf"), 0]])
def test_impossible_parameters(vector):
    with pytest.raises(ParameterError) as error:
        rotary_embedding(vector, position=1)
    assert error.value.parameter == "vector"
