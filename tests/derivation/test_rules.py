"""Wrong rules: what people work out in place of a rule, with numbers worked out by hand."""

import json
import math
from fractions import Fraction

import pytest

from checker import check, load_problem
from checker.derivation.rules_of_courses import gas_constant, other_confidence
from checker.derivation.trees import number, plus
from checker.notation.nodes import Name
from checker.notation.show import show
from checker.problems import load_problems

FIELDS = "It is about prices, growth, a chance, observed counts, samples, a pH, a reaction, elasticity, a circuit, a circle, a temperature, means and percentages."
"""Words that show that a question is of a field: without them, sentences are told in neutral words."""

GOALS = {"v": [0, 1, 2, 3, 4], "c": [6, 11, 8, 4, 1], "n": 30, "mu": 43 / 30}


def told(folder, expression, answer, **symbols):
    given = ", ".join(f"{name}: {value}" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: 'Work out {expression}. {FIELDS}'\nparameters: {{expression: '{expression}', symbols: {{{given}}}}}\n"
    )
    outcome = check(load_problem(folder / "asked.yaml"), f"{answer:.8g}", feedback="full").outcome
    best = outcome.diagnosis.explanations[0]
    return outcome.feedback.why[0] if best.mistakes and not best.slip else best.slip


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "says"),
    [
        ("a/b + c/d", {"a": 4, "b": 9, "c": 5, "d": 13}, 9 / 22, "You added numerators and denominators in a/b + c/d."),
        ("a/b + c/d", {"a": 3, "b": 7, "c": 5, "d": 13}, 8 / 91, "did not expand the numerators"),
        ("a + b*c - d/f", {"a": 18.3, "b": 6.1, "c": 4.7, "d": 21.9, "f": 3.3}, ((18.3 + 6.1) * 4.7 - 21.9) / 3.3, "left to right"),
        ("a + b*c", {"a": 18.3, "b": 6.1, "c": 4.7}, (18.3 + 6.1) * 4.7, "You added before multiplying"),
        ("k*(x + y)^2 - z", {"k": 3.1, "x": 4.2, "y": 2.7, "z": 7.3}, 3.1 * (4.2**2 + 2.7**2) - 7.3, "squared each term"),
        ("k*x^2", {"k": 3.1, "x": 4.7}, (3.1 * 4.7) ** 2, "raised the whole product"),
        ("sqrt(c^2 - a^2)", {"c": 6.23, "a": 1.91}, 6.23 - 1.91, "took the root of each term"),
        ("z*sqrt(q/n)", {"z": 1.96, "q": 0.38, "n": 417}, 1.96 * math.sqrt(0.38) / 417, "root of the numerator only"),
        ("a*b^(-n)", {"a": 50.3, "b": 1.63, "n": 3}, -50.3 * 1.63**3, "for a negative number"),
        ("P*(1 + r/100)^n", {"P": 3517, "r": 6.1, "n": 7}, 3517 * (1 + 0.061 * 7), "simple growth"),
        ("P*(1 + r/100)^n", {"P": 3517, "r": 6.1, "n": 7}, 3517 * 1.061**8, "one period too many"),
        ("P*(1 + r/100)^n", {"P": 3517, "r": 6.1, "n": 7}, 3517 * 1.061**7 - 3517, "what was gained"),
        ("P*(1 + r/1200)^(12*t)", {"P": 1807, "r": 4.83, "t": 5}, 1807 * 1.0483**5, "compounded once a year"),
        ("q/(1 - d/100)", {"q": 62.3, "d": 15.7}, 62.3 * 1.157, "wrong base"),
        ("p*(1 - d/100)*(1 + t/100)", {"p": 85.3, "d": 30.7, "t": 8.1}, 85.3 * (1 - 0.307 + 0.081), "added the percentages"),
        ("(b - a)/a*100", {"a": 48213, "b": 53917}, (53917 - 48213) / 53917 * 100, "wrong one of the two values"),
        ("1/(1/R_1 + 1/R_2)", {"R_1": 223, "R_2": 337}, 560, "as in series"),
        ("R_1 + R_2*R_3/(R_2 + R_3)", {"R_1": 12.7, "R_2": 18.3, "R_3": 27.1}, 12.7 + 18.3 + 27.1, "in series"),
        ("(m - u)/(s/sqrt(n))", {"m": 104.3, "u": 101.9, "s": 8.37, "n": 23}, 2.4 / (8.37 / math.sqrt(22)), "n - 1 instead of n"),
        ("mean(x)", {"x": "[2.31, 4.77, 11.9]"}, 4.77, "the median"),
        ("m*g*sin(A*pi/180)", {"m": 42.3, "g": 9.81, "A": 25}, 42.3 * 9.81 * math.sin(25), "as if it were in radians"),
        ("g*t^2/2", {"g": 9.81, "t": 2.637}, 10 * 2.637**2 / 2, "You used 10 for g instead of 9.81."),
        ("V*(T_2 + 273.15)/(T_1 + 273.15)", {"V": 3.417, "T_2": 95.3, "T_1": 18.7}, 3.417 * 95.3 / 18.7, "did not convert Celsius"),
        ("m*c*(T_2 - T_1)", {"m": 0.653, "c": 4186.3, "T_2": 82.7, "T_1": 14.1}, 0.653 * 4186.3 * (68.6 + 273.15), "difference of temperatures"),
        ("normal_cdf(b, m, s) - normal_cdf(a, m, s)", {"a": 165, "b": 185, "m": 172, "s": 8}, 1 - 0.757132, "opposite event"),
        ("1 - sum(comb(n, i)*p^i*(1 - p)^(n - i), i, 0, 2)", {"n": 15, "p": 0.12}, 0.734565604513, "opposite event"),
        ("sum(c*(v - mu)^2)/(n - 1)", GOALS, math.sqrt(1.1505747126437), "gave the standard deviation"),
        ("-log10(c)", {"c": 0.003713}, 14 + math.log10(0.003713), "pOH"),
        ("L*i/(1 - (1 + i)^(-n))", {"L": 18311, "i": 0.00537, "n": 47}, 18311 / 47, "without interest"),
        ("L*i/(1 - (1 + i)^(-n))", {"L": 18311, "i": 0.00537, "n": 47}, 18311 * (1 / 47 + 0.00537), "interest on the whole loan"),
        ("L*i/(1 - (1 + i)^(-n))", {"L": 18311, "i": 0.00537, "n": 47}, 18311 * 1.00537**47 / 47, "let the whole loan grow"),
        ("U*exp(-t/(R*C))", {"U": 12.7, "t": 3.13, "R": 4.71, "C": 1.03}, 12.7 * (1 - math.exp(-3.13 / 4.71 / 1.03)), "what is gone by then"),
        ("U*(1 - exp(-t/a))", {"U": 12.7, "t": 3.13, "a": 4.71}, 12.7 * math.exp(-3.13 / 4.71), "You took what is still left, "),
        ("U*exp(-t/(R*C))", {"U": 12.7, "t": 3.13, "R": 4.71, "C": 1.03}, 12.7 * (1 - 3.13 / 4.71 / 1.03), "straight line"),
        ("V*(T_2 + 273.15)/(T_1 + 273.15)", {"V": 3.417, "T_2": 95.3, "T_1": 18.7}, 3.417 * 76.6 / 291.85, "the change instead of"),
        ("(F - 32)*5/9", {"F": 77.31}, (77.31 - 32) * 9 / 5, "upside down"),
        ("(F - 32)*5/9", {"F": 77.31}, 77.31 * 9 / 5 + 32, "for the other direction"),
        ("k*sin(2*x)", {"k": 21.37, "x": 0.613}, 21.37 * 2 * math.sin(0.613), "took sin for linear"),
        ("k*ln(a + b)", {"k": 21.37, "a": 3.17, "b": 5.91}, 21.37 * (math.log(3.17) + math.log(5.91)), "took ln of each term"),
        ("1.96*s/sqrt(n)", {"s": 12.37, "n": 53}, 1.645 * 12.37 / math.sqrt(53), "1.645 instead of 1.96"),
        ("n*R*T/V", {"n": 1.83, "R": 8.314, "T": 291.7, "V": 0.0471}, 1.83 * 0.08206 * 291.7 / 0.0471, "gas constant"),
        ("k*2^(a*x)", {"k": 21.37, "a": -0.613, "x": 1.93}, 21.37 * 2 ** (0.613 * 1.93), "a without its sign"),
        ("g/(1 + r/100)", {"g": 297.53, "r": 19.1}, 297.53 - 19.1, "percentage itself"),
        ("sum((x - mean(x))^2)/(n - 1)", {"x": "[2.31, 4.77, 11.9]", "n": 3}, 4.980906879, "the standard deviation"),
        ("P*(1 - q/100)", {"P": 317.3, "q": 13.7}, 317.3 * 0.137, "q/100 itself instead of 1 - q/100"),
        ("1 - (1 - p)^n", {"p": 0.0713, "n": 9}, 9 * 0.0713 * 0.9287**8, "exactly one instead of at least one"),
        ("1 - (1 - p)^n", {"p": 0.0713, "n": 9}, 0.9287**9, "(1 - p)^n itself"),
        ("1 - (1 - p)^n", {"p": 0.2713, "n": 3}, 0.2713**3, "all instead of at least one"),
        ("(m*t + k*u)/(m + k)", {"m": 17, "t": 21.37, "k": 29, "u": 83.91}, (21.37 + 83.91) / 2, "without the sizes"),
        ("(m*t + k*u)/(m + k)", {"m": 17, "t": 21.37, "k": 29, "u": 83.91}, (29 * 21.37 + 17 * 83.91) / 46, "size of each group"),
        ("(m*t + k*u)/(m + k)", {"m": 17, "t": 21.37, "k": 29, "u": 83.91}, (17 * 21.37 + 29 * 83.91) / 45, "one less than the number of all"),
        ("a/b + c/d", {"a": 4, "b": 9, "c": 5, "d": 13}, 101 / 117, "by its own denominator"),
        ("(a*10^m)^2/b", {"a": 3.7, "m": 4, "b": 4.9}, 3.7**2 * 1e4 / 4.9, "raised only a to the power"),
        ("(a*b^m)^2/c", {"a": 3.7, "b": 1.3, "m": 5, "c": 4.9}, 3.7**2 * 1.3**7 / 4.9, "added the exponents"),
        ("(a*b^m)^2/c", {"a": 3.7, "b": 1.3, "m": 5, "c": 4.9}, 3.7**2 * 1.3**25 / 4.9, "raised the exponent to the power"),
        ("pi*(a^2 - b^2)*h", {"a": 23.7, "b": 12.9, "h": 4.3}, math.pi * 10.8**2 * 4.3, "squared the difference"),
        ("pi*(a^2 - b^2)/4", {"a": 23.7, "b": 12.9}, math.pi * 10.8, "the circumference instead of the area"),
        ("2*pi*r*q/360", {"r": 9.47, "q": 131}, 9.47 * 131, "in degrees where it must be in radians"),
        ("pi*r*q/180", {"r": 9.47, "q": 131}, 9.47 * 131, "in degrees where it must be in radians"),
        ("sqrt(R^2 + (2*pi*f*L)^2)", {"R": 15.3, "f": 50, "L": 0.083}, math.hypot(15.3, 4.15), "left out 2·pi"),
        ("2*A + 3*(S + 4*C)", {"A": 26.98, "S": 32.06, "C": 16.03}, 53.96 + 96.18 + 7 * 16.03, "added 3 and 4"),
        ("2*s/(s/u + s/v)", {"s": 37, "u": 12.7, "v": 36.1}, 24.4, "you averaged u and v."),
        ("2*s/(s/u + s/v)", {"s": 37, "u": 12.7, "v": 36.1}, 2 * 37 / (48.8 / 37), "turned the quotients in"),
        ("2*s/(s/u + s/v)", {"s": 37, "u": 12.7, "v": 36.1}, math.sqrt(12.7 * 36.1), "the geometric mean"),
        ("0.2*h + 0.3*m + 0.5*f", {"h": 92.7, "m": 74.1, "f": 65.3}, 232.1 / 3, "without the weights"),
        ("0.2*h + 0.3*m + 0.5*f", {"h": 92.7, "m": 74.1, "f": 65.3}, 46.35 + 22.23 + 13.06, "in reverse order"),
        ("0.2*h + 0.3*m + 0.5*f", {"h": 92.7, "m": 74.1, "f": 65.3}, (18.54 + 22.23 + 32.65) / 3, "also divided by the number of values"),
        ("g*(sin(x) - k*cos(x))", {"g": 9.81, "x": 0.487, "k": 0.22}, 9.81 * (math.cos(0.487) - 0.22 * math.sin(0.487)), "exchanged sine and cosine"),
        ("P*(1 - d/100)*(1 - k/100)", {"P": 243.7, "d": 31, "k": 17}, 243.7 - 243.7 * 0.69 * 0.83, "difference from the start"),
        ("P*(V/U)^2", {"P": 1517, "V": 207, "U": 231}, 1517 - 1517 * (207 / 231) ** 2, "difference from the start"),
        ("P*(V/U)^2", {"P": 1517, "V": 231, "U": 207}, 1517 * (231 / 207) ** 2 - 1517, "difference from the start"),
        ("p*(u + 273.15)/(t + 273.15)", {"p": 101.3, "t": 18, "u": 85}, 101.3 * 67 / 291.15, "the change instead of"),
        ("(m*a + n*b)/(m + n)", {"m": 0.37, "n": 0.93, "a": 82.3, "b": 15.7}, 0.37 * 66.6 / 1.3, "the difference from b"),
        ("(b - a)/a*100", {"a": 48213, "b": 53917}, (53917 - 48213) / 51065 * 100, "the mean of the two values"),
        ("a^m*a^n", {"a": 1.37, "m": 4, "n": 7}, 1.37**28, "multiplied the exponents"),
        ("a^m/a^k", {"a": 1.37, "m": 14, "k": 5}, 1.37**2.8, "divided the exponents"),
        ("a^m*a^n", {"a": 1.37, "m": 4, "n": 7}, 1.37**22, "multiplied the bases"),
        ("a^m*b^n + c", {"a": 2.37, "m": 4, "b": 3.19, "n": 5, "c": 7.1}, 2.37 * 4 * 3.19 * 5 + 7.1, "by the exponents everywhere"),
        ("sqrt(c^2 - a^2)", {"c": 6.23, "a": 1.91}, math.sqrt(4.32), "left out all squares"),
        ("m + 3*(x + y)", {"m": 40.37, "x": 15.91, "y": 1.07}, 40.37 + 15.91 + 3 * 1.07, "multiplied only y"),
        ("(x - m)/s", {"x": 71.57, "m": 62.31, "s": 6.43}, 9.26 / 6.43**2, "divided by s twice"),
        ("sqrt(2*g*h)", {"g": 9.81, "h": 12.37}, math.sqrt(2 * 12.37 / 9.81), "divided by g instead of multiplying"),
        ("(b - a)/a*100", {"a": 48.213, "b": 53.917}, 53.917 - 48.213, "the difference itself as percent"),
        ("B/(1 + p/100)", {"B": 147.31, "p": 19}, 147.31 - 147.31 / 1.19, "the difference from the amount at the end"),
        ("c*m*(b - a)", {"c": 4.18, "m": 0.537, "a": 14.7, "b": 81.3}, 4.18 * 0.537 * (66.6 + 273.15), "difference of temperatures"),
        ("c*V_1/(V_1 + V_w)", {"c": 1.83, "V_1": 35.3, "V_w": 141.7}, 1.83 * 141.7 / 177, "the other part of the whole"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_wrong_rule(tmp_path, expression, symbols, answer, says):
    assert says in told(tmp_path, expression, answer, **symbols)


def test_a_percentage_may_be_divided_before_and_behind_its_100(tmp_path):
    """No word of the prompt says that it is about percentages: the two hundredths do."""
    (tmp_path / "asked.yaml").write_text(
        "id: asked\ntype: formula\nprompt: Work out P, from P, r, k and s.\n"
        "parameters: {expression: 'P*(1 + r/k/100)*(1 + s/100)', symbols: {P: 1000, r: 24, k: 4, s: 5}}\n"
    )
    message = check(load_problem(tmp_path / "asked.yaml"), "1110").record()["message"]
    assert "you added the percentages in the formula" in message


def test_the_variance_for_the_deviation(tmp_path):
    entries = {"a": 3.13, "b": 4.71, "c": 7.92}
    mean = sum(entries.values()) / 3
    variance = sum((each - mean) ** 2 for each in entries.values()) / 2
    squares = " + ".join(f"({name} - (a + b + c)/3)^2" for name in entries)
    assert "standard deviation" in told(tmp_path, f"({squares})/2", math.sqrt(variance), **entries)


def test_a_rule_acts_in_the_steps_of_a_solver():
    problem = load_problems("problems").problems["mixtral-8x7b"]
    options = {
        each.option
        for formula in problem.parts[0].variant.derived.values()
        for wrong in formula.mistakes.values()
        for each in wrong
    }
    assert {"as_product"} <= options


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "says"),
    [
        ("M*min(a, 2*b/3)", {"M": 133.3, "a": 0.556, "b": 0.677}, 133.3 * 0.556, "You took the larger value instead of the smaller one of a and 2·b/3."),
        ("M*max(a, b)", {"M": 133.3, "a": 0.556, "b": 0.677}, 133.3 * 0.556, "You took the smaller value instead of the larger one"),
        ("-K + sqrt(K^2 + 4*K*c)", {"K": 0.0183, "c": 0.0251}, math.sqrt(4 * 0.0183 * 0.0251), "You neglected the linear term of the quadratic equation"),
        ("z*(E - R*T/z*ln(Q))", {"z": 2, "E": 1.137, "R": 0.0831, "T": 2.93, "Q": 0.0319}, 2 * 1.137, "ou left out the term R·T/z·ln(Q)."),
        ("sd(v)", {"v": [1.31, 2.77, 6.94, 4.41]}, 1.2069063413, "You divided by √n in the standard deviation, which gives the standard error."),
        ("corr(u, v)", {"u": [1, 2, 4, 7], "v": [3.1, 2.9, 5.7, 6.2]}, 0.83425503572, "You squared the correlation, which is the coefficient of determination."),
        ("normal_quantile(p, m, s)", {"p": 0.983, "m": 12.03, "s": 0.417}, 2.1200717, "You gave the standard score of the quantile at p, without the mean"),
        ("normal_quantile(p, m, s)", {"p": 0.983, "m": 12.03, "s": 0.417}, 12.03 + 0.417 * 2.3867077, "You split the tail onto both sides in the quantile at p."),
        ("m + t_quantile(0.975, 7)*s", {"m": 12.03, "s": 0.417}, 12.03 + 0.417 * 1.8945786, "You put the whole tail on one side in the 97.5% quantile"),
        ("poisson_pmf(0, m)", {"m": 1.83}, 1 - math.exp(-1.83), "You took the probability of more than 0 instead of exactly 0."),
    ],
)  # fmt: skip
def test_rules_of_chemistry_and_statistics(tmp_path, expression, symbols, answer, says):
    assert says in told(tmp_path, expression, answer, **symbols)


def line(folder, answer, expression="y = slope(u, v)*x + intercept(u, v)", **symbols):
    given = {"x": "letter", "y": "letter", "u": [1, 2, 4, 7], "v": [3.1, 2.9, 5.7, 6.2], **symbols}
    parameters = {"expression": expression, "symbols": given}
    (folder / "line.yaml").write_text(
        json.dumps({"id": "line", "type": "formula", "prompt": "Give the line.", "parameters": parameters})
    )
    return check(load_problem(folder / "line.yaml"), answer)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("y = 0.593x + 2.40", ""),
        ("y = 2.40x + 0.593", "You exchanged the slope and the intercept."),
        ("y = 1.41x - 2.80", "You exchanged the two variables."),
    ],
)
def test_mistakes_of_lines_with_rounded_numbers(tmp_path, answer, says):
    outcome = line(tmp_path, answer)
    assert outcome.status == ("incorrect" if says else "correct")
    assert says in outcome.message


def test_a_term_of_an_equation_and_the_mistake_behind_it(tmp_path):
    outcome = line(tmp_path, "y = 55 - 0.0222x²", "y = h - g*x^2/(2*w^2)", h=55, g=9.81, w=21)
    assert outcome.message == (
        "y = 55 - 0.0222·x² is not correct. Check the factor of the term 0.0222·x²: everything else is right. "
        "You left out the factor 2 in 2·21^2. Think it through again with that in mind."
    )
    right = line(tmp_path, "y = 55 - 0.0111x²", "y = h - g*x^2/(2*w^2)", h=55, g=9.81, w=21)
    assert right.status == "correct"
    other = line(tmp_path, "y = 55 - 0.0333x²", "y = h - g*x^2/(2*w^2)", h=55, g=9.81, w=21)
    assert other.message.endswith(
        "Check the factor of the term 0.0333·x²: everything else is right. Fix that and answer again."
    )


@pytest.mark.parametrize(
    ("rule", "constant", "other"), [(gas_constant, "8.314", "0.08206"), (other_confidence, "1.96", "1.645")]
)
@pytest.mark.parametrize("value", [10**400, -(10**400), Fraction(10**400, 3)], ids=["large", "small", "fraction"])
def test_a_number_beyond_the_floats_is_left_as_it_is(rule, constant, other, value):
    large = plus(number(value), Name("N", 0))
    found = next(rule(plus(number(Fraction(constant)), large), {"N": value}))
    assert found.sentence.startswith(f"You used {other}")
    assert show(found.node) == show(plus(number(Fraction(other)), large))
    assert list(rule(large, {"N": value})) == []
