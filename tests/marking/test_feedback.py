"""Alternatives of a tie, put into lines."""

from __future__ import annotations

from random import Random

import pytest

from checker import check
from checker.marking.explained import MOST_WORDS, _bullets
from checker.marking.feedback import Feedback
from checker.marking.marker import Marker
from tests.bank import bank
from tests.simulated import runs_of

BOTH = ["You left W_O out.", "You counted one layer."]


def test_an_alternative_is_below_the_line_that_it_would_replace():
    assert _bullets(BOTH, [["You left W_O out.", "You added the layers."]]) == [
        "· You left W_O out.",
        "· You counted one layer.",
        "  or: You added the layers.",
    ]


def test_an_alternative_to_all_mistakes_is_one_line():
    alternatives = [["You counted two heads.", "Then a slip: check the sign."], ["You doubled it.", "You left h out."]]
    assert _bullets(BOTH, alternatives)[2:] == [
        "or, instead of all these: You counted two heads. Then a slip: check the sign.",
        "or, instead of all these: You doubled it. And: You left h out.",
    ]


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


def test_students_read_at_most_two_explanations_and_instructors_more():
    problem = bank().problems["head-output"]
    messages = {level: check(problem, "1024", "elements", feedback=level).message for level in ("explain", "full")}
    assert messages["explain"].lower().count("or: ") == 1
    assert messages["full"].lower().count("or: ") > 1


@pytest.mark.parametrize(("answer", "is_foreign"), [("31,850,497", True), ("31,850,496", False)])
def test_a_number_with_a_factor_of_no_size_is_an_arithmetic_slip(answer, is_foreign):
    message = check(bank().problems["small-bert"], answer, "projections").message
    assert "I can't tell from this number what went wrong." in message
    assert ("It is not a product of this question's sizes" in message) is is_foreign


def test_an_explanation_has_at_most_forty_words():
    """Even of two long mistakes with alternatives."""
    rng, checked = Random(27), 0
    for problem in rng.sample(sorted(bank().problems.values(), key=lambda problem: problem.id), 25):
        part = problem.parts[-1]
        if part.kind in {"text", "choice", "formula"}:
            continue
        index = Marker(problem, part).target.index
        if index.is_coded:
            continue
        runs = [run for run in runs_of(index, 2) if not run.values[index.step][0]]
        for run in rng.sample(runs, min(4, len(runs))):
            why = check(problem, f"{run.values[index.step][1][0]}", part.id, feedback="full").outcome.feedback.why
            assert sum(len(line.split()) for line in why) <= MOST_WORDS, why
            checked += 1
    assert checked > 20
