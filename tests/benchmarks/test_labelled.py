"""Counts of labelled wrong answers."""

from __future__ import annotations

import json

import pytest

from benchmarks import labelled
from tests.bank import bank

ANSWERS = [
    {"problem": "encoder-layer", "part": None, "answer": "31,744", "kind": "concept", "reason": "counted W_O"},
    {"problem": "small-bert", "part": "projections", "answer": "14,155,008", "kind": "both", "reason": "heads, a slip"},
    {"problem": "encoder-layer", "part": None, "answer": "99,999,999", "kind": "concept", "reason": "a guess"},
    {"problem": "encoder-layer", "part": None, "answer": "27648", "kind": "slip", "reason": "none"},
]


@pytest.fixture(scope="module")
def lines():
    """The answers with what is reported of them, and labels."""
    told = labelled.told(ANSWERS, bank().problems, "full")
    return [line | {"label": label} for line, label in zip(told, ["first", "false", "silent", ""], strict=True)]


def test_what_is_reported_of_each_answer(lines):
    assert [(line["strength"], line["story"]) for line in lines] == [
        ("exact", "mistake"),
        ("possible", "near"),
        ("silent", ""),
        ("correct", ""),
    ]
    assert lines[1]["ids"][0] == ["heads.multiplied", "calculation"]
    assert lines[0]["factor"] > 100


def test_tables(lines):
    assert labelled.counted(lines, "strength", ("exact", "possible"))[1:] == [
        ["concept", "2", "1 (50%)", "0 (0%)"],
        ["both", "1", "0 (0%)", "1 (100%)"],
        ["slip", "1", "0 (0%)", "0 (0%)"],
        ["all", "4", "1 (25%)", "1 (25%)"],
    ]
    assert labelled.by_strength(lines)[1:] == [
        ["exact", "1", "0", "0.0%"],
        ["consistent", "0", "0", "0.0%"],
        ["possible", "1", "1", "25.0%"],
    ]
    curves = {row[0]: row[1] for row in labelled.curves(lines)[1:]}
    assert curves == {"mistake": "1 / 0", "near": "0 / 1"}


def test_a_file_of_answers(tmp_path, monkeypatch, capsys):
    source, out = tmp_path / "answers.jsonl", tmp_path / "told.jsonl"
    source.write_text("".join(f"{json.dumps(line)}\n" for line in ANSWERS[:1]))
    monkeypatch.setattr("sys.argv", ["labelled", str(source), "--out", str(out)])
    labelled.main()
    assert "concept        1  1 (100%)" in capsys.readouterr().out
    assert labelled.read(out)[0]["reason"] == "counted W_O"
