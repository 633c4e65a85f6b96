"""Names that physicists write before a result: in LaTeX, with an index, of each entry, of a mean and a deviation."""

import json

import pytest

from checker import check, load_problem


def result(folder, prompt, value, unit, text, **others):
    path = folder / "p.yaml"
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "tolerance": {"relative": 0.005}}
    path.write_text(json.dumps(question | {"parameters": {"value": value, "unit": unit}} | others))
    return check(load_problem(path), text)


def status(*question, **others):
    return result(*question, **others).status


@pytest.mark.parametrize(
    ("prompt", "value", "unit", "text"),
    [
        ("Give the time constant τ.", 1.034, "s", r"\tau = 1034\,\text{ms}"),
        ("Give the time constant τ.", 1.034, "s", r"$\tau = 1{.}034\ \mathrm{s}$".replace("{.}", ".")),
        ("Give the phase φ.", 33.2, "°", r"\varphi = 33.2^\circ"),
        ("Give the current.", 1.604, "A", r"I_{\text{eff}} \approx 1{,}60\ \mathrm{A}"),
        ("Give the current.", 1.604, "A", r"$I_\mathrm{eff} = 1.60$ A"),
        ("With what speed?", 39.0, "m/s", "|v| = sqrt(21^2 + 32.85^2) m/s = 39.0 m/s"),
    ],
)
def test_names_in_latex_and_with_an_index(tmp_path, prompt, value, unit, text):
    assert status(tmp_path, prompt, value, unit, text) == "correct"
    assert status(tmp_path, prompt, 2 * value, unit, text) == "incorrect"


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


@pytest.mark.parametrize(
    "text",
    [
        *("I₁ = 34.5 mA, I₂ = 4.70 mA", "I_1 = 34.5 mA; I_2 = 4.70 mA", "I1 = 34.5 mA and I2 = 4.70 mA"),
        *("I₂ = 4.70 mA, I₁ = 34.5 mA", "$I_1 = 34.5$ mA, $I_2 = 4.70$ mA", "I_{1} = 0.0345 A, I_{2} = 0.00470 A"),
    ],
)
def test_entries_with_an_index(tmp_path, text):
    prompt = "Give I_1 and I_2."
    assert status(tmp_path, prompt, [34.5, 4.7], "mA", text, answer="vector") == "correct"
    assert status(tmp_path, prompt, [4.7, 34.5], "mA", text, answer="vector") == "incorrect"


def test_entries_with_other_names_are_unreadable(tmp_path):
    for text in ("I_1 = 34.5 mA, U_2 = 4.70 mA", "I_1 = 34.5 mA, I_3 = 4.70 mA", "I_1 = 34.5 mA, I_1 = 4.70 mA"):
        assert status(tmp_path, "Give I_1 and I_2.", [34.5, 4.7], "mA", text, answer="vector") == "unreadable"


MEAN_AND_DEVIATION = "Give the mean of the sample and its standard deviation, in this order."


@pytest.mark.parametrize(
    "text",
    [
        *("x̄ = 99.95 Ω, s = 1.54 Ω", "mean 99.95 ohm, sd 1.54 ohm", "mean: 99.95, standard deviation: 1.54"),
        *("M = 99.95; SD = 1.54", "mean is 99.95 Ω and std dev is 1.54 Ω", r"$\bar{x} = 99.95$ Ω, $s = 1.54$ Ω"),
        *("x̄ = 99,95; s = 1,54", r"\mu = 99.95, \sigma = 1.54"),
    ],
)
def test_a_mean_and_a_deviation(tmp_path, text):
    assert status(tmp_path, MEAN_AND_DEVIATION, [99.95, 1.54], "Ω", text, answer="list") == "correct"
    assert status(tmp_path, MEAN_AND_DEVIATION, [1.54, 99.95], "Ω", text, answer="list") == "incorrect"


def test_a_mean_and_a_deviation_in_another_order_are_unreadable(tmp_path):
    turned = "Give the standard deviation of the sample and its mean, in this order."
    assert status(tmp_path, turned, [1.54, 99.95], "Ω", "x̄ = 99.95 Ω, s = 1.54 Ω", answer="list") == "unreadable"
    assert (
        status(tmp_path, MEAN_AND_DEVIATION, [99.95, 1.54], "Ω", "s = 1.54, x̄ = 99.95", answer="list") == "unreadable"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("φ = arctan(78.54/120) = 33.2°", "correct"), ("atan(78.54/120) = 33.2", "correct")),
        *(("tan^-1(0.6545) = 33.2 degrees", "correct"), ("arctan(0.6545) = 0.5795 rad = 33.20°", "correct")),
        *(("arctan(0.6545)*180/π = 33.2", "correct"), ("arctan(0.6545) = 0.5795", "incorrect")),
        *(
            ("arctan(0.6545)", "unreadable"),
            ("φ = arctan(0.6545)", "unreadable"),
            ("180 - arctan(0.6545)", "unreadable"),
            ("arctan(0.6545)°", "unreadable"),
            ("arctan(0.6545) = 34°", "unreadable"),
        ),
    ],
)
def test_an_arctangent_is_in_degrees_where_the_sides_agree(tmp_path, text, expected):
    assert status(tmp_path, "Give φ in degrees.", 33.204, "°", text) == expected


def test_a_lone_arctangent_is_asked_about(tmp_path):
    assert result(tmp_path, "Give φ.", 33.204, "°", "φ = arctan(0.6545)").message == (
        '"arctan(0.6545)" could be in degrees or in radians. Write only your final number, in °.'
    )
    assert status(tmp_path, "Give φ.", 0.5796, "rad", "φ = arctan(0.6545)") == "correct"


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        *(("Ω", "99.95 Ω ± 1.28 Ω"), ("Ω", "99.95 Ω ± 1.28"), ("Ω", "99.95 ± 1.28 Ω"), ("Ω", "(99.95 ± 1.28) Ω")),
        *(
            ("m/s^2", "99.95 m/s^2 ± 1.28 m/s^2"),
            ("Ω", r"99.95\,\Omega \pm 1.28\,\Omega"),
            ("Ω", "0.09995 kΩ ± 0.00128 kΩ"),
        ),
    ],
)
def test_a_unit_on_both_sides_of_plus_minus(tmp_path, unit, text):
    assert status(tmp_path, "Give the interval.", [98.67, 101.23], unit, text, answer="interval") == "correct"
    assert status(tmp_path, "Give the interval.", [97.67, 102.23], unit, text, answer="interval") == "incorrect"


def test_two_units_around_plus_minus_are_named(tmp_path):
    found = result(tmp_path, "Give the interval.", [98.67, 101.23], "Ω", "99.95 Ω ± 1280 mΩ", answer="interval")
    assert found.message == '"99.95 Ω ± 1280 mΩ" has two units. Write one of them.'
