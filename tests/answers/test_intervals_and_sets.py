"""Answers that are intervals, sets and lists: how people write them, and what is wrong with others."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem

INTERVAL = {
    "type": "formula",
    "answer": "interval",
    "parameters": {"expression": "[m - e, m + e]", "symbols": {"m": 52.3, "e": 3.41}},
    "tolerance": {"absolute": 0.01},
}
SET = {"type": "numeric", "answer": "set", "parameters": {"value": [3, -2, 3]}}
LIST = {"type": "numeric", "answer": "list", "parameters": {"value": [3, -2, 5]}}


def status(folder, question, text, **others):
    path = folder / "p.yaml"
    path.write_text(json.dumps({"id": "p", "title": "T", "prompt": "Give it.", **question, **others}))
    return check(load_problem(path), text)


@pytest.mark.parametrize(
    "text",
    [
        "(48.89, 55.71)", "[48.89, 55.71]", "[48.89, 55.71)", "]48.89, 55.71[", "48.89 < mu < 55.71", "48.89 ≤ μ ≤ 55.71",
        "48.89 <= mu <= 55.71", "55.71 > mu > 48.89", r"48.89 \le \mu \le 55.71", r"$48.89 < \mu < 55.71$", "between 48.89 and 55.71",
        "from 48.89 to 55.71", "48.89 to 55.71", "48.89 – 55.71", "48.89-55.71", "52.3 ± 3.41", "52.3 +/- 3.41", r"52.3 \pm 3.41",
        "(52.3 ± 3.41)", "95% CI: (48.89, 55.71)", "95% confidence interval: 48.89 to 55.71", "μ ∈ (48.89, 55.71)", "CI = [48.89; 55.71]",
    ],
)  # fmt: skip
def test_an_interval(tmp_path, text):
    assert status(tmp_path, INTERVAL, text).status == "correct"


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("(55.71, 48.89)", "incorrect", "Write the smaller end first."),
        ("(48.89, 56.71)", "incorrect", "Entry 2 is wrong"),
        ("3.41", "incorrect", ""),
        ("48.89 < mu > 55.71", "unreadable", "two directions"),
        ("48.89 or 55.71", "unreadable", ""),
        ("about everything", "unreadable", ""),
    ],
)
def test_no_right_interval(tmp_path, text, wanted, message):
    result = status(tmp_path, INTERVAL, text, tolerance={"absolute": 0.01})
    assert result.status == wanted
    assert message in result.message


def test_an_interval_with_a_unit_and_a_decimal_comma(tmp_path):
    parameters = {"value": [48.89, 55.71], "unit": "kg"}
    question = {"type": "numeric", "answer": "interval", "parameters": parameters}
    for text in ("48.89 kg to 55.71 kg", "(48.89, 55.71) kg", "52.3 ± 3.41 kg", "48890 g to 55710 g"):
        assert status(tmp_path, question, text).status == "correct", text
    (tmp_path / "assignment.yaml").write_text("title: T\ndecimal: comma\n")
    for text in ("[48,89; 55,71]", "48,89 < mu < 55,71", "52,3 ± 3,41"):
        assert status(tmp_path, question, text).status == "correct", text


@pytest.mark.parametrize(
    "text",
    [
        "{-2, 3}",
        "{3, -2}",
        "3, -2",
        "-2; 3",
        "-2 or 3",
        "x = 3 or x = -2",
        "x_1 = -2, x_2 = 3",
        r"\{-2, 3\}",
        "[3, -2, 3]",
        "-2 and 3",
    ],
)
def test_a_set(tmp_path, text):
    assert status(tmp_path, SET, text).status == "correct"


@pytest.mark.parametrize("text", ["{2, 3}", "{-2}", "{-2, 3, 4}"])
def test_no_right_set(tmp_path, text):
    assert status(tmp_path, SET, text).status in ("incorrect", "partial")


def test_a_list_has_an_order(tmp_path):
    assert status(tmp_path, LIST, "3, -2, 5").status == "correct"
    assert status(tmp_path, LIST, "(3, -2, 5)").status == "correct"
    assert status(tmp_path, LIST, "-2, 3, 5").status in ("incorrect", "partial")
