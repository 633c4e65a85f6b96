"""Promises on formulas as answers: the author's own is right, and every example of the issue comes out as it should."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from checker import check, load_problem
from checker.marking.formula_target import IN_SYMBOLS, ONLY_HERE

BANK = Path(__file__).parent.parent / "problems"
OTHERWISE = ("tolerance", "examples", "key", "credit", "mistakes", "answer")
VECTORS = {"attention-scale", "t-statistic"}
"""Their symbols are lists of numbers, which a formula cannot name yet."""


def of_the_bank():
    for file in sorted(BANK.glob("**/*.yaml")):
        said = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
        if said.get("type") == "formula" and said["id"] not in VECTORS:
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


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "status"),
    [
        ("(x+1)^30", {"x": 2.5}, "(x^2+2x+1)^15", "correct"),
        (
            "m*c^2*(1/sqrt(1-v^2/c^2)-1)",
            {"m": 1.5, "c": 299792458, "v": 340},
            "m*c^2*((1-v^2/c^2)^(-1/2)-1)",
            "correct",
        ),
        ("P*((1+r)^n-1)/r", {"P": 100, "r": 0.005, "n": 360}, "P*((1+r)^n-1)/r", "correct"),
        ("d^2", {"d": 512}, "d^2 + exp(-d)", "incorrect"),
        ("f", {"f": 2048.5, "N": 6}, "sqrt(f^2 + N)", "incorrect"),
        ("abs(x)", {"x": {"value": 2.5, "positive": False}}, "x", "incorrect"),
        ("abs(x)", {"x": 2.5}, "x", "correct"),
        ("abs(x)", {"x": -2.5}, "-x", "incorrect"),
        ("ceil(n/2)", {"n": 8}, "n/2", "incorrect"),
        ("ceil(n/2)", {"n": 7}, "(n+1)/2", "incorrect"),
        ("1", {"x": 2.5}, "cos(x)^2+sin(x)^2", "correct"),
        ("1", {"x": 2.5}, "1", "correct"),
        ("R_1*(a+b)", {"R_1": 3.5, "a": 1.5, "b": 2.5}, "R_{1}(a+b)", "correct"),
        ("a*x", {"a": 2.5, "x": 3}, "3 x a/3", "correct"),
        ("alpha*x", {"alpha": 2.5, "x": 3}, r"f(x) = \alpha x.", "correct"),
        ("atan(a*x)", {"a": 2.5, "x": 3}, "math.atan(a*x)", "correct"),
        ("asinh(a*x)", {"a": 2.5, "x": 3}, "np.asinh(a*x)", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a ln n / ln 2", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a log(n)/log(2)", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a lg n / lg 2", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a*log(n)/log(10)", "incorrect"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "log(n^a)/log 2", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a (log(2n) - log(2))/log(2)", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "a lb n", "correct"),
        ("a*log2(n)", {"a": 2.5, "n": 64}, "2 a log_4(n)", "correct"),
        ("floor(n/k)", {"n": 7, "k": 2}, "int(n/k)", "correct"),
        ("floor(n/k)", {"n": 7, "k": 2}, "math.trunc(n/k)", "correct"),
        ("floor((n-k)/2)+1", {"n": 7, "k": 2}, "int((n-k)/2)+1", "correct"),
        ("floor((n-k)/2)+1", {"n": 7, "k": 2}, "int((n-k)/2)", "incorrect"),
        ("floor(n/k)", {"n": -7, "k": 2}, "int(n/k)", "incorrect"),
        ("floor(n/k)", {"n": -7, "k": 2}, "INT(n/k)", "correct"),
        ("floor(n/k)", {"n": 7, "k": 2}, "=FLOOR(n/k,1)", "correct"),
        ("ceil(n/k) + 1", {"n": 7, "k": 2}, "=CEILING((n/k); 1) + 1", "correct"),
        ("floor(n/k)", {"n": 7, "k": 2}, "FLOOR(n/k, 2)", "unreadable"),
        ("floor(n/k)", {"n": 7, "k": 2}, "floor(,1)", "unreadable"),
        ("a*x", {"a": 2.5, "x": 3}, "a~x", "correct"),
        ("a*x", {"a": 2.5, "x": 3}, r"a~\cdot~x", "correct"),
        ("a*x", {"a": 2.5, "x": 3}, "a x?", "correct"),
        ("a*x", {"a": 2.5, "x": 3}, "f(x) = a*x ?", "correct"),
    ],
)
def test_examples(asked, expression, symbols, answer, status):
    assert check(asked(question(expression, **symbols)), answer).status == status


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("a lg(x)", 'I do not know which logarithm "lg" is. Write ln, log2 or log10.'),
        ("log(x)*log(a)/log(2)", 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("log(x)/log(2) + log(a)", 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("2^log(x)/log(2)", 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("asin(x)", '"asin" could mean arcsin or a·sin. Write arcsin or a*sin.'),
        ("log(x)", 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("a·logit(x)", 'I do not know "logit". The symbols here are a, x.'),
        ("1/sqrt(a) x", '"1/sqrt(a) x" can be read in two ways. Write (1/√a)·x or 1/(√a·x).'),
        ("a sin^x(x)", "I cannot tell what the exponent after sin means. Write (sin(...))^n."),
        ("a sin 2 x", "I cannot see where the argument of sin ends. Write sin(...)."),
    ],
)
def test_what_has_two_readings_or_none_is_named(asked, answer, message):
    result = check(asked(question("a*sin(x)", a=2.5, x=0.5)), answer)
    assert (result.status, result.message) == ("unreadable", message)


def test_an_approximation_is_not_accused_of_numbers_in_place_of_symbols(asked):
    problem = asked(question("m*c^2*(1/sqrt(1-v^2/c^2)-1)", m=1.5, c=299792458, v=340))
    assert "numbers of this question" not in check(problem, "m v^2/2").message


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (120, "5!"),
        (3, "log2(8)"),
        (3, r"\log_{2}(8)"),
        (3, "|−3|"),
        (3, r"\sqrt[3]{27}"),
        (3, "max(1, 3)"),
        (10, r"\binom{5}{2}"),
        (0.5235987755982989, "arcsin(0.5)"),
        (0.5235987755982989, "sin⁻¹(0.5)"),
        (0.25, "sin²(π/6)"),
    ],
)
def test_numbers_may_be_written_with_functions(asked, value, answer):
    said = {"id": "asked", "type": "numeric", "prompt": "Which number?", "parameters": {"value": value}}
    assert check(asked({**said, "answer": "number"}), answer).status == "correct"


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
    outcome = check(asked(question("(n+2*p-k)/s+1", n=32, p=2, k=5, s=1)), answer).outcome
    assert outcome.status == "incorrect"
    assert (outcome.feedback.why, outcome.feedback.next) == (why, then)


def test_a_number_of_the_right_formula_stands_for_no_symbol(asked):
    outcome = check(asked(question("min(x/5, k^2)", x=3, k=5)), "x/5").outcome
    assert outcome.status == "incorrect"
    assert (outcome.feedback.why, outcome.feedback.next) == ((ONLY_HERE,), "Check it term by term.")
