"""What a number may become when it is copied or worked out."""

import pytest

from checker.diagnosis.miswritten_numbers import COPIED, WORKED_OUT, texts_of, wrong_numbers


def wrong(text, shares=COPIED, **options):
    return {each for each, _ in wrong_numbers(text, shares, **options)} - {text}


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("514", {"154", "541", "415", "14", "54", "51", "5514", "5114", "5144", "524", "504", "614", "518"}),
        ("20", {"2", "0", "220", "200", "10", "30", "21", "29"}),
        ("199", {"200", "198", "209", "189", "919"}),
        ("0.05", {"0.5", "0.06", "0.04", "0.005"}),
    ],
)
def test_what_a_number_may_become(text, some):
    assert some <= wrong(text, is_real="." in text)


def test_a_whole_number_stays_whole():
    assert all(each.isdigit() for each in wrong("5120", WORKED_OUT))
    assert "512" in wrong("5120", WORKED_OUT)


def test_a_single_digit_is_only_another_one_or_moved():
    assert wrong("7", WORKED_OUT) == {"1", "2", "3", "4", "5", "6", "8", "9"}


def test_a_sign_may_be_lost_or_added():
    assert "0.5" in wrong("-0.5", is_real=True)
    assert "-0.5" in wrong("0.5", is_real=True)
    assert "-514" not in wrong("514")


@pytest.mark.parametrize("text", ["514", "128", "1.477", "-3.25"])
@pytest.mark.parametrize("shares", [COPIED, WORKED_OUT])
def test_the_probabilities_are_of_one_slip(text, shares):
    assert 0.7 < sum(chance for _, chance in wrong_numbers(text, shares, is_real=True)) <= 1 + 1e-9


def test_long_numbers_are_rounded_on_the_way():
    assert [text for text, _ in texts_of(1.4774554437890625)] == ["1.48", "1.477", "1.4775"]
    assert sum(share for _, share in texts_of(1.4999999)) == pytest.approx(1)
    assert texts_of(-0.5) == [("-0.5", 1.0)]
