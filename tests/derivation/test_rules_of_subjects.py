"""Wrong rules of statistics, science, finance, linear algebra and complex numbers: numbers worked out with numpy, quantiles from tables."""

import math

import numpy as np
import pytest

from checker import check, load_problem

FIELDS = "It is about prices, growth, a chance, observed counts, samples, a pH, a reaction, elasticity, a circuit, a circle, a temperature, means and percentages."
"""Words that show that a question is of a field: without them, sentences are told in neutral words."""

X, Y = [142, 151, 138, 160, 147, 155, 149, 144], [136, 149, 139, 151, 143, 148, 146, 140]
U, V = [2, 3, 5, 6, 8, 9], [51, 58, 65, 64, 79, 83]
A = [[2, -1, 3], [0, 4, 1], [5, 2, -2]]


def told(folder, expression, answer, *, kind="", definitions="", **symbols):
    given = "".join(f"    {name}: {value}\n" for name, value in symbols.items()) + definitions
    answer_kind = f"answer: {kind}\n" if kind else ""
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: Work it out. {FIELDS}\n{answer_kind}parameters:\n  expression: '{expression}'\n  symbols:\n{given}"
    )
    text = answer if isinstance(answer, str) else f"{answer:.7g}"
    return check(load_problem(folder / "asked.yaml"), text, feedback="full").message


def pairs():
    differences = np.subtract(X, Y)
    return differences.mean(), len(X)


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "says"),
    [
        ("t_quantile(0.975, n - 1)", {"n": 17}, 2.1314495, "17 - 2 degrees of freedom instead of 17 - 1"),
        ("t_quantile(0.975, 12)", {}, 2.1603687, "13 degrees of freedom instead of 12"),
        ("chi2_sf(q, (r - 1)*(c - 1))", {"q": 9.37, "r": 3, "c": 4}, 0.5877804, "3·4 - 1 degrees"),
        ("p*s/(p*s + (1 - p)*f)", {"p": 0.013, "s": 0.917, "f": 0.083}, 0.917, "The question asks for the other direction"),
        ("p*s/(p*s + (1 - p)*f)", {"p": 0.013, "s": 0.917, "f": 0.083}, 0.013 * 0.917, "did not divide by"),
        ("(o - e)^2/e + (u - w)^2/w", {"o": 41, "e": 30.3, "u": 22, "w": 28.7}, 10.7**2 / 41 + 6.7**2 / 22, "by the observed counts"),
        ("(o - e)^2/e + (u - w)^2/w", {"o": 41, "e": 30.3, "u": 22, "w": 28.7}, 10.7 / 30.3 + 6.7 / 28.7, "did not square the differences"),
        ("sum((x - y)^2/y)", {"x": "[41, 22, 14]", "y": "[30.3, 28.7, 18]"}, 10.7**2 / 41 + 6.7**2 / 22 + 16 / 14, "by the observed"),
        ("a + b + c + d", {"a": 3.71, "b": 1.23, "c": 9.47, "d": 4.19}, 4.94, "you added up the first 2 terms only."),
        ("corr(u, v)^2", {"u": U, "v": V}, 1 - (1 - np.corrcoef(U, V)[0, 1] ** 2) * 5 / 4, "adjusted r²"),
        ("sqrt(((m - 1)*s^2 + (n - 1)*u^2)/(m + n - 2))", {"m": 9, "s": 3.71, "n": 14, "u": 5.23}, math.sqrt((9 * 3.71**2 + 14 * 5.23**2) / 21), "did not subtract 1 in 9 - 1 and 14 - 1"),
        ("sqrt(((m - 1)*s^2 + (n - 1)*u^2)/(m + n - 2))", {"m": 9, "s": 3.71, "n": 14, "u": 5.23}, math.sqrt((3.71**2 + 5.23**2) / 2), "without the sizes of the samples"),
        ("sum(x*p)", {"x": "[-3.5, 12, 41]", "p": "[0.55, 0.37, 0.08]"}, 49.5 / 3, "without their probabilities"),
        ("x*p + y*q", {"x": 17.3, "p": 0.37, "y": 91.1, "q": 0.63}, 54.2, "without their probabilities"),
        ("z*sqrt(p*(1 - p)/n)", {"z": 1.96, "p": 0.37, "n": 411}, 1.96 * 0.37 * 0.63 / math.sqrt(411), "root of the denominator only"),
        ("(m - k)/sqrt(s^2/a + u^2/b)", {"m": 52.3, "k": 48.9, "s": 6.1, "a": 9, "u": 2.3, "b": 31}, 3.4 / math.sqrt((8 * 6.1**2 + 30 * 2.3**2) / 38 * (1 / 9 + 1 / 31)), "pooled the two variances"),
        ("(B/(k - 1))/(W/(N - k))", {"B": 124.5, "k": 4, "W": 310.2, "N": 40}, 124.5 / 310.2, "degrees of freedom"),
        ("(B/(k - 1))/(W/(N - k))", {"B": 124.5, "k": 4, "W": 310.2, "N": 40}, 41.5 / (310.2 / 39), "40 - 1 instead of 40 - 4"),
        ("p*a^2 + q*b^2 - (p*a + q*b)^2", {"p": 0.31, "a": 35.3, "q": 0.69, "b": 12.1}, math.sqrt(0.31 * 35.3**2 + 0.69 * 12.1**2 - 19.292**2), "asks for the variance"),
        ("R*ln(2)/(1/T - 1/U)", {"R": 8.314, "T": 298.3, "U": 311.7}, 8.314 * math.log(2) / 13.4, "311.7 - 298.3 instead of 1/298.3 - 1/311.7"),
        ("f*c/(c - v)", {"f": 713, "c": 343, "v": 28.3}, 713 * 371.3 / 343, "(343 + 28.3)/343 instead of 343/(343 - 28.3)"),
        ("U*exp(-t/a)", {"U": 12.7, "t": 3.13, "a": 4.71}, 12.7 * 2 ** (-3.13 / 4.71), "2 instead of e"),
        ("m/M*2*W", {"m": 12.7, "M": 32.0, "W": 18.02}, 12.7 / 32 / 2 * 18.02, "divided by 2 instead of multiplying"),
        ("degrees(acos(x/y))", {"x": 3.37, "y": 7.91}, math.degrees(math.asin(3.37 / 7.91)), "asin instead of acos"),
        ("degrees(acos(x/y))", {"x": 3.37, "y": 7.91}, 180 - math.degrees(math.acos(3.37 / 7.91)), "180° minus this one"),
        ("R*((1 + i)^n - 1)/i", {"R": 1217, "i": 0.0347, "n": 15}, 1217 * (1 - 1.0347**-15) / 0.0347, "value at the start"),
        ("F*c/100*(1 - (1 + i)^(-n))/i + F/(1 + i)^n", {"F": 1013, "c": 4.1, "i": 0.0553, "n": 8}, 1013 * 0.041 * 8 + 1013 / 1.0553**8, "without interest"),
        ("((1 + i)/(1 + f) - 1)*100", {"i": 0.0743, "f": 0.0319}, 4.24, "subtracted the rates"),
        ("1/(1/f - 1/d)", {"f": 12.3, "d": 8.7}, 1 / 12.3 - 1 / 8.7, "did not take the reciprocal"),
        ("1/(1/f - 1/d)", {"f": 12.3, "d": 8.7}, 8.7 - 12.3, "8.7 - 12.3 instead of 1/(1/12.3 - 1/8.7), without the reciprocals"),
        ("1/(1/f - 1/d)", {"f": 12.3, "d": 8.7}, 1 / (1 / 8.7 - 1 / 12.3), "Check the sign."),
        ("x*sqrt(k/m)", {"x": 0.0753, "k": 347, "m": 0.452}, 0.0753 * math.sqrt(347 / 0.904), "a factor 1/2 too many under the root"),
        ("F/(p - v)", {"F": 13517, "p": 23.9, "v": 14.7}, 13517 / 14.7, "You used 14.7 alone instead of 23.9 - 14.7."),
        ("14 + log10(sqrt(w/K*c))", {"w": 1e-14, "K": 1.83e-4, "c": 0.0541}, -math.log10(math.sqrt(1e-14 / 1.83e-4 * 0.0541)), "pH and pOH"),
        ("14 + log10(sqrt(w/K*c))", {"w": 1e-14, "K": 1.83e-4, "c": 0.0541}, "7.00", "for neutral"),
        ("-log10(sqrt(K*c))", {"K": 1.83e-4, "c": 0.0541}, -math.log10(0.0541), "as of a strong acid"),
        ("t*ln(2)/ln(c/k)", {"t": 45.3, "c": 0.841, "k": 0.313}, 45.3 * 0.841 / 2 / 0.528, "a reaction of order 0"),
        ("(v*s + sqrt((v*s)^2 + 2*g*h))/g", {"v": 14.3, "s": 0.573, "g": 9.81, "h": 37.9}, math.sqrt(2 * 37.9 / 9.81), "neglected the linear term"),
        ("L*i/(1 - (1 + i)^(-n))", {"L": 18311, "i": 0.00537, "n": 47}, 18311 * 0.00537 / (1 - 1.00537**-47) / 1.00537, "at the beginning of each period"),
        ("R*(1 - (1 + i)^(-n))/i", {"R": 317, "i": 0.0537, "n": 17}, 317 * (1.0537**17 - 1) / 0.0537, "value at the end"),
        ("R*(1 - (1 + i)^(-n))/i", {"R": 317, "i": 0.0537, "n": 17}, 317 * 17, "without interest"),
        ("a/q + b/q^2 - C", {"C": 15031, "q": 1.073, "a": 7117, "b": 9533}, 7117 + 9533 / 1.073 - 15031, "one year too few"),
        ("a/q + b/q^2 - C", {"C": 15031, "q": 1.073, "a": 7117, "b": 9533}, 7117 + 9533 - 15031, "without discounting"),
        ("(1 + r/m)^m - 1", {"r": 0.0371, "m": 12, "t": 7}, (1 + 0.0371 / 12) ** 84 - 1, "12·7 as the exponent"),
        ("P*exp(r*t)", {"P": 1731, "r": 0.0437, "t": 9}, 1731 * 1.0437**9, "once a year"),
        ("((q - p)/((p + q)/2))/((b - a)/((a + b)/2))", {"p": 121, "q": 103, "a": 4.1, "b": 4.9}, (-18 / 121) / (0.8 / 4.1), "by the old values"),
        ("sqrt(x) + sqrt(y) - sqrt(z)", {"x": 75, "y": 48, "z": 12}, math.sqrt(111), "under one root"),
        ("det(A)", {"A": A}, "-75", "without the alternating signs"),
        ("det(A)", {"A": A}, "-77", "added the two products of the first minor"),
        ("det(B)", {"B": [[2, -1, 3], [5, 4, 1], [7, 2, -2]]}, 2 * -10 - 3 - 3 * 18, "of the second minor"),
        ("binomial_sf(k - 1, n, p)", {"k": 8, "n": 12, "p": 0.62}, 0.3695482, "without the continuity correction"),
        ("binomial_sf(k - 1, n, p)", {"k": 8, "n": 12, "p": 0.62}, 0.4857672, "with the continuity correction"),
        ("binomial_cdf(k, n, p)", {"k": 5, "n": 12, "p": 0.62}, 0.0733694, "without the continuity correction"),
        ("f_sf(v/w, 10, 15)", {"v": 8.4, "w": 4.1}, 0.0063986, "You squared 8.4/4.1."),
        ("a*b/(a + a)", {"a": 3.7, "b": 8.3}, 8.3, "left out the share"),
        ("det(A)", {"A": A}, "35", "subtracted the third product"),
        ("abs(a + b*i)", {"a": 3.7, "b": -5.1}, 8.8, "added the sizes of both parts"),
        ("abs(a + b*i)", {"a": 3.7, "b": -5.1}, 3.7**2 + 5.1**2, "left out the root"),
        ("norm(x)", {"x": "[3.1, -4.7, 1.9]"}, 9.7, "instead of their squares"),
        ("100*m/T", {"m": 41.3, "T": 51.75}, "51.75/41.3 * 100 = 125", "You exchanged"),
    ],
)  # fmt: skip
def test_what_is_told(tmp_path, expression, symbols, answer, says):
    assert says in told(tmp_path, expression, answer, **symbols)


@pytest.mark.parametrize(
    ("kind", "expression", "symbols", "answer", "says"),
    [
        ("set", "eigenvalues(M)", {"M": [[1, 4], [3, 2]]}, "1 and 2", "off the diagonal"),
        ("set", "eigenvalues(M)", {"M": [[1, 4], [3, 2]]}, "2, -5", "check the sign of the trace"),
        ("set", "eigenvalues(M)", {"M": [[1, 4], [3, 2]]}, "2, 5", "One entry has the wrong sign."),
        (
            "matrix",
            "inv(M)",
            {"M": [[1, 4], [3, 2]]},
            "[[-0.1, 0.4], [0.3, -0.2]]",
            "did not exchange the entries of the diagonal",
        ),
        ("matrix", "inv(M)", {"M": [[1, 4], [3, 2]]}, "[[2, -4], [-3, 1]]", "did not divide by the determinant"),
        ("matrix", "A @ B", {"A": [[1, 4], [3, 2]], "B": [[5, 7], [6, 9]]}, "[[5, 28], [18, 18]]", "entry by entry"),
        ("complex", "a*b", {"a": "3 + 4*i", "b": "2 - 5*i"}, "-14 - 7i", "You took i² for 1"),
        ("complex", "a/b", {"a": "3 + 4*i", "b": "2 - 5*i"}, "-14 + 23i", "did not divide by the squared size"),
        ("complex", "(a + b*i)/8", {"a": -12, "b": 16}, "1/2", "You left out the i"),
    ],
)
def test_what_is_told_of_lists_and_complex_numbers(tmp_path, kind, expression, symbols, answer, says):  # noqa: PLR0913
    assert says in told(tmp_path, expression, answer, kind=kind, **symbols)


def test_a_formula_in_steps_is_seen_as_one(tmp_path):
    """The author wrote the differences, the amounts and the payment as symbols of their own."""
    in_steps = "    d: x - y\n    t: mean(d)/(sd(d)/sqrt(count(d)))\n"
    mean, n = pairs()
    independent = mean / math.sqrt((np.var(X, ddof=1) + np.var(Y, ddof=1)) / n)
    assert "two independent samples" in told(tmp_path, "t", independent, x=X, y=Y, definitions=in_steps)
    mixed = {"Va": 151.0, "ca": 0.253, "Vb": 97.0, "cb": 0.417, "Vs": 12.3, "cs": 0.511, "k": 4.76}
    amounts = "    na: ca*Va\n    nb: cb*Vb\n    ns: cs*Vs\n"
    na, nb, ns = 151 * 0.253, 97 * 0.417, 12.3 * 0.511
    turned = 4.76 + math.log10((nb + ns) / (na - ns))
    asked = "k + log10((nb - ns)/(na + ns))"
    assert "where it is subtracted" in told(tmp_path, asked, turned, **mixed, definitions=amounts)
    payment = "    i: r/100/12\n    R: L*i/(1 - (1 + i)^(-n))\n"
    loan = {"L": 18311, "r": 6.1, "n": 47}
    assert "for one year" in told(tmp_path, "n*R - L", 18311 * 0.061, **loan, definitions=payment)
    assert "interest on the whole loan" in told(
        tmp_path, "n*R - L", 18311 * 0.061 / 12 * 47, **loan, definitions=payment
    )


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (f"y = {np.dot(U, V) / np.dot(U, U):.4g}x", "through the origin"),
        (f"y = {1 / (k := np.polyfit(V, U, 1)[0]):.4g}x + {np.mean(V) - np.mean(U) / k:.4g}", "fitted x to y"),
        ("y = {:.4g}x + {:.4g}".format(*np.polyfit(V, U, 1)).replace("+ -", "- "), "exchanged the two variables"),
    ],
)
def test_another_line_of_regression(tmp_path, answer, says):
    symbols = {"x": "letter", "y": "letter", "u": U, "v": V}
    assert says in told(tmp_path, "y = slope(u, v)*x + intercept(u, v)", answer, kind="equation", **symbols)
