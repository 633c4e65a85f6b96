"""`precision`: right answers, rounded as people do it, that a tolerance does not accept."""

import pytest

from checker.lint.precision import requested_roundings, speaks_of_precision
from tests.tables import rows


@pytest.mark.parametrize(
    ("more", "prompt", "values", "findings"),
    [
        ("", "To 1 decimal.", [0.357], ["5:6"]),
        ("tolerance: {decimals: 2}\n", "To 1 decimal.", [0.357], ["4:1"]),  # at the tolerance of all parts
        ("", "How much?", [0.0357, 0.357, 0.0123, 5], ["5:6", "7:6"]),
        ("", "Give 3 significant digits.", [27648, 0.357], []),  # speaks of the real numbers
    ],
)
def test_each_part_has_its_own_finding(found, more, prompt, values, findings):
    parts = "".join(f"  - {{id: p{i}, parameters: {{value: {value}}}}}\n" for i, value in enumerate(values))
    text = f"id: a\ntype: numeric\nprompt: {prompt}\n{more}parts:\n{parts}"
    assert [each.partition(" ")[0] for each in found(text, "precision")] == findings


@pytest.mark.parametrize(("prompt", "asked"), rows(__file__, "the_roundings_that_a_prompt_asks_for"))
def test_the_roundings_that_a_prompt_asks_for(prompt, asked):
    assert [f"{each.rule} {each.amount}" for each in requested_roundings(prompt)] == asked


@pytest.mark.parametrize(
    ("prompt", "speaks"),
    [
        ("Give enough significant digits.", True),
        ("Round your answer.", True),
        ("As a reduced fraction.", True),
        ("with decimals", True),
        ("Mixed precision. A significant difference. A round trip. A dropout fraction. Exactly two heads.", False),
    ],
)
def test_prompts_that_mention_precision(prompt, speaks):
    assert speaks_of_precision(prompt) is speaks
