"""Numbers in a statement, and the cues around them."""

import pytest

from checker.writeups.results.numbers import numbers
from tests.tables import rows


def texts(text):
    return [each.text for each in numbers(text)]


def cues(text, number=-1):
    return set(list(numbers(text))[number].cues)


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "numbers_are_taken_as_they_are_written"))
def test_numbers_are_taken_as_they_are_written(text, expected):
    assert texts(text) == expected


def test_operands_are_no_results():
    assert texts("3 · 768 + 2 = 2,306") == ["2,306"]
    assert texts("sqrt(16) = 4") == ["4"]
    assert texts("7 times 6 is 42") == ["42"]


def test_a_minus_sign_after_a_value_subtracts():
    assert texts("5 -3") == texts("x -3") == texts("width - 3") == []
    assert texts("it is -3") == ["-3"]


def test_small_numbers_after_nouns_are_names():
    assert texts("in layer 3 we get 50") == ["50"]
    assert texts("layer = 3") == ["3"]
    assert texts("layer 27,648") == ["27,648"]


@pytest.mark.parametrize(("text", "cue"), rows(__file__, "cues"))
def test_cues(text, cue):
    assert cue in cues(text, 0)


def test_cues_are_not_given_without_reason():
    assert cues("W = 5") == {"equals"}
    assert cues("5") == {"alone"}
