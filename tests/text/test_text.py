"""Text to plain ASCII mathematics, and what stands for no answer."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.text.plain import brief, is_blank, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("２７，６４８", "27,648"),
        ("𝟐𝟕", "27"),
        ("٢٧", "27"),
        ("−5 ﹣5 －5 –5", "-5 -5 -5 -5"),
        ("27\u00a0648\u2009000\u202f000", "27 648 000 000"),
        ("3·4∙5⋅6", "3*4*5*6"),
        ("3×4", "3×4"),
        ("64²", "64^2"),
        ("2⁻³", "2^(-3)"),
        ("10⁴⁺¹", "10^(4+1)"),
        ("1½ ½", "1 1/2 (1/2)"),
        ("8÷2", "8/2"),
        ("\u200b5\ufeff", "5"),
        ("$27{,}648$", "27,648"),
        ("$$5$$", "5"),
        (r"\(5\) \[5\]", "5 5"),
        (r"\$5", "5"),
        (r"27\,648", "27 648"),
        (r"5 \times 10^{4}", "5 × 10^(4)"),
        (r"3\cdot64", "3*64"),
        (r"\frac12", "frac (1)(2)"),
        (r"\dfrac{1}{2}", "frac (1)(2)"),
        (r"\sqrt{2}", "sqrt (2)"),
        (r"5\text{ MB}", "5 ( MB)"),
        (r"12.5\%", "12.5%"),
        (r"d\_k", "d_k"),
        (r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", "[1, 2;3, 4]"),
        (r"\left(\begin{array}{cc}1&2\\\end{array}\right)", "([1, 2] )"),
        ("a  \t b\r\n\n  c", "a b\nc"),
        ("`5`", "5"),
    ],
)
def test_plain(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("text", ["7648$", "$7648", "a$b$c$"])
def test_an_unbalanced_dollar_is_reported(text):
    with pytest.raises(UnreadableAnswer, match="with a \\$ left over"):
        plain(text)


def test_a_long_answer_is_refused_before_it_is_searched():
    with pytest.raises(UnreadableAnswer, match=r"longer than 100 kB\."):
        plain("1" * 100_001)


@pytest.mark.parametrize(
    "text",
    [
        "", "  \n", "-", "—", "n/a", "N/A", "None", "todo", "TODO:", "tbd", "?", "???", "...", "…", "no answer", "No answer.",
        "left blank", "(not answered)", "[not answered]", "nicht bearbeitet", "Section non-traitée pour le moment", "_____",
        "k.A.", "I don’t know", "<your answer here>", "*TBD*", "[]",
    ],
)  # fmt: skip
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
