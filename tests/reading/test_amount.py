"""One number, with or without a unit: what it means, what it is converted to, and the piece that a refusal names."""

from __future__ import annotations

import math
import re
import time
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.kinds import Judge
from checker.kinds.number import kind, read_general_number
from checker.reading.amount import read_amount
from checker.reading.measure import prompt_units
from checker.text.number import Hints, StatedNumber
from checker.text.vocabulary import Words
from checker.units import ratio, read_unit, unit_of_author

COUNT = Hints(
    whole=True,
    words=Words(
        "How many parameters, weights and biases, has the model without the pooler after 3 epochs? d_k, d_model"
    ),
)
REAL = Hints(whole=False)
POINT = Hints(whole=False, decimal="point")
COMMA = Hints(whole=False, decimal="comma")
EVERY_HINT = [Hints(whole, decimal) for whole, decimal in product((True, False), (None, "point", "comma"))]
GB = Hints(whole=False, unit="GB", words=Words("How much memory does the model take per GPU?"))
BYTES = Hints(whole=True, unit="bytes")


def of(unit: str, prompt: str = "", others: tuple[str, ...] = ()) -> Hints:
    return Hints(whole=False, unit=unit or None, words=Words(prompt, others, tuple, others))


def read(text: str, hints: Hints = COUNT) -> StatedNumber:
    reading = kind.read(text, hints)
    assert not reading.refused
    return reading.numbers[0]


def refusal(text: str, hints: Hints = COUNT) -> str:
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, hints)
    return refused.value.message


@pytest.mark.parametrize(
    ("text", "hints", "value", "digits"),
    [
        ("[64*124]*4 = 31744", COUNT, 31744, None),
        ("4*[64*124]", COUNT, 31744, None),
        ("78.539 816", REAL, Decimal("78.539816"), 8),
        ("0,000 000 954", COMMA, Decimal("9.54e-7"), 3),
        ("4.7M", COUNT, 4_700_000, 2),
        ("1.666...", REAL, Decimal("1.666"), 4),
        ("12.5%", REAL, Decimal("0.125"), 3),
        ("12.5%", of("", "How large is it, in percent?"), Decimal("12.5"), 3),
        ("0.375 (3/8)", REAL, Fraction(3, 8), None),
        ("the total (weights only): about 27,648", COUNT, 27648, 5),
        ("n = 1024.43 → 1025", COUNT, 1025, 4),
        ("C(10, 3)", COUNT, 120, None),
        ("t_quantile(0.975, 7)", REAL, pytest.approx(2.364624), None),
        ("np.float64(0.6089)", REAL, Decimal("0.6089"), 4),
        ("44 MB", GB, Decimal("0.044"), 2),
        ("24.9 GB per GPU", GB, Decimal("24.9"), 3),
        ("memory in MB: 44", GB, Decimal("0.044"), 2),
        ("$25 USD", of("USD"), 25, 2),
        ("€25k", of("EUR"), 25000, 2),
        ("$x = 300$ euros", of("EUR"), 300, 3),
        ("431.6 billion", of("billion EUR"), Decimal("431.6"), 4),
        ("431,600 million EUR", Hints(whole=False, decimal="point", unit="billion EUR"), Decimal("431.6"), 6),
        ("98.5 M Hz", of("MHz"), Decimal("98.5"), 3),
        ("0.613 = 61.3%", of("%"), Decimal("61.3"), 3),
        ("arctan(0.6545) = 33.2°", of("°"), Decimal("33.2"), 3),
        ("F = 2 kg · 3 m/s² = 6 N", of("N"), 6, 1),
        ("U = 12 V · (1 - e^(-1.451)) = 9.187 V", of("V"), Decimal("9.187"), 4),
        ("widgets: 5", of("widgets"), 5, 1),
        ("number of widgets = 5 widgets", of("widgets"), 5, 1),
        ("15.0 g of CO₂", of("g", "What mass of $CO_2$ forms?"), Decimal("15.0"), 3),
        ("6 newtons", of("", "How many newtons does it take?"), 6, 1),
        ("d_k = d_model/h = 256/4 = 64", of("", "Give d_k, where d_model = 256, h = 4", ("d_model", "h")), 64, None),
        ("V = 4/3 π r^3 = 4/3 · π · 27 = 113.1 cm^3", of("cm^3"), pytest.approx(113.0973), None),
        ("ΔY = 1/(1 - 0.75) × $45 billion = $180 billion", of("USD", "What is ΔY?"), 180 * 10**9, 3),
        ("K = 2500 € · 1,045^8 = 3555,25 €", of("EUR"), Decimal("3555.25"), 6),
        ("P = (0.120 mol)(0.08206 L·atm/(mol·K))(298 K)/(2.50 L) = 1.17 atm", of("atm"), Decimal("1.17"), 3),
        ("-28.57% / 18.18% = -1.571", REAL, Decimal("-1.571"), 4),
        ("pH = pKa + log(1.5) = 4.94", of("", "An acid has pKa = 4.76. What is the pH?"), Decimal("4.94"), 3),
        ("21/8 = 2.63", REAL, Fraction(21, 8), None),
        ("log₂8", REAL, 3, None),
        ("T = 2 pi RC = 45.5 s", of("s", "", ("R", "C")), Decimal("45.5"), 3),
    ],
)
def test_what_an_answer_means(text, hints, value, digits):
    number = read(text, hints)
    assert (number.value, number.digits) == (value, digits)


@pytest.mark.parametrize(
    ("text", "hints", "message"),
    [
        ("1,234", REAL, '"1,234" can be read as 1234 or as 1.234. Write 1234 or 1.234.'),
        ("27.648", COUNT, '"27.648" can be read as 27648 or as 27.648. Write 27648 or 27.6480.'),
        ("9,248 million", COUNT, '"9,248" can be read as 9248 or as 9.248. Write 9248 or 9.248.'),
        ("14,336 MB", BYTES, '"14,336" can be read as 14336 or as 14.336. Write 14336 or 14.336.'),
        ("87M or 88M", COUNT, '"87M or 88M" is more than one number. Write one.'),
        ("12 13", COUNT, '"12 13" is more than one number. Write one.'),
        ("not 64", COUNT, 'I do not understand "not" in "not 64". Write only the answer.'),
        ("5 squared", COUNT, 'I do not understand "squared" in "5 squared". Write only the answer.'),
        ("print(27648)", COUNT, 'I do not understand "print" in "print(27648)". Write only the answer.'),
        ("two thousand", COUNT, '"two thousand" has a number in words. Write it in digits.'),
        ("two ms", of("ms"), '"two ms" has a number in words. Write it in digits, in ms.'),
        ("60–70", COUNT, '"60-70" could be a range or a difference. Write only one number.'),
        ("answer - 5", REAL, 'The dash in "answer - 5" could be a minus sign. Write a minus sign right before the number, or no dash.'),
        ("– 27648", COUNT, 'The dash in "– 27648" could be a minus sign. Write a minus sign right before the number, or no dash.'),
        ("+-2", REAL, '"+-2" could be a number with its uncertainty. Write only the number.'),
        ("1/3 = 0.334", COUNT, 'The sides of "1/3 = 0.334" are not equal. Write only your final number.'),
        ("4 * 6.74 GB = 20 GB", GB, 'The sides of "4 * 6.74 GB = 20 GB" are not equal. Write only your final number.'),
        ("3845 (5)", COUNT, 'The sides of "3845 (5)" are not equal. Write only your final number.'),
        ("7648$", COUNT, 'I read "7648$", with a $ left over. If you typed it in a shell, put the answer in single quotes.'),
        ("[5]", COUNT, '"[5]" is a list. Write only one number.'),
        ("(32,16)", COUNT, '"32,16" is a list. Write only one number.'),
        ("4.7m", REAL, '"4.7m" has a unit (m), but this question has none. Write the answer without a unit.'),
        ("0x10", COUNT, 'I do not understand "0x10". Write only the answer.'),
        ("5..", COUNT, 'I do not understand ".." in "5..". Write only the answer.'),
        ("0.6...", REAL, 'I do not understand "..." in "0.6...". Write only the answer.'),
        ("64 != 5", COUNT, 'I do not understand "!=" in "64 != 5". Write only the answer.'),
        ("2E", COUNT, 'I do not understand "E" in "2E". Write only the answer.'),
        ("0.6i", REAL, 'I do not understand "i" in "0.6i". Write only the answer.'),
        ("log(8)", COUNT, 'I do not know which logarithm "log" is. Write ln, log2 or log10.'),
        ("27648!", COUNT, "Factorial needs whole numbers from 0 to 500."),
        ("1e401", COUNT, 'The exponent of "1e401" is beyond ±400.'),
        ("9" * 1001, COUNT, "This number has more than 1000 digits."),
        ("9" * 10_001, COUNT, "This is too long: I expected at most 10,000 characters here."),
        ("1 234/567", COUNT, '"1 234/567" can be read in two ways. Write brackets or + or *.'),
        ("1,23,45", COUNT, 'I cannot read the number "1,23,45": its digits are not grouped in threes. Write it without separators.'),
        ("[1, [2]]", COUNT, '"[1, [2]]" is a list. Write only one number.'),
        ("T1 = 80 °C", of("°C", "Water at T1 = 80 °C is mixed. What is T2?"), '"T1" is given in this question. Write only your final number.'),
        ("x = 3 min max = 5", of("m"), 'I do not understand "max" in "x = 3 min max = 5". Write only the answer, in m.'),
        ("60-70 = 65", COUNT, '"60-70" could be a range or a difference. Write only one number.'),
        ("d_model = 64", of("", "Give d_k.", ("d_model",)), '"d_model" is given in this question. Write only your final number.'),
        ("x = 5 x = 12", of("", "What is x?"), 'I do not understand "x" in "x = 5 x = 12". Write only the answer.'),
        ("14 Gb", GB, '"14 Gb" could mean GB or Gbit. Write GB or Gbit.'),
        ("7 B", GB, 'I do not understand "B" in "7 B". Write only the answer, in GB.'),
        ("14 total MB", GB, 'I do not understand "MB" in "14 total MB". Write only the answer, in GB.'),
        ("14 GB = 300 s", GB, '"14 GB = 300 s" mixes units of different kinds. Write one number in GB.'),
        ("GB", GB, 'I found no number in "GB". Write one number.'),
        ("1000 kw", of("W"), 'I do not know the unit "kw" in "1000 kw". Did you mean kW?'),
        ("0.35 ma", of("A"), 'I do not know the unit "ma" in "0.35 ma". Did you mean MA or mA or Ma?'),
        ("cm 5 cm", of("cm"), 'I do not understand "cm" in "cm 5 cm". Write only the answer, in cm.'),
        ("12 cm cm", of("cm"), 'I do not understand "cm cm" in "12 cm cm". Write only the answer, in cm.'),
        ("2h5min", of("s"), 'I do not understand "h5min" in "2h5min". Write only the answer, in s.'),
        ("12.5 € an hour", of("EUR/h"), 'I do not understand "an" in "12.5 € an hour". Write only the answer, in EUR/h.'),
        ("458752 B/token", of("bytes"), 'I do not understand "/token" in "458752 B/token". Write only the answer, in bytes.'),
        ("10 N * cos(60°)", of("N"), 'I do not understand "cos" in "10 N * cos(60°)". Write only the answer, in N.'),
        ("2*pi*sqrt(l/g)", of("s"), 'I do not understand "sqrt(l/g)" in "2*pi*sqrt(l/g)". Write only the answer, in s.'),
        ("atan(0.65)", of("°"), '"atan(0.65)" could be in degrees or in radians. Write only your final number, in °.'),
        ("P(F) = 0.0042", of("%"), '"P(F) = 0.0042" may be a share or a percentage. Write the percentage with the % sign.'),
        ("61.3 = 0.613%", of("%"), 'The sides of "61.3 = 0.613%" are not equal. Write only your final number.'),
    ],
)  # fmt: skip
def test_a_refusal_names_the_first_piece_that_does_not_fit(text, hints, message):
    assert refusal(text, hints) == message


def test_an_error_has_its_place_in_the_answer():
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read("3 * 64 * * 5", COUNT)
    assert refused.value.place == 9


EVENT = "What is the probability P(A)?"


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        (
            "How much is it?",
            ["P(A) =", "P(X>=3) =", "V_out =", "x_max =", r"\bar{x} =", "f(3) =", "|v| ="],
            ["pH = 3 ="],
        ),
        (EVENT, ["P(A) =", "P =", "probability:"], ["P(not A) =", "P(Ā) =", "P(A^c) =", "x_not =", "pAB ="]),
        ("Give the probability P(X ≤ 3).", ["P(X <= 3) =", r"$P(X \leq 3)$ ="], ["P(X > 3) =", "p-value =", "χ²(3) ="]),
        ("What is the net present value?", ["NPV =", "value:"], ["IRR ="]),
        ("The pH is 3.69. Give the concentration.", ["c =", "concentration ="], ["pH ="]),
        ("What is x?", ["x ="], ["x² =", "2x =", "|x| ="]),
        ("How many tokens fit into 65 GB?", ["tokens:"], ["GB:", "GB ="]),
    ],
)
def test_a_label_is_a_name_of_the_question_or_one_letter(prompt, right, wrong):
    hints = of("", prompt)
    assert {text: read(f"{text} 0.5", hints).value for text in right} == dict.fromkeys(right, Decimal("0.5"))
    for text in wrong:
        assert refusal(f"{text} 0.5", hints)


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        ("A mass of 2 kg is moved with 3 m/s². How many newtons?", ["6 N", "6 kg m/s²"], ["6 kg", "6 m/s"]),
        ("100 metres in 8 seconds. How many metres per second?", ["12.5 m/s"], ["12.5 metres", "12.5 m", "12.5 s"]),
        ("How many weights do the heads have?", ["20 weights", "20 heads"], ["20 kg"]),
    ],
)
def test_only_a_unit_that_the_prompt_asks_for_is_passed_over(prompt, right, wrong):
    for text in right:
        assert read(text, of("", prompt)).value in {6, Decimal("12.5"), 20}
    for text in wrong:
        assert refusal(text, of("", prompt)).endswith("but this question has none. Write the answer without a unit.")


def test_the_units_that_a_prompt_asks_for():
    assert prompt_units("How fast is it, in km/h? Convert 3 kg to g. Round to the cent.") == {
        read_unit("km/h"): "km/h",
        read_unit("g"): "g",
    }
    assert prompt_units("How many parameters are trained?") == {read_unit("parameters"): "parameters"}
    assert prompt_units("In a second run, in total, to the cent.") == {}


@pytest.mark.parametrize(
    ("text", "hints", "note", "record"),
    [
        ("44 MB", GB, "44 MB, read as 0.044 GB", 0.044),
        ("14 GiB", BYTES, "14 GiB, read as 15,032,385,536 bytes", 15_032_385_536),
        ("14 billion bytes", GB, "14 billion bytes, read as 14 GB", 14.0),
        ("0.1790 m", of("cm"), "0.1790 m, read as 17.90 cm", 17.90),
        ("2 sin(30°) m", of("cm"), "2 sin(30°) m, read as 100 cm", pytest.approx(100)),
        ("44 GB", GB, "", 44),
    ],
)
def test_the_note_says_how_a_unit_was_read(text, hints, note, record):
    reading = kind.read(text, hints)
    assert (reading.note, kind.to_json(reading)) == (note, record)
    assert kind.show_reading(reading) == (note.split(",")[0] if note else text.split()[0])


@pytest.mark.parametrize(
    ("text", "unit", "shown", "refused"),
    [
        ("300 s", "GB", "300 s", "Your answer is a time, but the question asks for an amount of memory. Write it in GB."),
        ("12.5 s^2", "s", "12.5 s^2", "Your answer is a quantity in s², but the question asks for a time. This is the square of it: did you leave out a root?"),
        ("12.5 s", "1/s", "12.5 s", "Your answer is a time, but the question asks for a rate (1/time). This is 1 over it: did you divide the wrong way round?"),
        ("5 per second", "m", "5 per second", "Your answer is a rate (1/time), but the question asks for a length. Write it in m."),
        ("5 /s", "m", "5 /s", "Your answer is a rate (1/time), but the question asks for a length. Write it in m."),
        ("5 EUR/year", "EUR", "5 EUR/year", "Your answer is a quantity in EUR/year, but the question asks for an amount of money in EUR. Write it in EUR."),
    ],
)  # fmt: skip
def test_a_unit_of_another_dimension_is_refused(text, unit, shown, refused):
    reading = kind.read(text, of(unit))
    assert reading.refused == refused
    assert kind.show_reading(reading) == kind.to_json(reading) == shown
    assert Judge(float(reading.numbers[0].value), Tolerance("exact")).verdict(reading) == "refused"


def test_an_entry_is_an_amount():
    amount = read_amount("about 2*1.5 MB", GB)
    assert (amount.number.value, amount.text, amount.name, amount.in_asked(GB).value) == (
        3,
        "2*1.5",
        "MB",
        Fraction(3, 1000),
    )


PAGE = (Path(__file__).parents[2] / "docs" / "reading-answers.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (.+?) \(([−\d.]+) ?([^)]*)\) \| (.+?) \| (.+) \|$",
    PAGE.partition("## Names before a result\n")[2].partition("\n## ")[0],
    re.MULTILINE,
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_table_of_the_page(row):
    question, value, unit, right, wrong = row
    for text in re.findall("`([^`]+)`", right):
        assert float(read(text, of(unit, question)).value) == pytest.approx(float(value.replace("−", "-")), rel=0.01)
    for text in re.findall("`([^`]+)`", wrong):
        assert refusal(text, of(unit, question))


def test_the_table_has_all_rows():
    assert len(ROWS) == 6


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
    "named": "d_k = {}".format,
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
    assert read(f"{value:f}", REAL).value == value
    assert read(f"{value:f}".replace(".", ","), REAL).value == value
    assert read(f"{value:e}", REAL).value == value
    assert kind.show_reading(kind.read(f"{value:f}", POINT)).replace(",", "").lstrip("-") == f"{abs(value):f}"


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 15))
def test_the_digits_of_a_rounded_number_include_the_exact_one(value, significant):
    text = f"{value:.{significant}g}"
    assume(not math.isinf(float(text)))
    number = read(text, POINT)
    assert abs(Fraction(number.value) - Fraction(value)) <= Fraction(number.half)


NAMES = ["GB", "GiB", "bytes", "bits", "MFLOP", "s", "min", "days", "m", "km", "miles", "kg", "Hz", "kWh", "J", "W"]


@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(-(10**20), 10**20), st.integers(0, 6))
def test_a_number_is_converted_exactly(one, other, coefficient, decimals):
    written = f"{Decimal(coefficient).scaleb(-decimals):f}" if abs(coefficient) < 10**20 else str(coefficient)
    hints = Hints(whole=False, decimal="point", unit=other)
    reading, alone = kind.read(f"{written} {one}", hints), kind.read(written, hints).numbers[0]
    by = ratio(read_unit(one), unit_of_author(other))
    if by is None:
        assert reading.refused
    else:
        assert Fraction(reading.numbers[0].value) == Fraction(alone.value) * by
        assert Fraction(reading.numbers[0].half) == Fraction(alone.half) * by


plain_texts = st.from_regex(r"\A-?[0-9]{1,17}(\.[0-9]{1,14})?\Z")
grouped = st.from_regex(r"\A-?[0-9]{1,3}(,[0-9]{3}){1,5}\Z")
typed = st.text(alphabet="0123456789.,'_ -+eExX*/^()[]%MKBGbitsµ=≈√π$", max_size=14)
amounts = st.builds(
    "{}{}".format, plain_texts, st.sampled_from([*(f" {name}" for name in NAMES), "kB", "%", " apples", " kw"])
)
every_hint = st.one_of(
    st.sampled_from(EVERY_HINT),
    st.builds(lambda whole, unit: Hints(whole, unit=unit), st.booleans(), st.sampled_from(["GB", "FLOP", "m", "%", "USD", "°"])),
)  # fmt: skip


@given(st.one_of(plain_texts, grouped, typed, amounts, st.text()), every_hint)
def test_any_text_is_read_or_unreadable_and_both_paths_agree(text, hints):
    assert told(kind.read, text, hints) == told(read_general_number, text, hints)


def told(reader, text, hints):
    try:
        reading = reader(text, hints)
    except UnreadableAnswer as unreadable:
        return unreadable.message
    kind.show_reading(reading)
    kind.to_json(reading)
    return reading


HOSTILE = ["1", "12 ", "123 456 ", "1.", "1,2 ", "((1", "[", "sin(", "x=", "5 = ", "-", "\\frac{1}{2}", "^2", "²", "½", "°",
           "m/s ", "of ", "(the ", "5 (3) ", "P(X", "'", '"', "1·2 ", "a'b'", "€5", "$", "N2 ", "1\n", "√", "per "]  # fmt: skip


@pytest.mark.parametrize("unit", [None, "kg", "USD", "°"])
def test_no_text_takes_long(unit):
    start = time.process_time()
    for piece, (front, behind) in product(HOSTILE, (("", ""), ("5", ""), ("x = ", "= 5"))):
        told(kind.read, front + piece * (1980 // len(piece)) + behind, Hints(whole=False, unit=unit))
    assert time.process_time() - start < 0.03 * 3 * len(HOSTILE)
