"""Below `full` no text and no record gives the expected number away."""

from __future__ import annotations

import re

import pytest

WRONG = {
    "encoder-layer": (
        ["27648", "27,648", "27.6"],
        ["31744", "15360", "28024", "5", "27.6K", "28000", "64 or 128", "", "9e9"],
    ),
    "attention": (
        ["0.6089", "0.608", "0.1956", "0.195"],
        ["[0.7, 0.3]", "[1, 2]", "3", "[0.6, 0.2]", "[[1, 2], [3, 4]]", "[0.73, 0.27]", "what?"],
    ),
}


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize("form", [[], ["--plain"], ["--format", "json"]])
@pytest.mark.parametrize(
    ("problem", "answer"), [(problem, answer) for problem, (_, wrong) in WRONG.items() for answer in wrong]
)
def test_no_level_below_full_shows_what_is_expected(run, level, form, problem, answer):
    shown = run("check", "--feedback", level, *form, problem, answer)
    said = re.sub(r'"variant": "\w+"|"share": [\d.]+', "", shown.output.replace(answer or "\0", ""))
    said = said.replace("27,600", "").replace("27600", "")  # how 27.6K is read
    for number in WRONG[problem][0]:
        assert number not in said


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_no_part_shows_what_is_expected_of_it_or_of_another(run, level):
    shown = run("check", "--feedback", level, "parts", "attention=5", "feed-forward=7", "total=16641").output
    for number in ("16,640", "16640", "15,544", "15544", "32,440", "32440"):
        assert number not in shown


def test_full_does(run):
    assert "Expected  27,648" in run("check", "--feedback", "full", "encoder-layer", "5").stdout


@pytest.mark.parametrize("problem", ["encoder-layer", "attention", "parts"])
def test_the_question_does_not(run, problem):
    shown = run("show", problem).output
    for number in ("27648", "27,648", "0.6089", "16,640", "32,440"):
        assert number not in shown
