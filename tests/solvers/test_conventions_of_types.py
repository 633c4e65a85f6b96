"""Every convention that `checker types TYPE` lists may stand in a problem file of that type."""

from __future__ import annotations

import pytest

from checker.cli.question_types import facts
from checker.problems.menu import TypeMenu, convention_issues
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant


@pytest.mark.parametrize("name", list(topics()))
def test_conventions_that_are_listed_are_accepted(name):
    type_ = solver(name)
    listed = {
        convention: [line.partition(":")[0] for line in said.splitlines()]
        for convention, said in facts(type_).conventions
    }
    for example in type_.examples:
        menu = TypeMenu(type_, [Variant(type_, arguments(type_, example))])
        for convention, options in listed.items():
            accepted = [option for option in options if not list(convention_issues({convention: option}, menu))]
            assert accepted, f"{convention} of {example}"
            if convention not in menu.points:  # it matters at other parameters
                assert set(accepted) >= {option for option in options if not option.startswith("where it is not")}


def test_what_no_question_of_the_type_has_is_still_an_issue():
    type_ = solver("linear_parameters")
    menu = TypeMenu(type_, [Variant(type_, arguments(type_, type_.examples[0]))])
    (issue,) = convention_issues({"bises": "counted"}, menu)
    assert issue.message == "bises is not a convention of linear_parameters; did you mean biases?"
