"""Pages hold all that they need, allow nothing else, and show hostile texts as texts."""

import hashlib
import re
from base64 import b64encode

import pytest

from checker.grading.grader.remarks import SourceLine
from checker.lms.students import Student
from checker.reports.answers import ShownAnswer
from checker.reports.feedback import (
    ShownAssignment,
    ShownChoice,
    ShownDocument,
    ShownQuestion,
    ShownRemark,
    StudentPage,
    page_text,
)
from tests.reports.pages import tags_of, text_of

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><style>*{display:none}",
    "{{ 7*7 }} {% raw %}",
    "](javascript:alert(1)) ![x](http://x.org)",
    "```\n# Not a heading\n> **checker** correct",
    "a\x00b\x1b[2Jc\u202edesrever\ud800",
    "x" * 300,
    "../../CON",
]
SAFE = {
    *("html", "head", "meta", "title", "style", "body", "a", "header", "p", "bdi", "h1", "h2", "h3", "main", "section"),
    *("nav", "ul", "li", "span", "div", "article", "dl", "dt", "dd", "table", "tr", "td", "th", "thead", "tbody"),
    *("caption", "em", "code", "strong", "ol", "pre"),
}


def hostile_page(text):
    """A page with the same text in every place where a student or an author may write."""
    answer = ShownAnswer(
        "answer-1", text, text, text, "incorrect", "Not correct", "0 of 1 point", text, text, text, text, (text, f"· {text}"), text, text, text, text
    )  # fmt: skip
    document = ShownDocument(text, (text,), 1, (((SourceLine("1", text),), ShownRemark(answer, (text,))),))
    question = ShownQuestion(text, text, (ShownChoice(text, (text,), False),), (answer,))
    assignment = ShownAssignment(text, "0 of 1 point", (text,), (question,), (text,), (document,))
    return StudentPage(Student(text, text), (assignment, assignment))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_an_element_of_the_page(text):
    page = page_text(hostile_page(text), "html")
    assert tags_of(page) <= SAFE
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\ud800]", page)
    if text.isprintable():
        assert text_of(page).count(text) >= 20


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_a_part_of_the_markdown(text):
    page = page_text(hostile_page(text), "md")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\ud800]", page)
    prompt = {f"> {line}".rstrip() for line in text.splitlines()}  # Markdown of the author
    lines = [line for line in page.splitlines() if line not in prompt and not re.match(r"\d+ \| ", line)]
    assert not any(re.match(r"# Not a heading|> \*\*checker", line) for line in lines)
    assert not re.search(r"(?<!\\)<(?!!-- checker)", "\n".join(lines))
    assert not re.search(r"(?<!\\)\]\(", "\n".join(lines))


def test_the_policy_allows_this_style_and_nothing_else():
    page = page_text(hostile_page("x"), "html")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy.replace("&#39;", "'") == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r'\b(src|style)="|url\(|@import|https?:', page)


def test_the_beginning_tells_our_pages_from_others():
    assert page_text(hostile_page("x"), "html").startswith("<!DOCTYPE html><!-- checker: the next run replaces")
    assert page_text(hostile_page("x"), "md").startswith(
        "<!-- checker: the next run replaces this file -->\n\n# x, x\n"
    )
