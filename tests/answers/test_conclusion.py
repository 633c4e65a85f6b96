"""Answers that show their working before the end, in an answer box: the end counts where the working leads to it."""

import json

import pytest

from checker import check, load_problem


def result(folder, prompt, value, text, **more):
    path = folder / "p.yaml"
    parameters = {"value": value} | ({"unit": unit} if (unit := more.pop("unit", "")) else {})
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "tolerance": {"relative": 0.005}}
    path.write_text(json.dumps(question | {"parameters": parameters} | more))
    return check(load_problem(path), text)


@pytest.mark.parametrize(
    ("prompt", "value", "unit", "text"),
    [
        ("Solve 6x - 15 = 4x + 9.", 12, "", "6x − 15 = 4x + 9, 2x = 24, x = 12"),
        ("What is the price at the end?", 57.12, "EUR", "84 - 12.60 = 71.40; 71.40 - 14.28 = 57.12 €"),
        ("How long is side c?", 7.73, "m", "c² = 7.5² + 9.6² − 2·7.5·9.6·cos 52° ≈ 59.75, c ≈ 7.73 m"),
        ("Where is the image?", -29.1, "cm", "1/v = 1/12.0 − 1/8.5 = −0.0343, so v = −29.1 cm"),
        ("How large is the image?", 5.49, "mm", "m = 29.14/8.5 = 3.43, h' = 3.43 · 1.6 mm = 5.49 mm"),
        ("What is the pH?", 8.24, "", "pOH = 5.76, so pH = 14 − 5.76 = 8.24"),
        ("How fast is it?", 2.08, "m/s", "½kx² = ½mv² ⇒ v = 0.075·√(345/0.45) = 2.08 m/s"),
        ("What is t?", 3.87, "", r"$t = \frac{\bar d}{s_d/\sqrt{n}} = 3.87$"),
        ("What is the pH?", 4.81, "", "pH = pKa + log([A]/[HA]) = 4.76 + log10(42/37.5) = 4.81"),
        ("What is the voltage?", 0.923, "V", "E_cell = E_0 − (RT/2F) ln Q = 0.923 V"),
    ],
)
def test_the_end_counts_where_the_working_leads_to_it(tmp_path, prompt, value, unit, text):
    assert result(tmp_path, prompt, value, text, unit=unit).status == "correct"
    assert result(tmp_path, prompt, 3 * value, text, unit=unit).status == "incorrect"


@pytest.mark.parametrize(
    "text",
    [
        *("x = 12, y = 5", "x = 3, so x = 12", "x = 5 or x = 12", "x = 5, or else x = 12", "2x = 24", "x = 5; x = 12"),
        *("not x = 5, so maybe y = 3, x = 12", "the apples = 5, y = 12", "x² = 12", "a = b, so 5 = c = 12"),
        *("5 or x = 12", "x = 12 m = 5 km", "12 m/s = x = 9 km/h", "x = 5 so x = 12", "x = 5 x = 12", "x = 5 / x = 12"),
        *("x = 5 | x = 12", "x = 5 & x = 12", "x = 5 if x = 12", "x = 5 → x = 12", r"x=5 \lor x=12", "x = 5 > x = 12"),
        *(
            "5 = x, so x = 12",
            "x = 5, so 12",
            "x_1 = 5, so x_2 = 12",
            "x1 = 5 → x2 = 12",
            "x_1 = x_2 - 7 = 5, x_2 = 12",
        ),
        *("x = 5, 2·5 + 2 = 12", "2x = 10, x = 5, 2·5 + 2 = 12", "x = 5, f(5) = 12"),
    ],
)
def test_two_answers_are_unreadable(tmp_path, text):
    assert result(tmp_path, "Solve it for x.", 12, text).status == "unreadable"
    assert result(tmp_path, "Solve it for x.", 5, text).status == "unreadable"


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        *(("V", "U = 5 V, thus U = 12 V"), ("m/s", "v = 5 m/s. Then v = 12 m/s"), ("m", "x = 5 m so x = 12 m")),
        *(("A", "I = 5 A, U = 2.4·5 = 12 V"), ("g", "m = 5 g, n = 5/44 = 12 mol"), ("m/s", "v = 5 m/s, t = 12 s")),
    ],
)
def test_two_answers_with_units_are_unreadable(tmp_path, unit, text):
    assert result(tmp_path, "How much is it?", 5, text, unit=unit).status == "unreadable"
    assert result(tmp_path, "How much is it?", 12, text, unit=unit).status == "unreadable"


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        *(("interval", [45, 55], "40 < x < 50, so 45 < x < 55"), ("complex", [3, 4], "z = 2 + 1i so z = 3 + 4i")),
    ],
)
def test_two_answers_of_other_kinds_are_unreadable(tmp_path, kind, value, text):
    assert result(tmp_path, "What is it?", value, text, answer=kind).status == "unreadable"


def test_an_abbreviation_of_the_question_is_a_label(tmp_path):
    prompt = "What is the net present value of the oven?"
    assert result(tmp_path, prompt, 1840, "NPV = 1840").status == "correct"
    assert result(tmp_path, prompt, 1840, "IRR = 1840").status == "unreadable"


def test_an_entry_with_plus_minus_is_two_entries_of_a_set(tmp_path):
    roots = [3 - 2**0.5, 3 + 2**0.5]
    for text in ("3 ± √2", "x = 3 ± √2", r"$x = 3 \pm \sqrt{2}$", "(6 ± √8)/2", "{3 ± √2}"):
        assert result(tmp_path, "Which x?", roots, text, answer="set").status == "correct"
    assert result(tmp_path, "Which x?", roots, "-3 ± √2", answer="set").status == "incorrect"
    assert result(tmp_path, "Which x?", [-1, 1, 2], "±1, 2", answer="set").status == "correct"
    assert result(tmp_path, "Which x?", [-1, 2], "±1, 2", answer="set").status == "incorrect"


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


@pytest.mark.parametrize(
    "text",
    [
        *("not in [48.9, 55.7]", "nicht in [48.9; 55.7]", "kein [48.9, 55.7]", "48.9 < mu^2 < 55.7"),
        *("48.9 < |mu| < 55.7", "90% CI: [48.9, 55.7]", "50 ± 5 = [48.9, 55.7]"),
    ],
)
def test_what_is_said_of_an_interval_counts(tmp_path, text):
    prompt = "Give the 95% confidence interval."
    assert result(tmp_path, prompt, [48.9, 55.7], text, answer="interval").status == "unreadable"
    assert result(tmp_path, prompt, [48.9, 55.7], "95% CI: mu in [48.9, 55.7]", answer="interval").status == "correct"


def test_entries_of_a_set_have_one_symbol(tmp_path):
    assert result(tmp_path, "Solve x² = 25.", [5, -5], "x = 5, y = -5", answer="set").status == "unreadable"
    assert result(tmp_path, "Solve x² = 25.", [5, -5], "x_1 = 5, x_2 = -5", answer="set").status == "correct"
    assert result(tmp_path, "Solve x² = 25.", [5, -5], "{7} = {5, -5}", answer="set").status == "unreadable"


def test_an_infinite_end_is_told_as_one(tmp_path):
    assert result(tmp_path, "Where?", "(-inf, 4]", "x <= 4", answer="interval").record()["read_as"] == ["-∞", 4]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("50 ± 5 = (45, 55)", "correct"), ("50 ± 20/√16 = [45, 55]", "correct"), ("50 ± 6 = (45, 55)", "unreadable")),
        *(
            ("45 < mu and mu < 55", "correct"),
            ("45 < mu and nu < 55", "unreadable"),
            ("50 ± 6 = (44, 56)", "incorrect"),
        ),
    ],
)
def test_an_interval_in_two_forms(tmp_path, text, expected):
    assert result(tmp_path, "Give the interval.", [45, 55], text, answer="interval").status == expected


def test_one_number_is_no_interval_with_an_infinite_end(tmp_path):
    message = result(tmp_path, "Where?", "[3, inf)", "∞", answer="interval").message
    assert "An interval has two ends. Give both." in message


def test_a_number_without_its_unit_is_shown_without_a_space(tmp_path):
    outcome = result(tmp_path, "Which angle?", 45, "tan^-1(1) = 45", unit="°")
    assert outcome.message == "Correct: 45."
