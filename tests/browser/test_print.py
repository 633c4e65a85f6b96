"""Pages on paper: everything is there, dark on white."""

from __future__ import annotations

import re
import zlib

import pytest

from tests.browser.conftest import PHONE

A4 = (718, 1000)
"""What a sheet holds between its margins, in pixels of 1/96 inch."""

COLOURS = """() => {
  const body = getComputedStyle(document.body);
  return [body.backgroundColor, body.color];
}"""

CUT = """() => [...document.querySelectorAll("main *")].filter((each) => {
  const isOutside = each.getBoundingClientRect().right > innerWidth + 1 || each.scrollWidth > each.clientWidth + 1;
  const isBox = getComputedStyle(each).display !== "inline" && !each.closest("math, svg");
  return each.checkVisibility() && isBox && isOutside;
}).map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""Elements of which a part is not on the sheet."""


@pytest.fixture
def printed(visit):
    def printed(path, **options):
        page = visit(path, A4, **options)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return page

    return printed


def test_paper_is_white_whatever_the_screen_is(printed, pages):
    for path in (pages.student("s000", "full"), pages.report("large")):
        page = printed(path, is_dark=True)
        assert page.evaluate(COLOURS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        backgrounds = page.locator("main *").evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
        assert set(backgrounds) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


def test_nothing_of_feedback_is_cut(printed, visit, pages):
    page = printed(pages.student("mara"))
    for path in (*pages.feedback("repository", "full"), *pages.feedback("hostile")):
        visit.go(page, path)
        assert (path.name, page.evaluate(CUT)) == (path.name, [])


def test_nothing_of_a_report_is_cut(printed, visit, pages):
    page = printed(pages.reports[0])
    for path in pages.reports:
        visit.go(page, path)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert (path.parent.name, path.name, page.evaluate(CUT)) == (path.parent.name, path.name, [])


def test_the_list_of_students_opens(printed, pages):
    page = printed(pages.report("large", "names"))
    assert page.locator("details tr:visible").count() == 63


def test_the_whole_page_is_in_the_file(visit, pages):
    page = visit(pages.report("large", "names"))
    before = page.pdf(format="A4")
    assert before.startswith(b"%PDF")
    assert page.locator("details tr:visible").count() == 63
    assert 3 <= sheets(before) <= 12


def test_the_colours_of_a_dark_screen_are_not_printed(visit, pages):
    files = [
        visit(pages.student("s000"), PHONE, is_dark=is_dark).pdf(print_background=True) for is_dark in (False, True)
    ]
    drawn = [b"".join(streams(file)) for file in files]
    assert drawn[0] == drawn[1]


def sheets(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def streams(pdf):
    """Yield what is drawn."""
    for found in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(found)
        except zlib.error:
            yield found
