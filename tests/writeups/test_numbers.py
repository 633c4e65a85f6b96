"""Numbers in a statement, and the cues around them."""

import pytest

from checker.writeups.results.numbers import numbers


def texts(text):
    return [each.text for each in numbers(text)]


def cues(text, number=-1):
    return set(list(numbers(text))[number].cues)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total 27,648", ["27,648"]),
        ("total 27 648", ["27 648"]),
        ("total 27.648,5", ["27.648,5"]),
        ("it is -0.5", ["-0.5"]),
        ("it is .25", [".25"]),
        ("about 1.2 × 10^6", ["1.2 × 10^6"]),
        ("about 3e-5", ["3e-5"]),
        ("110 million in all", ["110 million"]),
        ("86M weights", ["86M"]),
        ("so 12 %", ["12 %"]),
        ("= 3/4", ["3/4"]),
        ("x_2 and W1", []),
        ("f(3) = 5", ["3", "5"]),
        ("NPV = −$2,118.84", ["-2,118.84"]),
        ("we pay $2,118.84", ["2,118.84"]),
        ("(b) -8.57 dB", ["-8.57"]),
        ("b) 12 - 8.57", []),
        ("M = 6.6·2 − 2.4 = 10.8kNm", ["10.8"]),
        ("p = 3.1MPa", ["3.1"]),
        ("9.81 x 2.51 = 24.6\n8.4^2 + 24.6^2 = 678\n--------\n26.1 m/s", ["24.6", "678", "26.1"]),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("W = 5", "equals"),
        ("W ≈ 5", "equals"),
        ("W → 5", "arrow"),
        ("W => 5", "arrow"),
        ("W: 5", "colon"),
        ("this gives us about 5", "verb"),
        ("5", "alone"),
        ("with a width 5", "end"),
        ("we take 5 of those, then stop", "middle"),
        ("2 · 3 = 6 = 1 + 5", "goes_on"),
        ("Answer 5", "answer_word"),
        ("Réponse 5", "answer_word"),
        ("Thus 5", "so_word"),
        ("insgesamt 5", "total_word"),
        ("BERT base has 5", "compared"),
        ("and not 5", "compared"),
        ("for example 5", "compared"),
        ("we get (for the text 5)", "in_brackets"),
        ("ungefähr 5", "about"),
        ("is it 5?", "questioned"),
    ],
)
def test_cues(text, cue):
    assert cue in cues(text, 0)


def test_cues_are_not_given_without_reason():
    assert cues("W = 5") == {"equals"}
    assert cues("5") == {"alone"}
