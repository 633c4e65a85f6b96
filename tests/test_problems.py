"""The problems that come along are right: they load, their examples come out, and nothing is left undeclared."""

from collections import Counter

import pytest

from checker.marking.marker import Marker
from checker.questions.registry import topics
from tests.bank import BANK, bank

PAGE = BANK.parent / "docs" / "problem-bank.md"


def test_lint_has_nothing_to_say():
    """The page shows the command, and the tests of the documents run it: half a minute that is not spent twice."""
    shown = f"\n$ checker lint problems\n\nno findings in {len(bank().problems)} problems\n"
    assert shown in PAGE.read_text(encoding="utf-8")


def test_every_problem_has_an_example_of_a_wrong_answer():
    silent = [
        problem.id
        for problem in bank().problems.values()
        if not any(
            example.verdict == ("needs_review" if part.kind == "text" else "incorrect")
            for part in problem.parts
            for example in part.examples
        )
    ]
    assert silent == []


def test_every_type_has_three_problems():
    counts = Counter(problem.type for problem in bank().problems.values())
    assert [name for name in topics() if counts[name] < 3] == []


@pytest.mark.parametrize("answer", ["x", "[[1, 2], [3]]", "2 × x", "a; b", "[1, [2]]", ""])
def test_no_complaint_shows_the_answer_of_a_problem(answer):
    """The examples in messages are nobody's answers.  Of a choice the student sees all options anyway."""
    for problem in bank().problems.values():
        for part in problem.parts:
            if part.kind == "choice":
                continue
            marker = Marker(problem, part, "explain")
            told = marker.mark(answer)
            truth = marker.target.kind.show(part.variant.run(wanted={part.step})[part.step])
            shown = {truth, truth.replace(",", ""), f"({truth.replace(' ×', ',')})"}
            assert not any(each in told.feedback.message for each in shown if len(each) > 2), problem.id
