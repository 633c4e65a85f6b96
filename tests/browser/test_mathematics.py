"""Formulas of prompts, drawn by the browser itself."""

from __future__ import annotations

from tests.browser.conftest import PHONE


def test_a_formula_is_drawn_without_a_network(visit, pages):
    page = visit(pages.student("script", of="hostile"), PHONE)
    formula = page.locator(".prompt math").first
    box = formula.bounding_box()
    assert 20 < box["width"] < 200
    assert 20 < box["height"] < 120
    assert formula.locator("mfrac > *").count() == 2
    assert formula.locator("msqrt").count() == 1
    above, below = (each.bounding_box() for each in formula.locator("mfrac > *").all())
    assert above["y"] + above["height"] <= below["y"] + 1  # a fraction, not two words in a row


def test_a_formula_in_a_paragraph_of_its_own(visit, pages):
    page = visit(pages.student("script", of="hostile"), PHONE)
    block = page.locator(".prompt math[display='block']")
    assert block.count() == 1
    assert block.bounding_box()["width"] <= PHONE[0]


def test_a_formula_has_no_links_and_no_markup(visit, pages):
    page = visit(pages.student("script", of="hostile"))
    assert page.locator("math [href], math script, math [style]").count() == 0
    assert "</style><script>alert(1)</script>" in page.locator(".prompt").nth(1).text_content()
