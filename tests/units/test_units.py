"""Numbers with units: what is converted, into what, exactly; what is of another kind; what can be read in two ways."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.kinds import Judge, Tolerance, matrix, vector
from checker.kinds.number import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words

WORDS = Words("How much memory (size) does the model take per GPU, without the optimizer, for the students? parameters")
GB = Hints(whole=False, unit="GB", words=WORDS)
BYTES = Hints(whole=True, unit="bytes")
FLOP = Hints(whole=True, unit="FLOP")


def number(text, hints=GB):
    reading = kind.read(text, hints)
    assert not reading.refused
    return reading.numbers[0]


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
        ("14 GB or 15 GB", GB, '"14 GB or 15 GB" is more than one number. Write one.'),
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


def test_a_list_in_another_unit():
    assert vector.kind.read("[1.5, 2.5] MB", GB).numbers[0].value == Decimal("0.0015")
    assert vector.kind.read("[[1], [2]] MB", GB).note == "a column, read as a vector, read from MB"
    refused = vector.kind.read("[1.5, 2.5] s", GB)
    assert refused.refused == "Your answer is a time, but the question asks for an amount of memory. Write it in GB."
    assert vector.kind.show_reading(refused) == "[1.5, 2.5] s"
    table = matrix.kind.read("[[1, 2], [3, 4]] MB", Hints(whole=True, unit="kB"))
    assert [entry.value for entry in table.numbers] == [1000, 2000, 3000, 4000]
    assert matrix.kind.show_reading(matrix.kind.read("[[1, 2], [3, 4]] s", GB)) == "[[1, 2], [3, 4]] s"


@pytest.mark.parametrize("text", ["0.5 = 61.3%", "0.613 = 61.3", "61.3 = 0.613%"])
def test_a_percentage_equals_nothing_else(text):
    with pytest.raises(UnreadableAnswer, match="are not equal"):
        kind.read(text, Hints(whole=False, unit="%"))
