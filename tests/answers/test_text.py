"""A text is an answer that a person reads."""

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.rubric import Criterion, Rubric
from checker.kinds import KINDS, Hints, kind

RUBRIC = Rubric([Criterion("says why", 1.5), Criterion("gives the formula", 1)])
TEXT = kind("text")


def test_any_text_is_read_as_it_is():
    reading = TEXT.read("  1/0 \\frac{ \ud800\n", Hints(whole=True))
    assert (reading.numbers, TEXT.show_reading(reading)) == ((), "  1/0 \\frac{ \ud800\n")


def test_a_text_has_a_limit():
    assert TEXT.read("x" * 100_000, Hints(whole=True)).shown == "x" * 100_000
    with pytest.raises(UnreadableAnswer, match="longer than 100 kB"):
        TEXT.read("x" * 100_001, Hints(whole=True))


@pytest.mark.parametrize("value", [3, (3, 4), (0.5,), "text", ()])
def test_only_a_rubric_is_answered_by_a_text(value):
    assert not TEXT.fits(value)
    assert TEXT.fits(RUBRIC)


def test_the_kind_is_known():
    assert "text" in KINDS
    assert RUBRIC.kind == TEXT.name == "text"
    assert (str(RUBRIC), RUBRIC.worth) == ("says why (1.5); gives the formula (1)", 2.5)
