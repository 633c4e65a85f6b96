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


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize("is_graded", [True, False])
@pytest.mark.parametrize("answer", ["0.8931", "0.893", "0.9733", "α = 0.8931", "0.5"])
def test_a_share_without_a_sign_is_not_told_whether_it_is_right(within, level, is_graded, answer):
    outcome = Marker(within, within.parts[0], level, is_graded=is_graded).mark(answer)
    number = answer.removeprefix("α = ")
    assert outcome.status == "incorrect"
    assert outcome.feedback.message == f"{number} is not correct. {NO_PERCENTAGE}"
