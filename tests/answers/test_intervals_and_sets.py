"""Answers that are intervals, sets and lists: how people write them, and what is wrong with others."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.problems.load import ProblemError

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
        "P(48.89 < mu < 55.71) = 0.95", "lower limit 48.89, upper limit 55.71", "We are 95% confident that mu is between 48.89 and 55.71.",
        "{x | 48.89 < x < 55.71}", "x > 48.89 and x < 55.71",
    ],
)  # fmt: skip
def test_an_interval(tmp_path, text):
    assert status(tmp_path, INTERVAL, text).status == "correct"


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("(55.71, 48.89)", "incorrect", "You swapped the ends: write the smaller one first."),
        ("(48.89, 56.71)", "incorrect", "Your upper end is wrong; the other one is right."),
        ("(47.89, 55.71)", "incorrect", "Your lower end is wrong; the other one is right."),
        ("3.41", "incorrect", "This is the margin, half of the width. Give both ends of the interval."),
        ("52.3", "incorrect", "This is the middle. Give both ends of the interval."),
        ("6.82", "incorrect", "This is the width. Give both ends of the interval."),
        ("48.89", "incorrect", "This is the lower end. Give both ends of the interval."),
        ("52.3 ± 6.82", "incorrect", "The middle is right, but the margin is twice as wide."),
        ("52.30 ± 1.00", "incorrect", "The middle is right, but not the margin on each side of it."),
        ("42.3 ± 3.41", "incorrect", "The width is right, but the interval is not around the right middle."),
        ("(0.01, 1.01)", "incorrect", "Neither end is right."),
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


STRICT = {"type": "numeric", "answer": "interval", "ends": "strict", "parameters": {"value": "[0, 5)"}}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[0, 5)", "correct"), ("[0; 5[", "correct"), ("0 ≤ x < 5", "correct"), ("5 > x >= 0", "correct"), ("x ∈ [0, 5)", "correct"),
        (r"$0 \le x < 5$", "correct"), (r"\left[0, 5\right)", "correct"), ("[0, 5]", "incorrect"), ("(0, 5)", "incorrect"),
        ("0 < x < 5", "incorrect"), ("]0, 5[", "incorrect"), ("0 to 5", "incorrect"), ("2.5 ± 2.5", "incorrect"), ("[0, 6)", "incorrect"),
        ("x >= 0 and x < 5", "correct"), ("x < 5, x ≥ 0", "correct"), ("{x | 0 <= x < 5}", "correct"), ("x > 0 and x < 5", "incorrect"),
    ],
)  # fmt: skip
def test_strict_ends(tmp_path, text, wanted):
    result = status(tmp_path, STRICT, text)
    assert result.status == wanted
    if wanted == "incorrect" and "6" not in text:
        assert "Check which ends belong to the interval, and show it with brackets or signs." in result.message


def test_the_ends_are_shown_as_they_are(tmp_path):
    assert "Correct: [0, 5)." in status(tmp_path, STRICT, "0 <= x < 5").message
    assert "(0, 5) has the right value" in status(tmp_path, STRICT, "0 < x < 5").message
    assert status(tmp_path, STRICT, "0 to 5", ends="any").status == "correct"


def test_strict_ends_need_an_answer_with_ends(tmp_path):
    for changes in ({"parameters": {"value": [0, 5]}}, {"answer": "vector"}):
        with pytest.raises(ProblemError, match=r"write the right answer with its ends|has no ends"):
            status(tmp_path, STRICT, "1", **changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "All that you gave is right, but one entry is missing."),
        ("{3, -2, 7}", "One entry is too many: not everything that you gave belongs to the set."),
        ("{3, 2}", "One entry has the wrong sign."),
        ("{5, 2}", "None of your entries belongs to the set."),
    ],
)
def test_what_is_wrong_with_a_set(tmp_path, text, message):
    assert message in status(tmp_path, SET, text).message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[3, -2]", "Entries are missing."),
        ("[3, -2, 5, 6]", "There are too many entries."),
        ("[-2, 3, 5]", "Your entries are right, but in another order."),
    ],
)
def test_what_is_wrong_with_a_list(tmp_path, text, message):
    assert message in status(tmp_path, LIST, text).message


def test_decimal_commas_next_to_a_word(tmp_path):
    assert status(tmp_path, SET, "3,0 und -2,0").status == "correct"
    assert status(tmp_path, SET, "3,-2").status == "correct"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\([0,5)\)", "correct"),
        (r"\[ [0,5) \]", "correct"),
        (r"\(0 \le x < 5\)", "correct"),
        (r"\([0,5]\)", "incorrect"),
        (r"\[ (0,5) \]", "incorrect"),
    ],
)
def test_an_interval_between_the_signs_of_latex(tmp_path, text, wanted):
    question = {"type": "numeric", "answer": "interval", "ends": "strict", "parameters": {"value": "[0, 5)"}}
    assert status(tmp_path, question, text).status == wanted
