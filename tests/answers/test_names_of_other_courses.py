"""Answers as statisticians, chemists and mathematicians write them: what names the number, and what stands for it."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem


def status(folder, prompt, parameters, text, **others):
    path = folder / "p.yaml"
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "parameters": parameters, **others}
    path.write_text(json.dumps(question))
    return check(load_problem(path), text).status


@pytest.mark.parametrize(
    "text",
    [
        *("s^2 = 1.15", "s² = 1.15", "s^{2} = 1.15", "σ^2 = 1.15", "s_x^2 = 1.15", "Var(X) = 1.15"),
        *("sample variance s^2 = 1.15", "s^2 = 33.35/29 = 1.15"),
    ],
)
def test_a_square_names_a_variance_where_one_is_asked_for(tmp_path, text):
    question = "Give the sample variance.", {"value": 1.15}, text
    assert status(tmp_path, *question, tolerance={"decimals": 2}) == "correct"
    assert status(tmp_path, "How large is s?", {"value": 1.15}, "s^2 = 1.15") == "unreadable"


@pytest.mark.parametrize("text", ["χ² = 6.93", "X^2 = 6.93", "χ^2=6.93", r"$\chi^2 = 6.93$", "χ2 = 6.93", "x² ≈ 6.93"])
def test_chi_squared(tmp_path, text):
    assert status(tmp_path, "Give the chi-squared statistic.", {"value": 6.93}, text) == "correct"


@pytest.mark.parametrize("text", ["n^2 = 1.15", "s^2 + 1 = 1.15", "c^2 = 1.15", "s^3 = 1.15"])
def test_other_powers_are_formulas(tmp_path, text):
    assert status(tmp_path, "Give the sample variance.", {"value": 1.15}, text) == "unreadable"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("P(Z < 1.2) = Φ(1.2) = 0.885", "correct"),
        ("Φ(1.2) = 0.885", "correct"),
        (r"\Phi(1.2)", "correct"),
        ("Φ(1.2) - Φ(-9) = 0.8849 - 0.0000 = 0.885", "correct"),
        ("Φ(1.2) = 0.758", "unreadable"),
        ("Φ(0.7) = 0.758", "incorrect"),
    ],
)
def test_the_standard_normal_distribution(tmp_path, text, wanted):
    assert status(tmp_path, "Give P(Z < 1.2).", {"value": 0.88493}, text, tolerance={"decimals": 3}) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *(
            (text, "correct")
            for text in ("−III and +V", "-III, V", "3- and 5+", "N: -3, +5", "+5 (N), -3 (N)", "{+V, -III}")
        ),
        ("III and V", "incorrect"),
        ("NO3-: -3, NH4+: +5", "unreadable"),  # the right numbers, of the wrong ions
    ],
)
def test_oxidation_numbers(tmp_path, text, wanted):
    prompt = "Which oxidation numbers does nitrogen (N) have in NH4NO3? Give both."
    assert status(tmp_path, prompt, {"value": [-3, 5]}, text, answer="set") == wanted


def test_roman_numerals_are_no_numbers_elsewhere(tmp_path):
    assert status(tmp_path, "How many atoms are there?", {"value": 6}, "VI") == "unreadable"
    assert status(tmp_path, "Which oxidation state has chromium?", {"value": 6}, "+VI") == "correct"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "F = -17.0 i - 37.7 j N",
            "-17.0i - 37.7j",
            "-17.0 î - 37.7 ĵ",
            r"-17.0\hat{i} - 37.7\hat{j}",
            "-17.0 x̂ - 37.7 ŷ",
        ),
        *(
            "Fx = -17.0, Fy = -37.7",
            "F_x = -17.0 N; F_y = -37.7 N",
            "Fy = -37.7 N, Fx = -17.0 N",
            "x = -17.0, y = -37.7",
        ),
        *("<-17.0, -37.7> N", "(-17.0 | -37.7)", "-17.0 ex - 37.7 ey", "-37.7 j - 17.0 i", "(-17.0 i - 37.7 j) N"),
        *(
            "-17.0 N i - 37.7 N j",
            r"\vec{F} = \begin{pmatrix}-17.0\\-37.7\end{pmatrix} N",
            "-0.0170 kN i - 0.0377 kN j",
        ),
    ],
)
def test_a_vector_by_its_components(tmp_path, text):
    question = "Give the force.", {"value": [-17.0, -37.7], "unit": "N"}
    assert status(tmp_path, *question, text, answer="vector", tolerance={"decimals": 1}) == "correct"
    swapped = "Give the force.", {"value": [-37.7, -17.0], "unit": "N"}
    assert status(tmp_path, *swapped, text, answer="vector", tolerance={"decimals": 1}) == "incorrect"


@pytest.mark.parametrize("text", ["3 i", "3 i + 0 j", "3i + 0j"])
def test_a_component_that_is_0_may_be_left_out(tmp_path, text):
    assert status(tmp_path, "Give it.", {"value": [3, 0]}, text, answer="vector") == "correct"


@pytest.mark.parametrize("text", ["3x + 4y", "3i + 4i", "3 i 4 j", "2 Fx = 3, Fy = 4", "Fx = 3, Gy = 4", "3i or 4j"])
def test_what_is_no_vector(tmp_path, text):
    assert status(tmp_path, "Give it.", {"value": [3, 4]}, text, answer="vector") == "unreadable"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *(
            (text, "correct")
            for text in ("(-inf, 4]", "x <= 4", "x ≤ 4", "4 >= x", "(-∞; 4]", r"(-\infty, 4]", "]-∞, 4]")
        ),
        *(
            (text, "correct")
            for text in ("{x | x <= 4}", "x ∈ (-∞, 4]", "-inf < x <= 4", r"x \leq 4", "[-∞, 4]", "x <= 8/2")
        ),
        *((text, "incorrect") for text in ("x < 4", "x < 5", "x >= 4", "[4, inf)", "(-10, 4]", "(-inf, inf)", "4")),
        *((text, "unreadable") for text in ("x > y", "x ≠ 4")),
    ],
)
def test_a_one_sided_interval(tmp_path, text, wanted):
    prompt = "Solve 2x - 1 <= 7. Give all solutions as an interval."
    assert status(tmp_path, prompt, {"value": "(-inf, 4]"}, text, answer="interval", ends="strict") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *(
            (text, "correct")
            for text in ("mu > 3.25", "(3.25, inf)", "3.25 < mu < ∞", "P(mu > 3.25) = 0.95", "mu ≥ 3.25 g")
        ),
        *((text, "incorrect") for text in ("mu > 3.27", "mu < 3.25", "(3.25, 9.00)", "3.25")),
        ("mu > 3.2", "too_coarse"),
    ],
)
def test_a_one_sided_interval_of_an_expression(tmp_path, text, wanted):
    parameters = {"expression": "[m - 1.645*s/2, inf]", "symbols": {"m": 4.07, "s": 1}, "unit": "g"}
    others = {"type": "formula", "answer": "interval", "tolerance": {"decimals": 2}}
    assert status(tmp_path, "Give a lower bound of the mean.", parameters, text, **others) == wanted
    message = check(load_problem(tmp_path / "p.yaml"), "mu > 3.25", feedback="full").message
    assert "∞" in message


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"$A = \frac{1000 \cdot 0.6}{2} \approx 300.00$ EUR", "correct"),
        ("$x = 300$ EUR", "correct"),
        ("$300$ euros", "correct"),
        ("$300", "incorrect"),  # dollars
        ("$310 - $10 = $300", "incorrect"),
        ("5$ + 295$ EUR", "unreadable"),
        ("100$ × 3$ EUR", "incorrect"),
    ],
)
def test_dollars_around_mathematics_before_a_currency(tmp_path, text, wanted):
    assert status(tmp_path, "What does it cost, in euros?", {"value": 300, "unit": "EUR"}, text) == wanted


@pytest.mark.parametrize("unit", ["g N2", "g N₂", "g of N_2", "g $N_2$"])
def test_a_substance_that_could_be_a_unit(tmp_path, unit):
    prompt = "A cylinder holds nitrogen, N₂. Find the amount of gas in moles, and the mass of the nitrogen in grams."
    assert status(tmp_path, prompt, {"value": 247, "unit": "g"}, f"247 {unit}") == "correct"
    assert status(tmp_path, prompt.replace("N₂", "in it"), {"value": 247, "unit": "g"}, "247 g of N2") == "unreadable"


def test_kelvins_in_brackets_are_no_potassium(tmp_path):
    prompt = "Which heat is needed, in kJ? Water takes 4186 J/(kg K)."
    text = "0.4 kg · 4186 J/(kg K) · 4.2 K = 7.03 kJ"
    assert status(tmp_path, prompt, {"value": 7.0325, "unit": "kJ"}, text, tolerance={"relative": 0.01}) == "correct"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\arctan\frac{3}{4} = 36.9^\circ", "correct"),
        (r"\tan^{-1}\frac{3}{4} \approx 36.9^\circ", "correct"),
        ("tan⁻¹ 0.75 = 36.9°", "correct"),
        (r"\arctan\frac{3}{4}", "unreadable"),
        (r"\tan^{-1}\frac{3}{4}", "unreadable"),
        (r"\tan^{-1} 0.75", "unreadable"),  # in degrees or in radians
        ("0.6435", "incorrect"),
    ],
)
def test_arctangents_where_degrees_are_asked_for(tmp_path, text, wanted):
    tolerance = {"decimals": 1}
    parameters = {"value": 36.8699, "unit": "°"}
    assert status(tmp_path, "How large is the angle?", parameters, text, tolerance=tolerance) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("201.9 ≈ 202", "correct"),
        ("n = 201.9 → 202", "correct"),
        ("202 ≈ 201.9", "incorrect"),
        ("201.43 → 202", "correct"),
        ("201.43 → 203", "unreadable"),
        ("200 → 202", "unreadable"),
        ("202.0 = 202", "correct"),
        ("at least 202", "correct"),
        ("at most 202", "unreadable"),
    ],
)
def test_a_count_that_was_rounded(tmp_path, text, wanted):
    prompt = "The margin is at most 2 minutes. At least how many have to be asked?"
    assert status(tmp_path, prompt, {"value": 202}, text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(x, y, z) = (2, -1, 3)", "correct"),
        ("(x,y,z)^T = (2,-1,3)^T", "correct"),
        ("(x|y|z) = (2|-1|3)", "correct"),
        ("(x, z, y) = (2, 3, -1)", "unreadable"),
        ("(b, a, c) = (2, -1, 3)", "unreadable"),
        ("(p, y, z) = (2, 3, 3)", "incorrect"),
    ],
)
def test_symbols_before_a_vector_in_their_order(tmp_path, text, wanted):
    question = {"type": "numeric", "answer": "vector"}
    assert status(tmp_path, "Where do the planes meet?", {"value": [2, -1, 3]}, text, **question) == wanted


def test_the_inverse_before_its_entries(tmp_path):
    question = {"type": "numeric", "answer": "matrix"}
    text = r"$A^{-1} = \begin{pmatrix} 1 & -\frac{1}{2} \\ -2 & \frac{3}{2} \end{pmatrix}$"
    value = {"value": [[1, -0.5], [-2, 1.5]]}
    assert status(tmp_path, "Find the inverse of A.", value, text, **question) == "correct"
    assert status(tmp_path, "Find the matrix A.", value, text, **question) == "unreadable"


@pytest.mark.parametrize(
    "text", [r"$x \in \left\{0, \frac{5\pi}{6}\right\}$", r"{0, \frac{5 \pi}{6}}", r"\lbrace 0, 5π/6 \rbrace"]
)
def test_fractions_in_sets(tmp_path, text):
    question = {"type": "formula", "answer": "set"}
    assert status(tmp_path, "Solve it.", {"expression": "[0, 5*pi/6]"}, text, **question) == "correct"


def test_a_payment_of_a_time_that_the_question_names_is_not_graded(tmp_path):
    prompt = "She repays it in equal payments at the end of each month. How much is each payment, in dollars?"
    assert status(tmp_path, prompt, {"value": 422.73, "unit": "USD"}, "422.73 dollars per month") != "incorrect"
    assert status(tmp_path, prompt, {"value": 422.73, "unit": "USD"}, "422.73 dollars per year") == "incorrect"
