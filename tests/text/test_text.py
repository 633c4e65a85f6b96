"""Text to plain ASCII mathematics, and what stands for no answer."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.text.plain import brief, is_blank, plain
from tests.tables import rows


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "plain"))
def test_plain(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("text", ["7648$", "$7648", "a$b$c$"])
def test_an_unbalanced_dollar_is_reported(text):
    with pytest.raises(UnreadableAnswer, match="with a \\$ left over"):
        plain(text)


def test_a_long_answer_is_refused_before_it_is_searched():
    with pytest.raises(UnreadableAnswer, match=r"longer than 10,000 characters"):
        plain("1" * 10_001)


@pytest.mark.parametrize("text", rows(__file__, "placeholders_are_blank"))
def test_placeholders_are_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", ["0", "-5", "none of them", "n", "[0]", "O(1)", "e", "1/2", "x" * 300, "()0"])
def test_answers_are_not_blank(text):
    assert not is_blank(text)


def test_brief_is_short_and_harmless():
    assert brief("a" * 100) == "a" * 59 + "…"
    assert (
        brief("1\ud8002\x1b[31m\x00")
        == "1\N{REPLACEMENT CHARACTER}2\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"
    )


@given(st.text())
def test_any_text_becomes_plain_or_unreadable(text):
    is_blank(text)
    try:
        plain(text)
    except UnreadableAnswer as unreadable:
        assert "$" in unicodedata.normalize("NFKC", text), "a full-width one is one too"
        unreadable.message.encode()


@given(st.text(alphabet="abc123.,+-*/^()[]= \n", max_size=40))
def test_plain_text_stays_but_for_its_spaces(text):
    assume(not re.search(r"\*[^*]+\*|\*\^", text))  # Markdown's emphasis, and 1*^3 for 1000
    assert plain(text).split() == text.split()
