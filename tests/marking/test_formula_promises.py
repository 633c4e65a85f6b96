"""Promises on formulas as answers: the author's own is right, and every example of the issue comes out as it should."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from checker import check, load_problem
from checker.marking.formulas import IN_SYMBOLS

ONLY_HERE = "It is correct for the numbers of this question only."

BANK = Path(__file__).parents[2] / "problems"
OTHERWISE = ("tolerance", "examples", "key", "credit", "mistakes", "answer")
USUAL = {"sqrt", "exp", "ln", "log", "sin", "cos", "tan", "pi"}
"""What students write in formulas besides symbols; an author's expression may have lists and other functions."""


def of_the_bank():
    for file in sorted(BANK.glob("**/*.yaml")):
        said = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
        given = said.get("parameters", {}) if said.get("type") == "formula" else {}
        names = set(re.findall(r"[A-Za-z_]\w*|@", given.get("expression", "@")))
        if names <= {*given.get("symbols", ()), *USUAL}:
            yield pytest.param({key: said[key] for key in said if key not in OTHERWISE}, id=said["id"])


@pytest.fixture
def asked(tmp_path):
    def load(said):
        file = tmp_path / "problem.yaml"
        file.write_text(yaml.safe_dump({"answer": "formula", **said}), encoding="utf-8")
        return load_problem(file)

    return load


def question(expression, **symbols):
    parameters = {"expression": expression, "symbols": symbols}
    return {"id": "asked", "type": "formula", "prompt": "Which formula?", "parameters": parameters}


@pytest.mark.parametrize("said", list(of_the_bank()))
def test_the_author_s_formula_is_right_verbatim(asked, said):
    result = check(asked(said), said["parameters"]["expression"])
    assert (result.status, result.message) == ("correct", "Your formula is correct.")


def test_an_approximation_is_not_accused_of_numbers_in_place_of_symbols(asked):
    problem = asked(question("m*c^2*(1/sqrt(1-v^2/c^2)-1)", m=1.5, c=299792458, v=340))
    assert "numbers of this question" not in check(problem, "m v^2/2").message


def test_a_factorial_is_never_read_as_the_number_before_it(asked):
    said = {"id": "asked", "type": "numeric", "prompt": "Which number?", "parameters": {"value": 27648}}
    result = check(asked({**said, "answer": "number"}), "27648!")
    assert (result.status, result.message) == ("unreadable", "Factorial needs whole numbers from 0 to 500.")


@pytest.mark.parametrize(
    ("answer", "why", "then"),
    [
        ("(n+2*p-k)/s + 1.0000000001", ("I can't tell from this formula what went wrong.",), "Check it term by term."),
        ("(1024/n+2*p-k)/s + 1", (ONLY_HERE,), "Check it term by term."),
        ("(n+2*p-k)/s^2*(p + 7)/9 + 1", (ONLY_HERE,), "Check it term by term."),
        ("28 + k - 1 + 0*s*p", (ONLY_HERE,), IN_SYMBOLS),
        ("(n+2*p-5)/s + 1", (ONLY_HERE,), "Write k instead of 5."),
    ],
)
def test_numbers_in_place_of_symbols_are_told_only_where_it_is_so(asked, answer, why, then):
    outcome = check(asked(question("(n+2*p-k)/s+1", n=32, p=2, k=5, s=1)), answer)
    assert outcome.status == "incorrect"
    assert (outcome.feedback.why, outcome.feedback.next) == (why, then)
