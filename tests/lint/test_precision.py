"""`precision`: right answers, rounded as people do it, that a tolerance does not accept."""

import pytest

from checker.lint.precision import requested_roundings, speaks_of_precision
from tests.tables import rows

DEFAULT = "precision The default tolerance (3 significant digits) does not accept"
SAY_IT = "Say the precision in the prompt, or declare a tolerance."
NO_DECIMALS = (
    "5:1 precision `tolerance: exact` accepts no decimal number, because the right answer has no end. "
    'Ask for "the exact value, such as a fraction or a root" in the prompt, or declare another tolerance.'
)
EXACT = "tolerance: exact\n"


def usual(shown, count=3):
    return f"3:1 {DEFAULT} {shown}, the right answer rounded to {count} decimals. {SAY_IT}"


@pytest.mark.parametrize(
    ("prompt", "value", "more", "finding"),
    [
        ("How much?", 0.0357, "", usual("0.036")),
        ("How much?", "[0.0357, 0.00012]", "", usual("[0.036, 0.000]")),
        *(
            ("How much?", value, "", None)
            for value in (
                0.357,
                12.3456,
                0.036,  # is its own rounding
                0.0004,  # 0.000 is no answer that anybody gives
                27648,
                "[0.61278, 0.0357]",  # three decimals are those of the largest
                "[0.0004, 0.0003]",
            )
        ),
        ("How much?", 0.0357, "tolerance: {significant: 3}\n", None),
        ("How much? Give at least 3 significant digits.", 0.0357, "", None),
        ("How much? Do not round off.", 0.0357, "", None),
        ("How much?", "0.0357, unit: USD", "", None),
        ("How much?", "0.0067, unit: USD", "", usual("0.01", 2)),
        (
            "How much, to two decimals?",
            0.357,
            "",
            "3:1 precision The prompt asks for 2 decimals, but the default tolerance (3 significant digits) does not accept 0.36. Declare `tolerance: {decimals: 2}`.",
        ),
        ("How much, to two decimals?", 0.357, "tolerance: {decimals: 2}\n", None),
        ("How much, to two decimals?", 3.57159, "", None),
        (
            "How much, to 1 significant digit?",
            0.357,
            "tolerance: {absolute: 0.001}\n",
            "5:1 precision The prompt asks for 1 significant digit, but the tolerance does not accept 0.4. Declare `tolerance: {significant: 1}`.",
        ),
        (
            "How many? Round to 3 significant figures.",
            27648,
            "",
            "3:1 precision The prompt asks for 3 significant digits, but the tolerance does not accept 27,600. Declare `tolerance: {significant: 3}`.",
        ),
        ("How many? Round to 2 decimals.", 27648, "", None),
        ("The first to 3 decimals, the second to 1 decimal.", 0.35712, "", None),  # one of several is enough
        ("Give both.", "[4, -1.5]", "answer: set\n", None),
        *(("How much?", value, EXACT, NO_DECIMALS) for value in (0.3181818181818182, "[0.5, 0.3333333333333333]")),
        *(("How much?", value, EXACT, None) for value in (0.375, 27648)),
        ("How much? Give the exact value, such as a fraction or a root.", 0.3181818181818182, EXACT, None),
        ("How much, as a fraction?", 0.3181818181818182, EXACT, None),
    ],
)  # fmt: skip
def test_precision(found, prompt, value, more, finding):
    text = f"id: a\ntype: numeric\nprompt: {prompt}\nparameters: {{value: {value}}}\n{more}"
    assert found(text, "precision") == [finding] * bool(finding)


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
