"""What is said of texts that count as no answer."""

from __future__ import annotations

import pytest

from checker.marking.feedback import NO_ANSWER
from checker.marking.parts import PartsMarker
from checker.problems import load_problems


@pytest.fixture
def message(tmp_path):
    (tmp_path / "sum.yaml").write_text("id: sum\ntype: numeric\nprompt: 2 + 2\nparameters: {value: 4}\n")
    (problem,) = load_problems(tmp_path).problems.values()

    def message(given: str) -> str:
        (outcome,) = PartsMarker(problem).mark({None: given}).values()
        assert (outcome.status, outcome.points) == ("not_answered", 0.0)
        return outcome.feedback.message

    return message


@pytest.mark.parametrize("given", ["NaN", "nan", "None", "N/A", "todo", "(not answered)", "idk", "keine Antwort", "无"])
def test_words_that_count_as_no_answer_are_named(message, given):
    assert message(given) == f'"{given}" counts as no answer. Write your result.'


@pytest.mark.parametrize("given", ["", " ", "-", "—", "?", "___", "[ ]"])
def test_nothing_is_no_answer(message, given):
    assert message(given) == NO_ANSWER
