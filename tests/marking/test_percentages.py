"""A percentage without its sign is told as one: the same in grades, on pages and by `check`."""

from __future__ import annotations

import pytest

from checker import check, load_problem
from checker.marking.marker import Marker
from checker.marking.percentages import NO_PERCENTAGE, NO_SHARE

WINS = """\
id: wins
type: formula
prompt: {prompt}
parameters: {{expression: "1 - (1 - p)^n", symbols: {{p: 0.15, n: 4}}}}
tolerance: {{decimals: 3}}
"""
ASKED = "You win with probability 0.15. What is the probability to win at least once in 4 games?"


@pytest.fixture
def load(tmp_path):
    def load(prompt=ASKED, more=""):
        file = tmp_path / "wins.yaml"
        file.write_text(f"{WINS.format(prompt=prompt)}{more}", encoding="utf-8")
        return load_problem(file)

    return load


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize("is_graded", [True, False])
@pytest.mark.parametrize("answer", ["47.8", "47.799", "48", "51.3"])
def test_every_level_says_the_same(load, level, is_graded, answer):
    problem = load()
    outcome = Marker(problem, problem.parts[0], level, is_graded=is_graded).mark(answer)
    assert (outcome.status, outcome.points) == ("incorrect", 0.0)
    assert outcome.feedback.message == f"{answer} is not correct. {NO_SHARE}"


@pytest.mark.parametrize("answer", ["47.8 %", "47.8%", "0.478"])
def test_with_its_sign_it_is_right(load, answer):
    assert check(load(), answer).status == "correct"


@pytest.mark.parametrize(
    ("prompt", "more", "answer", "status"),
    [
        ("What is the probability, in percent?", "", "47.8", "too_coarse"),
        ("How large is it?", "", "47.8", "too_coarse"),
        (ASKED, "accept: [{value: 47.8, credit: 0.5}]\n", "47.8", "partial"),
        (ASKED, "", "147.799", "incorrect"),
    ],
)
def test_other_numbers_are_no_percentages(load, prompt, more, answer, status):
    found = check(load(prompt, more), answer)
    assert found.status == status
    assert NO_SHARE not in found.message


WITHIN = """\
id: within
type: formula
prompt: What percentage of the shafts has a diameter between {a} mm and {b} mm?
parameters:
  expression: 100*(normal_cdf(b, 12, 0.04) - normal_cdf(a, 12, 0.04))
  unit: "%"
  symbols: {a: {value: 11.93, unit: mm}, b: {value: 12.06, unit: mm}}
tolerance: {absolute: 0.1}
"""


@pytest.fixture
def within(tmp_path):
    file = tmp_path / "within.yaml"
    file.write_text(WITHIN, encoding="utf-8")
    return load_problem(file)


@pytest.mark.parametrize(
    "answer",
    ["P(11.93 < X < 12.06) = 0.8931", "Φ(1.5) − Φ(−1.75) = 0.9332 − 0.0401 = 0.8931", "Pr(11.93 ≤ X ≤ 12.06) ≈ 0.8931",
     "89.3", "89.3 %", "0.8931 = 89.31%"],
)  # fmt: skip
def test_a_probability_is_a_share_where_percent_is_asked(within, answer):
    assert check(within, answer).status == "correct"


def test_a_wrong_probability_is_a_wrong_percentage(within):
    found = check(within, "P(11.93 < X < 12.06) = 0.9733")
    assert found.status == "incorrect"
    assert NO_PERCENTAGE not in found.message


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize("is_graded", [True, False])
@pytest.mark.parametrize("answer", ["0.8931", "0.893", "0.9733", "α = 0.8931", "0.5"])
def test_a_share_without_a_sign_is_not_told_whether_it_is_right(within, level, is_graded, answer):
    outcome = Marker(within, within.parts[0], level, is_graded=is_graded).mark(answer)
    number = answer.removeprefix("α = ")
    assert outcome.status == "incorrect"
    assert outcome.feedback.message == f"{number} is not correct. {NO_PERCENTAGE}"


def test_a_percentage_below_one_is_right_as_it_stands(tmp_path):
    file = tmp_path / "rate.yaml"
    file.write_text(
        'id: rate\ntype: formula\nprompt: What percentage fails?\nparameters: {expression: "100*f", unit: "%", '
        "symbols: {f: 0.0042}}\n",
        encoding="utf-8",
    )
    problem = load_problem(file)
    assert check(problem, "0.42").status == "correct"
    assert check(problem, "P(F) = 0.0042").status == "correct"
    assert check(problem, "0.00420 %").status == "incorrect"
    near, far = (Marker(problem, problem.parts[0], "explain").mark(each) for each in ("0.4", "0.9"))
    assert near.feedback.message.replace("0.4", "0.9") == far.feedback.message
