"""Pages as axe-core sees them, on a phone and on a desk, in light and dark."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tests.browser.conftest import DESK, PHONE

LIGHT_PHONE, DARK_PHONE = ({"size": PHONE, "is_dark": is_dark} for is_dark in (False, True))
LIGHT_DESK, DARK_DESK = ({"size": DESK, "is_dark": is_dark} for is_dark in (False, True))
STRUCTURE = {"rules": {"color-contrast": {"enabled": False}}, "resultTypes": ["violations"]}
ALL = {"resultTypes": ["violations"]}
ALIKE = {"exclude": [["#assignment-1 details tr:nth-child(n+9)"]]}
"""Contrast takes most of the time: of pages with the same colours, some are enough, and of long tables some rows."""


@pytest.fixture(scope="session")
def axe():
    reason = "needs axe-core: pip install '.[browser]'"
    return pytest.importorskip("axe_playwright_python.sync_playwright", reason=reason).Axe()


def violations(axe, page, *, size, is_dark=False, options=ALL):
    """Return the faults of a page, each with an element that has it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    found = axe.run(page, ALIKE, options).response["violations"]
    return [f"{each['id']} ({each['impact']}): {json.dumps(each['nodes'][0]['target'])}" for each in found]


@pytest.mark.parametrize(
    ("student", "level", "screen"),
    [
        ("s000", "full", LIGHT_PHONE),
        ("s000", "full", DARK_DESK),
        ("noor", "explain", DARK_PHONE),
        ("noor", "explain", LIGHT_DESK),
    ],
)
def test_feedback(visit, pages, axe, student, level, screen):  # noqa: PLR0913 - one for each
    assert violations(axe, visit(pages.student(student, level)), **screen) == []


@pytest.mark.parametrize(
    ("student", "level"),
    [("mara", "explain"), ("sana", "full"), ("s001", "hint"), ("s003", "full"), ("priya", "explain"), ("luca", "hint")],
)
def test_feedback_of_everyone(visit, pages, axe, student, level):
    assert violations(axe, visit(pages.student(student, level)), size=PHONE, options=STRUCTURE) == []


@pytest.mark.parametrize("student", ["document", "script", "long"])
def test_feedback_of_hostile_students(visit, pages, axe, student):
    assert violations(axe, visit(pages.student(student, of="hostile")), size=PHONE, options=STRUCTURE) == []


@pytest.mark.parametrize("screen", [LIGHT_PHONE, DARK_DESK])
def test_report(visit, pages, axe, screen):
    assert violations(axe, visit(pages.report("large", "names")), **screen) == []


def test_report_on_several_assignments(visit, pages, axe):
    assert violations(axe, visit(pages.report("repository")), size=PHONE, options=STRUCTURE) == []


@pytest.mark.parametrize("kind", ["feedback", "report"])
def test_a_page_says_what_it_is(visit, pages, kind):
    page = visit(pages.student("mara") if kind == "feedback" else pages.report("large"))
    assert page.locator("html").get_attribute("lang") == "en"
    assert "Transformers, assignment 10" in page.title() if kind == "feedback" else "Week 1" in page.title()
    assert page.locator("h1").count() == page.locator("main").count() == 1
    levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(each => Number(each.tagName[1]))")
    assert [(one, other) for one, other in pairwise(levels) if other > one + 1] == []
