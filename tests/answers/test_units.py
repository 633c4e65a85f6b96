"""Numbers with units: what is converted, into what, exactly; what is of another kind; what can be read in two ways."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from checker.answers import Judge, Tolerance
from checker.answers.kinds import matrix, vector
from checker.answers.kinds.number import kind
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints
from checker.notation.vocabulary import Words

WORDS = Words("How much memory (size) does the model take per GPU, without the optimizer, for the students? parameters")
GB = Hints(whole=False, unit="GB", words=WORDS)
BYTES = Hints(whole=True, unit="bytes")
FLOP = Hints(whole=True, unit="FLOP")


def number(text, hints=GB):
    reading = kind.read(text, hints)
    assert not reading.refused
    return reading.numbers[0]


BILLIONS = Hints(whole=False, unit="billion EUR")


@pytest.mark.parametrize(
    "text",
    ["431.6", "431.6 billion", "431.6 billion EUR", "€431.6 billion", "EUR 431.6 billion", "431.6 milliards d'euros",
     "431600 million EUR", "431600000000 EUR"],
)  # fmt: skip
def test_the_unit_that_is_asked_for_may_begin_with_a_multiple(text):
    assert number(text, BILLIONS).value == Decimal("431.6")


def test_other_multiples_and_units_are_other_numbers():
    assert number("431.6 million EUR", BILLIONS).value == Decimal("0.4316")
    assert kind.read("431.6 billion kg", BILLIONS).refused


@pytest.mark.parametrize(
    "text",
    [
        "44 MB", "44MB", "0.044 GB", "0.044", "44,000 kB".replace(",", ""), "$44\\,\\text{MB}$", r"44\ \mathrm{MB}", "44 (MB)", "44 megabytes",
        "44 MB of memory", "about 44 MB.", "Memory = 44 MB", "Memory in MB = 44", "Size (MB): 44", "(44 MB)", "0.044 gigabytes", "44 Megabytes",
        "44 million bytes", "44e6 B", "44·10^6 bytes", "44 Mo", "352 Mbit", "2·22·10^6 bytes = 44 MB", "11e6·4 = 44e6 bytes = 44 MB",
        "44 MB (without the optimizer)", "44000000 bytes (44 MB)",
    ],
)  # fmt: skip
def test_every_way_to_write_an_amount(text):
    assert number(text).value == Decimal("0.044")


@pytest.mark.parametrize(
    ("text", "hints", "value", "half", "digits"),
    [
        ("44 MB", GB, Decimal("0.044"), Decimal("0.0005"), 2),
        ("440 MB", GB, Decimal("0.440"), Decimal("0.0005"), 3),
        ("14 GiB", GB, Decimal("15.032385536"), Decimal("0.536870912"), 2),
        ("14", GB, 14, Decimal("0.5"), 2),
        ("14 GB", GB, 14, Decimal("0.5"), 2),
        ("0.6 GB", BYTES, 600_000_000, Decimal(50_000_000), 1),
        ("1.5 KiB", BYTES, 1536, Decimal("51.2"), 2),
        ("14.336 MB", BYTES, 14_336_000, Decimal(500), 5),
        ("1,536 bytes", BYTES, 1536, Decimal("0.5"), 4),
        ("12 bits", BYTES, Decimal("1.5"), Decimal("0.0625"), 2),
        ("44 GFLOPs", FLOP, 44 * 10**9, Decimal("5e8"), 2),
        ("1.5 PFLOP", FLOP, 15 * 10**14, Decimal("5e13"), 2),
        ("1.5 gflops", FLOP, 1_500_000_000, Decimal("5e7"), 2),
        ("300 s", Hints(whole=False, unit="min"), 5, Fraction(1, 120), None),
        ("100 s", Hints(whole=False, unit="min"), Fraction(5, 3), Fraction(1, 120), None),
        ("1.5 h", Hints(whole=False, unit="min"), 90, Decimal(3), 2),
        ("5 m", Hints(whole=False, unit="cm"), 500, Decimal(50), 1),
        ("2 kWh", Hints(whole=False, unit="MJ"), Decimal("7.2"), Decimal("1.8"), 1),
        ("12.5%", Hints(whole=False, unit="percent"), Decimal("12.5"), Decimal("0.05"), 3),
        ("12.5 per cent", Hints(whole=False, unit="%"), Decimal("12.5"), Decimal("0.05"), 3),
        ("9.81 m/s²", Hints(whole=False, unit="m/s²"), Decimal("9.81"), Decimal("0.005"), 3),
        ("3/8 GB", Hints(whole=False, unit="MB"), 375, 0, None),
        ("√2 GB", Hints(whole=False, unit="MB"), pytest.approx(1414.2135623), 0, None),
    ],
)
def test_values_and_stated_digits(text, hints, value, half, digits):
    assert number(text, hints)[:3] == (value, half, digits)


@pytest.mark.parametrize(
    ("text", "hints", "note"),
    [
        ("44 MB", GB, "44 MB, read as 0.044 GB"),
        ("44 MB", BYTES, "44 MB, read as 44,000,000 bytes"),
        ("14 billion bytes", GB, "14 billion bytes, read as 14 GB"),
        ("12.55 GiB", GB, "12.55 GiB, read as 13.4755 GB"),
        ("0.179 m", Hints(whole=False, unit="cm"), "0.179 m, read as 17.9 cm"),
        ("0.1790 m", Hints(whole=False, unit="cm"), "0.1790 m, read as 17.90 cm"),
        ("0.0 m", Hints(whole=False, unit="cm"), "0.0 m, read as 0 cm"),
        ("44 GB", GB, ""),
        ("44", GB, ""),
        ("44 gigabytes", GB, ""),
    ],
)
def test_the_note_says_how_a_unit_was_read(text, hints, note):
    reading = kind.read(text, hints)
    assert reading.note == note
    assert kind.show_reading(reading) == (note.split(",")[0] if note else text.split()[0])


def test_the_record_is_in_the_unit_of_the_question():
    assert kind.to_json(kind.read("44 MB", GB)) == 0.044
    assert kind.to_json(kind.read("14 GiB", BYTES)) == 15_032_385_536


@pytest.mark.parametrize(
    ("text", "hints", "shown", "refused"),
    [
        ("300 s", GB, "300 s", "Your answer is a time, but the question asks for an amount of memory. Write it in GB."),
        ("44 GFLOPs", GB, "44 GFLOPs", "Your answer is a number of operations, but the question asks for an amount of memory. Write it in GB."),
        ("12 %", BYTES, "12 %", "Your answer is a plain number or a share, but the question asks for an amount of memory. Write it in bytes."),
        ("1.5 GB", FLOP, "1.5 GB", "Your answer is an amount of memory, but the question asks for a number of operations. Write it in FLOP."),
        ("5 ms", Hints(whole=False, unit="tokens/s"), "5 ms", "Your answer is a time, but the question asks for a number of tokens per second. Write it in tokens/s."),
    ],
)  # fmt: skip
def test_a_unit_of_another_dimension_is_refused(text, hints, shown, refused):
    reading = kind.read(text, hints)
    assert reading.refused == refused
    assert kind.show_reading(reading) == kind.to_json(reading) == shown
    assert Judge(float(reading.numbers[0].value), Tolerance("exact")).verdict(reading) == "refused"


@pytest.mark.parametrize(
    ("text", "hints", "message"),
    [
        ("14 Gb", GB, '"14 Gb" could mean GB or Gbit. Write GB or Gbit.'),
        ("14 gb", GB, '"14 gb" could mean GB or Gbit. Write GB or Gbit.'),
        ("7 B", GB, '"7 B" could mean 7 billion or 7 bytes. Write one of these.'),
        ("7B", BYTES, '"7 B" could mean 7 billion or 7 bytes. Write one of these.'),
        ("14 G", GB, 'I cannot tell what "14 G" means in GB. Write the whole unit after the number.'),
        ("14 total MB", GB, 'I do not understand "MB" in "14 total MB". Write only the answer, in GB.'),
        ("14 GB or 15 GB", GB, '"14 GB or 15 GB" is two numbers. Write one.'),
        ("14 GB = 16 GB", GB, 'The sides of "14 GB = 16 GB" are not equal. Write only your final number.'),
        ("14 GB = 300 s", GB, '"14 GB = 300 s" mixes units of different kinds. Write one number in GB.'),
        ("GB", GB, 'I found no number in "GB". Write one number.'),
        ("14,336 MB", BYTES, '"14,336" can be read as 14336 or as 14.336. Write 14336 or 14.336.'),
    ],
)
def test_an_answer_with_an_unclear_unit_is_unreadable(text, hints, message):
    with pytest.raises(UnreadableAnswer) as caught:
        kind.read(text, hints)
    assert caught.value.message == message


def test_too_few_digits_in_another_unit_are_coarse():
    judge = Judge(15_032_385_536, Tolerance("exact"))
    assert judge.verdict(kind.read("14 GiB", BYTES)) == "correct"
    assert judge.verdict(kind.read("15.03 GB", BYTES)) == "coarse"
    assert judge.verdict(kind.read("15.1 GB", BYTES)) == "wrong"


def test_minutes_without_a_last_digit_are_compared():
    judge = Judge(1.6666666667, Tolerance("significant", Decimal(8)))
    assert judge.verdict(kind.read("100 s", Hints(whole=False, unit="min"))) == "correct"
    assert judge.verdict(kind.read("99.9 s", Hints(whole=False, unit="min"))) == "wrong"
    assert (
        Judge(1.666, Tolerance("significant", Decimal(6))).verdict(kind.read("100 s", Hints(whole=False, unit="min")))
        == "coarse"
    )


@pytest.mark.parametrize(
    "written",
    [
        "kGB", "Megs", "Mega", "kilo", "terabyes", "kilobyes", "megabites", "MByt", "ТБ", "kw", "(kGB)", "in kGB", "Gb", "eb", "apples", "flurbs",
    ],
)  # fmt: skip
def test_a_text_that_looks_like_a_unit_is_never_ignored(written):
    with pytest.raises(UnreadableAnswer):
        kind.read(f"24.9 {written}", GB)


@pytest.mark.parametrize(
    "written",
    [
        "exabytes",
        "EB",
        "EiB",
        "ZB",
        "YB",
        "RB",
        "QB",
        "zettabytes",
        "weeks",
        "years",
        "miles",
        "MBps",
        "Gbps",
        "nibbles",
        "volts",
        "months",
        "GMACs",
    ],
)
def test_every_unit_counts(written):
    reading = kind.read(f"24.9 {written}", GB)
    assert reading.refused or reading.numbers[0].value != Decimal("24.9")


@pytest.mark.parametrize(
    "words",
    [
        "total",
        "of memory",
        "in all",
        "approximately",
        "overall",
        "(rounded)",
        "per GPU",
        "memory for the students",
    ],
)
def test_ordinary_words_still_pass(words):
    assert number(f"24.9 {words}").value == Decimal("24.9")


@pytest.mark.parametrize(
    ("text", "asked", "value"),
    [
        ("1000 mW", "W", 1), ("1 kilowatt", "W", 1000), ("1 GW", "W", 10**9), ("90 years", "s", 90 * 36525 * 864),
        ("1.5 Min", "s", 90), ("2 Stunden", "min", 120), ("3 miles", "km", Decimal("4.828032")), ("3 Mm", "km", 3000),
        ("5 Volt", "volts", 5), ("5 kV", "V", 5000), ("5 kilovolts", "volts", 5000), ("5 mV", "V", Decimal("0.005")), ("12 nJ", "J", Decimal("1.2e-8")),
    ],
)  # fmt: skip
def test_prefixes(text, asked, value):
    assert number(text, Hints(whole=False, unit=asked)).value == value


@pytest.mark.parametrize(
    ("text", "asked", "message"),
    [
        ("1000 kw", "W", 'I do not know the unit "kw" in "1000 kw". Did you mean kW?'),
        ("5 mw", "MW", 'I do not know the unit "mw" in "5 mw". Did you mean MW or mW?'),
        ("3 KM", "km", 'I do not know the unit "KM" in "3 KM". Did you mean km?'),
        ("9 kGB", "GB", 'I do not understand "kGB" in "9 kGB". Write only the answer, in GB.'),
        ("x in kGB = 9", "GB", 'I do not understand "kGB" in "x in kGB = 9". Write only the answer, in GB.'),
    ],
)
def test_the_message_about_an_unknown_unit(text, asked, message):
    with pytest.raises(UnreadableAnswer) as caught:
        kind.read(text, Hints(whole=False, unit=asked))
    assert caught.value.message == message


@pytest.mark.parametrize(
    "text",
    [
        "[1.5, 2.5]", "[1.5, 2.5] GB", "[1.5 GB, 2.5 GB]", "[1500, 2500] MB", "[1500 MB, 2500 MB]", "1.5 GB 2.5 GB", "(1.5, 2.5) GB",
        "[1.5, 2.5] (GB)", "[1.5, 2.5] in GB", "np.array([1.5, 2.5]) GB in all", "x (GB) = [1.5, 2.5]", "1.5; 2.5 GB", "[1.5 GB, 2500 MB]", "x in MB = [1500, 2500]", "[1.5, 2.5] GB or so", "[0.0015, 0.0025] thousand GB",
    ],
)  # fmt: skip
def test_a_list_with_units(text):
    reading = vector.kind.read(text, GB)
    assert [entry.value for entry in reading.numbers] == [Decimal("1.5"), Decimal("2.5")]
    assert not reading.refused


@pytest.mark.parametrize(
    "text",
    [
        "[1.5 GB, 2.5]", "[1.5, 2.5] Gb", "[1.5, 2.5] kGB", "[1.5, 2.5] total MB", "[1.5 GB, 2.5 GB]ᵀ",
        "x in kGB = [1.5, 2.5]", "[1.5, 2.5] M", "[1.5 B, 2.5 B]", "[1.5, 2.5] GB or more",
    ],
)  # fmt: skip
def test_a_list_whose_units_are_not_clear(text):
    with pytest.raises(UnreadableAnswer):
        vector.kind.read(text, GB)


def test_a_list_in_another_unit():
    assert vector.kind.read("[1.5, 2.5] MB", GB).numbers[0].value == Decimal("0.0015")
    assert vector.kind.read("[[1], [2]] MB", GB).note == "a column, read as a vector, read from MB"
    refused = vector.kind.read("[1.5, 2.5] s", GB)
    assert refused.refused == "Your answer is a time, but the question asks for an amount of memory. Write it in GB."
    assert vector.kind.show_reading(refused) == "[1.5, 2.5] s"
    table = matrix.kind.read("[[1, 2], [3, 4]] MB", Hints(whole=True, unit="kB"))
    assert [entry.value for entry in table.numbers] == [1000, 2000, 3000, 4000]
    assert matrix.kind.show_reading(matrix.kind.read("[[1, 2], [3, 4]] s", GB)) == "[[1, 2], [3, 4]] s"


@pytest.mark.parametrize(
    ("text", "asked", "value"),
    [
        ("11000 da m", "m", 110_000), ("0.5 m * 10 Hz", "m/s", 5), ("5 m Hz", "m/s", 5), ("2 kg * 10 m * 1 Hz^2", "N", 20),
        ("1.1*Mg/10^6", "kg", Fraction(11, 10_000)), ("1.1*kN*ns/(mm*Hz)", "kg", Fraction(11, 10_000)), ("1.1*Mg/10^6", "g", Fraction(11, 10)),
        ("3 W/Hz", "J", 3), ("3 J*2 Hz", "W", 6),
    ],
)  # fmt: skip
def test_products_of_units(text, asked, value):
    reading = kind.read(text, Hints(whole=False, unit=asked))
    assert (reading.numbers[0].value, reading.refused) == (value, "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0.0005*kg*2", "0.001 kg"),
        ("1*Mg/10^6 + 0 kg", "0.001 kg"),
        ("2 kg * 3 m/s", "6 kg·m/s"),
        ("2 Hz * 3", "6 1/s"),
        ("2 g * 3", "0.006 kg"),
        ("(6 m + 2 m)/(4 m)", "2"),
    ],
)
def test_a_result_of_another_dimension_is_shown_in_its_base_units(text, shown):
    reading = kind.read(text, Hints(whole=False, unit="A"))
    assert (reading.shown, reading.refused != "") == (shown, True)


@pytest.mark.parametrize("text", ["0.613 = 61.3%", "61.3% = 0.613", "0.8 - 0.187 = 61.3 %", "p = 0.61 = 61.3%"])
def test_a_percentage_equals_its_share(text):
    assert kind.read(text, Hints(whole=False, unit="%")).numbers[0].value == Decimal("61.3")


@pytest.mark.parametrize("text", ["0.5 = 61.3%", "0.613 = 61.3", "61.3 = 0.613%"])
def test_a_percentage_equals_nothing_else(text):
    with pytest.raises(UnreadableAnswer, match="are not equal"):
        kind.read(text, Hints(whole=False, unit="%"))


def test_a_rate_is_named_as_it_is_written():
    refused = kind.read("3109.33 EUR/year", Hints(whole=False, unit="EUR")).refused
    expected = "Your answer is a quantity in EUR/year, but the question asks for an amount of money in EUR."
    assert refused == f"{expected} Write it in EUR."
