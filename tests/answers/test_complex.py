"""Complex numbers as answers: how people write them, and what is wrong with others.  The oracle is `cmath`."""

from __future__ import annotations

import cmath
import json
import math
from random import Random

import pytest

from checker import check, load_problem
from checker.answers.kinds.complex import kind
from checker.notation.number import Hints
from checker.problems.load import ProblemError

IMPEDANCE = {
    "type": "formula",
    "answer": "complex",
    "parameters": {"expression": "R + i*w*L", "symbols": {"R": 30, "w": 50, "L": 0.8}, "unit": "Ω"},
}
WHOLE = {"type": "numeric", "answer": "complex", "parameters": {"value": "3 - 4i"}}


def marked(folder, question, text, **others):
    path = folder / "p.yaml"
    path.write_text(json.dumps({"id": "p", "title": "T", "prompt": "Give it.", **question, **others}))
    return check(load_problem(path), text)


@pytest.mark.parametrize(
    "text",
    [
        "30+40i", "30 + j40 Ω", "50∠53.13° ohm", "50 e^(0.9273i)", "50(cos 53.13° + i sin 53.13°)", "Z = 30 + 40 i Ω", "40i + 30",
        r"$30+40\mathrm{i}$", "(30+40j) Ω", "(30, 40)", "0.0300+0.0400i kΩ", "30.0+40.0i", "10(3 + 4i)", r"50\angle 53.13^\circ",
        "Z = 30 Ω + j 40 Ω", "50 e^{j53.13°} Ω", "Re = 30, Im = 40",
    ],
)  # fmt: skip
def test_an_impedance(tmp_path, text):
    assert marked(tmp_path, IMPEDANCE, text).status == "correct"


@pytest.mark.parametrize(
    "text", ["3-4i", "-4j+3", "(2-i)^2", "5e^(-0.9273i)", "5∠-53.13°", "(25)/(3+4i)", "3 - 8i/2", "z = 3 - 4i"]
)
def test_whole_parts(tmp_path, text):
    assert marked(tmp_path, WHOLE, text).status == "correct"


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("3+4i", "incorrect", "Your imaginary part has the wrong sign: you gave the conjugate."),
        ("-3-4i", "incorrect", "Your real part has the wrong sign."),
        ("-3+4i", "incorrect", "Both parts have the wrong sign."),
        ("-4+3i", "incorrect", "You swapped the real part and the imaginary part."),
        ("3", "incorrect", "Your imaginary part is wrong; the other part is right."),
        ("2-4i", "incorrect", "Your real part is wrong; the other part is right."),
        ("5", "incorrect", "This is the size of the number, without its angle. Give both parts."),
        ("1+i", "incorrect", "Neither part is right."),
        ("3+", "unreadable", "Nothing follows the last sign"),
        ("3+4k", "unreadable", ""),
        ("3-4i = 3+4i", "unreadable", "The sides"),
        ("3-4ii", "unreadable", ""),
        ("i/0", "unreadable", "divides by zero"),
    ],
)
def test_no_right_number(tmp_path, text, wanted, message):
    result = marked(tmp_path, WHOLE, text)
    assert result.status == wanted
    assert message in result.message


def test_each_part_earns_its_share(tmp_path):
    assert marked(tmp_path, WHOLE, "3+5i", entries="each", points=2).points == 1


def test_complex_values_of_expressions(tmp_path):
    rng = Random(31)
    for _ in range(40):
        a, b = (complex(rng.randint(-9, 9), rng.randint(1, 9)) for _ in range(2))
        expression, right = rng.choice(
            [
                ("a*b", a * b),
                ("a/b", a / b),
                ("a^3 - b", a**3 - b),
                ("conj(a)*b", a.conjugate() * b),
                ("sqrt(a)", cmath.sqrt(a)),
            ]
        )
        for name, value in (("a", a), ("b", b)):
            expression = expression.replace(name, f"({int(value.real)} + {int(value.imag)}*i)")
        parameters = {"expression": expression, "symbols": {}}
        expected = f"{right.real:.9g} + {right.imag:.9g}i".replace("+ -", "- ")
        question = {"type": "formula", "answer": "complex", "parameters": parameters}
        assert marked(tmp_path, question, expected).status == "correct", (expression, expected)


@pytest.mark.parametrize(
    ("expression", "right"),
    [("abs(3 + 4*i)", 5), ("arg(1 + i)", math.pi / 4), ("re((1 + 2*i)*(3 - i))", 5), ("im((1 + 2*i)*(3 - i))", 5)],
)
def test_real_numbers_of_complex_ones(tmp_path, expression, right):
    question = {"type": "formula", "parameters": {"expression": expression, "symbols": {}}}
    assert marked(tmp_path, question, f"{right:.9g}").status == "correct"


def test_i_is_a_symbol_where_it_is_declared(tmp_path):
    question = {"type": "formula", "parameters": {"expression": "P*(1 + i)^2", "symbols": {"P": 100, "i": 0.05}}}
    assert marked(tmp_path, question, "110.25").status == "correct"


def test_a_complex_answer_has_to_be_declared(tmp_path):
    question = {"type": "formula", "parameters": {"expression": "P*(1 + i)^2", "symbols": {"P": 100}}}
    with pytest.raises(ProblemError, match="the imaginary unit where they are no symbols"):
        marked(tmp_path, question, "1")
    with pytest.raises(ProblemError, match="its answer cannot be an interval"):
        marked(tmp_path, question, "1", answer="interval")


THREE = {"type": "numeric", "answer": "complex", "parameters": {"value": "3 + 4i"}}


@pytest.mark.parametrize(
    "text",
    [
        "5cis(53.13°)", "5 cis 53.13°", "3 + 4i.", "3+4i;", "3 + i·4.", "5 e^{i 0.9273}", "5e^{i0.9273}", "5 exp(i 0.9273)",
        "5∠0.9273 rad", "5∠(0.9273 rad)", "5*e^(i*53.13°)", "(3, 4)", "(3; 4)", "(3;4)", "(3.0,4.0)", "Re = 3, Im = 4",
    ],
)  # fmt: skip
def test_more_ways_to_write_it(tmp_path, text):
    assert marked(tmp_path, THREE, text).status == "correct"


def test_a_pair_that_may_be_a_decimal_number_is_not_graded(tmp_path):
    found = marked(tmp_path, THREE, "(3,4)")
    assert found.status == "unreadable"
    assert '"(3,4)" may be one number or two. Write it in the form a + bi.' in found.message


@pytest.mark.parametrize(
    "text",
    [
        "5∠1e400", "9" * 400 + "∠1", "exp(1000+i)", "sin(1000i)", "ln(i-i)", "(10^400)*(1+i)", "(1+i)*10^400",
        "factorial(200)*(1+i)", "(1+i) + factorial(200)", "(1+i)^factorial(200)",
    ],
)  # fmt: skip
def test_what_has_no_value_is_unreadable(tmp_path, text):
    assert marked(tmp_path, THREE, text).status == "unreadable"


def test_sides_that_are_too_large_for_floats(tmp_path):
    large = f"1{'0' * 400}i"
    assert marked(tmp_path, THREE, f"{large} = {large}").status == "incorrect"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2e-3 + 4i", [(0.002, 1), (4, 1)]),
        ("2.50e+2 - 1.20i", [(250, 3), (-1.2, 3)]),
        ("3 + 2e-1i", [(3, 1), (0.2, 1)]),
        ("3*-2 + 4i", [(-6, None), (4, 1)]),
        ("2^-1 + 3i", [(0.5, None), (3, 1)]),
        ("1/ -2 + 3i", [(-0.5, None), (3, 1)]),
        ("2e-i", [(2 * math.e, None), (-1, 1)]),
    ],
)
def test_a_sign_within_a_term_leaves_the_other_part_its_digits(text, parts):
    numbers = kind.read(text, Hints(whole=False)).numbers
    assert [(float(each.value), each.digits) for each in numbers] == [(pytest.approx(value), n) for value, n in parts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("93.2∠-43.1° Ω", "correct"), ("93.17∠-43.12° Ω", "correct"), (r"$Z = (68.0 - 63.7\,i)\ \Omega$", "correct")),
        *(("93∠-43° Ω", "too_coarse"), ("93.4∠-43.1° Ω", "incorrect"), ("93.2∠-43.3° Ω", "incorrect")),
        ("93.2∠43.1° Ω", "incorrect"),
    ],
)
def test_a_size_and_an_angle_of_three_digits_are_right_as_such(tmp_path, text, expected):
    """68 - 63.69j is 93.17∠-43.13°; by 93.2∠-43.1° the real part is 68.05, which is not 68.0."""
    path = tmp_path / "p.yaml"
    path.write_text(
        "id: p\ntype: formula\nprompt: Give the impedance.\nanswer: complex\n"
        "parameters: {expression: R - j*X, unit: Ω, symbols: {R: {value: 68, unit: Ω}, X: {value: 63.69, unit: Ω}}}\n"
    )
    assert check(load_problem(path), text).status == expected


def test_the_conjugate_is_another_number(tmp_path):
    path = tmp_path / "p.yaml"
    question = "id: p\ntype: numeric\nprompt: {}\nanswer: complex\nparameters: {{value: 3 + 4i}}\n"
    path.write_text(question.format("What is Z?"))
    statuses = [check(load_problem(path), f"{name} = 3 + 4i").status for name in ("Z", "Z*", "conj(Z)", r"\bar{Z}")]
    assert statuses == ["correct", "unreadable", "unreadable", "unreadable"]
    path.write_text(question.format("What is the conjugate Z*?"))
    assert check(load_problem(path), "Z* = 3 + 4i").status == "correct"


@pytest.mark.parametrize("name", ["-Z", "-(Z)", "Z^*", "iZ", "|Z|", "Re Z"])
def test_the_names_of_other_numbers(tmp_path, name):
    path = tmp_path / "z.yaml"
    path.write_text(
        '{id: z, type: numeric, answer: complex, prompt: Give the impedance Z., parameters: {value: "3 + 4i"}}'
    )
    problem = load_problem(path)
    assert check(problem, f"{name} = 3 + 4i").status == "unreadable"
    assert check(problem, "Z = 3 + 4i").status == "correct"
