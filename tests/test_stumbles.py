"""What testers stumbled over: widths, options behind the problem, suggestions that make no sense, steps elsewhere."""

from __future__ import annotations

import pytest

from checker import check, load_problem
from checker.faults import did_you_mean, is_near
from checker.lint import lint
from checker.report import terminal
from checker.report.layout import Style

# The width of text in a pipe


@pytest.mark.parametrize(
    ("columns", "width"),
    [("60", 60), ("90", 90), ("500", 100), ("", 80), ("0", 80), ("-5", 80), ("wide", 80), ("9" * 5000, 80)],
)
def test_columns_counts_in_a_pipe(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal.style() == Style(width, terminal.style().plain)


# Suggestions


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("titel", "title"),
        ("qeries", "queries"),
        ("heads", "num_heads"),
        ("bias", "biases"),
        ("encoder", "encoder-layer"),
        ("NUM_HEADS", "num_heads"),
        ("d_mdel", "d_model"),
        ("conect", "connect"),
    ],
)
def test_what_is_near_is_offered(word, known):
    assert did_you_mean(word, [known, "zzzzz"]) == f"; did you mean {known}?"


@pytest.mark.parametrize(
    ("word", "known"),
    [("Nm", "km"), ("bias", "axis"), ("scale", "false"), ("mean", "memory"), ("depth", "path"), ("d", "d_k")],
)
def test_what_is_not_near_is_not_offered(word, known):
    assert not is_near(word, known)
    assert did_you_mean(word, [known]) == f"; known are {known}"


def test_a_very_long_word_is_like_nothing():
    assert did_you_mean("a" * 100_000, ["a" * 99]) == f"; known are {'a' * 99}"


# The next step


UNUSED = """
id: margin
type: formula
prompt: How wide is the margin?
parameters:
  expression: t*error
  symbols: {a: 5.26, t: 2.776, s: 0.81, n: 5, root: sqrt(n), error: s/root, lower: a - t*error, upper: a + t*error}
"""


def test_only_steps_on_the_way_are_named(tmp_path):
    file = tmp_path / "margin.yaml"
    file.write_text(UNUSED)
    message = check(load_problem(file), "7.77").message
    assert "Check it step by step: root, error." in message


# Lint in several processes


def test_lint_finds_the_same_in_any_number_of_processes_and_counts(tmp_path):
    for number in range(30):
        text = UNUSED.replace("id: margin", f"id: p{number}").replace("prompt:", "key: 3\nprompt:")
        (tmp_path / f"p{number}.yaml").write_text(text)
    told = []
    one = lint(tmp_path, jobs=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 30) for done in range(1, 31)]
    assert one.problems == 30
    assert {finding.code for finding in one.findings} >= {"key"}
    assert lint(tmp_path, jobs=2) == one
