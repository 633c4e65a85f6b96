"""Intervals and complex numbers in documents, in sentences of students."""

from __future__ import annotations

import time

import pytest

from checker.writeups.results.pieces import NAMES, forms, pieces


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("interval", "So 48.89 < mu < 55.71 with 95%.", ["48.89 < mu < 55.71"]),
        ("interval", "The interval is 52.3 ± 3.41 mL, done", ["52.3 ± 3.41 mL"]),
        ("interval", r"hence $48.89 \le \mu \le 55.71$", [r"48.89 \le \mu \le 55.71"]),
        ("interval", "x lies in [3.1, 4.4), as asked", ["[3.1, 4.4)"]),
        ("interval", "It is between 2 and 5", ["between 2 and 5"]),
        ("interval", "5 < 7 and 8 > 3", []),
        ("complex", "Z = 120 + 157i Ω", ["120 + 157i"]),
        ("complex", "that is 120 + j157.", ["120 + j157"]),
        ("complex", "or 197.6∠52.6°", ["197.6∠52.6°"]),
        ("complex", "Z = (120 + 157i) Ω", ["120 + 157i"]),
        ("complex", "so U = (2.0 − j1.5) V.", ["2.0 − j1.5"]),
        ("complex", "that is (197.6∠52.6°) Ω", ["197.6∠52.6°"]),
        ("complex", "= 2·(3 + 4i)", []),
        ("complex", "(3 + 4i)(1 - 2i) = 11 - 2i", ["11 - 2i"]),
        ("complex", "(3 + 4i)/2 = 1.5 + 2i", ["1.5 + 2i"]),
        ("complex", "5 - (3 + 4i) = 2 - 4i", ["2 - 4i"]),
        ("complex", "3 + 4 items", []),
    ],
)
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
