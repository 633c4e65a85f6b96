"""Errors of authors in formulas."""

from __future__ import annotations

import pytest

from checker import load_problem
from checker.derivation.arithmetic import NoValue, combine_values
from checker.derivation.function_library import call_function
from checker.problems import ProblemError
from tests.solvers.formulas import CONVOLUTION, SIDE


@pytest.mark.parametrize(
    ("expression", "symbols", "place", "message"),
    [
        (
            "n + q",
            "n: 2",
            (4, 15),
            "expression names q, which is not among the symbols; known are n; add it to the symbols, or write a function (docs/expressions.md lists the functions)",
        ),
        (
            "n + padd",
            "n: 2, padding: 3",
            (4, 15),
            "expression names padd, which is not among the symbols; did you mean padding?",
        ),
        (
            "sqt(n)",
            "n: 2",
            (4, 15),
            "expression names sqt, which is neither a symbol nor a function; did you mean sqrt? docs/expressions.md lists the functions",
        ),
        (
            "1/2 m*v^2",
            "m: 2, v: 3",
            (4, 15),
            "expression can be read in two ways. Write (1/2)·m*v^2 or 1/(2·m)*v^2",
        ),
        (
            "a",
            "a: h + 1/2g(t + 1)^2, h: 2, g: 9.81, t: 3",
            (5, 16),
            "a can be read in two ways. Write h + (1/2)·g·(t + 1)^2 or h + 1/(2·g·(t + 1)^2)",
        ),
        ("(n + 2", "n: 2", (4, 15), "expression cannot be read: it ends too early"),
        ("n/(m - 2)", "n: 1, m: 2", (4, 15), "expression divides by zero, where n = 1, m = 2"),
        ("1 + n/m", "n: 1, m: 0", (4, 15), "expression has n/m, which divides by zero, where n = 1, m = 0"),
        ("sqrt(n)", "n: -2", (4, 15), "expression has no real value: the root of a negative number, where n = -2"),
        ("ln(n)", "n: 0", (4, 15), "expression has no real value, where n = 0"),
        ("n^n^n", "n: 99", (4, 15), "expression is too large, where n = 99"),
        ("(n - 9)^0.5 + 1", "n: 4", (4, 15), "expression has (n - 9)^0.5, which has no real value, where n = 4"),
        ("(n - 9)^(1/2)", "n: 4", (4, 15), "expression has no real value, where n = 4"),
        ("n/" + 400 * "1" + ".5 + 1", "n: 3", (4, 15), "expression has a number that is too large"),
        ("n/(n - 1e400)", "n: 3", (4, 15), "expression has a number that is too large"),
        ("1/3" + 20 * "*n", "n: 9e299", (4, 15), "expression is too large, where n = 9e+299"),
        ("1/3" + 30 * "*(10^299)", "n: 1", (4, 15), "expression is too large"),
        ("a*b", "a: 1.0e-200, b: 3.0e-200", (4, 15), "expression is too small, where a = 1e-200, b = 3e-200"),
        ("a*b", "a: 1.0e-200, b: -1.0e-110", (4, 15), "expression is too small, where a = 1e-200, b = -1e-110"),
        (
            "1 + a/b",
            "a: 1.0e-200, b: 3.0e+200",
            (4, 15),
            "expression has a/b, which is too small, where a = 1e-200, b = 3e+200",
        ),
        ("a*n/3", "a: 1.0e-310, n: 1", (4, 15), "expression is too small, where a = 1e-310, n = 1"),
        ("a^2", "a: 1.0e-200", (4, 15), "expression is too small, where a = 1e-200"),
        ("a^(-2)", "a: 1.0e+200", (4, 15), "expression is too small, where a = 1e+200"),
        ("1/3" + 30 * "/(10^299)", "n: 1", (4, 15), "expression is too small"),
        ("[n, 1/10^299/10^299]", "n: 1", (4, 15), "expression has 1/10^299/10^299, which is too small"),
        ("dot([a, n], [a, n])", "a: 1.0e-200, n: 1", (4, 15), "expression is too small, where a = 1e-200, n = 1"),
        ("n^130/3", "n: 999", (4, 15), "expression has n^130, which is too large, where n = 999"),
        ("factorial(n)", "n: 999", (4, 15), "expression needs whole numbers from 0 to 500, where n = 999"),
        (
            "log(n)",
            "n: 2",
            (4, 15),
            "expression must say which logarithm it means: ln(x), log2(x), log10(x) or log(x, base)",
        ),
        ("dot(n)", "n: [1]", (4, 15), "expression gives dot 1 arguments; it takes 2"),
        ("dot(n, m)", "n: [1, 2], m: [1]", (4, 15), "expression has shapes that cannot be multiplied: 2 and 1"),
        ("n + m", "n: [1, 2], m: [1, 2, 3]", (4, 15), "expression has shapes that do not match: 2 and 3"),
        ("a", "a: b + 1, b: c, c: 2*a", (5, 16), "a depends on itself: a -> b -> c -> a"),
        (
            "a",
            "a: n/x, n: 2",
            (5, 16),
            "a names x, which is not among the symbols; known are a, n; add it to the symbols, or write a function (docs/expressions.md lists the functions)",
        ),
        ("a", "a: {expression: n/0}, n: 2", (5, 29), "a divides by zero, where n = 2"),
        ("a", "a: {unit: m}", (5, 16), "a needs either a value or an expression"),
        ("a", "a: [[1, 2], [3]]", (5, 16), "a must have rows of one length"),
        ("total", "total: 2", (5, 20), "total is a reserved name: choose another name for the symbol"),
        ("a" + "+a" * 50_000, "a: 1", (4, 15), "expression is longer than 2,000 characters"),
        ("(" * 60 + "a" + ")" * 60, "a: 1", (4, 15), "expression cannot be read: This is nested more than 30 deep"),
        (
            "+".join(f"{i}*a" for i in range(200)),
            "a: 1",
            (4, 15),
            "expression makes more than 250 pieces with those before it",
        ),
    ],
)
def test_errors_have_their_place_in_the_file(tmp_path, expression, symbols, place, message):
    file = tmp_path / "bad.yaml"
    file.write_text(f'id: bad\ntype: formula\nparameters:\n  expression: "{expression}"\n  symbols: {{{symbols}}}\n')
    with pytest.raises(ProblemError) as error:
        load_problem(file)
    (finding,) = error.value.findings
    assert (finding.line, finding.column) == place
    assert finding.message == message


def test_words_for_an_unknown_piece_are_an_error(formula_problem):
    with pytest.raises(
        ProblemError, match=r"pieces names 3p, which is not a piece of the expression; did you mean 2\*p\?"
    ):
        formula_problem(SIDE, CONVOLUTION, pieces={"3p": "the padding"})


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ('{expression: "5% * b", symbols: {b: 2}}', "% can be read as percent or as a remainder. Write /100"),
        (
            '{expression: 2*p + 1, symbols: {p: 3}, pieces: {2*p: both sides, "2 * p": twice}}',
            "pieces names 2 * p, which has words already: keep one of them",
        ),
        (
            f"{{expression: 2*p, symbols: {{p: {{value: 3, description: {'x' * 1001}}}}}}}",
            "description must be text of 1,000 characters or fewer",
        ),
    ],
)
def test_errors_say_what_to_write_instead(tmp_path, parameters, message):
    file = tmp_path / "one.yaml"
    file.write_text(f"id: one\ntype: formula\nprompt: How many?\nparameters: {parameters}\n")
    with pytest.raises(ProblemError) as error:
        load_problem(file)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        (
            "tquantile(0.975, n - 1)",
            "which is no function; did you mean t_quantile? docs/expressions.md lists the functions",
        ),
        ("pnorm(n)", "did you mean normal_cdf?"),
        ("stdev(n)", "did you mean sd?"),
        ("choose(n, 2)", "did you mean comb?"),
        ("C(n, 2)", "C(...), which is no function; did you mean comb? docs/expressions.md lists the functions"),
        ("6 + 1/C(n, 2)", "C(...), which is no function; did you mean comb? docs/expressions.md lists the functions"),
        ("6 + 1/choose(n, 2)", "choose(...), which is no function; did you mean comb?"),
        ("1/C (n + 2)", "can be read in two ways. Write (1/C)·(n + 2) or 1/(C·(n + 2))"),
        ("n/rate(n + 2)", "can be read in two ways. Write (n/rate)·(n + 2) or n/(rate·(n + 2))"),
        ("C(n + 2)", "names C, which is neither a symbol nor a function; did you mean comb?"),
        ("binompdf(10, 0.5, 3)", "did you mean binomial_pmf?"),
        ("P(X > 2)", "a probability is written with a distribution, such as binomial_sf(2, n, p)"),
        ("integrate(n^2, n, 0, 1)", "there is no integral; write its value"),
    ],
)
def test_what_to_write_instead(tmp_path, expression, said):
    file = tmp_path / "bad.yaml"
    file.write_text(f'id: bad\ntype: formula\nparameters:\n  expression: "{expression}"\n  symbols: {{n: 5}}\n')
    with pytest.raises(ProblemError) as error:
        load_problem(file)
    (finding,) = error.value.findings
    assert said in finding.message
    assert "two numbers" not in finding.message


@pytest.mark.parametrize(
    ("expression", "symbols", "value"),
    [
        ("a*b", "a: 0, b: 1.0e-300", 0),
        ("a*b", "a: 1.0e-300, b: 0.0", 0),
        ("1 + a*b", "a: 1.0e-200, b: 1.0e-100", 1),
        ("1 - p^n", "p: 0.5, n: 2000", 1),
        ("n - exp(-n)", "n: 2000", 2000),
        ("a - a", "a: 1.0e-310", 0),
    ],
)
def test_what_is_as_good_as_zero_is_none(tmp_path, expression, symbols, value):
    file = tmp_path / "good.yaml"
    text = f'id: good\ntype: formula\nprompt: How much?\nparameters:\n  expression: "{expression}"\n'
    file.write_text(f"{text}  symbols: {{{symbols}}}\n")
    assert load_problem(file).parts[0].variant.board["total"].value == value


def test_steps_of_other_problems_are_never_proposed(tmp_path):
    file = tmp_path / "bad.yaml"
    for asks, expected in (("hedas", 1), ("totl", 2)):
        file.write_text(
            f'id: bad\ntype: formula\nasks: {asks}\nparameters:\n  expression: "m*q"\n  symbols: {{m: 2}}\n'
        )
        with pytest.raises(ProblemError) as error:
            load_problem(file)
        messages = [finding.message for finding in error.value.findings]
        assert len(messages) == expected, messages
        assert "d^2" not in " ".join(messages)


@pytest.mark.parametrize("arguments", [[1.0, 8.0, 5.0], []])
def test_a_wrong_number_of_arguments_is_no_fault(arguments):
    """A student's formula may have one: authors are told when their file is read."""
    with pytest.raises(NoValue, match=f"gives log {len(arguments)} arguments"):
        call_function("log", arguments)


def test_a_complex_product_is_not_zero():
    with pytest.raises(NoValue, match="is too small"):
        combine_values("*", 1e-200j, 1e-200j)
    assert combine_values("*", 1e-200j, 0) == 0
