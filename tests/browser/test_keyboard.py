"""Pages without a mouse: what can be reached, and whether one sees where one is."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE

SCROLLS = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const style = getComputedStyle(each);
  const isWide = each.scrollWidth > each.clientWidth && ["auto", "scroll"].includes(style.overflowX);
  const isHigh = each.scrollHeight > each.clientHeight && ["auto", "scroll"].includes(style.overflowY);
  return each.checkVisibility() && (isWide || isHigh) && each.tabIndex < 0;
}).map((each) => `${each.tagName} ${each.className}`)"""
"""Elements that scroll, and that no key reaches."""

WATCH = """() => {
  window.focused = [];
  document.addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    const outline = [style.outlineStyle, parseFloat(style.outlineWidth) >= 2, style.outlineColor !== style.backgroundColor];
    window.focused.push([target.outerHTML.slice(0, 300), outline]);
  });
}"""
"""Notes of each element that gets the focus how it is outlined."""


@pytest.fixture(params=["feedback", "full", "report"])
def page(request, visit, pages):
    paths = {"feedback": pages.student("mara"), "full": pages.student("s000", "full"), "report": pages.report("large")}
    return visit(paths[request.param], PHONE)


def test_the_first_key_skips_to_the_content(page):
    page.keyboard.press("Tab")
    link = page.locator(".skip")
    page.locator(".skip:focus").wait_for()
    box = link.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["width"] > 100
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")
    page.keyboard.press("Tab")
    page.locator("main:focus, main :focus").wait_for(state="attached")


def test_every_region_that_scrolls_takes_the_focus(page):
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    assert page.evaluate(SCROLLS) == []


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_focus_is_visible_everywhere(page, is_dark):
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    number = page.locator("a, button, input, summary, [tabindex='0']").count()
    page.evaluate(WATCH)
    for _ in range(min(number, 60)):
        page.keyboard.press("Tab")
    focused = page.evaluate("window.focused")
    assert len(focused) == min(number, 60)
    assert [each for each, outline in focused if outline != ["solid", True, True]] == []
    assert len({each for each, _ in focused}) > 4


def test_links_of_the_overview_lead_to_the_answers(visit, pages):
    page = visit(pages.student("s000"))
    links = page.locator(".overview a")
    assert links.count() == 11
    for link in links.all():
        assert page.locator(link.get_attribute("href")).count() == 1
    links.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#answer-11")
    page.locator("#answer-11:target").wait_for()


def test_every_link_leads_somewhere(visit, pages):
    page = visit(pages.student("mara"))
    for path in (*pages.feedback("repository"), *pages.reports):
        visit.go(page, path)
        hrefs = page.locator("a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
        ids = page.locator("[id]").evaluate_all("all => all.map(each => each.id)")
        assert len(ids) == len(set(ids))
        assert {each.removeprefix("#") for each in hrefs} <= set(ids)
