"""Units as students write them: working with units, units nobody asked for, letters in another case, odd spellings."""

from __future__ import annotations

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.kinds.number import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words


def read(text, unit=None, prompt=""):
    return kind.read(text, Hints(whole=False, unit=unit, words=Words(prompt)))


def message(text, unit=None, prompt=""):
    with pytest.raises(UnreadableAnswer) as error:
        read(text, unit, prompt)
    return error.value.message


@pytest.mark.parametrize(
    ("text", "shown"),
    [("14 GB = 14000 MB", "14 GB"), ("14000 MB = 14 GB", "14 GB"), ("14 GB = 14.0 GB", ""), ("14000 MB", "14000 MB")],
)
def test_a_side_in_the_unit_of_the_question_is_shown(text, shown):
    assert read(text, "GB").shown == shown


@pytest.mark.parametrize("text", ["0.35 ma", "0.35 Ma", "0.35 ca"])
def test_a_filler_that_is_a_unit_in_another_case_is_not_passed_over(text):
    assert "Did you mean" in message(text, "A")


@pytest.mark.parametrize(("text", "unit"), [("5 PA", "Pa"), ("12 S", "s"), ("5 KG", "kg"), ("5 MG", "mg")])
def test_wrong_capitals_get_a_suggestion(text, unit):
    assert "Did you mean" in message(text, unit)


FORCE = "A mass of 2 kg is accelerated with 3 m/s². How many newtons does it take?"
SPEED = "A man runs 100 metres in 8 seconds. How many metres per second is that?"
ROAD = "How fast is it, in km/h? Convert 3 kg to g. Round to the cent."


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        (FORCE, ["6 N", "6 newtons", "6 kg m/s²"], ["6 kg", "6 m/s", "6 m/s²"]),
        (SPEED, ["12.5 m/s", "12.5 metres per second"], ["12.5 metres", "12.5 m", "12.5 s"]),
        (ROAD, ["20 km/h", "20 g"], ["20 km", "20 h", "20 kg", "20 ct"]),
        ("How many weights do the heads have?", ["20 weights", "20 heads"], ["20 kg"]),
    ],
)
def test_only_a_unit_that_the_prompt_asks_for_is_passed_over(prompt, right, wrong):
    for text in right:
        assert not read(text, None, prompt).refused
    for text in wrong:
        assert message(text, None, prompt).endswith(", but this question has none. Write the answer without a unit.")


@pytest.mark.parametrize(
    ("text", "unit", "named"),
    [
        ("12.5 metri al secondo", "m/s", '"al"'), ("10 m a second", "m/s", '"a"'), ("12.5 m/s at 30°", "m/s", '"at"'),
        ("12.5 € an hour", "EUR/h", '"an hour"'), ("250 gr", "g", "Write grain or g."),
        ("0.2 (12.5%)", "%", "are not equal"),
    ],
)  # fmt: skip
def test_words_within_a_unit_are_named(text, unit, named):
    assert named in message(text, unit)


@pytest.mark.parametrize("text", ["458752 bytes per token", "458752 B/token"])
def test_a_rate_is_passed_over_only_where_the_prompt_has_it(text):
    assert read(text, "bytes", "How much memory per token?").numbers[0].value == 458752
    assert "token" in message(text, "bytes", "How much for 4 tokens?")
    assert "parameter" in message("13.5 GB a parameter", "GB", "the parameters")


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("12.5 s^2", "s", "This is the square of it: did you leave out a root?"),
        ("12.5 cm²", "m", "This is the square of it: did you leave out a root?"),
        ("12.5 m/s", "m^2/s^2", "This is the root of it: did you leave out a square?"),
        ("12.5 s", "1/s", "This is 1 over it: did you divide the wrong way round?"),
        ("12.5 kg", "s", "Write it in s."),
        ("12.5 m^3", "m", "Write it in m."),
    ],
)
def test_a_power_of_the_unit_says_what_was_left_out(text, unit, said):
    refused = read(text, unit).refused
    assert refused.startswith("Your answer is ")
    assert refused.endswith(f". {said}")


@pytest.mark.parametrize(
    "text", ["6 N = 2 kg * 3 m/s²", "2 kg * 3 m/s²", "5 N + 100 cN", "-(2 N - 8 N)", "12 m N / 2 m", "10 N * cos(60°)"]
)
def test_a_calculation_with_units_is_no_result(text):
    assert message(text, "N").endswith("is a calculation with units. Write only the number, in N.")
