"""`checker next`: the question that best shows what led to a wrong answer."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.marking.next_question import entropy

BLOCK = """id: {id}
title: A block
type: feed_forward_parameters
prompt: How many parameters?
parameters: {{d_model: 72, d_ff: 250}}
conventions: {{biases: counted}}
"""
HEAD = """id: head
title: A head
type: encoder_layer_parameters
prompt: How many parameters?
parameters: {d_model: 8, num_heads: 2, d_ff: 16}
conventions: {biases: counted}
"""


@pytest.fixture
def asked(tmp_path):
    """Run the command on two blocks and an encoder layer."""
    for id_ in ("block", "other"):
        (tmp_path / f"{id_}.yaml").write_text(BLOCK.format(id=id_))
    (tmp_path / "head.yaml").write_text(HEAD)

    def asked(*words, code=1):
        result = CliRunner().invoke(cli, ["next", "--problems", str(tmp_path), *words], standalone_mode=False)
        assert result.exception is None
        assert result.return_value == code
        return result.stdout

    return asked


def record(text):
    return json.loads(text)


def test_the_question_in_which_the_explanations_differ_comes_first(asked):
    found = record(asked("--format", "json", "block", "36000"))  # without biases: all, or those of the block
    assert found["left"] == 2
    assert found["bits"] == pytest.approx(entropy([2 / 3, 1 / 3]), abs=1e-3)
    best = found["questions"][0]
    assert (best["problem"], best["bits"]) == ("head", 0.0)
    assert "other" not in [each["problem"] for each in found["questions"]]  # both give 36,000 there, too


def test_levels_below_full_have_no_numbers(asked):
    for level in ("verdict", "hint", "explain"):
        found = record(asked("--format", "json", "--feedback", level, "block", "36000"))
        assert [each["answers"] for each in found["questions"]] == [[]] * len(found["questions"])
        assert bool(found["explanations"]) == (level == "explain")
        assert "36,322" not in asked("--feedback", level, "block", "36000")
    full = record(asked("--format", "json", "--feedback", "full", "block", "36000"))
    assert len(full["questions"][0]["answers"]) == 2
    assert "The answers that they give to head:" in asked("--feedback", "full", "block", "36000")


def test_the_screen_names_what_is_left_and_what_to_ask(asked):
    text = asked("block", "36000")
    assert "\n  2 explanations are left.\n  · Your answer leaves the biases out; this question does not.\n" in text
    assert "\n  Ask next  head\n" in text
    plain = asked("--plain", "block", "36000")
    assert "\n2 explanations are left.\n· Your answer leaves the biases out; this question does not.\n" in plain
    assert "\nAsk next: head\n" in plain


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ("36322", 0, "There is nothing to tell apart."),
        ("18250", 1, "One explanation is left, so no further question is needed."),
        ("123457", 1, "No known mistake explains this answer"),
        ("many", 3, "There is nothing to tell apart."),
    ],
)
def test_answers_after_which_no_question_is_needed(asked, answer, code, says):
    text = " ".join(asked("block", answer, code=code).split())
    assert says in text
    assert "Ask next" not in text
