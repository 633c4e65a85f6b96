"""The parts of a message, and how long they are."""

from __future__ import annotations

from random import Random

import pytest

from checker import check, load_problem
from checker.marking.explained import MOST_WORDS
from checker.marking.feedback import Feedback
from checker.marking.question import Question
from tests.bank import bank
from tests.simulated import runs_of
from tests.tables import rows


@pytest.mark.parametrize(
    ("feedback", "message"),
    [
        (Feedback("5 is wrong.", ("", "· you left W_O out.", " ", "·")), "5 is wrong. You left W_O out."),
        (Feedback("", ("",)), ""),
        (Feedback(" ", where="·", next="try again."), "Try again."),
    ],
)
def test_empty_lines_are_left_out_of_the_message(feedback, message):
    assert feedback.message == message


@pytest.fixture
def marked(tmp_path):
    def mark(value, answer, feedback="full"):
        file = tmp_path / "question.yaml"
        file.write_text(f"id: question\ntype: numeric\nprompt: What?\nparameters: {{value: {value}}}\n")
        return check(load_problem(file), answer, feedback=feedback)

    return mark


@pytest.mark.parametrize(("value", "answer", "said"), rows(__file__, "what_is_said_of_several_numbers"))
def test_what_is_said_of_several_numbers(marked, value, answer, said):
    assert marked(value, answer).message.endswith(f" is not correct. {said}")


def test_a_notebook_has_a_line_for_each_sentence(marked):
    shown = marked("27648", "12345", "explain")._repr_html_()
    assert "what went wrong.<br>It may be a slip" in shown


def test_students_read_at_most_two_explanations_and_instructors_more():
    problem = bank().problems["head-output"]
    messages = {
        level: check(problem, {"elements": "1024"}, feedback=level).parts["elements"].message
        for level in ("explain", "full")
    }
    assert messages["explain"].lower().count("or: ") == 1
    assert messages["full"].lower().count("or: ") > 1


def test_an_explanation_has_at_most_forty_words():
    """Even of two long mistakes with alternatives."""
    rng, checked = Random(27), 0
    for problem in rng.sample(sorted(bank().problems.values(), key=lambda problem: problem.id), 25):
        part = problem.parts[-1]
        if part.kind in {"text", "choice", "formula"}:
            continue
        index = Question.of(problem, part).index
        if index.is_coded:
            continue
        runs = [run for run in runs_of(index, 2) if not run.values[index.step][0]]
        for run in rng.sample(runs, min(4, len(runs))):
            why = (
                check(problem, {part.id: f"{run.values[index.step][1][0]}"}, feedback="full")
                .parts[part.id]
                .feedback.why
            )
            assert sum(len(line.split()) for line in why) <= MOST_WORDS, why
            checked += 1
    assert checked > 20
