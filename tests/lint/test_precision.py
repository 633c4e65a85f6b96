"""`checker lint`: right answers, rounded as people do it, that a tolerance does not accept."""

import pytest

from checker.kinds import Judge, Tolerance
from checker.lint import lint
from checker.lint.precision import requested_roundings, rounded_reading, speaks_of_precision

DEFAULT = "The default tolerance (3 significant digits) does not accept"
NO_DECIMALS = (
    "`tolerance: exact` accepts no decimal number, because the right answer has no end. "
    'Ask for "the exact value, such as a fraction or a root" in the prompt, or declare another tolerance.'
)
SAY_IT = "Say the precision in the prompt, or declare a tolerance."


@pytest.fixture
def found(tmp_path):
    """The findings of code `precision` in a problem with this prompt, value and further keys."""

    def find(prompt, value, more="", unit=""):
        path = tmp_path / "problem.yaml"
        parameters = f"{{value: {value}{unit and f', unit: {unit}'}}}"
        path.write_text(f"id: a\ntype: numeric\nprompt: {prompt}\nparameters: {parameters}\n{more}", encoding="utf-8")
        return [f"{line}:{column} {message}" for _, line, column, code, message in _precise(path)]

    return find


def _precise(path):
    findings = lint(path).findings
    assert not [each for each in findings if each.code == "schema"]
    return [each for each in findings if each.code == "precision"]


def test_three_decimals_are_usual(found):
    assert found("How much?", 0.0357) == [f"3:1 {DEFAULT} 0.036, the right answer rounded to 3 decimals. {SAY_IT}"]


@pytest.mark.parametrize(
    "value",
    [
        0.357,
        0.61278,
        12.3456,
        0.036,  # is its own rounding
        0.0004,  # 0.000 is no answer that anybody gives
        27648,
        "[0.61278, 0.0357]",  # three decimals are those of the largest
        "[0.0004, 0.0003]",
    ],
)
def test_no_finding_where_the_default_accepts_the_rounding(found, value):
    assert found("How much?", value) == []


def test_a_vector_of_small_numbers(found):
    assert found("How much?", "[0.0357, 0.00012]") == [
        f"3:1 {DEFAULT} [0.036, 0.000], the right answer rounded to 3 decimals. {SAY_IT}"
    ]


def test_a_declared_tolerance_or_a_word_on_precision_settles_it(found):
    assert found("How much?", 0.0357, "tolerance: {significant: 3}\n") == []
    assert found("How much? Give at least 3 significant digits.", 0.0357) == []
    assert found("How much? Do not round off.", 0.0357) == []


def test_cents_are_usual_for_money(found):
    assert found("How much?", 0.357, unit="USD") == []
    assert found("How much?", 0.0357, unit="USD") == []
    assert found("How much?", 0.0067, unit="USD") == [
        f"3:1 {DEFAULT} 0.01, the right answer rounded to 2 decimals. {SAY_IT}"
    ]


def test_a_rounding_that_the_prompt_asks_for(found):
    assert found("How much, to two decimals?", 0.357) == [
        (
            "3:1 The prompt asks for 2 decimals, but the default tolerance (3 significant digits) does not accept 0.36. "
            "Declare `tolerance: {decimals: 2}`."
        )
    ]
    assert found("How much, to two decimals?", 0.357, "tolerance: {decimals: 2}\n") == []
    assert found("How much, to two decimals?", 3.57159) == []


def test_a_finding_about_a_declared_tolerance_is_reported_there(found):
    assert found("How much, to 1 significant digit?", 0.357, "tolerance: {absolute: 0.001}\n") == [
        (
            "5:1 The prompt asks for 1 significant digit, but the tolerance does not accept 0.4. "
            "Declare `tolerance: {significant: 1}`."
        )
    ]


def test_a_finding_is_reported_at_the_tolerance_for_all_parts(tmp_path):
    path = tmp_path / "problem.yaml"
    text = "id: a\ntype: numeric\nprompt: To 1 decimal.\n{}parts:\n  - {{id: x, parameters: {{value: 0.357}}}}\n"
    path.write_text(text.format(""))
    assert [finding[1:3] for finding in _precise(path)] == [(5, 6)]
    path.write_text(text.format("tolerance: {decimals: 2}\n"))
    assert [finding[1:3] for finding in _precise(path)] == [(4, 1)]


def test_a_rounded_whole_number(found):
    assert found("How many? Round to 3 significant figures.", 27648) == [
        (
            "3:1 The prompt asks for 3 significant digits, but the tolerance does not accept 27,600. "
            "Declare `tolerance: {significant: 3}`."
        )
    ]
    assert found("How many? Round to 2 decimals.", 27648) == []


def test_one_of_several_roundings_that_a_prompt_asks_for_is_enough(found):
    assert found("The first to 3 decimals, the second to 1 decimal.", 0.35712) == []


def test_each_part_has_its_own_finding(tmp_path):
    path = tmp_path / "problem.yaml"
    path.write_text(
        "id: a\ntype: numeric\nprompt: How much?\nparts:\n  - {id: x, parameters: {value: 0.0357}}\n"
        "  - {id: y, parameters: {value: 0.357}}\n  - {id: z, parameters: {value: 0.0123}}\n"
        "  - {id: n, parameters: {value: 5}}\n"
    )
    assert [(line, message) for _, line, _, _, message in _precise(path)] == [
        (5, f"{DEFAULT} 0.036 for `x`, the right answer rounded to 3 decimals. {SAY_IT}"),
        (7, f"{DEFAULT} 0.012 for `z`, the right answer rounded to 3 decimals. {SAY_IT}"),
    ]


def test_words_on_rounding_concern_the_real_numbers_of_a_problem(tmp_path):
    path = tmp_path / "problem.yaml"
    path.write_text(
        "id: a\ntype: numeric\nprompt: Give 3 significant digits.\nparts:\n  - {id: x, parameters: {value: 27648}}\n"
        "  - {id: y, parameters: {value: 0.357}}\n"
    )
    assert _precise(path) == []


def decimals(*counts):
    return tuple(Tolerance("decimals", count) for count in counts)


def significant(count):
    return (Tolerance("significant", count),)


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        ("Round to 2 decimals.", decimals(2)),
        ("Round to two\n  decimal places.", decimals(2)),
        ("Give a three-decimal number.", decimals(3)),
        ("with 4 d.p.", decimals(4)),
        ("with 3 digits after the decimal point", decimals(3)),
        ("with three places behind the comma", decimals(3)),
        ("to one decimal", decimals(1)),
        ("To The Nearest Tenth", decimals(1)),
        ("to the nearest hundredth", decimals(2)),
        ("to the nearest thousandth", decimals(3)),
        ("to the nearest ten-thousandth", decimals(4)),
        ("to the nearest cent", decimals(2)),
        ("to the nearest whole number", decimals(0)),
        ("to the nearest 0.01", decimals(2)),
        ("rounded to 0.001", decimals(3)),
        ("3 significant digits", significant(3)),
        ("at least three significant figures", significant(3)),
        ("4 sig. figs.", significant(4)),
        ("to 2 s.f.", significant(2)),
        ("2 decimals, then 3 decimals, then 2 decimals", decimals(2, 3)),
        ("What percentage, to one decimal?", ()),
        ("In %, to the nearest tenth.", ()),
        ("In percent, with 3 significant digits.", significant(3)),
        ("to the nearest tenth of a second", ()),
        ("the nearest neighbour of 3 points", ()),
        ("10 digits, 2 layers, a fraction of 0.1", ()),
        ("1000000 decimals", ()),
    ],
)
def test_the_roundings_that_a_prompt_asks_for(prompt, asked):
    assert requested_roundings(prompt) == asked


@pytest.mark.parametrize(
    ("prompt", "speaks"),
    [
        ("Give enough significant digits.", True),
        ("Round your answer.", True),
        ("As a reduced fraction.", True),
        ("Give the exact value.", True),
        ("with decimals", True),
        ("In %, to one decimal.", True),
        ("Mixed precision. A significant difference. A round trip. A dropout fraction. Exactly two heads.", False),
    ],
)
def test_prompts_that_mention_precision(prompt, speaks):
    assert speaks_of_precision(prompt) is speaks


@pytest.mark.parametrize(
    ("truth", "rounding", "numbers"),
    [
        (0.0357, *decimals(3), [("0.036", "0.0005", 2)]),
        (0.25, *decimals(1), [("0.3", "0.05", 1)]),
        (-0.0001, *decimals(3), [("0.000", "0.0005", 1)]),
        (12.34, *decimals(0), [("12", "0.5", 2)]),
        (27648, *significant(3), [("27600", "5E+1", 3)]),
        (0.99996, *significant(3), [("1.000", "0.0005", 4)]),
        ((0.61278, 0.08293), *decimals(2), [("0.61", "0.005", 2), ("0.08", "0.005", 1)]),
    ],
)
def test_a_rounded_truth(truth, rounding, numbers):
    found = rounded_reading(Judge(truth, Tolerance("exact")), rounding)
    assert [(str(value), str(half), digits) for value, half, digits, *_ in found.numbers] == numbers
    assert found.shape == ((len(truth),) if isinstance(truth, tuple) else ())


def test_the_order_of_a_set_does_not_matter(found):
    assert found("Give both.", "[4, -1.5]", "answer: set") == []


@pytest.mark.parametrize("value", [0.3181818181818182, 1.4142135623730951, "[0.5, 0.3333333333333333]"])
def test_no_decimals_are_exact(found, value):
    assert found("How much?", value, "tolerance: exact\n") == [f"5:1 {NO_DECIMALS}"]


@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        ("How much?", 0.375),
        ("How much?", 27648),
        ("How much? Give the exact value, such as a fraction or a root.", 0.3181818181818182),
        ("How much, as a fraction?", 0.3181818181818182),
    ],
)
def test_exact_can_be_met(found, prompt, value):
    assert found(prompt, value, "tolerance: exact\n") == []
