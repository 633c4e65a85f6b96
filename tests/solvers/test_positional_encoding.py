from __future__ import annotations

import math

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.encodings.positional_encoding import positional_encoding

TABLE = {"d_model": 4, "length": 4, "base": 100}


def test_the_table_of_the_homework_sheet(ask):
    rounded = [[0, 1, 0, 1], [0.84, 0.54, 0.10, 1.0], [0.91, -0.42, 0.20, 0.98], [0.14, -0.99, 0.30, 0.96]]
    question = ask("positional_encoding", TABLE)
    assert np.round(question.answer(), 2).tolist() == rounded
    assert np.round(question.answer("angles"), 9).tolist() == [[0, 0], [1, 0.1], [2, 0.2], [3, 0.3]]


def test_the_usual_base_where_another_is_given(ask):
    usual = positional_encoding(d_model=4, length=4)
    alias = "exponent.half_d_model"  # 10000^(1/2) = 100^1: with d_model 6 they would differ
    assert ask("positional_encoding", TABLE).mistakes(usual) == ["base.ten_thousand", alias]
    thousand = positional_encoding(d_model=4, length=4, base=1000)
    assert ask("positional_encoding", TABLE | {"base": 10000}).mistakes(thousand) == ["base.thousand"]


def test_sine_and_cosine_exchanged(ask):
    exchanged = [[math.cos(0.1 * k), math.sin(0.1 * k)] for k in range(4)]
    exchanged = [[math.cos(k), math.sin(k), *rest] for k, rest in enumerate(exchanged)]
    assert ask("positional_encoding", TABLE).mistakes(exchanged) == ["functions.swapped"]


def test_other_mistakes(ask):
    question = ask("positional_encoding", TABLE)
    assert question.answer(first_position="1")[0] == question.answer()[1]
    assert question.answer(direction="multiplied")[1][2] == pytest.approx(math.sin(10))
    assert question.answer(angle_unit="degrees")[1][0] == pytest.approx(math.sin(math.radians(1)))
    assert question.answer(exponent="by_column")[1] == pytest.approx(
        [math.sin(1), math.cos(100**-0.25), math.sin(0.1), math.cos(100**-0.75)]
    )
    assert question.answer(exponent="twice_the_column")[1][2:] == pytest.approx([math.sin(0.01), math.cos(0.001)])
    assert question.answer(exponent="half_d_model")[1][2] == pytest.approx(math.sin(0.01))
    assert question.answer(exponent="without_the_2")[1][2] == pytest.approx(math.sin(100**-0.25))


def test_layout_and_positions(ask):
    halves = ask("positional_encoding", TABLE, layout="halves").answer()
    assert halves[1] == pytest.approx([math.sin(1), math.sin(0.1), math.cos(1), math.cos(0.1)])
    listed = ask("positional_encoding", {"d_model": 4, "positions": [3, 1], "base": 100})
    rows = positional_encoding(**TABLE)
    assert listed.answer() == (rows[3], rows[1])
    assert listed.answer(first_position="1") == listed.answer()


@pytest.mark.parametrize(
    ("parameters", "parameter"),
    [
        ({"d_model": 5, "length": 2}, "d_model"),
        ({"d_model": 4}, "length"),
        ({"d_model": 4, "length": 2, "positions": [1]}, "positions"),
        ({"d_model": 512, "length": 4096}, "d_model"),
        ({"d_model": 10**12, "length": 1}, "d_model"),
        ({"d_model": 4, "length": 1, "base": 0.0}, "base"),
        ({"d_model": 4, "length": 1, "base": math.nan}, "base"),
    ],
)
def test_impossible_parameters(parameters, parameter):
    with pytest.raises(ParameterError) as error:
        positional_encoding(**parameters)
    assert error.value.parameter == parameter
