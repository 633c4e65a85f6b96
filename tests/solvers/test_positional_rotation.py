from __future__ import annotations

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.solvers.encodings.positional_rotation import positional_rotation


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
@pytest.mark.parametrize("offset", [0, 1, 7, -3])
def test_it_shifts_the_encoding(ask, layout, offset):
    encoding = np.array(ask("positional_encoding", {"d_model": 6, "length": 20, "base": 500}, layout=layout).answer())
    rotation = np.array(
        ask("positional_rotation", {"d_model": 6, "offset": offset, "base": 500}, layout=layout).answer()
    )
    assert rotation @ encoding[5] == pytest.approx(encoding[5 + offset])


def test_its_transpose_leads_back(ask):
    question = ask("positional_rotation", {"d_model": 4, "offset": 3, "base": 100})
    transposed = np.transpose(question.answer())
    assert question.mistakes(transposed) == ["signs.transposed"]
    assert transposed == pytest.approx(np.array(positional_rotation(d_model=4, offset=-3, base=100)))


def test_other_mistakes(ask):
    question = ask("positional_rotation", {"d_model": 4, "offset": 3, "base": 100})
    assert question.answer("angles") == pytest.approx((3, 0.3))
    assert question.answer("angles", offset="as_one") == pytest.approx((1, 0.1))
    assert question.answer("angles", base="ten_thousand") == pytest.approx((3, 0.03))
    assert question.answer(signs="both_positive")[1][0] == pytest.approx(np.sin(3))


@pytest.mark.parametrize("d_model", [3, 318])
def test_impossible_parameters(d_model):
    with pytest.raises(ParameterError) as error:
        positional_rotation(d_model=d_model, offset=1)
    assert error.value.parameter == "d_model"
