"""Intervals and complex numbers in documents, in sentences of students."""

from __future__ import annotations

import time

import pytest

from checker.writeups.results.pieces import NAMES, forms, pieces
from tests.tables import rows


@pytest.mark.parametrize(("name", "text", "found"), rows(__file__, "what_is_found"))
def test_what_is_found(name, text, found):
    assert [each.text.rstrip(" .,") for each in forms(text, name)] == found


def test_only_where_a_part_asks_for_it():
    text = "So 48.89 < mu < 55.71."
    assert [each.kind for each in pieces(text, {"vector", "interval"})] == ["interval"]
    assert "interval" not in {each.kind for each in pieces(text, {"number"})}


@pytest.mark.parametrize(
    "text", ["a" * 20_000, "1 " * 10_000, "(" * 20_000, "1+" * 10_000 + "=", "a b " * 5_000, "1," * 10_000]
)
def test_long_lines_take_no_longer_time(text):
    for name in NAMES:
        start = time.process_time()
        assert len(list(forms(text, name))) <= len(text)
        assert time.process_time() - start < 5
