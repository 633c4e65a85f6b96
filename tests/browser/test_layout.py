"""The layout at several widths: nothing runs over anything else, and a phone shows all of a report."""

from __future__ import annotations

import pytest

from checker.reports.prose import mathematics
from tests.browser.conftest import PHONE

WIDTHS = (320, 390, 700, 950, 1100, 1280)
WIDTHS_OF_PHONES = (320, 390, 700, 950)

OUTSIDE = """() => [...document.querySelectorAll(".overview a > *")].filter((each) => {
  const [own, item] = [each.getBoundingClientRect(), each.closest("li").getBoundingClientRect()];
  return own.right > item.right + 1 || own.left < item.left - 1 || each.scrollWidth > each.clientWidth + 1 && each.clientWidth;
}).map((each) => each.textContent)"""
"""Words in the list of answers that run over their place."""

CUT = """() => [...document.querySelectorAll("figure, .scroll, .plot, tbody td, tbody th")].filter((each) =>
  each.checkVisibility() && (each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth)
).map((each) => `${each.tagName} ${each.className.baseVal ?? each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""Parts of a report that need sideways scrolling."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll(".plot text")].map((each) =>
  parseFloat(getComputedStyle(each).fontSize) * Math.hypot(each.getScreenCTM().b, each.getScreenCTM().d)))"""
"""The size of the smallest letters in plots, in pixels."""

COVERED = """() => [...document.querySelectorAll(".plot")].flatMap((plot) => {
  const boxes = [...plot.querySelectorAll("text")].map((each) => [each.textContent, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], place) => boxes.slice(place + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
    .map(([other]) => `${one} / ${other}`));
})"""
"""Pairs of texts in plots that cover each other."""


def test_the_list_of_answers_has_room_for_every_verdict(visit, pages):
    page = visit(pages.student("s000"))
    assert "Correct given earlier answers" in page.locator(".overview").inner_text()
    for path in (*pages.feedback("repository"), *pages.feedback("hostile")):
        visit.go(page, path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert (path.name, width, page.evaluate(OUTSIDE)) == (path.name, width, [])


@pytest.mark.parametrize("has_script", [True, False])
def test_a_phone_shows_all_of_a_report(visit, pages, has_script):
    page = visit(pages.report("large"), java_script_enabled=has_script)
    for path in pages.reports:
        visit.go(page, path)
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for width in WIDTHS_OF_PHONES:
            page.set_viewport_size({"width": width, "height": 844})
            assert (path.parent.name, width, page.evaluate(CUT)) == (path.parent.name, width, [])


def test_the_words_of_plots_can_be_read_on_a_phone(visit, pages):
    page = visit(pages.report("large"), PHONE)
    assert page.evaluate(SMALLEST) > 8
    assert page.evaluate(COVERED) == []


def test_a_desk_shows_the_questions_without_scrolling(visit, pages):
    page = visit(pages.report("large"), (1100, 900))
    assert page.evaluate(CUT) == []


def test_values_on_a_phone_have_their_headings(visit, pages):
    page = visit(pages.report("large", "names"), PHONE)
    table = page.locator("[aria-label='Questions: Week 1'] table")
    labels = table.locator("tbody tr").first.locator("td").evaluate_all("all => all.map(each => each.dataset.label)")
    assert labels == [each.strip(" ↕\xa0") for each in table.locator("thead th").all_inner_texts()][1:]
    before = table.locator("tbody td").first.evaluate("each => getComputedStyle(each, '::before').content")
    assert before == '"Points: "'
    mean = table.get_by_role("button", name="Mean")
    mean.click()
    assert table.locator("th[aria-sort=descending]").inner_text().startswith("Mean")


def test_filtered_rows_are_hidden_on_a_phone(visit, pages):
    page = visit(pages.report("large"), PHONE)
    page.locator("summary").click()
    page.locator("details").get_by_role("searchbox", name="Filter").fill("s007")
    assert page.locator("details tbody tr:visible").count() == 1


@pytest.mark.parametrize("font", ["serif", "monospace"])
def test_brackets_are_as_tall_as_the_matrix_without_a_font_for_mathematics(visit, pages, font):
    page = visit(pages.student("s000"))
    tex = r"\begin{bmatrix}1&2\\3&4\\5&6\end{bmatrix} \begin{pmatrix}1\\2\end{pmatrix}"
    prompt = page.locator(".prompt").first
    prompt.evaluate("(each, html) => { each.innerHTML = html; }", mathematics(tex))
    prompt.locator("math").evaluate("(each, font) => { each.style.fontFamily = font; }", font)
    brackets = prompt.locator(".open")
    assert brackets.count() == 2
    for each in brackets.all():
        inner, outer = each.locator("mtable").bounding_box(), each.bounding_box()
        assert outer["height"] >= inner["height"] > 30
        assert outer["x"] < inner["x"]
        assert outer["x"] + outer["width"] > inner["x"] + inner["width"]
        assert each.evaluate("each => getComputedStyle(each).borderLeftStyle") == "solid"
