"""Wrong rules of the lessons of school and of first courses, with answers worked out by hand."""

import math

import pytest

from checker import check, load_problem

WORDS = "It is about interest, a chance, samples, a circle, a temperature, means and percentages."


def told(folder, expression, symbols, answer, words=WORDS):
    given = ", ".join(f"{name}: {value}" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: 'Work out {expression}. {words}'\nparameters: {{expression: '{expression}', symbols: {{{given}}}}}\n"
    )
    return check(load_problem(folder / "asked.yaml"), f"{answer:.8g}", feedback="full").outcome.feedback.why[0]


BINOMIAL = {"n": 9, "p": 0.171}
NONE, ONE, TWO = 0.829**9, 9 * 0.171 * 0.829**8, 36 * 0.171**2 * 0.829**7
GAS = {"t": 18.3, "p_1": 101.7, "p_2": 643, "V_1": 2.43, "V_2": 0.557}
METAL = {"m": 323, "c": 0.387, "T": 95.3, "w": 251, "k": 4.183, "t": 21.7}
CIRCUIT = {"U": 24.7, "R_1": 10.3, "R_2": 30.7, "R_3": 45.1}
PAIR = 30.7 * 45.1 / 75.8
MEAN = "(m*c*T + w*k*t)/(m*c + w*k)"


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "says"),
    [
        ("a/b + c/d", {"a": 5, "b": 17, "c": 7, "d": 23}, (5 * 23 + 7 * 17) / 40, "but combined their denominators"),
        ("a/b + c/d", {"a": 5, "b": 17, "c": 7, "d": 23}, 5 * 23 + 7 * 17, "forgot the common denominator"),
        ("a/b - c/d", {"a": 5, "b": 17, "c": 7, "d": 23}, 5 * 23 / (17 * 7), "You divided the fractions"),
        ("U^2/a + U^2/b", {"U": 24.7, "a": 61.3, "b": 90.1}, 24.7**2 / 151.4, "combined only the denominators"),
        ("a + b*c^d/f", {"a": 71.3, "b": 5.7, "c": 2.3, "d": 3, "f": 4.1}, (71.3 + 5.7 * 2.3**3) / 4.1, "divided all of"),
        ("d*k + f", {"d": 45.7, "k": 1.63, "f": 2.9}, 45.7 * (1.63 + 2.9), "before you multiplied"),
        ("(L - n*2/3)/2", {"L": 5.25, "n": 5}, (21 - 10) / (4 - 3) / 2, "subtracted numerators and denominators"),
        ("n*c + 0.137", {"n": 7, "c": 2.75}, 7 * 2 + 0.75 + 0.137, "multiplied only the whole part of c"),
        ("u^2*v/w", {"u": 0.0043, "v": 731, "w": 5200000}, 4.3 * 1e-6 * 731 / 5.2e6, "raised only the power of ten of u"),
        ("u^2*v/w", {"u": 0.0043, "v": 731, "w": 5200000}, 4.3**2 * 1e-3 * 731 / 5.2e6, "did not raise the power of ten of u"),
        ("u*v/w", {"u": 0.43, "v": 731, "w": 5300000}, 0.43 * 731 / 5.3 * 1e6, "sign of the exponent in the power of ten of w"),
        ("u*v/w", {"u": 0.43, "v": 731, "w": 5300000}, 0.43 * 731 / 5.3, "left out the power of ten of w"),
        ("(v/3.6)^2/(2*a)", {"v": 91.3, "a": 6.57}, 91.3**2 / 3.6 / 13.14, "raised only the numerator"),
        ("(v/3.6)^2/(2*a)", {"v": 91.3, "a": 6.57}, 91.3 / 3.6**2 / 13.14, "raised only the denominator"),
        ("(z*s/E)^2 + 1.37", {"z": 1.96, "s": 14.3, "E": 2.57}, 1.96 * 14.3**2 / 2.57 + 1.37, "raised only s"),
        ("w*h + pi*w^2/8", {"w": 1.23, "h": 1.57}, 1.23 * 1.57 + math.pi * 1.23 / 2, "circumference instead of the area"),
        ("pi*r^2*q/360", {"r": 7.53, "q": 71}, math.pi * 7.53**2 * 71 / 180, "divided by 180 instead of 360"),
        ("m*w^2*D/200", {"m": 0.351, "w": 151.7, "D": 28.3}, 0.351 * 151.7**2 * 28.3 / 100, "the diameter instead of the radius"),
        ("d*tan(a) + f", {"d": 45.7, "a": 0.563, "f": 1.63}, 45.7 * math.sin(0.563) + 1.63, "used sin instead of tan"),
        ("d*tan(a) + f", {"d": 45.7, "a": 0.563, "f": 1.63}, 45.7 / math.tan(0.563) + 1.63, "divided by the tangent"),
        ("a*b/10000", {"a": 45.3, "b": 62.7}, 45.3 * 62.7 / 100, "You used 100 instead of 10,000."),
        ("1 - (1 - p)^n - n*p*(1 - p)^(n - 1)", BINOMIAL, TWO, "exactly 2 instead of at least 2"),
        ("1 - (1 - p)^n - n*p*(1 - p)^(n - 1)", BINOMIAL, ONE, "exactly 1 instead of at least 2"),
        ("1 - (1 - p)^n - n*p*(1 - p)^(n - 1)", BINOMIAL, NONE + ONE, "fewer than 2 instead of at least 2"),
        ("1 - (1 - p)^n - n*p*(1 - p)^(n - 1)", BINOMIAL, 1 - NONE - ONE - TWO, "more than 2 instead of at least 2"),
        ("(1 - p)^n + n*p*(1 - p)^(n - 1)", BINOMIAL, TWO, "exactly 2 instead of at most 1"),
        ("(1 - p)^n + n*p*(1 - p)^(n - 1)", BINOMIAL, NONE + ONE + TWO, "at most 2 instead of at most 1"),
        ("1 - (5/6)^n", {"n": 7}, (1 / 6) * 7 * (5 / 6) ** 6, "exactly one instead of at least one"),
        ("1 - (5/6)^n", {"n": 7}, (1 / 6) ** 7, "You took all instead of at least one."),
        ("1 - q^n", {"q": 0.931, "n": 7}, 1 - 0.069**7, "that not all are"),
        ("a + b - a*b", {"a": 0.413, "b": 0.257}, 0.413 * 0.257, "took both instead of at least one"),
        ("a + b - a*b", {"a": 0.413, "b": 0.257}, 0.587 * 0.743, "neither"),
        ("1 - (1 - a)*(1 - b)", {"a": 0.413, "b": 0.257}, 0.413 * 0.743 + 0.257 * 0.587, "exactly one of the two"),
        ("2*(1 - sqrt(I))*sqrt(I)*N", {"I": 0.00093, "N": 5100}, (1 - math.sqrt(0.00093)) ** 2 * 5100, "You used (1 - √I)^2 instead"),
        ("2*(1 - sqrt(I))*sqrt(I)*N", {"I": 0.00093, "N": 5100}, (1 - 0.00093) * 5100, "You used 1 - (√I)^2 instead"),
        ("x*p + y*q - s", {"x": 10.3, "p": 0.17, "y": 3.1, "q": 0.31, "s": 2.7}, 10.3 + 3.1 - 2.7, "without their probabilities"),
        ("x*p + y*q - s", {"x": 10.3, "p": 0.17, "y": 3.1, "q": 0.31, "s": 2.7}, 13.4 / 2 - 2.7, "averaged the values"),
        ("x*p + y*q - s", {"x": 10.3, "p": 0.17, "y": 3.1, "q": 0.31, "s": 2.7}, 10.3 * 0.31 + 3.1 * 0.17 - 2.7, "You exchanged p and q."),
        ("sqrt((Q - S^2/n)/(n - 1))", {"Q": 917.3, "S": 87.1, "n": 11}, math.sqrt((917.3 - 87.1**2 / 11) / 10 / 11), "the standard error"),
        ("sqrt((Q - S^2/n)/(n - 1))", {"Q": 917.3, "S": 87.1, "n": 11}, math.sqrt((917.3 - 87.1**2 / 10) / 10), "n - 1 instead of n in S^2/n, too"),
        ("z*s/sqrt(n) + m", {"z": 1.96, "s": 8.43, "n": 47, "m": 71.3}, 1.96 * math.sqrt(8.43 / 47) + 71.3, "took the root of s"),
        ("sqrt(sum((x - mean(x))^2)/(n - 1))", {"x": "[248, 253, 251, 244, 261]", "n": 5}, 4.48, "without squares"),
        ("P*r*m/1200", {"P": 5430, "r": 3.27, "m": 7}, 5430 * 0.0327, "interest of a whole year"),
        ("P*r*m/1200", {"P": 5430, "r": 3.27, "m": 7}, 5430 * (1 + 0.0327 * 7 / 12), "whole amount instead of the interest"),
        ("P*r*m/1200", {"P": 5430, "r": 3.27, "m": 31}, 5430 * (1.0327 ** (31 / 12) - 1), "compound interest"),
        ("12*100*(A - P)/(P*r)", {"A": 3847, "P": 3610, "r": 4.7}, 1200 * 237 / (3847 * 4.7), "wrong one of the two values"),
        ("12*100*(A - P)/(P*r)", {"A": 3847, "P": 3610, "r": 4.7}, 12 * math.log(3847 / 3610) / math.log(1.047), "compound interest"),
        ("K*(1 + r/100/m)^(m*t) - K", {"K": 6430, "r": 4.3, "m": 12, "t": 7}, 6430 * 1.043**7 - 6430, "left out m everywhere"),
        ("m*(1/2)^(t/T)", {"m": 51.3, "t": 20.7, "T": 8.3}, 51.3 * math.exp(-20.7 / 8.3), "e instead of 2"),
        ("m*(1/2)^(t/T)", {"m": 51.3, "t": 20.7, "T": 8.3}, 51.3 * (1 - 0.5 ** (20.7 / 8.3)), "what is gone"),
        ("m*2^(-t/T)", {"m": 51.3, "t": 7.1, "T": 8.3}, 51.3 * (1 - 7.1 / 16.6), "a straight line"),
        ("n*L*i/(1 - (1 + i)^(-n)) - L", {"n": 60, "L": 20300, "i": 0.0053}, 20300 * (1.0053**60 - 1), "whole loan grow to the end"),
        ("a/(1 + i) + b/(1 + i)^2 - C", {"a": 513, "b": 617, "C": 907, "i": 0.083}, 513 * 1.083 + 617 * 1.083**2 - 907, "You multiplied in each quotient instead of dividing."),
        ("(t + 273.15)*p_2*V_2/(p_1*V_1) - 273.15", GAS, 291.45 * 101.7 * 2.43 / (643 * 0.557) - 273.15, "turned the ratios p_2/p_1 and V_2/V_1"),
        ("c*V/(V + W)", {"c": 0.0257, "V": 41.3, "W": 363}, 0.0257 * 41.3 / 363, "V/W instead of V/(V + W)"),
        ("b*V/a - 0.0173", {"a": 12.3, "b": 0.57, "V": 251}, 0.57 * 251 / 12.3 * -1 + 0.0173, "sign"),
        ("c_2*V/c_1", {"c_1": 12.3, "c_2": 0.57, "V": 251}, 251 - 0.57 * 251 / 12.3, "You gave the rest, V minus"),
        (MEAN, METAL, (95.3 + 21.7) / 2, "without the sizes of the groups"),
        (MEAN, METAL, 21.7 + 323 * 0.387 * 73.6 / (251 * 4.183), "by w·k alone"),
        ("(f*x + g*y)/(f + g)", {"f": 23, "x": 2.17, "g": 14, "y": 5.3}, (23 * 2.17 + 14 * 5.3) / 7.47, "by the sum of the values"),
        ("G*(1/(1/f - 1/g))/g", {"G": 24.3, "f": 85.1, "g": 113.7}, 24.3 * (113.7 - 85.1) / 113.7, "g - f instead of 1/(1/f - 1/g)"),
        ("(F - 32)*5/9", {"F": 98.7}, 98.7 * 5 / 9 - 32, "multiplied only F"),
        ("m/M*b/a*N", {"m": 5.47, "M": 26.98, "b": 3, "a": 7, "N": 31.7}, 5.47 / 26.98 * 31.7, "You left out b/a."),
        ("U*b/a", {"U": 231, "a": 1210, "b": 91}, 231 * (91 / 1210) ** 2, "You squared b/a."),
        ("k*q_1*q_2/r^2", {"k": 8.99, "q_1": 2.53, "q_2": 4.17, "r": 1.21}, 8.99 * 6.7 / 1.21**2, "added q_1 and q_2"),
        ("r/n*(r - 1)/(n - 1)", {"r": 7, "n": 23}, 7 / 23 + 6 / 22, "You added r/n and (r - 1)/(n - 1)"),
        ("ln(A/P)/ln(1 + i)", {"A": 7130, "P": 5210, "i": 0.053}, (7130 / 5210 - 1) / 0.053, "simple growth"),
        ("ln(A/P)/ln(1 + i)", {"A": 7130, "P": 5210, "i": 0.053}, math.log(7130 / 5210) / 0.053, "You used i instead of ln(1 + i)."),
        ("T*ln(a/b)/ln(2)", {"T": 5730, "a": 921, "b": 317}, 5730 * 921 / 317 / 2, "left out the logarithms"),
        ("T*ln(c)/ln(b)", {"T": 573, "c": 91.3, "b": 1.71}, 573 * math.log(91.3 / 1.71), "logarithm of the quotient"),
        ("y/(m*r)*100", {"y": 11.3, "m": 7.15, "r": 2.03}, 100 - 1130 / 7.15 / 2.03, "the rest of 100 %"),
        ("((b - a)/a)/((q - p)/p)", {"a": 507, "b": 411, "p": 20.3, "q": 23.1}, (-96 / 411) / (2.8 / 23.1), "every change by the other value"),
        ("((b - a)/a)/((q - p)/p)", {"a": 507, "b": 411, "p": 20.3, "q": 23.1}, (-96 / 918) / (2.8 / 43.4), "by the mean of both"),
        ("((b - a)/a)/((q - p)/p)", {"a": 507, "b": 411, "p": 20.3, "q": 23.1}, -96 / 2.8, "did not divide the changes"),
        ("h*p/100 + f*(100 - p)/100", {"h": 5.37, "p": 30, "f": 4.21}, 9.58 / 2, "averaged in"),
        ("h*p/100 + f*(100 - p)/100", {"h": 5.37, "p": 30, "f": 4.21}, 5.37 * 0.7 + 4.21 * 0.3, "exchanged the weights"),
        ("comb(n, k) + 0.37", {"n": 11, "k": 4}, 11**4 + 0.37, "several times"),
        ("comb(n, k) + 0.37", {"n": 11, "k": 4}, math.factorial(11) / 24 + 0.37, "orders of the others"),
        ("p*V/W - a", {"p": 1.57, "V": 12.3, "W": 4.1, "a": 1.01}, (1.57 - 1.01) * 12.3 / 4.1, "subtracted first"),
        ("x*y + u*v*(1 - t)", {"x": 3.1, "y": 5.7, "u": 2.3, "v": 7.9, "t": 0.23}, (3.1 * 5.7 + 2.3 * 7.9) * 0.77, "not only the last term"),
        ("(n + k - 1)*8*L/R + 0.31", {"n": 13, "k": 5, "L": 15.7, "R": 7.3}, 65 * 8 * 15.7 / 7.3 + 0.31, "multiplied n and k"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_wrong_rule(tmp_path, expression, symbols, answer, says):
    assert says.lower() in told(tmp_path, expression, symbols, answer).lower()


CURRENT = "U/(R_1 + R_2*R_3/(R_2 + R_3))*R_3/(R_2 + R_3)"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (24.7 / (10.3 + PAIR), "You left out the share R_3/(R_2 + R_3)"),
        (24.7 / (10.3 + 30.7 + 45.1), "You put everything in series."),
        (24.7 / 45.1, "You put the whole of U on R_3."),
    ],
)
def test_what_is_told_of_a_circuit(tmp_path, answer, says):
    assert says in told(tmp_path, CURRENT, CIRCUIT, answer, "What current flows through the resistor?")


@pytest.mark.parametrize(
    ("words", "says", "never"),
    [
        ("Two resistors are side by side.", "as in series. They are in parallel.", "as in parallel"),
        ("Two capacitors are in a row.", "as in parallel. They are in series.", "as in series"),
        ("Two springs are in a row.", "as in parallel. They are in series.", "as in series"),
        ("Two people work together.", "You used a + b instead of", "series"),
    ],
)
def test_series_and_parallel_are_the_other_way_round_for_capacitors(tmp_path, words, says, never):
    for expression, answer in (("a*b/(a + b)", 31.1), ("k^2*a*b/(a + b)", 31.1 * 6.1**2)):
        said = told(tmp_path, expression, {"a": 12.7, "b": 18.4, "k": 6.1}, answer, words)
        if "k" in expression or says in said:
            assert says.removeprefix("You used a + b instead of") in said or "in series" in said
        assert never not in said


def test_two_quantities_that_are_said_to_be_of_one_kind_are_exchanged(tmp_path):
    kinds = {"c": "copper", "k": "water"}
    symbols = {
        name: f"{{value: {value}, description: the specific heat of {kinds[name]}}}" if name in kinds else value
        for name, value in METAL.items()
    }
    answer = (323 * 4.183 * 95.3 + 251 * 0.387 * 21.7) / (323 * 4.183 + 251 * 0.387)
    assert told(tmp_path, MEAN, symbols, answer).startswith("You exchanged c and k")
