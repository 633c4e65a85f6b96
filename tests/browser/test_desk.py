"""The review desk in a browser: decided with the keyboard alone, on a phone and on a desk, in light and dark."""

from __future__ import annotations

import pytest
import yaml

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import ALL, axe, violations  # noqa: F401 - a fixture
from tests.reports.test_desk import Class, desk, photograph, students  # noqa: F401 - fixtures

WEEK = """# Question layer
Each head has three matrices, and so on.
Perhaps it is 27648. It could also be {}.
# Question model
The embeddings hold 64000 or maybe 6400?
In total I think 124000, or {} with biases.
# Question why
Because of {} numbers, the scores grow.
# Question head
Answer: 15
"""

WHY = """id: why
type: essay
prompt: Why divide by the root of d_k?
parameters: {rubric: [{point: the scores grow, points: 2, ideas: [scores grow], wrong: [number of heads]}]}
"""

MODEL = """id: model
type: formula
prompt: How many numbers are in the embeddings, and in all?
parameters: {expression: E + 2*L, symbols: {V: 1000, d: 64, L: 30000, E: {expression: V*d}}}
parts: [{id: embeddings, asks: E}, {id: total, points: 2, follow_through: true}]
"""


@pytest.fixture
def open_page(request, browser, students, desk):  # noqa: F811
    """Open the desk on a class of ten, with a scan and a file that cannot be read; the page must never complain."""
    for name, text in (("model", MODEL), ("why", WHY)):
        (students.top / "p" / f"{name}.yaml").write_text(text)
    for number in range(8):
        (students.submissions / f"s{number}.md").write_text(WEEK.format(31744 + number, 154000 + number, number))
    (students.submissions / "scan.jpg").write_bytes(photograph((900, 600)))
    (students.submissions / "broken.yaml").write_text("answers: {layer: [27648\n")
    (students.submissions / "all.csv").write_text('student,layer\n"eve,27648\n')
    students.grade()
    page, faults = browser.new_page(), []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(desk().base.geturl())
    yield page
    page.close()
    assert faults == []


def key(page, *keys: str) -> None:
    for each in keys[:-1]:
        page.keyboard.press(each)
    with page.expect_navigation():
        page.keyboard.press(keys[-1])


def decided(students: Class) -> list[dict]:  # noqa: F811
    return yaml.safe_load((students.reviews / "ada.yaml").read_text())


def test_a_class_is_decided_with_single_keys(open_page, students):  # noqa: F811
    page, count = open_page, 0
    assert "1 of 41 · 13 to decide, 1 file to correct" in page.locator(".kicker").inner_text()
    key(page, "Enter")
    while page.locator(".question").count():
        key(page, *["1"] * page.locator("[inputmode]").count(), "Enter")
        count += 1
    assert "/end" in page.url
    assert page.locator("h1").inner_text() == "0 to decide, 1 file to correct"
    assert (count, len(decided(students))) == (21, 35)
    assert page.get_by_role("link", name="all.csv").count() == 1
    students.grade()
    assert {waiting for _, waiting in students.grades().values()} == {"0"}


def test_each_key_does_what_the_page_says(open_page, students):  # noqa: F811
    page = open_page
    while page.locator("fieldset").count() != 1 or page.locator(".given").count() < 2:
        key(page, "n")
    first = page.url
    page.keyboard.press("9")
    assert page.get_by_role("status").inner_text().startswith("9 means nothing here; the keys are 1, 2")
    key(page, "f", "Enter")
    assert decided(students)[0]["points"] == 2
    page.goto(first)
    key(page, "p", "1", ".", "5", "Escape", "c", "H", "i", "Enter")
    page.goto(first)
    key(page, "0", "n")
    assert [each["points"] for each in decided(students)] == [2, 1.5], "next does not save"
    assert decided(students)[-1]["comment"] == "Hi"
    key(page, "b")
    assert page.url.partition("?")[0] == first.partition("?")[0]
    assert page.locator("input").first.input_value() == "1.5"
    page.get_by_role("button", name="none").click()
    key(page, "Enter")
    assert [each["points"] for each in decided(students)] == [2, 1.5, 0], "the last one counts"
    page.goto(first)
    while page.locator("fieldset").count() != 2:
        key(page, "n")
    key(page, "ArrowDown", "0", "ArrowUp", "2", "Enter")
    assert [each["points"] for each in decided(students)][3:] == [0, 0]
    key(page, "w")
    assert page.locator("h1").inner_text().endswith(" to decide, 1 file to correct")


def test_keys_leave_answers_out_of_those_that_have_a_value(open_page, students):  # noqa: F811
    page = open_page
    while "right" not in page.locator("h1").inner_text() or page.locator("[data-row]:checked").count() < 8:
        key(page, "n")
    assert page.locator("h1").inner_text() == "model.total: 124,000 · right, 2 of 2 points"
    key(page, "2", "3", "2", "8", "c", "O", "K", "Enter")
    assert [(each["points"], each["comment"]) for each in decided(students)] == [(2, "OK")] * 6
    assert page.locator("h1").inner_text() == "model.total: none of these values · wrong, 0 of 2 points"
    key(page, "Enter")
    assert [each["points"] for each in decided(students)][6:] == [0, 0]
    key(page, "w")
    assert page.get_by_role("link", name="27,648").count() == 1


@pytest.mark.parametrize("keys", ["f f f f f", "f ↓ f ↓ f ↓ f ↓ f", "↓ f ↓ f f f f", "f"])
def test_an_arrow_after_a_choice_does_not_move_twice(open_page, keys):
    page = open_page
    while (count := page.locator("fieldset").count()) < 5:
        key(page, "n")
    arrows = {"↓": "ArrowDown", "↑": "ArrowUp"}
    key(page, *(arrows.get(each, each) for each in keys.split()), "Enter")
    left = page.locator(".note").all_inner_texts()
    assert len(left) == (keys == "f")
    assert not left or left[0].count(",") == count - 2


def test_next_and_enter_lead_from_the_last_case_to_the_end(open_page):
    page = open_page
    while page.locator("a[rel=next]").get_attribute("href") != "end":
        key(page, "n")
    last = page.url
    key(page, "n")
    assert page.url.endswith("/end")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("[...document.querySelectorAll('pre')].every((each) => each.scrollWidth <= each.clientWidth)")
    page.goto(last)
    key(page, *"11111", "Enter")
    assert page.url != last


@pytest.mark.parametrize("is_dark", [False, True])
def test_pages_fit_and_are_accessible(open_page, axe, is_dark):  # noqa: F811
    page = open_page
    seen = set()
    while (title := page.locator("h1").inner_text()) and page.locator("form").count():
        sorts = (page.locator(".question").count(), page.locator("img").count(), page.locator(".place").count())
        if sorts not in seen:
            seen.add(sorts)
            for size in (PHONE, DESK):
                assert (title, violations(axe, page, size=size, is_dark=is_dark, options=ALL)) == (title, [])
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        key(page, "n")
    assert len(seen) >= 4
    page.goto(page.url.rpartition("/")[0] + "/end")
    assert violations(axe, page, size=PHONE, is_dark=is_dark, options=ALL) == []
