"""Sentences without the formula that they are about: it is the answer's own below `full`."""

import pytest

from checker import check, load_problem
from checker.diagnosis.wording import without_formula
from tests.tables import rows


def outcome(folder, question, answer, level="full"):
    file = folder / "asked.yaml"
    expression, symbols = question
    file.write_text(
        f"id: asked\ntype: formula\nprompt: How likely is it?\nparameters:\n  expression: '{expression}'\n  symbols: {symbols}\n"
    )
    return check(load_problem(file), answer, feedback=level)


@pytest.mark.parametrize(
    ("sentence", "formula", "says"), rows(__file__, "a_sentence_without_the_formula_is_a_sentence")
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
    full, below = (check(problem, {"speed": "549.36"}, feedback=level).message for level in ("full", "explain"))
    assert "You left out the root in sqrt(2·28·9.81)" in full
    assert "You left out the root in the formula." in below
