"""Names that physicists write before a result: in LaTeX, with an index, of each entry, of a mean and a deviation."""

import json

from checker import check, load_problem


def result(folder, prompt, value, unit, text, **others):
    path = folder / "p.yaml"
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "tolerance": {"relative": 0.005}}
    path.write_text(json.dumps(question | {"parameters": {"value": value, "unit": unit}} | others))
    return check(load_problem(path), text)


def status(*question, **others):
    return result(*question, **others).status


def test_a_letter_that_only_the_author_uses_may_name_the_result(tmp_path):
    path = tmp_path / "p.yaml"
    symbols = {
        "v": {"value": 21, "unit": "m/s"},
        "h": {"value": 55, "unit": "m"},
        "g": {"value": 9.81, "unit": "m/s^2"},
    }
    parameters = {"expression": "sqrt(v^2 + 2*g*h)", "unit": "m/s", "symbols": symbols}
    answer = "v = √(v₀² + 2gh) = 39.0 m/s"
    for prompt, expected in (("With what speed?", "correct"), ("It starts with v. With what speed?", "unreadable")):
        path.write_text(
            json.dumps({"id": "p", "title": "T", "type": "formula", "prompt": prompt, "parameters": parameters})
        )
        assert check(load_problem(path), answer).status == expected
    assert check(load_problem(path), "v = 21").message.startswith('"v" is given in this question.')


def test_a_lone_arctangent_is_asked_about(tmp_path):
    assert result(tmp_path, "Give φ.", 33.204, "°", "φ = arctan(0.6545)").message == (
        '"arctan(0.6545)" could be in degrees or in radians. Write only your final number, in °.'
    )
    assert status(tmp_path, "Give φ.", 0.5796, "rad", "φ = arctan(0.6545)") == "correct"


def test_two_units_around_plus_minus_are_named(tmp_path):
    found = result(tmp_path, "Give the interval.", [98.67, 101.23], "Ω", "99.95 Ω ± 1280 mΩ", answer="interval")
    assert found.message == '"99.95 Ω ± 1280 mΩ" has two units. Write one of them.'
