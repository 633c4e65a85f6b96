"""Spellings that are read where an answer is unreadable as it is written, and those that stay unreadable."""

import time

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


@pytest.mark.parametrize(
    ("answer", "unit", "expected"),
    [("NPV = $1,840", "USD", "correct"), ("1,840 pounds", "GBP", "correct"), ("NPV = €1,840", "EUR", "unreadable")],
)
def test_thousands_of_money(tmp_path, answer, unit, expected):
    assert status(tmp_path, "What is the net present value?", answer, value=1840.3, unit=unit) == expected


def test_a_unit_price_with_three_decimals(tmp_path):
    prompt = "What is the price in EUR per item?"
    for answer in ("1,234 EUR", "€1,234"):
        assert status(tmp_path, prompt, answer, value=1.234, unit="EUR") != "incorrect"


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


STATISTIC = "A t-test has the sample above. What is the test statistic t?"
INVERSE = "Find the inverse of A."
TWO_MATRICES = "Find the inverse of B, where A = [[1, 2], [3, 4]]."
OTHER_DETERMINANT = "Find the determinant of B, where det A = 3."
RATES = "The monthly rate is 0.5%. What is the annual rate in percent?"
LOAN = "She borrows money at an annual rate of 5%. What is the monthly payment?"
BLOCK = "What is the kinetic energy of block a?"
IMAGE = "Where is the image? Distances of virtual images are negative."


@pytest.mark.parametrize(
    ("prompt", "answer", "value", "unit", "is_read"),
    [
        ("What is the pH of the solution?", "10^320 (basic)", 9.2, "", None),
        ("What is the pH of the solution?", "1e400/3 (basic)", 9.2, "", None),
        ("What is the pH of the solution?", "9.2 (basic)", 9.2, "", True),
        ("Solve for x.", "x - y = 0,5", 5, "", False),
        ("Solve for x.", "2^9 - 1 = 0, 512", 512, "", False),
        ("Solve for x.", "2^9 - 1 = 0, so 512", 512, "", False),
        ("Solve for x.", "2x - 10 = 0, x = 5", 5, "", True),
        ("How many periods n does it take?", "t = 5, n = 3", 5, "", None),
        ("How many degrees of freedom has the test statistic?", "t = 5, df = 2", 5, "", False),
        (STATISTIC, "F = 3.87, df = 7", 3.87, "", False),
        (STATISTIC, "p = 3.87, df = 7", 3.87, "", False),
        (STATISTIC, "3.87, df = 7", 3.87, "", True),
        (STATISTIC, "t(7) = 3.87, p = .006", 3.87, "", True),
        (LOAN, "422.73 dollars per year", 422.73, "USD", None),
        (LOAN, "$422.73 a year", 422.73, "USD", False),
        (LOAN, "$422.73 a month", 422.73, "USD", True),
        ("She pays each month. What is the total of the payments?", "$422.73 a month", 422.73, "USD", False),
        ("She pays each month. What is the value of the payments?", "$422.73 a month", 422.73, "USD", False),
        (RATES, "6% per month", 6, "%", None),
        (RATES, "6 % Per Year", 6, "%", True),
        (RATES, "6% p. a.", 6, "%", True),
        (RATES, "6% yearly", 6, "%", True),
        ("Wie hoch ist die monatliche Zahlung?", "422,73 €/Monat", 422.73, "EUR", True),
        ("Wie hoch ist die monatliche Zahlung?", "422,73 €/Jahr", 422.73, "EUR", None),
        ("What is x?", "ln 2/3", -0.405465, "", False),
        ("What is the determinant of B, if B = 2A?", "|A| = -10.5", -10.5, "", False),
        (OTHER_DETERMINANT, "|A| = -10.5", -10.5, "", False),
        (OTHER_DETERMINANT, "|B| = -10.5", -10.5, "", True),
        ("What is x1?", "x1/2 = 5", 5, "", False),
        ("Which prefix makes 1000?", "/5", 5, "", False),
        ("What is f(3)?", "x_{1,2} = 7.5", 7.5, "", False),
        ("What is f(3)?", "[H+] from 1 to 2 = 7.5", 7.5, "", False),
        ("What is the concentration of H+ in mol/L?", "[OH-]_{eq} = 7.5", 7.5, "mol/L", False),
        ("What is P(X ≤ 2)?", "binompdf(5,0.5,2) = 0.5", 0.5, "", False),
        ("What is the two-sided p-value?", "2·P(X = 1) = 0.4", 0.4, "", False),
        ("What is the one-sided p-value? The two-sided one is 0.8.", "2·P(T > 1) = 0.4", 0.4, "", False),
        ("What is the population standard deviation?", "σ_{n-1} = 1.87", 1.87, "", False),
        ("What is the enthalpy of the reaction?", "ΔHvap = -890 kJ/mol", -890, "kJ/mol", False),
        ("What is the enthalpy of vaporization?", "ΔHvap = 40.7 kJ/mol", 40.7, "kJ/mol", True),
        ("What is the length of AB in the triangle ABC?", "BA = 5.21", 5.21, "", True),
        (r"What is p$K_\text{a}$ of the acid?", "pK_a = 4.76", 4.76, "", True),
        ("What is the pKₐ of the acid?", "pK_a = 4.76", 4.76, "", True),
        ("What is the pH of the acid?", "pK_a = 4.76", 4.76, "", False),
        (BLOCK, "K_a = 12.1 J", 12.1, "J", True),
        ("What is the cell potential in V?", "1.10 V (spontaneous)", 1.1, "V", True),
        ("What is the cell potential in V?", "-1.1 V (spontaneous)", -1.1, "V", False),
        ("The pH is 9.2. What is the pOH?", "4.8 (basic)", 4.8, "", True),
        ("The pH is 9.2. What is the pOH?", "4.8 (acidic)", 4.8, "", False),
        ("What is the pH?", "4.8 (basic)", 4.8, "", False),
        (IMAGE, "30 cm (real)", 30, "cm", True),
        ("Image distance?", "-30 cm (virtual)", -30, "cm", True),
        (IMAGE, "-30 cm (real)", -30, "cm", None),
        ("How far away is the lens from the object?", "30 cm (real)", 30, "cm", None),
        ("What is the speed of a car after the crash?", "v = 5, a = 12", 12, "", False),
        ("What is the speed of a car after the crash?", "v = 5, a = 12", 5, "", False),
        ("What is the correlation r of the data? Give r.", "b = 0.2, so r = 0.978", 0.978, "", True),
    ],
)
def test_names_of_other_quantities_are_never_dropped(tmp_path, prompt, answer, value, unit, is_read):  # noqa: PLR0913
    expected = {True: "correct", False: "unreadable", None: "incorrect"}[is_read]
    assert status(tmp_path, prompt, answer, value=value, unit=f"'{unit}'" if unit else "") == expected


def test_a_zero_before_a_decimal_comma(tmp_path):
    (tmp_path / "asked.yaml").write_text(
        "id: asked\ntype: numeric\nprompt: Solve for x.\nanswer: number\ndecimal: comma\nparameters: {value: 0.512}\n"
    )
    assert check(load_problem(tmp_path / "asked.yaml"), "x - y = 0,512").status != "incorrect"


@pytest.mark.parametrize(
    ("kind", "prompt", "answer", "value", "expected"),
    [
        ("set", "Solve x^3 + x^2 = 6x.", "x^2+x = 0, 2, -3", "[0, 2, -3]", "unreadable"),
        ("set", "Solve x^2 = 5x - 6.", "x^2 - 5x + 6 = 0, x = 2, 3", "[2, 3]", "correct"),
        ("set", "Solve x^2 = 5x - 6.", "x^2 - 5x + 6 = 0, so 2, 3", "[2, 3]", "correct"),
        ("set", "Solve x^2 = 5x - 6.", "y_{1,2} = 5/2 ± 1/2", "[2, 3]", "unreadable"),
        ("list", "Give P(X=1) and P(X=2).", "P(X=1)=0.1, P(X=2)=0.2", "[0.1, 0.2]", "correct"),
        ("list", "Give P(X=1) and P(X=2).", "P(X=0)=0.1, P(X=1)=0.2", "[0.1, 0.2]", "unreadable"),
        ("list", "Give P(X=0) and P(X=1).", "P(Y=0)=0.1, P(Z=1)=0.2", "[0.1, 0.2]", "unreadable"),
        ("list", "Give P(X=0) and P(X=1).", "P(Y=0)=0.1, P(Y=1)=0.2", "[0.1, 0.2]", "unreadable"),
        ("list", "Give V and I as (V, I).", "(V, I) = (2.5, 3.5)", "[2.5, 3.5]", "correct"),
        ("list", "Give V and I as (V, I).", "(I, V) = (2.5, 3.5)", "[2.5, 3.5]", "unreadable"),
        ("list", "Give the voltage V and the current I.", "(I, V) = (2.5, 3.5)", "[2.5, 3.5]", "unreadable"),
        ("matrix", INVERSE, "A^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "correct"),
        ("matrix", "Compute A^{-1}.", "A^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "correct"),
        ("matrix", INVERSE, "C^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("matrix", INVERSE, "A^T = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("matrix", INVERSE, "A^-1 = 1/2 [[4,6],[2,10]]", "[[2, 3], [1, 5]]", "correct"),
        ("matrix", INVERSE, "C^-1 = 1/2 [[4,6],[2,10]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("matrix", INVERSE, "A^T = 1/2 [[4,6],[2,10]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("matrix", "Give the transpose of A.", "A^T = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "correct"),
        ("matrix", "Give the transpose of A.", "A^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("matrix", TWO_MATRICES, "B^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "correct"),
        ("matrix", TWO_MATRICES, "A^-1 = [[2,3],[1,5]]", "[[2, 3], [1, 5]]", "unreadable"),
        ("vector", "Give the cross product of a and b.", "b × a = (-6, -1, 3)", "[-6, -1, 3]", "unreadable"),
        ("vector", "Give the cross product of a and b.", "a × c = (-6, -1, 3)", "[-6, -1, 3]", "unreadable"),
    ],
)
def test_names_of_other_entries_are_never_dropped(tmp_path, kind, prompt, answer, value, expected):  # noqa: PLR0913
    assert status(tmp_path, prompt, answer, value=value, kind=kind) == expected


@pytest.mark.parametrize("answer", [" " * 10_000 + "x", "$" + " " * 10_000, "\n" * 5_000 + "[", "= 0" * 2_000])
def test_long_runs_of_signs_are_quick(tmp_path, answer):
    start = time.process_time()
    status(tmp_path, INVERSE, answer, value="[[2, 3], [1, 5]]", kind="matrix")
    assert time.process_time() - start < 1
