"""The tables of the report: sorted, filtered, and complete without either."""

from __future__ import annotations

from itertools import pairwise

import pytest

QUESTIONS = "[aria-label='Questions: Week 1'] table"
STUDENTS = "details table"


@pytest.fixture
def report(visit, pages):
    page = visit(pages.report("large", "names"))
    page.locator("details").evaluate("each => { each.open = true; }")
    return page


def column(table, name):
    """Return the texts of a column from top to bottom."""
    names = table.locator("thead th").all_inner_texts()
    place = next(number for number, each in enumerate(names, 1) if each.startswith(name))
    return table.locator(f"tbody tr:visible > :nth-child({place})").all_inner_texts()


def sorting(table):
    """Return how each heading says that it is sorted."""
    return [each for each in table.locator("thead th").evaluate_all("all => all.map(e => e.ariaSort)") if each]


def numbers(texts):
    return [float(each.strip("%")) for each in texts if each != "–"]


def test_numbers_begin_with_the_largest(report):
    table = report.locator(STUDENTS)
    assert sorting(table) == []
    table.get_by_role("button", name="Points").click()
    points = numbers(column(table, "Points"))
    assert len(points) == 60
    assert points == sorted(points, reverse=True)
    assert column(table, "Points")[60:] == ["–", "–"]  # nothing was handed in
    assert sorting(table) == ["descending"]
    table.get_by_role("button", name="Points").click()
    points = numbers(column(table, "Points"))
    assert points == sorted(points)
    assert sorting(table) == ["ascending"]


def test_texts_begin_with_the_first(report):
    table = report.locator(STUDENTS)
    table.get_by_role("button", name="Points").click()
    table.get_by_role("button", name="Student").click()
    assert column(table, "Student") == [f"s{number:03}" for number in range(62)]
    assert sorting(table) == ["ascending"]
    table.get_by_role("button", name="Student").click()
    assert column(table, "Student") == [f"s{number:03}" for number in reversed(range(62))]
    assert sorting(table) == ["descending"]


def test_rows_stay_together(report):
    table = report.locator(STUDENTS)
    before = sorted(table.locator("tbody tr").all_inner_texts())
    table.get_by_role("button", name="Share").click()
    assert sorted(table.locator("tbody tr").all_inner_texts()) == before
    shares = numbers(column(table, "Share"))
    assert all(one >= other for one, other in pairwise(shares))


def test_every_heading_of_every_table_sorts(report):
    tables = report.locator("table.sortable")
    assert tables.count() == 5
    for table in tables.all():
        before = sorted(table.locator("tbody tr").all_inner_texts())
        for button in table.get_by_role("button").all():
            for _ in range(2):
                button.dispatch_event("click")
                assert len(sorting(table)) == 1
        assert sorted(table.locator("tbody tr").all_inner_texts()) == before


def test_sorting_by_keyboard(report):
    table = report.locator(QUESTIONS)
    table.locator("xpath=ancestor::div[1]").focus()
    report.keyboard.press("Tab")
    table.locator("button:focus", has_text="Question").wait_for()
    report.keyboard.press("Tab")
    report.keyboard.press("Tab")
    report.keyboard.press("Enter")
    table.locator("th[aria-sort=descending] button:focus").wait_for()
    shares = numbers(column(table, "Mean"))
    assert shares == sorted(shares, reverse=True)
    report.keyboard.press("Space")
    table.locator("th[aria-sort=ascending] button:focus").wait_for()


def test_filtering_hides_rows_and_tells_how_many_are_left(report):
    table = report.locator(STUDENTS)
    field = report.locator("details").get_by_role("searchbox", name="Filter")
    told = report.locator("details").get_by_role("status")
    assert told.inner_text() == ""
    field.fill("zoë dubois")
    assert column(table, "Name") == ["Zoë Dubois"] * 2
    assert told.inner_text() == "2 of 62"
    field.fill("nobody")
    assert column(table, "Name") == []
    assert told.inner_text() == "0 of 62"
    field.fill("")
    assert len(column(table, "Name")) == 62
    assert told.inner_text() == ""


def test_a_filtered_table_is_sorted_too(report):
    table = report.locator(STUDENTS)
    report.locator("details").get_by_role("searchbox", name="Filter").fill("Dubois")
    table.get_by_role("button", name="Points").click()
    points = numbers(column(table, "Points"))
    assert len(points) == 10
    assert points == sorted(points, reverse=True)


def test_tables_are_complete_without_a_script(visit, pages):
    path = pages.report("large", "names")
    rows = {
        is_on: visit(path, java_script_enabled=is_on).locator("tbody tr").all_text_contents() for is_on in (True, False)
    }
    assert rows[True] == rows[False]
    page = visit(path, java_script_enabled=False)
    assert page.get_by_role("button").count() == page.get_by_role("searchbox").count() == 0
    page.locator("summary").click()
    assert page.locator(STUDENTS).locator("tbody tr:visible").count() == 62
