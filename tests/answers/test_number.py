"""One number: every spelling, what it means, how many digits it states, and what is refused."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.number import kind, read_general_number
from checker.text.number import Hints, StatedNumber
from checker.text.numeral import stated_number
from checker.text.vocabulary import Words

WORDS = Words(
    "How many parameters, weights and biases, has the model without the pooler after 3 epochs? d_k, d_model, h"
)
COUNT = Hints(whole=True, words=WORDS)
REAL = Hints(whole=False, words=WORDS)
POINT = Hints(whole=False, decimal="point")
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]


def read(text: str, hints: Hints = COUNT) -> StatedNumber:
    reading = kind.read(text, hints)
    assert reading.shape == ()
    return reading.numbers[0]


@pytest.mark.parametrize(
    ("text", "hints", "message"),
    [
        ("1,234", REAL, '"1,234" can be read as 1234 or as 1.234. Write 1234 or 1.234.'),
        ("27.648", COUNT, '"27.648" can be read as 27648 or as 27.648. Write 27648 or 27.6480.'),
        ("9,248 million", COUNT, '"9,248" can be read as 9248 or as 9.248. Write 9248 or 9.248.'),
        ("64 or 128", COUNT, '"64 or 128" is more than one number. Write one.'),
        ("87M or 88M", COUNT, '"87M or 88M" is more than one number. Write one.'),
        ("12 and 13", COUNT, '"12 and 13" is more than one number. Write one.'),
        ("12 13", COUNT, '"12 13" is more than one number. Write one.'),
        ("12, 13", COUNT, '"12, 13" is more than one number. Write one.'),
        ("not 64", COUNT, '"not" could change the meaning of "not 64". Write only the answer.'),
        ("two", COUNT, '"two" has a number in words. Write it in digits.'),
        (
            "the answer is twenty-three",
            COUNT,
            '"the answer is twenty-three" has a number in words. Write it in digits.',
        ),
        ("two thousand", COUNT, '"two thousand" has a number in words. Write it in digits.'),
        ("minus point six", REAL, '"minus point six" has a number in words. Write it in digits.'),
        ("two ms", Hints(whole=False, unit="ms"), '"two ms" has a number in words. Write it in digits, in ms.'),
        ("deux", COUNT, '"deux" has a number in words. Write it in digits.'),
        ("half", REAL, '"half" has a number in words. Write it in digits.'),
        ("not two", COUNT, '"not" could change the meaning of "not two". Write only the answer.'),
        ("some", COUNT, '"some" could change the meaning of "some". Write only the answer.'),
        ("27 or two", COUNT, '"or" could change the meaning of "27 or two". Write only the answer.'),
        ("60-70", COUNT, '"60-70" could be a range or a difference. Write only one number.'),
        ("60–70", COUNT, '"60-70" could be a range or a difference. Write only one number.'),
        ("27648 = 31744", COUNT, 'The sides of "27648 = 31744" are not equal. Write only your final number.'),
        ("1/3 = 0.334", COUNT, 'The sides of "1/3 = 0.334" are not equal. Write only your final number.'),
        (
            "7648$",
            COUNT,
            'I read "7648$", with a $ left over. If you typed it in a shell, put the answer in single quotes.',
        ),
        ("[5]", COUNT, '"[5]" is a list. Write only one number.'),
        ("7 B", COUNT, '"7 B" could mean 7 billion or 7 bytes. Write one of these.'),
        ("27648B", COUNT, '"27648 B" could mean 27648 billion or 27648 bytes. Write one of these.'),
        ("4.7m", REAL, '"4.7m" has a unit (m), but this question has none. Write the answer without a unit.'),
        ("5 squared", COUNT, '"squared" could change the meaning of "5 squared". Write only the answer.'),
        ("5 MB/s", COUNT, '"5 MB/s" has a unit (MB/s), but this question has none. Write the answer without a unit.'),
        ("2.5 GB", REAL, '"2.5 GB" has a unit (GB), but this question has none. Write the answer without a unit.'),
        (
            "512 bits",
            COUNT,
            '"512 bits" has a unit (bits), but this question has none. Write the answer without a unit.',
        ),
        ("27648 not 31744", COUNT, '"not" could change the meaning of "27648 not 31744". Write only the answer.'),
        ("0x10", COUNT, '"0x10" looks like a number in another base. Write it in base ten.'),
        ("27648!", COUNT, "Factorial needs whole numbers from 0 to 500."),
        ("<5", COUNT, 'I do not understand "<" in "<5". Write only the answer.'),
        ("64 != 5", COUNT, 'I do not understand "!=" in "64 != 5". Write only the answer.'),
        ("2E", COUNT, 'I do not understand "E" in "2E". Write only the answer.'),
        ("0.6...", REAL, 'I do not understand "..." in "0.6...". Write only the answer.'),
        ("27648 or, well", COUNT, '"or" could change the meaning of "27648 or, well". Write only the answer.'),
        ("nan", COUNT, 'I do not understand "nan" in "nan". Write only the answer.'),
        ("∞", COUNT, 'I do not understand "∞" in "∞". Write only the answer.'),
        ("log(8)", COUNT, 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("1e401", COUNT, 'The exponent of "1e401" is beyond ±400.'),
        ("9" * 1001, COUNT, "This number has more than 1000 digits."),
        ("1 234/567", COUNT, '"1 234/567" can be read in two ways. Write brackets or + or *.'),
        (
            "1,23,45",
            COUNT,
            'I cannot read the number "1,23,45": its digits are not grouped in threes. Write it without separators.',
        ),
    ],
)
def test_an_answer_that_is_no_number_is_unreadable(text, hints, message):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, hints)
    assert refused.value.message == message


def test_the_name_of_another_function_is_whole_in_the_message():
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read("print(27648)", COUNT)
    assert refused.value.message == 'I do not understand "print" in "print(27648)". Write only the answer.'


def test_an_error_has_its_place_in_the_answer():
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read("3 * 64 * * 5", COUNT)
    assert refused.value.place == 9


@pytest.mark.parametrize(
    ("value", "shown"),
    [(31744, "31,744"), (0.60885, "0.6089"), (1.0, "1"), (12345.6, "12346"), (-5, "-5"), (1e-7, "1e-07")],
)
def test_show(value, shown):
    assert kind.show(value) == shown


@pytest.mark.parametrize(
    ("text", "plain"),
    [("31744", 31744), ("0.60", 0.6), ("1/4", 0.25), ("9007199254740993", "9007199254740993"), ("√2", math.sqrt(2))],
)
def test_to_json(text, plain):
    assert kind.to_json(kind.read(text, REAL)) == plain


def test_fits():
    assert kind.fits(3)
    assert kind.fits(0.5)
    assert not kind.fits((3,))
    assert not kind.fits(True)


# Laws

SPELLINGS = {
    "plain": str,
    "comma": "{:,}".format,
    "space": lambda n: f"{n:,}".replace(",", " "),
    "narrow space": lambda n: f"{n:,}".replace(",", "\u202f"),
    "underscore": "{:_}".format,
    "apostrophe": lambda n: f"{n:,}".replace(",", "'"),
    "latex": lambda n: f"${n:,}$".replace(",", "{,}"),
    "minus": lambda n: str(n).replace("-", "−"),
    "full width": lambda n: str(n).translate({ord("0") + i: ord("０") + i for i in range(10)}),
    "named": "d_model = {}".format,
    "unit": "{} parameters".format,
    "exponent": lambda n: f"{n}e0",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(value=st.integers(-(10**30), 10**30))
def test_a_whole_number_reads_back_in_every_spelling(spelling, value):
    text = str(value)
    zeros = 0 if spelling == "exponent" or not value else len(text) - len(text.rstrip("0"))
    assert read(SPELLINGS[spelling](value)) == StatedNumber(value, Decimal("0.5"), len(str(abs(value))), zeros)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=6))
def test_a_decimal_reads_back(value):
    number = read(f"{value:f}", REAL)
    assert number.value == value
    assert read(f"{value:f}".replace(".", ","), REAL).value == value
    assert read(f"{value:e}", REAL).value == value
    assert kind.show_reading(kind.read(f"{value:f}", POINT)).replace(",", "").lstrip("-") == f"{abs(value):f}"


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 15))
def test_the_digits_of_a_rounded_number_include_the_exact_one(value, significant):
    text = f"{value:.{significant}g}"
    assume(not math.isinf(float(text)))
    number = read(text, POINT)
    assert abs(Fraction(number.value) - Fraction(value)) <= Fraction(number.half)


plain_texts = st.from_regex(r"\A-?[0-9]{1,17}(\.[0-9]{1,14})?\Z")
grouped = st.from_regex(r"\A-?[0-9]{1,3}(,[0-9]{3}){1,5}\Z")
typed = st.text(alphabet="0123456789.,'_ -+eExX*/^()%MKB=≈√π", max_size=12)


@given(st.one_of(plain_texts, grouped, typed), st.sampled_from(EVERY_HINT))
def test_the_quick_and_the_general_path_agree(text, hints):
    assert told(kind.read, text, hints) == told(read_general_number, text, hints)


@given(st.from_regex(r"\A-?[0-9]{1,15}\Z"), st.from_regex(r"\A(\.[0-9]{1,12})?\Z"))
def test_a_plain_number_has_the_digits_of_the_general_path(whole, decimals):
    number = stated_number(whole, decimals)
    assert number == read_general_number(whole + decimals, POINT).numbers[0]
    assert str(number.value) == str(read_general_number(whole + decimals, POINT).numbers[0].value)


@given(st.text(), st.sampled_from(EVERY_HINT))
def test_any_text_is_read_or_unreadable(text, hints):
    reading = told(kind.read, text, hints)
    if not isinstance(reading, str):
        kind.show_reading(reading)
        kind.to_json(reading)


@given(typed, st.sampled_from(EVERY_HINT))
def test_anything_typed_is_read_or_unreadable(text, hints):
    reading = told(kind.read, text, hints)
    if not isinstance(reading, str):
        kind.show_reading(reading)
        kind.to_json(reading)


def told(reader, text, hints):
    try:
        return reader(text, hints)
    except UnreadableAnswer as unreadable:
        return unreadable.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3845 (5)", '"3845 (5)" could be a product, or a number with a remark. Write only your final number.'),
        ("(32,16)", '"32,16" is a list. Write only one number.'),
    ],
)
def test_brackets_after_and_around_a_number(text, message):
    with pytest.raises(UnreadableAnswer) as caught:
        kind.read(text, Hints(whole=True))
    assert caught.value.message == message
