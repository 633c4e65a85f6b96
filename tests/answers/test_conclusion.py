"""Answers that show their working before the end, in an answer box: the end counts where the working leads to it."""

import json

from checker import check, load_problem


def result(folder, prompt, value, text, **more):
    path = folder / "p.yaml"
    parameters = {"value": value} | ({"unit": unit} if (unit := more.pop("unit", "")) else {})
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "tolerance": {"relative": 0.005}}
    path.write_text(json.dumps(question | {"parameters": parameters} | more))
    return check(load_problem(path), text)


def test_the_line_of_whole_data_may_be_rounded(tmp_path):
    path = tmp_path / "p.yaml"
    lists = {"u": [2, 3, 5, 6, 8, 9], "v": [51, 58, 65, 64, 79, 83]}
    parameters = {
        "expression": "y = slope(u, v)*x + intercept(u, v)",
        "symbols": {"x": "letter", "y": "letter", **lists},
    }
    path.write_text(json.dumps({"id": "p", "type": "formula", "prompt": "Which line?", "parameters": parameters}))
    problem = load_problem(path)
    rounded = ("y = 4.37x + 42.6", "ŷ = 42.6 + 4.37x", r"$\hat{y} = 4.37\,x + 42.6$", "y = 4.373x + 42.61")
    assert [check(problem, each).status for each in rounded] == ["correct"] * 4
    wrong = ("y = 4.4x + 42.6", "y = 4.37x + 42.0", "y = 42.6x + 4.37")
    assert [check(problem, each).status for each in wrong] == ["incorrect"] * 3


def test_an_infinite_end_is_told_as_one(tmp_path):
    assert result(tmp_path, "Where?", "(-inf, 4]", "x <= 4", answer="interval").record()["read_as"] == ["-∞", 4]


def test_one_number_is_no_interval_with_an_infinite_end(tmp_path):
    message = result(tmp_path, "Where?", "[3, inf)", "∞", answer="interval").message
    assert "An interval has two ends. Give both." in message


def test_a_number_without_its_unit_is_shown_without_a_space(tmp_path):
    outcome = result(tmp_path, "Which angle?", 45, "tan^-1(1) = 45", unit="°")
    assert outcome.message == "Correct: 45."
