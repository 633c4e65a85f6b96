"""Students and authors write whatever they like; all of it is text."""

from __future__ import annotations

import re

import pytest

from tests.browser.classes import LONG, PICTURE, SCRIPT, TEXTS

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

ODD = """() => [...document.querySelectorAll("*")].filter((each) =>
  ["img", "b", "iframe", "object", "embed", "form"].includes(each.localName)
  || [...each.attributes].some((one) => one.name.startsWith("on") || /^\\s*(javascript|data):/i.test(one.value))
).map((each) => each.outerHTML.slice(0, 200))"""
"""Elements that no template of ours makes."""


def shown(text):
    """Return a text as a page shows it."""
    return STEERING.sub("\ufffd", text)


@pytest.mark.parametrize("level", ["explain", "full"])
def test_no_element_comes_from_a_text(visit, pages, level):
    paths = pages.feedback("hostile", level)
    page = visit(paths[0])
    for path in paths:
        visit.go(page, path)
        assert (path.name, page.evaluate(ODD)) == (path.name, [])
        assert page.locator("script").count() == 0
        assert page.locator("style").count() == 1
        assert page.locator("#hostile").count() == 0


def test_no_element_of_a_report_comes_from_a_text(visit, pages):
    for naming in ("ids", "names"):
        page = visit(pages.report("hostile", naming))
        assert page.evaluate(ODD) == []
        assert page.locator("script").count() == page.locator("style").count() == 1
        assert page.locator("#hostile").count() == 0


@pytest.mark.parametrize("name", TEXTS)
def test_answers_names_and_ids_are_shown_as_they_are(visit, pages, name):
    text = shown(TEXTS[name])
    page = visit(pages.student(name, of="hostile"))
    kicker = page.locator(".kicker bdi").all_text_contents()
    assert kicker == [f"Name of {name} {text}", f"{name} {text}"]
    given = page.locator(".given bdi").all_text_contents()
    assert given == [f"My essay.  {text}", text]


def test_reports_show_them_too(visit, pages):
    page = visit(pages.report("hostile", "names"))
    found = {" ".join(each.split()) for each in page.locator("details bdi").all_text_contents()}
    for name, given in TEXTS.items():
        text = " ".join(shown(given).split())
        assert {f"{name} {text}", f"Name of {name} {text}"} <= found


def test_documents_are_shown_line_by_line(visit, pages):
    page = visit(pages.student("document", of="hostile"))
    assert page.locator(".document h3").all_text_contents() == [f"{PICTURE}.md", f"{LONG[:200]}.md"]
    lines = page.locator(".document").first.locator(".line").all_text_contents()
    for text in TEXTS.values():
        if "\0" not in text:
            assert STEERING.sub(lambda each: "\ufffd" if each[0] in "\u202d\u202e" else "", text) in lines


def test_titles_and_prompts_of_authors(visit, pages):
    page = visit(pages.student("script", of="hostile"))
    assert page.locator("h1").text_content() == f"Week {SCRIPT}{PICTURE}"
    assert page.title() == f"Feedback: Week {SCRIPT}{PICTURE}"
    assert page.locator("h2").all_text_contents()[:2] == [f"1. {PICTURE}", f"2. {SCRIPT} {{{{ 7*7 }}}}"]
    prompt = page.locator(".prompt").nth(1)
    assert prompt.locator("a").count() == 0
    assert "[click](javascript:alert(1))" in prompt.text_content()
    assert (
        f"{SCRIPT} <img src=x onerror=alert(1)> <b id=hostile>bold</b> </style> {{{{ 7*7 }}}}" in prompt.text_content()
    )
    assert prompt.locator("em", has_text="[picture: picture]").count() == 1


def test_nothing_is_computed_by_a_template(visit, pages):
    page = visit(pages.student("template", of="hostile"))
    assert "{{ 7*7 }} {% raw %} {% endraw %} ${7*7}" in page.locator(".given").first.text_content()
    assert "49" not in page.locator("body").text_content()


def test_the_direction_of_a_text_ends_with_it(visit, pages):
    page = visit(pages.student("override", of="hostile"))
    assert STEERING.findall(page.locator("body").text_content().replace("\n", "")) == []
    assert page.locator(".given bdi").first.text_content() == "My essay.  right\ufffdto left\ufffd"


def test_files_stay_in_their_folder(pages):
    top = pages.top / "hostile"
    assert {each.name for each in top.iterdir()} == {
        "explain", "full", "problems", "report-ids.html", "report-names.html", "results", "reviews", "roster.csv", "submissions",
    }  # fmt: skip
    for level in ("explain", "full"):
        files = list((top / level).rglob("*"))
        assert len(files) == 14
        assert all(file.parent == top / level and file.is_file() and not file.is_symlink() for file in files)
        assert all(re.fullmatch(r'[^<>:"/\\|?*\x00-\x1f]{1,200}\.html', file.name) for file in files)
        assert not any(file.stem.upper() in {"CON", "NUL"} for file in files)
