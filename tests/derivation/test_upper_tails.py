"""A tail that the author writes as `1 - cdf` is told as what it is: the upper one."""

import pytest

from checker import check, load_problem
from checker.derivation.formula_sentences import without_formula

BINOMIAL = ("1 - binomial_cdf(k - 1, n, q)", "{q: 0.6, n: 10, k: 7}")
"""At least 7: P(6 or fewer) = 0.61772, P(7 or fewer) = 0.83271, P(7) = 0.21499, P(more than 7) = 0.16729."""
MORE = ("1 - binomial_cdf(k, n, q)", "{q: 0.25, n: 12, k: 4}")
"""P(4 or fewer) = 0.84236, P(4) = 0.19358, P(4 or more) = 0.35122."""
NORMAL = ("1 - normal_cdf(b, m, s)", "{m: 50, s: 4, b: 57}")


def outcome(folder, question, answer, level="full", prompt="How likely is it?"):
    file = folder / "asked.yaml"
    expression, symbols = question
    file.write_text(
        f"id: asked\ntype: formula\nprompt: {prompt}\nparameters:\n  expression: '{expression}'\n  symbols: {symbols}\n"
    )
    return check(load_problem(file), answer, feedback=level).outcome


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        (NORMAL, "0.959941", "You took the probability below 57 instead of above it."),
        (BINOMIAL, "0.617719", "You took the probability of fewer than 7 instead of at least 7."),
        (BINOMIAL, "0.832710", "You took the probability of at most 7 instead of at least 7."),
        (BINOMIAL, "0.167290", "You took the probability of more than 7 instead of at least 7."),
        (BINOMIAL, "0.214991", "You took the probability of exactly 7 instead of at least 7."),
        (MORE, "0.842356", "You took the probability of at most 4 instead of more than 4."),
        (MORE, "0.351221", "You took the probability of at least 4 instead of more than 4."),
    ],
)
def test_the_other_tail_of_one_minus_a_function(tmp_path, question, answer, says):
    why = outcome(tmp_path, question, answer).feedback.why
    assert why[0].startswith(says)
    assert not any(line.startswith("or:") for line in why)


def test_all_that_is_taken_from_one(tmp_path):
    why = outcome(tmp_path, ("1 - a - b", "{a: 0.237, b: 0.418}"), "0.655").feedback.why
    assert "ou added up what is taken from 1, 0.237 + 0.418. The question asks for the rest." in why[0]


@pytest.mark.parametrize(
    ("sentence", "formula", "says"),
    [
        ("You used 1 - a·b instead of a·b.", "a·b", "You used 1 - the right value."),
        ("You used 72 - (a + b) instead of a + b.", "a + b", "You used 72 - the right value."),
        ("You added a·b up as in parallel.", "a·b", "You added it up as in parallel."),
        ("You took the mean of a + b.", "a + b", "You took the mean."),
        ("You left out the root in √(2·h/g).", "√(2·h/g)", "You left out the root in the formula."),
        ("You left out the factor 2 in 2·a·b.", "a·b", "You left out the factor 2 in 2·a·b."),
        ("You left the angle a·b in degrees.", "a·b", "You left the angle in degrees."),
    ],
)
def test_a_sentence_without_the_formula_is_a_sentence(sentence, formula, says):
    assert without_formula(sentence, formula) == says


def test_below_full_neither_message_nor_record_has_the_formula(tmp_path):
    question = ("sqrt(2*h/g)", "{h: 28, g: 9.81}")
    full, below = (outcome(tmp_path, question, "5.7085", level).record() for level in ("full", "explain"))
    said = [each["explanations"][0]["mistakes"][0]["message"] for each in (full, below)]
    assert said == ["You left out the root in sqrt(2·28/9.81).", "You left out the root in the formula."]
    assert "28/9.81" not in str(below)


def test_the_formula_of_a_derived_symbol_that_a_part_asks_for(tmp_path):
    file = tmp_path / "parts.yaml"
    file.write_text(
        "id: parts\ntype: formula\nprompt: What is v, and what is W?\nparameters:\n  expression: m*v\n"
        "  symbols: {m: 3, h: 28, g: 9.81, v: {expression: sqrt(2*h*g)}}\nparts:\n- {id: speed, asks: v}\n- {id: whole}\n"
    )
    problem = load_problem(file)
    full, below = (check(problem, "549.36", part="speed", feedback=level).message for level in ("full", "explain"))
    assert "You left out the root in sqrt(2·28·9.81)" in full
    assert "You left out the root in the formula." in below
