"""A confidence keeps its promise: what is called surer is right more often."""

import pytest

from tests.writeups.calibration import readings


@pytest.mark.parametrize("name", ["economics-optics", "mechanics-transformers"])
def test_sure_answers_are_right(name):
    found = list(readings(name))
    sure = [is_right for confidence, is_right in found if confidence >= 0.99]
    doubtful = [is_right for confidence, is_right in found if confidence < 0.8]
    assert len(sure) > 90
    assert sum(sure) / len(sure) >= 0.99
    assert sum(doubtful) / len(doubtful) < 0.85
