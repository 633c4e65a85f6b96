"""Every place shows a truth with the digits that the tolerance needs, and a formula where one is asked for."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.cli.answer_pages import solution, verdicts
from checker.cli.output import page_text
from checker.marking import solution as worked
from checker.marking.question import Question
from tests.bank import bank
from tests.tables import rows


@pytest.mark.parametrize(
    ("expression", "tolerance", "shown"), rows(__file__, "every_place_shows_the_digits_that_the_tolerance_needs")
)
def test_every_place_shows_the_digits_that_the_tolerance_needs(tmp_path, expression, tolerance, shown):
    path = tmp_path / "root.yaml"
    parameters = {"expression": expression, "symbols": {"a": 3}}
    content = {"id": "root", "type": "formula", "prompt": "How much?", "parameters": parameters}
    path.write_text(json.dumps({**content, "tolerance": tolerance}), encoding="utf-8")
    problem = load_problem(path)
    part, outcome = problem.parts[0], check(problem, "1", feedback="full")
    lines = page_text(verdicts(problem, [outcome]), plain=True).split("\n")
    assert f"Expected: {shown}" in lines
    assert lines[-1].endswith(f" {shown}")
    assert page_text(solution(problem, [part]), plain=True).endswith(f" = {shown}")
    assert check(problem, shown).status == "correct"
    assert check(problem, check(problem, expression.replace("a", "3")).read_as).status == "correct"


def test_a_vector_of_whole_numbers_is_shown_as_one(tmp_path):
    path = tmp_path / "key.yaml"
    path.write_text("{id: key, type: numeric, prompt: Which?, answer: vector, parameters: {value: [1, 0, 2]}}")
    problem = load_problem(path)
    assert worked.expected_value(problem.parts[0]) == "[1, 0, 2]"
    assert check(problem, "[1, 0, 2]").status == "correct"


@pytest.mark.parametrize("problem", list(bank().problems.values()), ids=lambda problem: problem.id)
def test_the_expected_answers_of_the_bank_are_right(problem):
    for part in problem.parts:
        if part.kind in {"text", "choice"}:
            continue
        formula = Question.of(problem, part).expected_formula
        assert bool(formula) == (part.kind == "formula")
        for shown in {formula or worked.expected_value(part), formula or worked.spelled(part, part.truth)}:
            assert check(problem, {part.id: shown}).parts[part.id].status == "correct", (part.id, shown)


HEADS = """
id: heads
type: attention_parameters
prompt: "How many parameters has the block, in d and H? {conventions}"
parameters: {d_model: 96, num_heads: 6, d_k: 20, d_v: 12}
conventions: {biases: left_out, output_projection: counted}
symbols: {d: d_model, H: num_heads, k: d_k, v: d_v}
answer: formula
"""


@pytest.mark.parametrize(("more", "shown"), rows(__file__, "where_a_formula_is_asked_for_no_bare_number_is_expected"))
def test_where_a_formula_is_asked_for_no_bare_number_is_expected(tmp_path, more, shown):
    path = tmp_path / "heads.yaml"
    path.write_text(f"{HEADS}{more}\n", encoding="utf-8")
    problem = load_problem(path)
    outcome = check(problem, "d*H", feedback="full")
    lines = page_text(verdicts(problem, [outcome]), plain=True).split("\n")
    assert next(line for line in lines if line.startswith("Expected")).startswith(f"Expected: {shown}")
    assert outcome.record().get("expected_formula", "") == ("" if not more else shown.partition(", ")[0])


def test_given_numbers_are_shown_in_full(tmp_path):
    path = tmp_path / "rate.yaml"
    parameters = {"expression": "a*b + pi", "symbols": {"a": 123456789012.5, "b": 0.12345678}}
    content = {"id": "rate", "type": "formula", "prompt": "What is a*b + pi?", "parameters": parameters}
    path.write_text(json.dumps({**content, "tolerance": {"decimals": 2}}), encoding="utf-8")
    problem = load_problem(path)
    lines = page_text(solution(problem, problem.parts), plain=True).split("\n")
    assert "Numbers: 123,456,789,012.5·0.12345678 + π" in lines
    assert "a·b: 123456789012.5·0.12345678 = 15,241,577,640.62" in lines
