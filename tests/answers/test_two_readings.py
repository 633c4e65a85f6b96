"""What has two readings is unreadable; the rest is read as the student means it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.engine.errors import UnreadableAnswer
from checker.kinds import Hints, kind
from checker.reading.arithmetic import is_date
from checker.text.vocabulary import Words

REAL = Hints(whole=False)
COUNT = Hints(whole=True)


@pytest.fixture
def question(tmp_path):
    """Return a function that loads a small problem."""

    def load(prompt, type_="numeric", extra="", **parameters):
        text = f"id: p\ntype: {type_}\nprompt: {prompt!r}\n{extra}parameters: {parameters!r}\n"
        file = tmp_path / "p.yaml"
        file.write_text(text.replace("'", '"'), encoding="utf-8")
        return load_problem(file)

    return load


def refusal(name, text, hints):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(text, hints)
    return refused.value.message


# Quotients with a factor behind them


@given(*[st.integers(2, 50)] * 3)
def test_a_quotient_with_a_factor_behind_it_has_two_readings(top, divisor, factor):
    one = kind("number").read(f"({top}/{divisor})*({factor}+1)", REAL).numbers[0].value
    other = kind("number").read(f"{top}/({divisor}*({factor}+1))", REAL).numbers[0].value
    assert one != other
    for written in (f"{top}/{divisor}({factor}+1)", f"{top}/({divisor})({factor}+1)", f"{top} / {divisor}({factor}+1)"):
        assert "can be read in two ways" in refusal("number", written, REAL)


# Middle dots


@given(st.integers(0, 999), st.sampled_from("·∙⋅"))
def test_a_middle_dot_after_a_lone_zero_is_a_decimal_point(decimals, dot):
    assert kind("number").read(f"0{dot}{decimals}", REAL).numbers == kind("number").read(f"0.{decimals}", REAL).numbers


@pytest.mark.parametrize(
    "text", ["60·9%", "12·5", "12·5.", "v = 12·5", "x = 12·5 (rounded)", "[12·5, 3]", "12·5, 3", "12·5e3"]
)
def test_any_other_middle_dot_between_two_numbers_has_two_readings(text):
    name = "vector" if ", " in text else "number"
    first = "60.9%" if "%" in text else "12.5"
    assert f"can be read as {first} or as " in refusal(name, text, REAL)


# Dates


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_a_date_is_no_difference(day):
    for written in (day.isoformat(), f"{day.day}/{day.month}/{day.year}", f"{day.month}-{day.day}-{day.year}"):
        assert is_date(written)
        assert refusal("number", written, COUNT) == f'"{written}" could be a date. Write only one number.'


def test_a_middle_dot_before_a_unit_has_two_readings():
    for text in ("12·5 m/s", "12·5m/s", "v = 12·5 m/s"):
        assert "can be read as 12.5 or as 12*5" in refusal("number", text, Hints(whole=False, unit="m/s"))


def test_middle_dots_in_a_list_without_spaces_are_decimal_points():
    assert kind("vector").read("[0·609,0·391]", REAL) == kind("vector").read("[0.609, 0.391]", REAL)


# A percent sign after the last entry


@pytest.mark.parametrize("text", ["60, 20 %", "0.6, 20%", "10; 20; 30%"])
def test_a_percent_sign_after_the_last_entry_may_belong_to_all(text):
    message = f'I cannot tell whether the percent sign in "{text}" belongs to every entry. Write it after every entry.'
    assert refusal("vector", text, REAL) == message


# Remainders in formulas


@pytest.fixture
def windows(question):
    expression = "floor((n + 2*p - k)/s) + 1"
    symbols = {"n": 7, "p": 1, "k": 3, "s": 2}
    return question("Give it.", "formula", "answer: formula\n", expression=expression, symbols=symbols)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n%-s", "% can be read as percent or as a remainder. Write mod(a, b) or /100."),
        ("n mod", 'I cannot read "n mod": it ends too early.'),
        ("50% n", "% can be read as percent or as a remainder. Write mod(a, b) or /100."),
        ("n%2s", '"n%2s" can be read in two ways. Write mod(n, 2)·s or mod(n, 2·s).'),
    ],
)
def test_a_remainder_with_two_readings_is_unreadable(windows, text, message):
    result = check(windows, text)
    assert (result.status, result.message) == ("unreadable", message)


# Sides of an equation that decide between two readings, and sides in symbols


@pytest.mark.parametrize("text", ["T = 2*pi*sqrt(l/g)", "2*pi*sqrt(l/g)"])
def test_a_formula_in_symbols_is_no_quantity_in_another_unit(text):
    expected = '"2*pi*sqrt(l/g)" is a formula in symbols. Write only the number, in s.'
    assert refusal("number", text, Hints(whole=False, unit="s")) == expected


def test_working_in_symbols_needs_a_label():
    expected = '"2π√(l/g)" is a formula in symbols. Write only your final number.'
    assert refusal("number", "2π√(l/g) = 1.85 s", Hints(whole=False, unit="s")) == expected


@given(
    st.integers(2, 60),
    st.integers(2, 60),
    st.sampled_from(["{0} ({1}) = {2}", "{2} = {0} ({1})", "x = {0} ({1}) = {2}"]),
)
def test_the_other_side_decides_whether_brackets_are_a_factor(one, other, form):
    assume(one != other)
    for hints in (REAL, Hints(whole=False, unit="EUR")):
        right = form.format(one, other, one * other)
        assert kind("number").read(right, hints).numbers[0].value == one * other
        message = refusal("number", form.format(one, other, one * other + 1), hints)
        assert message.endswith("are not equal. Write only your final number.")
        assert "could be a product" in refusal("number", f"{one} ({other + one})", hints)


@pytest.mark.parametrize("text", ["1.85 tokens", "1.85 weights", "1.85 parameter", "1.85 s weight"])
def test_things_are_no_unit_where_nothing_is_counted(text):
    assert refusal("number", text, Hints(whole=False, unit="s")).startswith("I do not understand ")


@pytest.mark.parametrize(("text", "word"), [("€25€", "€"), ("EUR 25 EUR", "EUR"), ("€25 €", "€")])
def test_a_currency_that_is_written_twice_is_unreadable(text, word):
    expected = f'I do not understand "{word}" in "{text}". Write only the answer, in EUR.'
    assert refusal("number", text, Hints(whole=False, unit="EUR")) == expected


# Units before the number, units twice, nouns in the unit's place


@pytest.mark.parametrize(
    "text",
    ["Gb 13.4", "Gb: 13.4", "sqrt(200) GB GB", "13.4 GB GB", "13.4 GB gigabytes", "13.4 floats", "KB: 13.4 MB"],
)
def test_what_is_not_the_question_s_unit_is_unreadable(text):
    hints = Hints(whole=False, unit="GB", words=Words("How many GB? A token has 2 floats; 1 Gb is a gigabit."))
    refusal("number", text, hints)


def test_a_unit_that_is_also_a_word_is_not_passed_over_when_it_is_written_twice():
    assert refusal("number", "38.8 mA mA", Hints(whole=False, unit="mA")).startswith('I do not understand "mA"')


@pytest.mark.parametrize("text", ["GB: 65536", "GB = 65536", "in GB: 65536", "65536 GB", "seconds: 65536"])
def test_a_count_has_no_unit_of_the_prompt(text):
    words = Words("How many tokens fit into 65 GB if it takes 3 seconds?")
    assert text.partition(" ")[0].strip(":") in refusal("number", text, Hints(whole=True, words=words)) or "GB" in text


def test_the_unit_of_another_part_is_not_that_of_a_count(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(
        "id: p\ntype: kv_cache_memory\nprompt: How many bytes does each token take? Give the total in GB.\n"
        "parameters: {num_layers: 2, num_kv_heads: 4, head_dim: 8, context: 1000, bytes_per_value: 2}\n"
    )
    words = Words("Give the total in GB. How many tokens are there?", units=lambda: ["GB"])
    message = refusal("number", "65536 GB", Hints(whole=True, words=words))
    assert message == '"65536 GB" has a unit (GB), but this question has none. Write the answer without a unit.'


# Lists from programs


@pytest.mark.parametrize("answer", [[0.609, None], [0.609, ""], [None, 0.609], '["0.609", ""]', "[0.609, null]"])
def test_a_missing_entry_makes_no_shorter_list(question, answer):
    result = check(question("Give it.", extra="answer: vector\n", value=[0.609]), answer)
    assert (result.status, result.message) == ("unreadable", "An entry of this list is missing. Write a number there.")


# Boxes


# Names of given quantities, and the case of what a student wrote


def test_a_label_of_a_given_quantity_is_named(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(
        "id: p\ntype: formula\nprompt: It starts at the height h. How high is it?\n"
        "parameters: {expression: h + v*t, symbols: {h: 1.82, v: 14.3, t: 1.74}}\n"
    )
    result = check(load_problem(file), "h = 1.82 + 14.3*1.74 = 26.7")
    assert (result.status, result.message) == (
        "unreadable",
        '"h" is given in this question. Write only your final number.',
    )


def test_what_the_student_wrote_keeps_its_case_at_the_beginning_of_a_message(question):
    problem = question("Cost?", "layer_complexity", layer="self_attention")
    result = check(problem, "o(n^2 d)")
    assert result.message.startswith("o(n²·d) is not correct.")
