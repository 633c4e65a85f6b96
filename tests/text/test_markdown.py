"""Laws of the doors to Markdown and JSON: a text stays the text that it is."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from checker.text.steering import STEERING, escaped_in_json, escaped_in_markdown, without_steering

MARKS = st.text(st.sampled_from("\\`*_[]<>#|$~&-+=.1) (!a:/;\n\t\u202e\x1b\u00a0"), max_size=12)
TEXTS = st.one_of(
    MARKS,
    st.text(max_size=12),
    st.sampled_from(["1. x", "---", "- x", "===", "&lt;", "<!-- x -->", "[a](b)", "![a](b)", "http://x"]),
)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@given(TEXTS, st.sampled_from(["{}", "- {}", "x  \n{}", "> {}", "# {}"]))
def test_a_text_in_markdown_is_shown_as_it_is(text, form):
    shown = " ".join(without_steering(text).split())
    inline = [token for token in MARKDOWN.parse(form.format(escaped_in_markdown(text))) if token.type == "inline"]
    children = [child for token in inline for child in token.children or ()]
    assert {each.type for each in children} <= {"text", "text_special", "hardbreak"}
    found = "".join(each.content for each in children)
    assert found == (f"x{shown}" if form.startswith("x") else shown)


@given(st.text(st.characters(codec="utf-16-le", categories=["L", "N", "P", "S", "Z", "Cc", "Cf"])))
def test_json_means_the_same_and_steers_nothing(text):
    found = escaped_in_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(found) == text
    assert not STEERING.search(found.replace("\x7f", ""))
