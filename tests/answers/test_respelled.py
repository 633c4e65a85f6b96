"""Spellings that are read where an answer is unreadable as it is written, and those that stay unreadable."""

import pytest

from checker import check, load_problem


def status(folder, prompt, answer, *, value, kind="number", unit=""):  # noqa: PLR0913
    measured = f", unit: {unit}" if unit else ""
    (folder / "asked.yaml").write_text(
        f"id: asked\ntitle: Asked\ntype: numeric\nprompt: {prompt!r}\nanswer: {kind}\nparameters: {{value: {value}{measured}}}\n"
    )
    return check(load_problem(folder / "asked.yaml"), answer).status


@pytest.mark.parametrize(
    ("prompt", "answer", "value"),
    [
        ("What is the value of χ²?", "chi-squared = 11.98, df = 2", 11.98),
        ("What is the value of χ²?", "χ²(2) = 11.98", 11.98),
        ("What is the value of χ²?", "χ^2 ≈ 11.98, p = 0.0025", 11.98),
        ("What is the test statistic t?", "t(7) = 3.87", 3.87),
        ("What is the determinant of A?", "|A| = -85", -85),
        ("What is the two-sided p-value?", "2·P(T > 3.87) = 2·0.00306 = 0.0061", 0.00612),
        ("What is the pH?", "pH ≈ 8.24 (basic)", 8.24),
        ("What is the pH?", r"$\mathrm{pH} = 4.76 + \log\frac{36.0}{43.5} = 4.68$", 4.678),
        ("What is the pH?", "[OH⁻] = 1.74×10⁻⁶ M, pH = 8.24", 8.24),
        ("What is the coefficient of determination r²?", "r = 0.9783, so r^2 = 0.957", 0.957),
        ("How long is the image? Upside down counts as negative.", "5.49 mm, upright", 5.49),
    ],
)
def test_numbers(tmp_path, prompt, answer, value):
    unit = "mm" if "mm" in answer else ""
    assert status(tmp_path, prompt, answer, value=value, unit=unit) == "correct"


@pytest.mark.parametrize(
    ("prompt", "answer", "value", "unit"),
    [
        ("What is the pH?", "pH = 8.24 (acidic)", 8.24, ""),
        ("What is the pH?", "-log[OH-] = 8.24", 8.24, ""),
        ("The pH is 3.69. Give the concentration of H+ in mol/L.", "pH = 2.04e-4", 2.04e-4, "mol/L"),
        ("The pH is 3.69. Give the concentration of H+ in mol/L.", "Ka = 2.04e-4", 2.04e-4, "mol/L"),
        ("The pH is 3.69. Give the concentration of H+ in mol/L.", "[H+][OH-] = 2.04e-4", 2.04e-4, "mol/L"),
        ("Solve 6x - 15 = 4x - 5 for x.", "x = 12, hence y = 5", 5, ""),
        ("Solve 6x - 15 = 4x - 5 for x.", "a = 3; b = 5, hence 5", 5, ""),
        ("Solve 6x - 15 = 4x - 5 for x.", "x = 3, so y = 5", 5, ""),
        ("How long is the image? Upside down counts as negative.", "5.49 mm, inverted", 5.49, "mm"),
        ("What is x?", "|x| = 5", 5, ""),
    ],
)
def test_other_quantities_stay_unreadable(tmp_path, prompt, answer, value, unit):
    assert status(tmp_path, prompt, answer, value=value, unit=unit) == "unreadable"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("422.73 dollars per month", "correct"),
        ("$422.73 a month", "correct"),
        ("$422.73/month", "correct"),
        ("$422.73 per liter", "unreadable"),
    ],
)
def test_money_by_time(tmp_path, answer, expected):
    prompt = "She pays at the end of each month. How much is each payment, in dollars?"
    assert status(tmp_path, prompt, answer, value=422.73, unit="USD") == expected


def test_thousands_of_money(tmp_path):
    assert status(tmp_path, "What is the net present value?", "NPV = €1,840", value=1840.3, unit="EUR") == "correct"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (r"$\mathbb{L} = \{-1;\,2;\,3\}$", "correct"),
        (r"$\lbrace -1, 2, 3 \rbrace$", "correct"),
        ("-1, 2, 3 or 4?", "unreadable"),
        ("-1, 2 and maybe 3", "unreadable"),
    ],
)
def test_sets(tmp_path, answer, expected):
    assert status(tmp_path, "Solve the equation.", answer, value="[-1, 2, 3]", kind="set") == expected


def test_both_solutions_with_one_name(tmp_path):
    assert status(tmp_path, "Solve it.", r"$x_{1,2} = 3 \pm 2$", value="[1, 5]", kind="set") == "correct"


def test_probabilities_with_their_events(tmp_path):
    answer = "P(X=0)=0.512, P(X=1)=0.384, P(X=2)=0.096"
    value = "[0.512, 0.384, 0.096]"
    assert status(tmp_path, "Give P(X = k) for k = 0, 1, 2.", answer, value=value, kind="list") == "correct"
    turned = "P(X=2)=0.512, P(X=1)=0.384, P(X=0)=0.096"
    assert status(tmp_path, "Give P(X = k) for k = 0, 1, 2.", turned, value=value, kind="list") == "unreadable"


def test_inequalities_that_end_with_the_solution(tmp_path):
    answer = "-11 <= 3x - 4 <= 11, so -7 <= 3x <= 15 and -7/3 <= x <= 5"
    value = "'[-7/3, 5]'"
    assert status(tmp_path, "Solve |3x - 4| <= 11.", answer, value=value, kind="interval") == "correct"


@pytest.mark.parametrize(
    ("answer", "expected"), [("AB = [[1, 2], [3, 4]]", "correct"), ("BA = [[1, 2], [3, 4]]", "unreadable")]
)
def test_the_order_of_a_matrix_product(tmp_path, answer, expected):
    assert status(tmp_path, "Give the matrix AB.", answer, value="[[1, 2], [3, 4]]", kind="matrix") == expected


@pytest.mark.parametrize(
    ("kind", "prompt", "answer", "value"),
    [
        ("matrix", "Find the inverse of A.", "A^{-1} = [[-2,1],[1.5,-0.5]]", "[[-2, 1], [1.5, -0.5]]"),
        ("matrix", "Find the inverse of A.", "-1/2 [[4, -2], [-3, 1]]", "[[-2, 1], [1.5, -0.5]]"),
        (
            "matrix",
            "Find A.",
            r"$\begin{bmatrix} -2 & 1 \\ \frac32 & -\frac12 \end{bmatrix}$",
            "[[-2, 1], [1.5, -0.5]]",
        ),
        ("list", "Solve x + y = 5, x - y = 1. Give x and y.", "(x, y) = (3, 2)", "[3, 2]"),
        ("list", "Solve x + y = 5, x - y = 1. Give x and y.", "x = 3\ny = 2", "[3, 2]"),
        ("list", "Solve x + y = 5, x - y = 1. Give x and y.", "{x = 3, y = 2}", "[3, 2]"),
        ("set", "Find the eigenvalues of A.", "σ(A) = {1, 3}", "[1, 3]"),
        ("set", "Find the eigenvalues of A.", "(λ − 1)(λ − 3) = 0, so λ = 1, 3", "[1, 3]"),
        ("set", "Solve it.", "(x-2)(x-3)=0, x=2, 3", "[2, 3]"),
        ("vector", "Give the cross product of a and b.", "a × b = (-6, -1, 3)", "[-6, -1, 3]"),
        ("interval", "Solve 2x - 3 > 7.", "$x > 5$", "'(5, inf)'"),
    ],
)
def test_other_kinds(tmp_path, kind, prompt, answer, value):
    assert status(tmp_path, prompt, answer, value=value, kind=kind) == "correct"


@pytest.mark.parametrize(
    ("prompt", "answer", "value", "unit"),
    [
        ("What is the net present value?", "-$1,250", -1250, "USD"),
        ("What is the effective annual rate in percent?", "6.17 % per year", 6.17, "%"),
        ("What is the effective annual rate in percent?", "6.17% p.a.", 6.17, "%"),
        ("What is the image distance, in cm?", "30 cm (real)", 30, "cm"),
        ("Give the force; attraction is negative.", "−0.036 N (attractive)", -0.036, "N"),
        ("What is the enthalpy of the reaction?", "ΔHr = -890.3 kJ/mol", -890.3, "kJ/mol"),
        ("What is the half-life in min?", "t_{1/2} = ln 2/k = 30.1 min", 30.1, "min"),
        ("Give the standard deviation of the sample.", "σ_{n-1} = 1.87", 1.87, ""),
        ("Compute the determinant of A.", r"\det(A) = -2", -2, ""),
    ],
)
def test_further_numbers(tmp_path, prompt, answer, value, unit):
    assert status(tmp_path, prompt, answer, value=value, unit=f"'{unit}'" if unit else "") == "correct"


def test_a_line_after_its_slope(tmp_path):
    (tmp_path / "line.yaml").write_text(
        "id: line\ntype: formula\nprompt: Find the line.\nanswer: equation\nparameters:\n"
        "  expression: y = 2*x + 1\n  symbols: {x: letter, y: letter}\n"
    )
    problem = load_problem(tmp_path / "line.yaml")
    assert check(problem, "m = (5-1)/(2-0) = 2, so y = 2x + 1").status == "correct"
    assert check(problem, "y = x, so y = 2x + 1").status == "unreadable"
