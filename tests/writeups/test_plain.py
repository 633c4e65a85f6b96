"""Text with its mathematics in signs."""

import pytest

from checker.writeups.language.plain import boxed, plain
from tests.tables import rows


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "latex_becomes_signs"))
def test_latex_becomes_signs(text, expected):
    assert " ".join(plain(text).split()) == expected


def test_boxed_pieces():
    assert boxed(r"so \boxed{42} and \fbox{a {b} c}") == ["42", "a {b} c"]
    assert boxed("no box") == []
