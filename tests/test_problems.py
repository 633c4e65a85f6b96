"""The problems that come along are right: they load, their examples come out, and nothing is left undeclared."""

from collections import Counter
from pathlib import Path

import pytest

from checker import check
from checker.lint import lint
from checker.solvers.registry import topics
from tests.bank import bank


@pytest.mark.parametrize("folder", sorted(each.name for each in Path("problems").iterdir()))
def test_lint_finds_nothing(folder):
    assert lint(Path("problems", folder)).findings == ()


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


def test_no_complaint_shows_the_answer_of_a_problem():
    """The examples in messages are nobody's answers.  Of a choice the student sees all options anyway."""
    for problem in bank().problems.values():
        for part in problem.parts:
            if part.kind == "choice":
                continue
            truth = part.answer_kind.show(part.variant.run(wanted={part.step})[part.step])
            shown = {truth, truth.replace(",", ""), f"({truth.replace(' ×', ',')})"}
            for answer in ("x", "[[1, 2], [3]]", "2 × x", "a; b", "[1, [2]]", ""):
                told = check(problem, {part.id: answer}).parts[part.id].message
                assert not any(each in told for each in shown if len(each) > 2), (problem.id, answer)
