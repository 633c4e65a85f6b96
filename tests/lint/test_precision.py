"""`precision`: right answers, rounded as people do it, that a tolerance does not accept."""

import pytest

from checker.lint.precision import requested_roundings, speaks_of_precision
from tests.tables import rows


@pytest.mark.parametrize(("more", "prompt", "values", "findings"), rows(__file__, "each_part_has_its_own_finding"))
def test_each_part_has_its_own_finding(found, more, prompt, values, findings):
    parts = "".join(f"  - {{id: p{i}, parameters: {{value: {value}}}}}\n" for i, value in enumerate(values))
    text = f"id: a\ntype: numeric\nprompt: {prompt}\n{more}parts:\n{parts}"
    assert [each.partition(" ")[0] for each in found(text, "precision")] == findings


@pytest.mark.parametrize(("prompt", "asked"), rows(__file__, "the_roundings_that_a_prompt_asks_for"))
def test_the_roundings_that_a_prompt_asks_for(prompt, asked):
    assert [f"{each.rule} {each.amount}" for each in requested_roundings(prompt)] == asked


@pytest.mark.parametrize(("prompt", "speaks"), rows(__file__, "prompts_that_mention_precision"))
def test_prompts_that_mention_precision(prompt, speaks):
    assert speaks_of_precision(prompt) is speaks
