"""Pages hold all that they need, allow nothing else, and show hostile texts as texts."""

import hashlib
import re
from base64 import b64encode

import pytest

from checker.lms.students import Student
from checker.marking.told import ToldAnswer
from checker.reports.page import html_page, markdown_page
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


def hostile_page(text, form):
    """A page with the same text in every place where a student or an author may write."""
    told = ToldAnswer("incorrect", text, (text, f"· {text}"), text, text, text, text)
    names = ("problem", "part", "name", "form", "given", "place", "headline", "expected")
    answer = dict.fromkeys(names, text) | {
        "anchor": "answer-1", "status": "incorrect", "verdict": "Incorrect", "points": "0 of 1 point", "told": told,
        "why": told.why, "is_accepted": False, "steps": None, "working": (),
    }  # fmt: skip
    remark = {"answer": answer, "texts": (text,), "is_of_line": False}
    lines = [("1", text)]
    document = {"name": text, "file": {"notes": (text,), "lines": lines}, "pieces": [(lines, remark)]}
    choice = {"parts": text, "options": (text,), "has_letters": False}
    question = {"heading": text, "note": "", "prompt": text, "choices": [choice], "answers": [answer]}
    assignment = {
        "title": text, "score": "0 of 1 point", "notes": (text,), "questions": [question], "answers": [answer],
        "others": (text,), "documents": [document],
    }  # fmt: skip
    shown = {"student": Student(text, text), "title": text, "assignments": [assignment] * 2, "beliefs": ()}
    return (
        html_page("feedback.html", "feedback.css", **shown) if form == "html" else markdown_page("feedback.md", **shown)
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_an_element_of_the_page(text):
    page = hostile_page(text, "html")
    assert tags_of(page) <= SAFE
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\ud800]", page)
    if text.isprintable():
        assert text_of(page).count(text) >= 20


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_a_part_of_the_markdown(text):
    page = hostile_page(text, "md")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\ud800]", page)
    prompt = {f"> {line}".rstrip() for line in text.splitlines()}  # Markdown of the author
    lines = [line for line in page.splitlines() if line not in prompt and not re.match(r"\d+ \| ", line)]
    assert not any(re.match(r"# Not a heading|> \*\*checker", line) for line in lines)
    assert not re.search(r"(?<!\\)<(?!!-- checker)", "\n".join(lines))
    assert not re.search(r"(?<!\\)\]\(", "\n".join(lines))


def test_the_policy_allows_this_style_and_nothing_else():
    page = hostile_page("x", "html")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy.replace("&#39;", "'") == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r'\b(src|style)="|url\(|@import|https?:', page)


def test_the_beginning_tells_our_pages_from_others():
    assert hostile_page("x", "html").startswith("<!DOCTYPE html><!-- checker: the next run replaces")
    assert hostile_page("x", "md").startswith("<!-- checker: the next run replaces this file -->\n\n# x\n")
