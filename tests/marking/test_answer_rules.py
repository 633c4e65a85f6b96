"""Digits and units that an answer must have, steps of tolerance, credit by entries, and other accepted answers."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.document.findings import ProblemError
from checker.marking.shown_formula import formula_of
from checker.marking.solution import spelled, steps

LENGTH = {"type": "numeric", "parameters": {"value": 3.14159, "unit": "m"}}


def marked(folder, text, question, level="full", **others):
    path = folder / "p.yaml"
    path.write_text(json.dumps({"id": "p", "title": "T", "prompt": "Give it.", **question, **others}))
    return check(load_problem(path), text, feedback=level)


def problems(folder, question, **others):
    with pytest.raises(ProblemError) as raised:
        marked(folder, "1", question, **others)
    return [each.message for each in raised.value.findings]


@pytest.mark.parametrize(
    ("rule", "text", "status", "points"),
    [
        ({"significant": 3}, "3.14", "correct", 1),
        ({"significant": 3}, "314 cm", "correct", 1),
        ({"significant": 3}, "3.14e0", "correct", 1),
        ({"significant": 3}, "3.1416", "partial", 0.5),
        ({"significant": 3}, "3.1", "partial", 0),
        ({"significant": 3}, "3.15", "incorrect", 0),
        ({"significant": 3, "at_least": True}, "3.1416", "correct", 1),
        ({"significant": 3, "credit": 0}, "3.1416", "incorrect", 0),
        ({"significant": 3, "at_least": True}, "355/113", "correct", 1),
        ({"significant": 3}, "355/113", "partial", 0.5),
        ({"significant": 3, "at_least": True}, "3.144", "incorrect", 0),  # wrong at its own digits
        ({"decimals": 2}, "3.14", "correct", 1),
        ({"decimals": 2}, "3.142", "partial", 0.5),
        ({"decimals": 2, "at_least": True}, "3.142", "correct", 1),
    ],
)
def test_digits(tmp_path, rule, text, status, points):
    result = marked(tmp_path, text, LENGTH, digits=rule)
    assert (result.status, result.points) == (status, points)


def test_the_reply_asks_for_the_digits(tmp_path):
    message = marked(tmp_path, "3.1416", LENGTH, digits={"significant": 3}).message
    assert message == (
        "3.1416 has the right value, but it earns part of the points. Write it with exactly 3 significant digits."
    )
    assert (
        "at least 5 decimals"
        in marked(
            tmp_path, "3.1416", LENGTH, digits={"decimals": 5, "at_least": True}, tolerance={"decimals": 2}
        ).message
    )


def test_a_required_unit(tmp_path):
    question = {"type": "numeric", "parameters": {"value": 9.81}, "unit": {"is": "m/s^2", "required": True}}
    assert marked(tmp_path, "9.81 m/s^2", question).status == "correct"
    assert marked(tmp_path, "981 cm/s^2", question).status == "correct"
    without = marked(tmp_path, "9.81", question)
    assert (without.status, without.points) == ("incorrect", 0)
    assert (
        without.message
        == "9.81 has the right value, but the question asks for more. Write the unit next to the number."
    )
    question["unit"]["credit"] = 0.8
    assert marked(tmp_path, "9.81", question).points == 0.8
    assert marked(tmp_path, "9.81", question, level="verdict").message == (
        "9.81 has the right value, but it earns part of the points."
    )
    del question["unit"]["required"], question["unit"]["credit"]
    assert marked(tmp_path, "9.81", question).status == "correct"


def test_digits_and_a_unit(tmp_path):
    rules = {"digits": {"significant": 3}, "unit": {"required": True, "credit": 0.8}}
    result = marked(tmp_path, "3.1416", LENGTH, **rules)
    assert result.points == 0.5
    assert "exactly 3 significant digits. Write the unit" in result.message


def test_steps_of_a_tolerance(tmp_path):
    steps = [{"relative": 0.001}, {"relative": 0.02, "credit": 0.5}, {"relative": 0.1, "credit": 0.2}]
    found = {text: marked(tmp_path, text, LENGTH, tolerance=steps) for text in ("3.143", "3.18", "3.3", "4.1")}
    assert [each.points for each in found.values()] == [1, 0.5, 0.2, 0]
    assert [each.status for each in found.values()] == ["correct", "partial", "partial", "incorrect"]
    assert found["3.18"].message.startswith("3.18 is near the right value, which earns part of the points.")


def test_an_accepted_value_without_the_required_unit_hears_of_the_unit(tmp_path):
    more = {"unit": {"required": True, "credit": 0.3}, "accept": [{"value": "2.5", "credit": 0.9, "says": "Diameter."}]}
    found = marked(tmp_path, "2.5", LENGTH, "explain", **more)
    assert (found.points, found.feedback.next) == (0.3, "Write the unit next to the number.")


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("[1.5, 2.5, 3.5, 4.5] m", 1),
        ("[1.5, 2.5, 3.5, 4.5]", 0.6),
        ("[1.5, 2.5, 3.5, 9.5]", 0.6),
        ("[1.5, 0, 0, 0]", 0.25),
    ],
)
def test_entries_without_the_required_unit_earn_no_more_than_the_right_ones_do(tmp_path, text, points):
    vector = {"type": "numeric", "answer": "vector", "parameters": {"value": [1.5, 2.5, 3.5, 4.5]}, "entries": "each"}
    assert marked(tmp_path, text, vector, unit={"is": "m", "required": True, "credit": 0.6}).points == points


def test_too_few_digits_without_the_required_unit_earn_no_more_than_enough_of_them(tmp_path):
    more = {"unit": {"required": True}, "tolerance": {"decimals": 3}, "imprecise_credit": 0.5}
    found = [marked(tmp_path, text, LENGTH, **more).points for text in ("3.142 m", "3.142", "3.1 m", "3.1")]
    assert found == [1, 0, 0.5, 0]


def test_a_known_mistake_without_the_required_unit_earns_no_more_than_the_right_number(tmp_path):
    twice = {"answer": "6.28318", "says": "You took the diameter."}
    length = {"type": "numeric", "parameters": {"value": 3.14159, "unit": "m", "mistakes": [twice]}}
    more = {"unit": {"required": True, "credit": 0.3}, "credit": {"one_mistake": 0.5}}
    found = [marked(tmp_path, text, length, **more).points for text in ("6.28318 m", "6.28318", "3.14159")]
    assert found == [0.5, 0.3, 0.3]


def test_points_by_entries(tmp_path):
    vector = {"type": "numeric", "answer": "vector", "parameters": {"value": [1.5, 2.5, 3.5, 4.5]}, "entries": "each"}
    assert marked(tmp_path, "[1.5, 2.5, 3.6, 4.5]", vector).points == 0.75
    assert marked(tmp_path, "[9, 9, 9, 9]", vector).points == 0
    assert marked(tmp_path, "[1.5, 2.5]", vector).points == 0
    assert "Entry 3 is wrong" in marked(tmp_path, "[1.5, 2.5, 3.6, 4.5]", vector).message
    del vector["entries"]
    assert marked(tmp_path, "[1.5, 2.5, 3.6, 4.5]", vector).points == 0


@pytest.mark.parametrize(
    ("text", "points"), [("{1, 2, 3, 4}", 1), ("{4, 2}", 0.5), ("{1, 2, 3, 9}", 0.5), ("{8, 9}", 0), ("{1, 8, 9}", 0)]
)
def test_right_minus_wrong_entries_of_a_set(tmp_path, text, points):
    question = {"type": "numeric", "answer": "set", "parameters": {"value": [1, 2, 3, 4]}, "entries": "each"}
    assert marked(tmp_path, text, question).points == points


def test_another_accepted_answer(tmp_path):
    accept = [{"value": "3/7", "credit": 0.5, "says": "You took the share of the rest."}, {"value": 0.9}]
    question = {"type": "numeric", "parameters": {"value": 0.3}, "accept": accept}
    half, full = (marked(tmp_path, text, question) for text in ("3/7", "0.900"))
    assert (half.status, half.points) == ("partial", 0.5)
    assert half.message == "3/7 is accepted, which earns part of the points. You took the share of the rest."
    assert (full.status, full.points) == ("correct", 1)
    assert marked(tmp_path, "0.429", question).points == 0.5
    assert marked(tmp_path, "0.44", question).points == 0


def test_another_accepted_formula(tmp_path):
    question = {
        "type": "formula",
        "answer": "formula",
        "parameters": {"expression": "a*b/2", "symbols": {"a": 3, "b": 5}},
        "accept": [{"value": "a*b", "credit": 0.25}],
    }
    assert marked(tmp_path, "b*a", question).points == 0.25
    assert marked(tmp_path, "a+b", question).points == 0


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
