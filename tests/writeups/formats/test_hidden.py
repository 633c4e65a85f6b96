"""What a page does not show is no text of the student's; it is told where it holds results."""

from __future__ import annotations

import pytest

from checker.writeups.formats import read_contents
from tests.tables import rows


def read(text, suffix):
    document = read_contents(text.encode(), f"a{suffix}", "a")
    return " ".join(line.text for block in document.blocks for line in block.lines), document


HTML = [
    '<p style="display:none">27648</p>',
    '<p style="color:red;visibility: hidden">27648</p>',
    "<p hidden>27648</p>",
    "<div hidden><p>27648</p><div>a</div></div>",
    "<template><b>27648</b></template>",
    "<dialog>27648</dialog>",
    "<datalist><option selected>27648</datalist>",
    '<style>.no{display:none}</style><p class="a no">27648</p>',
    '<style>#no, b { visibility:hidden }</style><p id="no">27648</p>',
    "<style>@media screen { em {display:none} }</style><em>27648</em>",
]


@pytest.mark.parametrize("hidden", HTML)
@pytest.mark.parametrize("suffix", [".html", ".md"])
def test_hidden_elements_are_no_text(hidden, suffix):
    text, document = read(f"<p>before</p>\n\n{hidden}\n\n<p>after</p>\n", suffix)
    assert "27648" not in text
    assert ("before" in text, "after" in text) == (True, True)
    (note,) = document.notes
    assert note.startswith("hidden text was not read: “27648")
    assert document.unread == ()


SHOWN = [
    '<p style="font-size:0.9em;color:white;display:block">27648</p>',
    "<details><summary>Total</summary>27648</details>",
    "<style>@media print { p {display:none} }</style><p>27648</p>",
    '<img hidden alt="x"><p>27648</p>',
    "<p hidden>a<p>27648</p>",
    "<!-- <div hidden> --><p>27648</p>",
    "<script>let page = '<div hidden>'</script><p>27648</p>",
    "<head><noscript><div hidden></noscript></head><p>27648</p>",
    "<table><tr><td hidden>5</td><td>27648</table>",
    '<span class="katex"><span style="opacity:0">5</span></span><p>27648</p>',
]


@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_shown_is_text(shown):
    text, document = read(shown, ".html")
    assert "27648" in text
    assert document.unread == ()


def test_tags_in_code_hide_nothing():
    text, document = read("Use `<p hidden>`.\n\n```html\n<div hidden>\n```\n\nTotal: 27648\n", ".md")
    assert "Total: 27648" in text
    assert document.notes == ()


def test_lines_of_markdown_keep_their_numbers():
    _, document = read("one\n\n<div hidden>\n\n5\n\n</div>\n\ntwo\n", ".md")
    assert [line.place.line for block in document.blocks for line in block.lines] == [1, 9]


LATEX = [
    r"\iffalse 27648 \fi",
    r"\iffalse a \iftrue 27648 \fi b \fi",
    r"\iftrue\else 27648\fi",
    r"\newif\ifkey \ifkey 27648\fi",
    r"\newif\ifkey\keytrue\keyfalse \ifkey 27648\fi",
    r"\phantom{27648}",
    r"$\hphantom{27648}$",
    r"\excludecomment{key}\begin{key}27648\end{key}",
    r"\index{27648}",
]


@pytest.mark.parametrize("hidden", LATEX)
def test_what_is_not_printed_is_no_text(hidden):
    text, _ = read(f"before\n\n{hidden}\n\nafter\n", ".tex")
    assert "27648" not in text
    assert text.split()[0] == "before"
    assert text.split()[-1] == "after"


def test_after_the_end_of_the_input_nothing_is_read():
    text, _ = read("before\n\\endinput\n27648\n", ".tex")
    assert text == "before"


@pytest.mark.parametrize("shown", rows(__file__, "what_is_printed_is_text"))
def test_what_is_printed_is_text(shown):
    text, document = read(f"before\n\n{shown}\n", ".tex")
    assert "27648" in text
    assert document.unread == ()


BIG = {
    "cells": (
        "# Q1\n\n" + ("|" + " 1 |" * 100 + "\n|" + "---|" * 100 + "\n" + ("|" + " 1 |" * 100 + "\n") * 1000),
        ".md",
    ),
    "brackets": ("# Q1\n\n" + "[" * 300_000, ".md"),
    "numbers": ("# Q1\n\n" + "1 " * 300_000, ".md"),
    "paragraphs": ("<p>1" * 60_000, ".html"),
}


@pytest.mark.parametrize("name", BIG)
def test_what_would_take_long_is_cut_and_told(name):
    _, document = read(*BIG[name])
    assert document.notes[0].startswith("only the first ")
    assert document.unread[0].startswith("The end of this file was not read: only the first ")
