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


STRICT = {"type": "numeric", "answer": "interval", "ends": "strict", "parameters": {"value": "[0, 5)"}}


def test_the_ends_are_shown_as_they_are(tmp_path):
    assert "Correct: [0, 5)." in status(tmp_path, STRICT, "0 <= x < 5").message
    assert "(0, 5) has the right value" in status(tmp_path, STRICT, "0 < x < 5").message
    assert status(tmp_path, STRICT, "0 to 5", ends="any").status == "correct"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "All that you gave is right, but one entry is missing."),
        ("{3, -2, 7}", "One entry is too many: not everything that you gave belongs to the set."),
        ("{3, 2}", "One entry is right, and one entry is wrong."),
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
