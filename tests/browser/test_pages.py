"""Every page opens, complains about nothing, asks for nothing, and fits a phone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import LEVELS, PHONE

NARROW = (320, 390)
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""The page itself scrolls sideways."""


def too_wide(visit, paths):
    """Return the pages that scroll sideways on a phone."""
    page = visit(paths[0], PHONE)
    found = []
    for path in paths:
        visit.go(page, path)
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": 844})
            if page.evaluate(TOO_WIDE):
                found.append((path.name, width))
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_pages_of_the_repository(visit, pages, level):
    paths = pages.feedback("repository", level)
    writers = ["luca", "mara", "noor", "priya", "sana"]
    others = ["s000", "s001", "s002", "s003", "s004"]
    assert sorted(path.stem for path in paths) == sorted([*writers, *others])
    assert too_wide(visit, paths) == []


def test_pages_of_hostile_students(visit, pages):
    paths = pages.feedback("hostile")
    assert len(paths) == 14
    assert too_wide(visit, paths) == []


def test_reports(visit, pages):
    paths = pages.reports
    assert [path.parent.name + path.stem.removeprefix("report") for path in paths] == [
        "hostile-ids", "hostile-names", "large-ids", "large-names", "repository-ids",
    ]  # fmt: skip
    assert too_wide(visit, paths) == []


def test_the_report_on_a_large_class_leaves_nothing_empty(visit, pages):
    page = visit(pages.report("large"))
    assert page.locator("h2").all_inner_texts() == [
        "Suspected key errors", "In short", "Week 1", "What needs a person", "Changes in the last run",
    ]  # fmt: skip
    assert page.locator("#keys li").inner_text().startswith("encoder-layer: 50 of 60 gave 31,744")
    assert page.locator("td code").all_inner_texts() == ['- {answer: 99887, says: "..."}']
    assert page.locator("td", has_text="9 hours 1 minute late: 50% of the points").count() == 5
    assert page.locator("#waiting tbody tr").count() == 15
    assert page.locator("#changes tbody tr").count() == 1
    assert page.locator("details tbody tr").count() == 62


def test_names_are_shown_as_asked_for(visit, pages):
    for naming, shown in {"ids": {"s001"}, "names": {"s001", "Zoë Müller-Lüdenscheidt"}}.items():
        text = visit(pages.report("large", naming)).locator("body").evaluate("body => body.textContent")
        assert {each for each in ("s001", "Zoë Müller-Lüdenscheidt") if each in text} == shown


@pytest.mark.parametrize("level", LEVELS)
def test_only_full_pages_show_what_was_expected(visit, pages, level):
    page = visit(pages.student("s000", level))
    assert (page.locator("dt", has_text="Expected").count() > 0) == (level == "full")
