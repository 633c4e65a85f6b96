"""Students' plain text is not Markdown: what could be a number or a formula stays as it is."""

import pytest

from tests.tables import rows


@pytest.mark.parametrize("suffix", [".md", ".txt"])
@pytest.mark.parametrize("text", rows(__file__, "stays"))
def test_stays(texts, text, suffix):
    assert texts(text, suffix) == [text]


@pytest.mark.parametrize(("text", "read_as"), rows(__file__, "markup_is_left_out"))
def test_markup_is_left_out(texts, text, read_as):
    assert texts(text) == [read_as]


@pytest.mark.parametrize(("text", "read_as"), rows(__file__, "mathematics_stays_latex"))
def test_mathematics_stays_latex(texts, text, read_as):
    assert texts(text) == [read_as]


def test_indented_text_is_no_code(blocks):
    assert blocks("    Q1\n    the answer is 5\n\n        ## Deep\n", ".txt") == [
        ("paragraph", ["Q1", "the answer is 5"]),
        ("heading", ["Deep"]),
    ]


def test_numbers_alone_are_kept_and_so_is_a_dash(blocks):
    assert blocks("Q1\n\n27648.\n\nQ2\n\n-\n\nQ3\n-\n5") == [
        ("paragraph", ["Q1"]),
        ("item", ["27648."]),
        ("paragraph", ["Q2"]),
        ("item", ["-"]),
        ("paragraph", ["Q3", "-"]),
        ("paragraph", ["5"]),
    ]


def test_terms_of_a_sum_keep_their_sign(texts):
    assert texts("30,720,000\n+ 393,216\n+ $1,536$\n= 31,114,752") == [
        "30,720,000",
        "+ 393,216",
        "+ $1,536$",
        "= 31,114,752",
    ]
