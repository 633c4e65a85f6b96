"""The digits of a solution, and the unit that is asked for; what answers earn stands in answers.jsonl."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.marking.expected import formula_of, spelled
from checker.marking.solution import steps

LENGTH = {"type": "numeric", "parameters": {"value": 3.14159, "unit": "m"}}


def marked(folder, text, question, level="full", **others):
    path = folder / "p.yaml"
    path.write_text(json.dumps({"id": "p", "title": "T", "prompt": "Give it.", **question, **others}))
    return check(load_problem(path), text, feedback=level)


def test_an_accepted_value_without_the_required_unit_hears_of_the_unit(tmp_path):
    more = {"unit": {"required": True, "credit": 0.3}, "accept": [{"value": "2.5", "credit": 0.9, "says": "Diameter."}]}
    found = marked(tmp_path, "2.5", LENGTH, "explain", **more)
    assert (found.points, found.feedback.next) == (0.3, "Write the unit next to the number.")


def test_the_solution_shows_the_digits_that_are_asked_for(tmp_path):
    path = tmp_path / "p.yaml"
    parameters = {"expression": "m/V", "symbols": {"m": 5.0, "V": 20.0}, "unit": "g/mL"}
    path.write_text(json.dumps({"id": "p", "type": "formula", "parameters": parameters, "digits": {"significant": 3}}))
    problem = load_problem(path)
    assert formula_of(problem, problem.parts[0]).value == "0.250 g/mL"


@pytest.mark.parametrize(("value", "shown"), [(9.996, "10.0"), (9.994, "9.99"), (0.09996, "0.100"), (99.96, "100")])
def test_the_digits_are_counted_in_the_rounded_number(tmp_path, value, shown):
    path = tmp_path / "p.yaml"
    parameters = {"expression": "a*1", "symbols": {"a": value}}
    path.write_text(json.dumps({"id": "p", "type": "formula", "parameters": parameters, "digits": {"significant": 3}}))
    problem = load_problem(path)
    assert spelled(problem.parts[0], value) == shown


def test_the_digits_are_those_of_the_step_that_is_asked_for(tmp_path):
    path = tmp_path / "p.yaml"
    parameters = {"expression": "(a*b)*1000 + c", "symbols": {"a": 0.000123, "b": 2.5, "c": 0.5}}
    path.write_text(json.dumps({"id": "p", "type": "formula", "parameters": parameters, "digits": {"decimals": 2}}))
    part = load_problem(path).parts[0]
    values = {line.path: spelled(part, line.value, line.path) for line in steps(part.variant, part.step)}
    assert values[part.step] == "0.81"  # 0.000123*2.5*1000 + 0.5 = 0.8075
    others = [value for step, value in values.items() if step != part.step]
    assert others
    assert "0.00" not in others
