"""What students read about a formula: functions and symbols in their words, not in the author's code."""

from __future__ import annotations

import re

import pytest

from checker import check, load_problem
from checker.cli.answer_pages import solution
from checker.cli.output import page_text
from checker.problems.prompt import names_shown
from tests.solvers.formulas import variant
from tests.tables import rows

DICE = {"n": 12, "k": 4, "p": 0.25}
AT_LEAST = "binomial_sf(k - 1, n, p)"
HEIGHTS = {"x": [171, 168, 182, 177], "n": 4}

FILE = """\
id: {id}
type: formula
prompt: |
  {prompt}
parameters: {{expression: "{expression}", symbols: {symbols}}}
"""


def problem(tmp_path, expression, symbols, prompt):
    file = tmp_path / "asked.yaml"
    file.write_text(FILE.format(id="asked", prompt=prompt, expression=expression, symbols=symbols))
    return load_problem(file)


@pytest.mark.parametrize(("expression", "mistake", "said"), rows(__file__, "counts_are_told_apart_by_words"))
def test_counts_are_told_apart_by_words(expression, mistake, said):
    assert variant(expression, DICE).sentences[f"{expression}.{mistake}"] == said


def test_the_one_in_at_least_is_told_as_a_mistake_about_the_count_and_only_once():
    sentences = variant(AT_LEAST, DICE).sentences
    assert sentences["1.left_out"] == "You took P(X > k) instead of P(X ≥ k)."
    assert f"{AT_LEAST}.first_left_out" not in sentences  # the same numbers by the same mistake


def test_symbols_that_a_prompt_does_not_show_are_told_by_their_numbers(tmp_path):
    asked = problem(tmp_path, AT_LEAST, DICE, "A die with four sides is thrown {n} times. P(at least {k} fours)?")
    message = check(asked, "0.158").message  # 1 - P(X <= 4), by hand
    assert "You took P(X > 4)." in message
    assert "first step" not in message  # k - 1 is how the author wrote it
    assert "separately" not in message


def test_a_quantile_is_told_in_the_first_step_that_differs(tmp_path):
    symbols = {**HEIGHTS, "h": "t_quantile(0.975, n - 1)*sd(x)/sqrt(n)"}
    prompt = "Heights in cm: 171, 168, 182, 177 (n = 4). How far from the mean does a 95% interval reach?"
    asked = problem(tmp_path, "h", symbols, prompt)
    result = check(asked, "6.11999").feedback  # 1.959964 · 6.244998 / 2
    assert result.where == "The first step that differs is the 97.5% t quantile."
    assert "instead of t in the 97.5% t quantile." in result.why[0]


def test_statistics_are_told_without_the_list_where_there_is_one_only():
    assert variant("sd(x)", HEIGHTS).sentences["sd(x).as_var"] == "You left out the root in the standard deviation."
    two = {"x": [1, 2, 4], "y": [2, 3, 9]}
    sentences = variant("mean(x) - mean(y)", two).sentences
    assert sentences["mean(y).as_median"] == "You took the median of y instead of the mean of y."
    assert sentences["mean(y).added"] == "You added the mean of y instead of subtracting it."
    assert variant("3*sd(x)", HEIGHTS).sentences["sd(x).left_out"] == "You left out the standard deviation."


def test_derived_symbols_that_nobody_sees_are_told_by_description_or_formula(tmp_path):
    symbols = "{q: 7, u: 9, E: {expression: q*u/2, description: the energy}, w: 3*q}"
    asked = problem(tmp_path, "E + w", symbols, "How much is it?")
    sentences = asked.parts[0].variant.sentences
    assert sentences["2.left_out"] == "You did not divide by 2 in the energy."
    assert sentences["3.left_out"] == "You left out the factor 3 in 3·7."
    assert sentences["w.subtracted"] == "You subtracted 3·7 instead of adding it."


def test_a_worked_solution_has_no_decimal_comma_among_arguments(tmp_path):
    asked = problem(tmp_path, "t_quantile(0.975, n - 1)*sd(x)", HEIGHTS, "How far?")
    lines = page_text(solution(asked, asked.parts), plain=True)
    assert "the 97.5% t quantile: t_quantile(0.975, 3)" not in lines
    assert "the 97.5% t quantile: 3.18245" in lines
    assert "the standard deviation: 6.2" in lines
    assert not re.search(r"\d,\d", "".join(asked.parts[0].variant.menu))


@pytest.mark.parametrize(("prompt", "shown", "not_shown"), rows(__file__, "names_that_a_prompt_shows"))
def test_names_that_a_prompt_shows(prompt, shown, not_shown):
    names = names_shown(prompt)
    assert set(shown.split()) <= names
    assert names.isdisjoint(not_shown.split())
