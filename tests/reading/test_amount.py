"""One number, with or without a unit: what it means, what it is converted to, and the piece that a refusal names."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable
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
from checker.kinds.number import kind
from checker.reading.amount import read_amount
from checker.reading.measure import prompt_units
from checker.text.number import Hints, StatedNumber
from checker.text.vocabulary import Words
from checker.units.reading import read_unit, unit_of_author
from checker.units.unit import ratio
from tests.tables import rows

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


def of(unit: str, prompt: str = "", others: Iterable[str] = ()) -> Hints:
    others = tuple(others)
    return Hints(whole=False, unit=unit or None, words=Words(prompt, others, tuple, others))


def asked(given: str | dict | Hints) -> Hints:
    named = {"count": COUNT, "real": REAL, "point": POINT, "comma": COMMA, "GB": GB, "bytes": BYTES}
    if isinstance(given, dict):
        return of(**{"unit": ""} | given)
    return named[given] if isinstance(given, str) else given


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
        *rows(__file__, "meanings"),
        ("431,600 million EUR", Hints(whole=False, decimal="point", unit="billion EUR"), "431.6", 6),
    ],
)
def test_what_an_answer_means(text, hints, value, digits):
    number = read(text, asked(hints))
    meant = pytest.approx(float(value[2:])) if value.startswith("≈") else Fraction(value)
    assert (number.value, number.digits) == (meant, digits)


@pytest.mark.parametrize(
    ("text", "hints", "message"),
    [
        *rows(__file__, "refusals"),
        ("9" * 1001, "count", "This number has more than 1000 digits."),
        ("9" * 10_001, "count", "This answer is longer than 10,000 characters. Write only the answer."),
    ],
)
def test_a_refusal_names_the_first_piece_that_does_not_fit(text, hints, message):
    assert refusal(text, asked(hints)) == message


EVENT = "What is the probability P(A)?"


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        *rows(__file__, "a_label_is_a_name_of_the_question_or_one_letter"),
        (EVENT, ["P(A) =", "P =", "probability:"], ["P(not A) =", "P(Ā) =", "P(A^c) =", "x_not =", "pAB ="]),
    ],
)
def test_a_label_is_a_name_of_the_question_or_one_letter(prompt, right, wrong):
    hints = of("", prompt)
    assert {text: read(f"{text} 0.5", hints).value for text in right} == dict.fromkeys(right, Decimal("0.5"))
    for text in wrong:
        assert refusal(f"{text} 0.5", hints)


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"), rows(__file__, "only_a_unit_that_the_prompt_asks_for_is_passed_over")
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


@pytest.mark.parametrize(("text", "unit", "shown", "refused"), rows(__file__, "a_unit_of_another_dimension_is_refused"))
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
    assert told(kind.read, text, hints) == told(kind.read, f" {text}", hints)  # no space is read in the quick way


def told(reader, text, hints):
    try:
        reading = reader(text, hints)
    except UnreadableAnswer:
        return None
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
