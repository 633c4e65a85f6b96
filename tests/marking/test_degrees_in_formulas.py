"""Formulas in an angle that the question gives in degrees: the sine of the symbol is that of the degrees."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem

FORCE = {
    "id": "p",
    "type": "formula",
    "answer": "formula",
    "prompt": "Give the force.",
    "parameters": {
        "expression": "F*sin(θ)",
        "symbols": {"F": {"value": 10, "unit": "N"}, "θ": {"value": 30, "unit": "°"}},
    },
    "symbols": {"F": "F", "theta": "θ"},
}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("F sin θ", "correct"), (r"F\sin\theta", "correct"), ("F*sin(θ°)", "correct"), ("F sin(theta)", "correct"), ("F*sin(pi*θ/180)", "correct"),
        ("F sin(radians(θ))", "correct"), ("F cos(90° - θ)", "correct"), ("F sin θ = 5", "correct"), ("F cos θ", "incorrect"),
        ("F sin(2θ)", "incorrect"), ("F*θ", "incorrect"),
    ],
)  # fmt: skip
def test_the_sine_of_degrees(tmp_path, text, status):
    path = tmp_path / "p.yaml"
    path.write_text(json.dumps(FORCE))
    assert check(load_problem(path), text).status == status
