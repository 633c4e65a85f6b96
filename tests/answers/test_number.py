"""One number: every spelling, what it means, how many digits it states, and what is refused."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.answers.kinds.number import kind, read_general_number, stated_number
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.vocabulary import Words

WORDS = Words(
    "How many parameters, weights and biases, has the model without the pooler after 3 epochs? d_k, d_model, h"
)
COUNT = Hints(whole=True, words=WORDS)
REAL = Hints(whole=False, words=WORDS)
POINT = Hints(whole=False, decimal="point")
COMMA = Hints(whole=False, decimal="comma")
COUNT_COMMA = Hints(whole=True, decimal="comma")
COUNT_POINT = Hints(whole=True, decimal="point")
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]


def read(text: str, hints: Hints = COUNT) -> StatedNumber:
    reading = kind.read(text, hints)
    assert reading.shape == ()
    return reading.numbers[0]


@pytest.mark.parametrize(
    "text",
    [
        "27648", "27,648", "27 648", "27_648", "27'648", "27’648", "2.7648e4", "2.7648E4", "2.7648 × 10^4", "2.7648 x 10^4",
        "2.7648*10**4", r"2.7648 \times 10^{4}", "$27{,}648$", r"\(27\,648\)", "= 27648", "27648 parameters",
        "２７６４８", "27\u00a0648", "27\u202f648", "d_k = 27648", r"$d_{k} = 27648$", "total parameters = 27,648",
        "answer: 27648", "ans = 27648", "The answer is 27,648 parameters.", "≈ 27648", "~27648", "about 27648", "`27648`",
        "27648.", "+27648", " 27648\n", r"\text{params} = 27{,}648 \text{ weights}", r"\boxed{27648}", "(27648)",
        "27648 (without biases)", "27648 weights and biases", "I think 27648", "27648?", "27648 (I guess)", "27.648K", "27.648 thousand", "np.int64(27648)", "\u202a27648\u202c", "x := 27648", "x == 27648",
    ],
)  # fmt: skip
def test_every_spelling_of_a_count(text):
    assert read(text) == StatedNumber(27648, Decimal("0.5"), 5)
    assert isinstance(read(text).value, int)


@pytest.mark.parametrize(
    ("text", "value", "half", "digits"),
    [
        ("0", 0, "0.5", 1),
        ("-0", 0, "0.5", 1),
        ("−5", -5, "0.5", 1),
        ("– 5", -5, "0.5", 1),
        ("0.60", Decimal("0.60"), "0.005", 2),
        (".5", Decimal("0.5"), "0.05", 1),
        ("-0.609", Decimal("-0.609"), "0.0005", 3),
        ("0,609", Decimal("0.609"), "0.0005", 3),
        ("1234,5", Decimal("1234.5"), "0.05", 5),
        ("1,234.5", Decimal("1234.5"), "0.05", 5),
        ("1.234,5", Decimal("1234.5"), "0.05", 5),
        ("1.234.567,89", Decimal("1234567.89"), "0.005", 9),
        ("109.482.240", 109482240, "0.5", 9),
        ("4700000", 4700000, "0.5", 7),
        ("4.7M", 4700000, "50000", 2),
        ("4.7 million", 4700000, "50000", 2),
        ("≈ 27.6K", 27600, "50", 3),
        ("110M", 110000000, "5e5", 3),
        ("7B", 7 * 10**9, "5e8", 1),
        ("2.70e3", 2700, "5", 3),
        ("1.5e-3", Decimal("0.0015"), "0.00005", 2),
        ("12.5%", Decimal("0.125"), "0.0005", 3),
        ("50 %", Decimal("0.50"), "0.005", 2),
        ("50 per cent", Decimal("0.50"), "0.005", 2),
        ("2.5 epochs", Decimal("2.5"), "0.05", 2),
        ("tensor(0.6089)", Decimal("0.6089"), "0.00005", 4),
        ("tensor(0.6089, grad_fn=<MeanBackward0>)", Decimal("0.6089"), "0.00005", 4),
        ("3*10^2", 300, "50", 1),
        ("1/3", Fraction(1, 3), "0", None),
        ("1 2/3", Fraction(5, 3), "0", None),
        ("1⅔", Fraction(5, 3), "0", None),
        ("½", Fraction(1, 2), "0", None),
        ("3*(64*64) + 2*64*120", 27648, "0", None),
        ("3·64²", 12288, "0", None),
        ("3*64*64 = 12288", 12288, "0", None),
        ("12288 = 3*64*64", 12288, "0", None),
        ("1/3 ≈ 0.333", Fraction(1, 3), "0", None),
        ("2^10", 1024, "0", None),
        ("32 x 16", 512, "0", None),
        ("√2/2", math.sqrt(2) / 2, "0", None),
        (r"\frac{1}{\sqrt{2}}", 1 / math.sqrt(2), "0", None),
        ("2pi", 2 * math.pi, "0", None),
    ],
)
def test_values_and_stated_digits(text, value, half, digits):
    number = read(text, REAL)
    stated = pytest.approx(value, rel=1e-15) if isinstance(value, float) else value
    assert number[:3] == (stated, Decimal(half), digits)
    assert type(number.value) is type(value)


@pytest.mark.parametrize(
    ("text", "hints", "value"),
    [
        ("1,234", COUNT, 1234),
        ("1,234", POINT, 1234),
        ("1,234", COMMA, Decimal("1.234")),
        ("1,2340", COUNT_COMMA, Decimal("1.2340")),
        ("27.648", REAL, Decimal("27.648")),
        ("27.648", POINT, Decimal("27.648")),
        ("27.648", COUNT_COMMA, 27648),
        ("27.6480", COUNT_POINT, Decimal("27.6480")),
        ("27.648", COMMA, 27648),
        ("0.609", COMMA, Decimal("0.609")),
        ("0,609", POINT, Decimal("0.609")),
        ("0.609", COUNT, Decimal("0.609")),
        ("9.248 million", COUNT, 9248000),
        ("4.7m", COUNT, 4700000),
    ],
)
def test_the_question_decides_what_a_comma_or_a_point_means(text, hints, value):
    assert read(text, hints).value == value


@pytest.mark.parametrize(
    ("text", "hints", "message"),
    [
        ("1,234", REAL, '"1,234" can be read as 1234 or as 1.234. Write 1234 or 1.234.'),
        ("27.648", COUNT, '"27.648" can be read as 27648 or as 27.648. Write 27648 or 27.6480.'),
        ("9,248 million", COUNT, '"9,248" can be read as 9248 or as 9.248. Write 9248 or 9.248.'),
        ("64 or 128", COUNT, '"64 or 128" is two numbers. Write one.'),
        ("87M or 88M", COUNT, '"87M or 88M" is two numbers. Write one.'),
        ("12 and 13", COUNT, '"12 and 13" is two numbers. Write one.'),
        ("12 13", COUNT, '"12 13" is two numbers. Write one.'),
        ("12, 13", COUNT, '"12, 13" is two numbers. Write one.'),
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
    ("text", "shown"),
    [
        ("31744", "31,744"),
        ("0.60", "0.60"),
        ("4.7M", "4,700,000 (2 digits stated)"),
        ("1/3", "1/3"),
        ("10^350/3", "3.33333e+349"),
        ("10^25 + 1/2", "10,000,000,000,000,000,000,000,000.5"),
        ("9/232", "0.0387931"),
        ("1125/29", "38.7931"),
        ("35/36", "35/36"),
        ("1/1024", "0.0009765625"),
        ("1.5*3", "4.5"),
        ("√2/2", "0.707107"),
        ("1e-30", "1e-30"),
        ("1e400", "1.000000e+400"),
        ("10^300", "1e+300"),
    ],
)
def test_show_reading(text, shown):
    assert kind.show_reading(kind.read(text, REAL)) == shown


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


def test_a_peer_reads_one_and_two_thirds_as_four():
    assert read("1 2/3", REAL).value == Fraction(5, 3)


def test_a_peer_compares_in_single_precision():
    assert read("175181825").value != read("175181824").value


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


@pytest.mark.parametrize("text", ["3845 (768*5 + 5)", '"3845"', "**3845**", "'3,845'", "3845 (without the pooler)"])
def test_a_number_with_its_working_or_in_quotes(text):
    assert kind.read(text, COUNT).numbers[0].value == 3845


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
