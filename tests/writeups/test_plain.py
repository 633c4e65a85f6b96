"""Text with its mathematics in signs."""

import pytest

from checker.writeups.language.words import plain
from tests.tables import rows


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "latex_becomes_signs"))
def test_latex_becomes_signs(text, expected):
    assert " ".join(plain(text).split()) == expected
