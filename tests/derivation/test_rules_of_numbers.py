"""Wrong rules of arithmetic, circuits, circles and growth, with numbers worked out by hand."""

import math

import pytest

from checker import check, load_problem

FIELDS = "It is about prices, growth, a chance, observed counts, samples, a pH, a reaction, elasticity, a circuit, a circle, a temperature, means and percentages."
"""Words that show that a question is of a field: without them, sentences are told in neutral words."""

FRACTIONS = ("a/b + c/d - f/g", {"a": 4, "b": 9, "c": 5, "d": 13, "f": 2, "g": 15})
CAPACITORS = ("a*(b + c)/(a + b + c)", {"a": 22.3, "b": 4.7, "c": 6.9})
DIVIDER = ("U*(b*L/(b + L))/(a + b*L/(b + L))", {"U": 12.7, "a": 3.3, "b": 4.7, "L": 10.9})
BRANCH = ("1/(1/R - 1/d - 1/f)", {"R": 41.3, "d": 127.1, "f": 183.7})
DEPOSITS = ("k*((1 + r/100)^n - 1)/(r/100)*(1 + r/100)", {"k": 1253, "n": 14, "r": 4.27})
LOAN = ("P*(r/1200)/(1 - (1 + r/1200)^(-n))", {"P": 18617, "r": 6.63, "n": 47})
SCORES = ("n*m - (a + b + c + d)", {"n": 5, "m": 78.53, "a": 71.2, "b": 84.1, "c": 66.7, "d": 90.4})
RATE = ("((A/P)^(1/n) - 1)*100", {"A": 2917, "P": 1353, "n": 9})
MIX = ("t + a*(u - t)/(a + b)", {"t": 18.3, "u": 95.7, "a": 1.37, "b": 5.91})
MEETING = ("(m*u - k*w)/(m + k)", {"m": 28.3, "u": 3.17, "k": 17.9, "w": 1.93})
LISTED = ("sd(v)", {"v": [1.31, 2.77, 6.94, 4.41]})


def told(folder, expression, answer, **symbols):
    given = ", ".join(f"{name}: {value}" for name, value in symbols.items())
    file = folder / "asked.yaml"
    file.write_text(
        f"id: asked\ntype: formula\nprompt: 'Work out {expression}. {FIELDS}'\n"
        f"parameters: {{expression: '{expression}', symbols: {{{given}}}}}\n"
    )
    outcome = check(load_problem(file), answer if isinstance(answer, str) else f"{answer:.8g}", feedback="full").outcome
    assert outcome.status == "incorrect"
    return " ".join(outcome.feedback.why)


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        (FRACTIONS, 7 / 37, "You combined the numerators in a/b + c/d - f/g and added the denominators."),
        (FRACTIONS, 7 / (9 * 13 * 15), "You multiplied the denominators in a/b + c/d - f/g, but did not expand"),
        (FRACTIONS, 7 / 585, "You used the common denominator in a/b + c/d - f/g, but did not expand the numerators."),
        (("a - b/c*d + f^g", {"a": 60.7, "b": 36.1, "c": 4.3, "d": 3.9, "f": 2, "g": 3}), ((60.7 - 36.1) / 4.3 * 3.9 + 2) ** 3, "strictly from left to right"),
        (("a - b/c*d + f^g", {"a": 60.7, "b": 36.1, "c": 4.3, "d": 3.9, "f": 2, "g": 3}), 60.7 - 36.1 / (4.3 * 3.9) + 8, "You multiplied c and d in b/c·d before you divided."),
        (("(w + a)/(v + c)", {"w": 7.3, "a": 0.7531, "v": 1.9, "c": 0.417}), 7.3 / 1.9 + 0.7531 / 0.417, "You divided part by part"),
        (("V*(1 - p)*(1 - q)", {"V": 841.3, "p": 0.287, "q": 0.613}), 841.3 * (1 - 0.287 * 0.613), "You multiplied the shares that are taken"),
        (("P/((1 - d/100)*(1 + t/100))", {"P": 103.37, "d": 23.7, "t": 8.83}), 103.37 * 1.237 * 0.9117, "percentages of the wrong base"),
        (SCORES, 312.4 / 4, "You gave the mean of the known values."),
        (SCORES, 4 * 78.53 - 312.4, "You multiplied the mean by 4, not by 5."),
        (SCORES, 2 * 78.53 - 78.1, "for the middle of the last value and the mean of the others"),
        (SCORES, (78.53 + 78.1) / 2, "You averaged the two means."),
        (LISTED, 1.8175, "You took the mean of the absolute deviations"),
        (LISTED, math.sqrt(2.5475**2 + 1.0875**2 + 3.0825**2 + 0.5525**2), "You added up the squares in the standard deviation, and did not divide."),
        (("(Q - S^2/n)/(n - 1)", {"n": 15, "S": 186.3, "Q": 2471.7}), math.sqrt((2471.7 - 186.3**2 / 15) / 14), "gave the standard deviation"),
        (("(z*s/E)^2", {"s": 14.53, "z": 1.96, "E": 1.83}), 4 * (1.96 * 14.53 / 1.83) ** 2, "You halved E in"),
        (RATE, (2917 / 1353 - 1) / 9 * 100, "You divided the whole growth by the number of periods"),
        (RATE, (1 - 1353 / 2917) / 9 * 100, "took it of the value at the end"),
        (RATE, ((2917 / 1353) ** (1 / 8) - 1) * 100, "one period too few"),
        (LOAN, 18617 * 0.0663 / (1 - 1.0663**-47), "You used 100 instead of 1,200."),
        (LOAN, 18617 * 0.005525 / (1.005525**47 - 1), "You used the formula of a savings plan."),
        (DEPOSITS, 1253 * (1 - 1.0427**-14) / 0.0427 * 1.0427, "You took the value at the start"),
        (DEPOSITS, 1253 * 1.0427**14, "You let only one payment grow"),
        (("Z/(r/100*t/360)", {"Z": 412.7, "r": 7.27, "t": 77}), 412.7 / (0.0727 * 77 / 12), "You used 12 instead of 360."),
        (("(v/3.6)^2/(2*k*9.81)", {"v": 86.3, "k": 0.643}), (86.3 / 3.6) ** 2 / (2 * 0.643 * 10), "You used 10 for g instead of 9.81."),
        (MEETING, (3.17 - 1.93) / 2, "without the weights of the two"),
        (BRANCH, 127.1 + 183.7 - 41.3, "without the reciprocals"),
        (BRANCH, 127.1 * 183.7 / 310.8 - 41.3, "You subtracted the whole in"),
        (CAPACITORS, 22.3 + 4.7 * 6.9 / 11.6, "You exchanged the rules for series and for parallel"),
        (CAPACITORS, 1 / (1 / 22.3 + 1 / 4.7 + 1 / 6.9), "You combined everything in a·(b + c)/(a + b + c) by reciprocals."),
        (CAPACITORS, 33.9, "You combined everything in a·(b + c)/(a + b + c) by adding."),
        (DIVIDER, 12.7 * 4.7 / 8, "You kept only the first of the two parallel branches in b·L/(b + L)."),
        (DIVIDER, 12.7 * 15.6 / 18.9, "You put the two branches in b·L/(b + L) in series."),
        (("m*(L + c*T)/1000", {"m": 263, "T": 35.3, "L": 334, "c": 4.18}), 263 * (334 + 4.18 * 308.45) / 1000, "added 273.15 to a difference"),
        (("2*a + 3*(s + 4*o) + 18*(2*h + o)", {"a": 26.98, "s": 32.06, "o": 16.03, "h": 1.008}), (53.96 + 3 * 96.18) * 18 * 18.046, "instead of adding it"),
        (("c*V/d - V", {"V": 85.3, "c": 2.43, "d": 0.657}), 85.3 * (2.43 - 0.657), "instead of dividing"),
        (("2*r + 2*pi*r*w/360", {"r": 24.3, "w": 137}), 48.6 + math.pi * 24.3**2 * 137 / 360, "You took the area instead of the length"),
        (("pi*r^2*h/3", {"r": 6.17, "h": 9.31}), 4 * math.pi * 6.17**2 * 9.31 / 3, "You used the diameter instead of the radius"),
        (("k - f*g - c*d - n", {"k": 3.17, "f": 25.1, "g": 0.357, "c": 4.3, "d": 0.57, "n": 1.23}), 3.17 + 25.1 * 0.357 + 4.3 * 0.57 + 1.23, "You added everything"),
        (("10^(k/10)", {"k": -8.953}), 10 ** (-8.953 / 20), "You divided by 20 instead of 10"),
        (("10^(k/10)", {"k": -8.953}), math.exp(-0.8953), "You used e instead of 10 as the base"),
        (MIX, 57, "You averaged the two without their weights"),
        (("degrees(asin(sin(radians(k))/n))", {"k": 40.3, "n": 1.523}), 40.3 / 1.523, "with the angle itself, not with its sine"),
        (("binomial_pmf(2, n, p)", {"n": 18, "p": 0.0713}), 0.0713**2 * 0.9287**16, "You left out the number of orders"),
        (("binomial_pmf(2, n, p)", {"n": 18, "p": 0.0713}), math.exp(-1.2834) * 1.2834**2 / 2, "You used the Poisson distribution"),
        (("(1/(1 - d/100) - 1)*100", {"d": 37}), "37", "You took the percentage of the wrong base"),
        (("sqrt(k^2 + f)*h/(1 + g)", {"k": 5.713, "f": 31.71, "h": 2.931, "g": 0.6193}), "31.71", "You gave a number that the question starts from, not the answer to it."),
    ],
)  # fmt: skip
def test_what_is_told_of_a_wrong_rule(tmp_path, question, answer, says):
    expression, symbols = question
    assert says.lower() in told(tmp_path, expression, answer, **symbols).lower()


def test_a_term_left_out_is_told_though_the_answer_is_rounded_to_tens(tmp_path):
    assert told(tmp_path, "pi*(D^2 - d^2)/4", "1080", D=37, d=15).endswith("ou left out the term d^2.")


def test_products_of_a_cross_product_are_subtracted(tmp_path):
    vectors = {"u": [-1, 3, 2], "v": [4, -5, 7]}
    assert "You added the two products of each component" in told(tmp_path, "cross(u, v)", "[11, 1, 17]", **vectors)


def test_a_turn_is_no_year(tmp_path):
    why = told(tmp_path, "pi*r*w/360", math.pi * 24.3 * 137 / 365, r=24.3, w=137)
    assert "365" not in why
