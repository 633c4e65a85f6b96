"""Formulas of the author's own: their values, their steps, and the mistakes that follow from their trees."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import check, load_problem
from checker.diagnosis.mistakes import possible_mistakes
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.grading.cell import marked
from checker.grading.course import GradeColumn
from checker.problems import Problem, ProblemError
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.variant import Variant
from checker.solvers.generic.formula import formula

SIDE = "(n + 2*p - k)/s + 1"
OUTPUTS = f"c*({SIDE})^2"
CONVOLUTION = {"n": 225, "p": 3, "k": 7, "s": 2, "c": 64}


@pytest.fixture
def problem(tmp_path) -> Callable[..., Problem]:
    """A plain problem of a formula."""

    def made(expression: str, symbols: dict[str, Any], prompt: str = "", **others: Any) -> Problem:
        parameters = {"expression": expression, "symbols": symbols, **others}
        file = tmp_path / "one.yaml"
        said = {"id": "one", "type": "formula", "prompt": prompt or "What is it?", "parameters": parameters}
        file.write_text(json.dumps(said))
        return load_problem(file)

    return made


def variant(expression: str, symbols: dict[str, Any], **others: Any) -> Variant:
    type_ = solver("formula")
    return Variant(type_, arguments(type_, {"expression": expression, "symbols": symbols, **others}))


def steps(expression: str, symbols: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    return {path: (step.formula, step.value) for path, step in variant(expression, symbols).board.items()}


def told(result: Any) -> list[str]:
    """The mistakes of the explanations that a message tells: the first, and those in a tie with it."""
    diagnosis = result.outcome.diagnosis
    shown = diagnosis.explanations[:4] if diagnosis.is_tie else diagnosis.explanations[:1]
    return [" and ".join(mistake.id for mistake in each.mistakes) for each in shown]


# The sixteen everyday mistakes: what is asked, with what, what the student gets, and what is wrong with it.
ENCODER = {"d": 512, "f": 2048, "N": 6, "h": 8}
PARAMETERS = "N*(4*(d^2 + d) + 2*d*f + f + d)"
EVERYDAY = {
    "bias": ("m*n + n", {"m": 768, "n": 3072}, 768 * 3072, "n#2.left_out"),
    "output projection": ("3*d*h*w + h*w*d", {"d": 512, "h": 6, "w": 80}, 3 * 512 * 480, "h*w*d.left_out"),
    "one matrix less": ("4*d^2", {"d": 510}, 3 * 510**2, "4.one_less"),
    "heads twice": ("4*d^2", {"d": 510, "h": 6}, 6 * 4 * 510**2, "h.multiplied_in"),
    "one feed-forward matrix": ("2*d*f + f + d", {"d": 512, "f": 2048}, 512 * 2048 + 2560, "2.left_out"),
    "layers forgotten": (PARAMETERS, ENCODER, 4 * (512**2 + 512) + 2 * 512 * 2048 + 2560, "N.left_out"),
    "stride": (OUTPUTS, CONVOLUTION, 64 * 225**2, "s.left_out"),
    "plus one": (OUTPUTS, CONVOLUTION, 64 * 112**2, "1.left_out"),
    "padding once": (OUTPUTS, {**CONVOLUTION, "p": 4}, 64 * 112**2, "2.left_out"),
    "padding subtracted": (OUTPUTS, CONVOLUTION, 64 * 107**2, "2*p.subtracted"),
    "no root": (
        "dot(q, k)/sqrt(d_k)",
        {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50},
        0.0462,
        "sqrt(d_k).root_left_out",
    ),
    "no scale": ("dot(q, k)/sqrt(d_k)", {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50}, 2.31, "sqrt(d_k).left_out"),
    "times the root": (
        "dot(q, k)/sqrt(d_k)",
        {"q": [1.2, 0.7], "k": [2.1, -0.3], "d_k": 50},
        16.3342,
        "sqrt(d_k).multiplied",
    ),
    "exponent": ("sin(t/10000^(2*i/d))", {"t": 7, "i": 3, "d": 64}, math.sin(7 / 10000 ** (3 / 64)), "2.left_out"),
    "factor 2 in FLOPs": ("2*n*d*f", {"n": 100, "d": 512, "f": 2048}, 100 * 512 * 2048, "2.left_out"),
    "keys or values only": (
        "2*L*h*d*T*b",
        {"L": 32, "h": 8, "d": 128, "T": 4096, "b": 2},
        32 * 8 * 128 * 4096 * 2,
        "2.left_out",
    ),
}


@pytest.mark.parametrize("mistake", EVERYDAY)
def test_the_everyday_mistakes_are_found(problem, mistake):
    expression, symbols, answer, expected = EVERYDAY[mistake]
    result = check(problem(expression, symbols), str(answer) if isinstance(answer, int) else f"{answer:.5g}")
    assert result.status == "incorrect"
    assert expected in told(result)


def test_the_steps_are_the_pieces_in_their_order():
    assert steps(SIDE, {"n": 224, "p": 3, "k": 7, "s": 2}) == {
        "2·p": ("2·3", 6),
        "n + 2·p - k": ("224 + 6 - 7", 223),
        "(n + 2·p - k)/s": ("223/2", 111.5),
        "total": ("111.5 + 1", 112.5),
    }


def test_a_derived_symbol_is_a_step_by_its_name():
    assert steps("x/sqrt(d_k)", {"d_k": "d/h", "d": 512, "h": 8, "x": -3.5}) == {
        "d_k": ("512/8", 64),
        "√d_k": ("√64", 8),
        "total": ("-3.5/8", -0.4375),
    }


def test_a_vector_stands_in_a_step_by_its_name():
    assert {path: how for path, (how, _) in steps("sum((x - mean(x))^2)", {"x": [1, 2, 6]}).items()} == {
        "mean(x)": "mean(x)",
        "x - mean(x)": "x - 3",
        "(x - mean(x))^2": "(x - mean(x))^2",
        "total": "sum((x - mean(x))^2)",
    }


def test_equal_pieces_are_one_step_and_one_belief():
    twice = variant(f"({SIDE})*((m + 2p - k)/s + 1)", {**CONVOLUTION, "m": 101})
    assert list(twice.board)[:2] == ["2·p", "n + 2·p - k"]
    assert twice.run({"2": "left_out"})["total"] == (111 + 0.5) * (49 + 0.5)


def test_decimals_have_a_comma_in_the_name_of_a_step():
    assert list(steps("0.5*m*v^2 + h", {"m": 3, "v": 2, "h": 1})) == ["v^2", "0,5·m·v^2", "total"]


@pytest.mark.parametrize(
    ("expression", "symbols", "value"),
    [
        ("a/b*b", {"a": 1, "b": 3}, 1),
        ("a*b", {"a": 10**12, "b": 46_702_792_704}, 46_702_792_704 * 10**12),
        ("0.5*a", {"a": 6}, 3),
        ("a*b", {"a": 6.0, "b": 2}, 12.0),
        ("a*0.1234567890123 - a*0.1234567890124", {"a": 10**13}, -1),
        ("sqrt(a)", {"a": 64}, 8),
        ("a^-2", {"a": 2}, 0.25),
        ("-a^2", {"a": 3}, -9),
        ("1/(2a)", {"a": 4}, 0.125),
        ("a/mean(2, 4)", {"a": 6}, 2),
        ("floor(a/b) + ceil(a/b) + round(a/b)", {"a": 7, "b": 2}, 3 + 4 + 4),
        ("round(-a/b)", {"a": 7, "b": 2}, -4),
        ("log(a, 2)", {"a": 8}, 3.0),
        ("ln(e^a)", {"a": 2}, 2.0),
        ("cos(radians(a))", {"a": 60}, 0.5),
        ("degrees(atan(a))", {"a": 1}, 45.0),
        ("comb(n, k)/factorial(k)", {"n": 10, "k": 3}, 20),
        ("(1 + r/1200)^(12*y)", {"r": 3, "y": 30}, (1 + 3 / 1200) ** 360),
        ("dot(a, b)", {"a": [1, 2], "b": [3, 4]}, 11),
        ("norm(a)", {"a": [3, 4]}, 5),
        ("max(a) + min(2, 3) + sum(a) + mean(a)", {"a": [1, 2, 6]}, 6 + 2 + 9 + 3),
        ("a + b", {"a": [1, 2], "b": 1.5}, [2.5, 3.5]),
        ("A @ x", {"A": [[1, 2], [3, 4]], "x": [1, 1]}, [3, 7]),
        ("matmul(transpose(A), A)", {"A": [[1, 2], [3, 4]]}, [[10, 14], [14, 20]]),
        ("softmax(a)", {"a": [0, 0]}, [0.5, 0.5]),
        ("softmax(A, 0)", {"A": [[1, 2], [1, 2]]}, [[0.5, 0.5], [0.5, 0.5]]),
    ],
)
def test_the_value_is_exact_where_everything_is(expression, symbols, value):
    found = formula(expression=expression, symbols=symbols)
    if isinstance(value, list):
        assert found.tolist() == pytest.approx(value) if isinstance(value[0], float) else found.tolist() == value
    else:
        assert type(found) is type(value)
        assert found == pytest.approx(value, rel=1e-12)


SYMBOLS = {"a": 7, "b": 3, "c": 11, "d": 2}


def expressions() -> st.SearchStrategy[str]:
    """Texts that Python reads as we do, but for ** as the power."""
    leaves = st.sampled_from([*SYMBOLS, "2", "5", "13"])

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        binary = st.builds("{} {} {}".format, inner, st.sampled_from("+-*/"), inner)
        bracketed = st.builds("({}{} {} {})".format, st.sampled_from(["", "-"]), inner, st.sampled_from("+-*/"), inner)
        return binary | bracketed | st.builds("({})^{}".format, inner, st.sampled_from("23"))

    return st.recursive(leaves, larger, max_leaves=8)


def by_python(text: str) -> Fraction:
    numbers = {name: Fraction(value) for name, value in SYMBOLS.items()}
    text = re.sub(r"\d+", lambda number: f"Fraction({number[0]})", text).replace("^", "**")
    return Fraction(eval(text, {"__builtins__": {}, "Fraction": Fraction}, numbers))


@given(expressions())
@settings(deadline=None)
def test_the_value_is_python_s(text):
    try:
        expected = by_python(text)
    except ZeroDivisionError:
        with pytest.raises(ParameterError, match="divides by zero"):
            formula(expression=text, symbols=SYMBOLS)
        return
    found = formula(expression=text, symbols=SYMBOLS)
    assert found == (int(expected) if expected.denominator == 1 else float(expected))
    assert type(found) is (int if expected.denominator == 1 else float)


@given(expressions())
@settings(deadline=None)
def test_every_mistake_has_a_name_of_its_own_and_a_sentence(text):
    try:
        by_python(text)
    except ZeroDivisionError:
        return
    question = variant(text, SYMBOLS)
    truth = question.run(wanted=frozenset(question.board))
    for point in question.menu.values():
        assert len(set(point.options)) == len(point.options)
        assert not {".", ":"} & set(point.name)
        for option in point.wrong:
            assert "{" not in question.sentences[f"{point.name}.{option}"]
            try:
                question.run({point.name: option})
            except INVALID_RUN:
                continue
    assert question.run(wanted=frozenset(question.board)) == truth


@given(expressions(), expressions())
@settings(deadline=None)
def test_no_two_mistakes_are_told_in_one_sentence(text, other):
    try:
        sentences = variant(f"{text} + q*a", {**SYMBOLS, "q": other}).sentences
    except ParameterError:
        return
    assert len(set(sentences.values())) == len(sentences)


def without_brackets(expression: str, piece: str) -> float:
    """By Python: the text itself, without these brackets."""
    assert f"({piece})" in expression
    text = expression.replace(f"({piece})", f" {piece} ").replace("^", "**")
    return float(eval(text, {"__builtins__": {}}, {"a": 7.5, "b": 3.0, "c": 11.0, "d": 2.0}))


@pytest.mark.parametrize("inner", ["a + b", "a - b", "-a + b"])
@pytest.mark.parametrize(
    "outer",
    [
        "c*({})",
        "d - ({})*c",
        "d - c/({})*d + c",
        "d*({})^2 - c",
        "-d^({})*c + d",
        "({})^d*c - d/c",
        "c - ({}) - d",
        "-({})*c + d",
        "-c*d*({})/d",
        "(c + d*({}))*d",
        "c/(d - ({})/d)",
    ],
)
def test_without_a_pair_of_brackets_a_formula_is_what_it_then_says(outer, inner):
    expression = outer.format(inner)
    found = variant(expression, {"a": 7.5, "b": 3.0, "c": 11.0, "d": 2.0}).run({inner: "bracket_ignored"})["total"]
    assert found == pytest.approx(without_brackets(expression, inner))


@given(expressions())
@settings(deadline=None)
def test_working_out_only_what_changed_is_working_out_everything(text):
    """Replacing each step by itself in other words (a float, an equal int) changes nothing."""
    try:
        by_python(text)
    except ZeroDivisionError:
        return
    question = variant(text, SYMBOLS)
    for point in question.menu.values():
        for option in point.wrong:
            try:
                plain = question.run({point.name: option})["total"]
                anew = question.run({point.name: option}, replace=lambda _, value: value * 1)["total"]
            except INVALID_RUN:
                continue
            assert anew == pytest.approx(plain, rel=1e-9)


WORDS = {
    "n": {"value": 225, "description": "the input size"},
    "p": {"value": 3, "description": "the padding on each side"},
    "k": 7,
    "s": {"value": 2, "description": "the stride"},
}


@pytest.mark.parametrize(
    ("mistake", "plain", "described", "with_pieces"),
    [
        (
            "2*p.left_out",
            "You left out the term 2·p.",
            "You left out 2·p (p: the padding on each side).",
            "You left out 2·p, the padding on both sides.",
        ),
        (
            "2*p.subtracted",
            "You subtracted 2·p where it is added.",
            "You subtracted 2·p (p: the padding on each side) where it is added.",
            "You subtracted 2·p, the padding on both sides, where it is added.",
        ),
        (
            "2.left_out",
            "You left out the factor 2 in 2·p.",
            "You left out the factor 2 in 2·p (p: the padding on each side).",
            "You left out the factor 2 in 2·p, the padding on both sides.",
        ),
        ("s.left_out", "You did not divide by s.", "You did not divide by s, the stride.", None),
        (
            "s.as_n",
            "You put n in the place of s.",
            "You put n, the input size, in the place of s, the stride.",
            None,
        ),
        ("1.left_out", "You left out the + 1.", None, None),
        ("k.added", "You added k where it is subtracted.", None, None),
        (
            "n + 2*p - k.bracket_ignored",
            "You did not keep n + 2·p - k together; it belongs in brackets.",
            None,
            None,
        ),
    ],
)
def test_mistakes_are_told_in_the_author_s_words(mistake, plain, described, with_pieces):
    symbols = {"n": 225, "p": 3, "k": 7, "s": 2}
    assert variant(SIDE, symbols).sentences[mistake] == plain
    assert variant(SIDE, WORDS).sentences[mistake] == (described or plain)
    said = variant(SIDE, WORDS, pieces={"2p": "the padding on both sides"}).sentences[mistake]
    assert said == (with_pieces or described or plain)


@pytest.mark.parametrize(
    ("expression", "symbols", "mistake", "value"),
    [
        ("a*(b + c)", {"a": 2, "b": 3, "c": 5}, "b + c.bracket_ignored", 11),
        ("a/(b*c)", {"a": 60, "b": 3, "c": 5}, "b*c.bracket_ignored", 100),
        ("a - (b + c)", {"a": 20, "b": 3, "c": 5}, "b + c.bracket_ignored", 22),
        ("(a*b)^2", {"a": 2, "b": 3}, "a*b.bracket_ignored", 18),
        ("10000^(2*i/d)", {"i": 3, "d": 4}, "2*i/d.bracket_ignored", 10000**2 * 3 / 4),
        ("-(a + b)", {"a": 2, "b": 3}, "a + b.bracket_ignored", 1),
        ("-(a + b) + c", {"a": 2, "b": 3, "c": 7}, "a + b.bracket_ignored", -2 + 3 + 7),
        ("c*(n + 1)^2 + 3", {"c": 96, "n": 11}, "n + 1.bracket_ignored", 96 * 11 + 1**2 + 3),
        (
            "a - (b + c)/d - e*f",
            {"a": 20.5, "b": 4.5, "c": 1.25, "d": 0.75, "e": 1.5, "f": 2.25},
            "b + c.bracket_ignored",
            20.5 - 4.5 + 1.25 / 0.75 - 1.5 * 2.25,
        ),
        (
            "comb(n, k)*p^k*(1 - p)^(n - k)",
            {"n": 12, "k": 4, "p": 0.3},
            "n - k.bracket_ignored",
            495 * 0.3**4 * 0.7**12 - 4,
        ),
        (
            "comb(n, k)*p^k*(1 - p)^(n - k)",
            {"n": 12, "k": 4, "p": 0.3},
            "1 - p.bracket_ignored",
            495 * 0.3**4 * 1 - 0.3**8,
        ),
        (
            "c*((n + 2*p - k)/s + 1)^2",
            {"c": 96, "n": 225, "p": 4, "k": 11, "s": 2},
            "(n + 2*p - k)/s + 1.bracket_ignored",
            96 * 222 // 2 + 1,
        ),
        ("sqrt(c*(a + b) + 2)/c", {"a": 3, "b": 2, "c": 4}, "a + b.bracket_ignored", 4 / 4),
        ("(c*(a + b))^2 + c*(a + b)", {"a": 3, "b": 2, "c": 4}, "a + b.bracket_ignored", 14**2 + 14),
        (
            "(-b + sqrt(b^2 - 4*a*c))/(2*a)",
            {"a": 1.7, "b": -9.3, "c": 2.9},
            "b#2.minus_left_out",
            (-9.3 + math.sqrt(9.3**2 - 4 * 1.7 * 2.9)) / (2 * 1.7),
        ),
        (
            "R*T/(n*F)*ln(a/b)",
            {"R": 8.31, "T": 298.2, "n": 2, "F": 96485.0, "a": 1.5, "b": 0.2},
            "R*T/(n*F)*ln(a/b).upside_down",
            2 * 96485 / (8.31 * 298.2) * math.log(1.5 / 0.2),
        ),
        ("a/b*c/d", {"a": 3, "b": 5, "c": 7, "d": 2}, "a/b*c/d.upside_down_2", 3 / 5 * 2 / 7),
        ("floor(a/b)", {"a": 7, "b": 2}, "floor(a/b).floor_left_out", 3.5),
        ("floor(a/b)", {"a": 7, "b": 2}, "floor(a/b).rounded_up", 4),
        ("sin(x)", {"x": 30.0}, "sin(x).degrees", 0.5),
        ("sin(radians(x))", {"x": 30.0}, "radians(x).radians_left_out", math.sin(30)),
        ("ln(x)", {"x": 100.0}, "ln(x).as_log10", 2.0),
        ("x^2 + y", {"x": 5, "y": 1}, "x^2.exponent_multiplied", 11),
        ("sqrt(x) + y", {"x": 6, "y": 1}, "sqrt(x).halved", 4),
        ("exp(-x)", {"x": 1.0}, "-x.minus_left_out", math.e),
        ("comb(n, k)", {"n": 5, "k": 2}, "comb(n, k).orders_counted", 20),
        ("mean(x)", {"x": [1, 2, 6]}, "mean(x).not_divided", 9),
        ("norm(x)", {"x": [3, 4]}, "norm(x).root_left_out", 25),
        ("w*d_k", {"w": 3, "d_k": "d/h", "d": 40, "h": 5}, "d_k.as_d", 120),
        ("w*d_k", {"w": 3, "d_k": "d/h", "d": 40, "h": 5}, "h.multiplied_in", 120),
        ("a/b", {"a": 8, "b": 2}, "a/b.upside_down", 0.25),
    ],
)
def test_what_a_mistake_gives(expression, symbols, mistake, value):
    point, _, option = mistake.partition(".")
    assert variant(expression, symbols).run({point: option})["total"] == pytest.approx(value)


@pytest.mark.parametrize(
    ("expression", "symbols", "mistake", "said"),
    [
        ("d_k*h*3*d", {"d_k": "d/h", "d": 512, "h": 8}, "d.left_out", "You left out the factor d in d_k."),
        ("d_k*h*3*d", {"d_k": "d/h", "d": 512, "h": 8}, "d#2.left_out", "You left out the factor d."),
        ("(a - d)*(b - d)", {"a": 9, "b": 5, "d": 2}, "d.added", "You added d where it is subtracted (in a - d)."),
        ("(a - d)*(b - d)", {"a": 9, "b": 5, "d": 2}, "d#2.added", "You added d where it is subtracted (in b - d)."),
        ("(c - b)/2", {"b": 2, "c": 9}, "b.left_out", "You left out the term b."),
        ("(-b + c)/2", {"b": 2, "c": 9}, "b.minus_left_out", "You left out the minus before b."),
        (
            "R*T/(n*F)*ln(a/b)",
            {"R": 8.31, "T": 298.2, "n": 2, "F": 96485.0, "a": 1.5, "b": 0.2},
            "R*T/(n*F)*ln(a/b).upside_down",
            "You exchanged numerator and denominator in R·T/(n·F).",
        ),
        (
            "-sum(p*log2(p))",
            {"p": {"value": [0.5, 0.25, 0.25], "description": "the probabilities"}},
            "p.left_out",
            "You left out the factor p, the probabilities, in p·log2(p).",
        ),
        ("sqrt(x)^3", {"x": 4.0}, "sqrt(x)^3.squared", "You raised to the power 2, not 3, in (√x)^3."),
        ("mean(x)", {"x": [1, 2, 6]}, "mean(x).not_divided", "You took the sum, not the mean, in mean(x)."),
        (
            "sin(radians(a)) + cos(radians(a))",
            {"a": 37},
            "radians(a).radians_left_out",
            "You took sin and cos of 37 radians; the angle is in degrees.",
        ),
        (
            "sin(radians(a*b))",
            {"a": 37, "b": 2},
            "radians(a*b).radians_left_out",
            "You took sin of a·b in radians; the angle is in degrees.",
        ),
        (
            "w*radians(a)",
            {"a": 37, "w": 2},
            "radians(a).radians_left_out",
            "You left the angle in radians(a) in degrees.",
        ),
    ],
)
def test_what_is_said_of_a_mistake(expression, symbols, mistake, said):
    assert variant(expression, symbols).sentences[mistake] == said


@pytest.mark.parametrize(
    ("expression", "symbols", "never"),
    [
        ("1/a", {"a": 8}, "1.left_out"),
        ("10^(-pH)", {"pH": 4.2}, "10.one_less"),
        ("A*exp(-E/(R*T))", {"A": 2.6, "E": 510.5, "R": 8.31, "T": 310.2}, "R.as_E"),
        ("A*exp(-E/(R*T))", {"A": 2.6, "E": 510.5, "R": 8.31, "T": 310.2}, "E.as_R"),
        ("A*exp(-E/(R*T))", {"A": 2.6, "E": 510.5, "R": 8.31, "T": 310.2}, "T.as_E"),
        ("a*(b - (c + d))", {"a": 2, "b": 9, "c": 3, "d": 1}, "c.as_b"),
        ("2*2*a", {"a": 8}, "2#2.left_out"),
    ],
)
def test_what_no_student_does_takes_no_share(expression, symbols, never):
    assert never not in variant(expression, symbols).sentences


def test_of_all_mistakes_a_half_follows_from_the_form():
    assert sum(possible_mistakes(variant(SIDE, CONVOLUTION)).values()) == pytest.approx(0.5)


def test_the_first_step_that_differs_is_named_as_it_is_written(problem):
    result = check(problem("w*x/sqrt(d_k)", {"w": 1.37, "x": 2.91, "d_k": 50}), "0.079734")
    assert "The first step that differs is √d_k." in result.record()["message"]


def test_a_matrix_has_mistakes_of_its_own():
    attention = variant(
        "softmax(Q @ transpose(K)) @ V", {"Q": [[1, 2], [3, 5]], "K": [[1, 0], [2, 1]], "V": [[1, 2], [0, 4]]}
    )
    scores = np.array([[1, 4], [3, 11]])
    columns = np.exp(scores - scores.max(axis=0)) / np.exp(scores - scores.max(axis=0)).sum(axis=0)
    other = attention.run({"softmax(Q @ transpose(K))": "other_axis"})["total"]
    np.testing.assert_allclose(other, columns @ [[1, 2], [0, 4]])
    assert attention.run({"transpose(K)": "transpose_left_out"})["total"].shape == (2, 2)


def test_the_other_symbol_has_the_same_unit():
    symbols = {"v": {"value": 3.5, "unit": "m/s"}, "t": {"value": 2.5, "unit": "s"}, "u": {"value": 1.5, "unit": "m/s"}}
    assert [option for option in variant("v*t + u", symbols).menu["v"].options if option.startswith("as_")] == ["as_u"]


def test_the_numbers_of_symbols_are_filled_into_the_prompt(problem):
    prompt = "{n} px, {p} of padding, {d_k}, \\frac{n}{k}, {expression}"
    symbols = {"n": 224, "p": {"value": 3, "unit": "px"}, "k": 7, "d_k": "n/k"}
    assert problem("n + p - d_k", symbols, prompt).prompt == "224 px, 3 of padding, {d_k}, \\frac{n}{k}, n + p - d_k"


@pytest.mark.parametrize(
    ("expression", "symbols", "place", "message"),
    [
        ("n + q", "n: 2", (4, 15), "expression names q, which is not among the symbols; known are n"),
        (
            "n + padd",
            "n: 2, padding: 3",
            (4, 15),
            "expression names padd, which is not among the symbols; did you mean padding?",
        ),
        ("sqt(n)", "n: 2", (4, 15), "expression names sqt, which is not among the symbols; did you mean sqrt?"),
        (
            "1/2 m*v^2",
            "m: 2, v: 3",
            (4, 15),
            "expression has 1/2 m, which can be read as (1/2)·m or as 1/(2·m): write one of these",
        ),
        (
            "a",
            "a: h + 1/2g(t + 1)^2, h: 2, g: 9.81, t: 3",
            (5, 16),
            "a has 1/2 g(t + 1)^2, which can be read as (1/2)·g(t + 1)^2 or as 1/(2·g(t + 1)^2): write one of these",
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
        ("n + m", "n: [1, 2], m: [1, 2, 3]", (4, 15), "expression has shapes that do not go together: 2 and 3"),
        ("a", "a: b + 1, b: c, c: 2*a", (5, 16), "a is made of itself: a -> b -> c -> a"),
        ("a", "a: n/x, n: 2", (5, 16), "a names x, which is not among the symbols; known are a, n"),
        ("a", "a: {expression: n/0}, n: 2", (5, 29), "a divides by zero, where n = 2"),
        ("a", "a: {unit: m}", (5, 16), "a needs either a value or an expression"),
        ("a", "a: [[1, 2], [3]]", (5, 16), "a must have rows of one length"),
        ("total", "total: 2", (5, 20), "total is a name that is taken: call the symbol something else"),
        ("a" + "+a" * 50_000, "a: 1", (4, 15), "expression is longer than 2,000 characters"),
        ("(" * 60 + "a" + ")" * 60, "a: 1", (4, 15), "expression cannot be read: This is nested more than 50 deep"),
        (
            "+".join(f"{i}*a" for i in range(200)),
            "a: 1",
            (4, 15),
            "expression makes more than 250 pieces with those before it",
        ),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(tmp_path, expression, symbols, place, message):
    file = tmp_path / "bad.yaml"
    file.write_text(f'id: bad\ntype: formula\nparameters:\n  expression: "{expression}"\n  symbols: {{{symbols}}}\n')
    with pytest.raises(ProblemError) as error:
        load_problem(file)
    (finding,) = error.value.findings
    assert (finding.line, finding.column) == place
    assert finding.message == message


def test_a_word_for_what_is_no_piece(problem):
    with pytest.raises(
        ProblemError, match=r"pieces names 3p, which is no piece of the expression; did you mean 2\*p\?"
    ):
        problem(SIDE, CONVOLUTION, pieces={"3p": "the padding"})


def test_a_hint_lists_only_the_steps_that_the_author_named(problem):
    symbols = {"n": 12, "k": 4, "p": 0.3}
    hint = check(problem("comb(n, k)*p^k*(1-p)^(n-k)", symbols), "0.300", feedback="hint").message
    assert hint == "0.300 is not the number asked for. Check the formula, then the numbers."
    named = {**symbols, "ways": "comb(n, k)", "hits": "p^k", "misses": "(1 - p)^(n - k)"}
    hint = check(problem("ways*hits*misses", named), "0.300", feedback="hint").message
    assert hint == "0.300 is not the number asked for. Check it step by step: ways, hits, misses."


def test_a_hint_to_a_formula_says_to_check_its_terms(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text(
        "id: one\ntype: formula\nanswer: formula\nprompt: How many?\n"
        "parameters: {expression: 4*(n^2 + k) + 3*p, symbols: {n: 12, k: 5, p: 7}}\n"
    )
    hint = check(load_problem(file), "n^3 - p^5", feedback="hint").message
    assert hint == "Your formula is not the formula asked for. Check it term by term."


def test_a_step_has_the_unit_of_its_symbol(tmp_path):
    file = tmp_path / "fall.yaml"
    file.write_text(
        "id: fall\ntype: formula\nprompt: How long, and how fast?\n"
        "parameters:\n  expression: g*t\n  unit: m/s\n  symbols:\n    g: 9.81\n    h: 25\n"
        "    t: {expression: sqrt(2*h/g), unit: s}\n"
        "tolerance: {significant: 3}\nparts: [{id: time, asks: t}, {id: speed}]\n"
    )
    problem = load_problem(file)
    assert check(problem, "2.26 s", "time").status == "correct"
    assert check(problem, "2258 ms", "time").status == "correct"
    assert check(problem, "22.1 m/s", "speed").status == "correct"
    assert check(problem, "2.26 kg", "time").status == "incorrect"


def test_the_table_of_grades_tells_a_mistake_by_its_sentence(tmp_path):
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems/doors.yaml").write_text(
        "id: doors\ntype: formula\nprompt: How many?\nparameters: {expression: 2*a + 2*b, symbols: {a: 31, b: 57}}\n"
    )
    problem = load_problem(tmp_path / "problems/doors.yaml")
    column = GradeColumn(0, "", problem.id, problem, problem.parts[0])
    label = marked(column, check(problem, "145", feedback="full").outcome).cell.label
    assert label == "You left out the factor 2 in 2·a."


@pytest.mark.parametrize("mass", [9.109, 9.109e-31, 9.109e31])
def test_a_mistake_is_explained_however_small_the_answer(problem, mass):
    result = check(problem("m*v^2/2*k", {"m": mass, "v": 2500.0, "k": 1.5}), str(mass * 2500.0**2 * 1.5))
    assert "You did not divide by 2." in result.outcome.feedback.message


def test_a_product_of_large_and_small_is_explained_by_both_mistakes(problem):
    result = check(problem("N*m*v^2/2", {"N": 6.02e23, "m": 7.3, "v": 250.0}), str(7.3 * 250.0**2))
    assert told(result)[0].count(" and ") == 1  # the number of things, and the half


def test_an_answer_near_the_largest_double_is_judged_as_any_other(problem):
    largest = problem("x*1e299", {"x": 10})  # a slip by a power of ten is a number that no double holds
    for answer in ("5", "1e309", "-1e300", "1e301"):
        assert check(largest, answer, feedback="full").outcome.status == "incorrect"
    assert check(largest, "1e300").outcome.status == "correct"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ('{expression: "a % b", symbols: {a: 7, b: 2}}', "% can be read as percent or as a remainder. Write /100"),
        (
            '{expression: 2*p + 1, symbols: {p: 3}, pieces: {2*p: both sides, "2 * p": twice}}',
            "pieces names 2 * p, which has words already: say it once",
        ),
        (
            f"{{expression: 2*p, symbols: {{p: {{value: 3, description: {'x' * 1001}}}}}}}",
            "description must be text of 1,000 characters or fewer",
        ),
    ],
)
def test_what_an_author_has_to_say_more_clearly(tmp_path, parameters, message):
    file = tmp_path / "one.yaml"
    file.write_text(f"id: one\ntype: formula\nprompt: How many?\nparameters: {parameters}\n")
    with pytest.raises(ProblemError) as error:
        load_problem(file)
    assert message in str(error.value)
