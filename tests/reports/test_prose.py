"""Prompts as HTML: mathematics without a network, and nothing that runs or loads."""

import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from latex2mathml.converter import convert

from checker.reports import prose
from tests.tables import rows


def test_mathematics_in_a_line_and_in_a_block():
    found = prose.html("Compute $\\frac{QK^T}{\\sqrt{d_k}}$:\n\n$$\na^2\n$$\n")
    assert "<mfrac><mrow><mi>Q</mi>" in found
    assert "<msqrt><mrow><msub><mi>d</mi><mi>k</mi></msub></mrow></msqrt>" in found
    assert 'display="block"' in found
    assert "$" not in found


def test_prices_are_no_mathematics():
    assert "<math" not in prose.html("It costs $25 a month and $30 a year.")


def test_mathematics_that_cannot_be_read_is_shown_as_it_was_written():
    assert prose.mathematics(r"\frac{1}{") == r"<code>\frac{1}{</code>"
    assert prose.mathematics(r"\left( <b>") == r"<code>\left( &lt;b&gt;</code>"


@pytest.mark.parametrize(
    "tex", [r"\href{javascript:alert(1)}{x}", r"\style{color:red}{x}", r"\text{<script>alert(1)</script>}"]
)
def test_mathematics_has_no_link_style_or_script(tex):
    found = prose.mathematics(tex)
    assert not re.search(r"<script|href=|style=|\son\w+=", found)


@pytest.mark.parametrize(("tex", "drawn"), rows(__file__, "brackets_around_something_tall_are_drawn"))
def test_brackets_around_something_tall_are_drawn(tex, drawn):
    found = prose.mathematics(tex)
    assert re.findall(r'class="((?:open|close) \w+)"', found) == drawn
    assert found.count("unseen") == len(drawn)
    plain = re.sub(r"<[^>]*>", "", found)
    assert plain == re.sub(r"<[^>]*>", "", unescape(convert(tex)))  # no sign is lost
    for script in ET.fromstring(found).iter("msup"):
        assert len(script) == 2


def test_tags_are_text_and_pictures_are_their_description():
    found = prose.html("<script>alert(1)</script> ![a <plot>](http://x.org/a.png) [go](javascript:alert(1))")
    assert "&lt;script&gt;" in found
    assert "<em>[picture: a &lt;plot&gt;]</em>" in found
    assert not re.search(r"<script|<img|href=", found)


def test_headings_of_a_prompt_are_below_those_of_the_page():
    assert "<h4>Given</h4>" in prose.html("# Given\n")
    assert "<h6>Deep</h6>" in prose.html("##### Deep\n")


def test_tables_and_names_with_underscores():
    found = prose.html("| d_model | d_k |\n| --- | --- |\n| 64 | 16 |\n")
    assert "<th>d_model</th>" in found
    assert "<em>" not in found
