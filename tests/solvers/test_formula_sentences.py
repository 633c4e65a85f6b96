"""Sentences on the mistakes in formulas."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from checker import check, load_problem
from checker.engine.errors import ParameterError
from checker.grading.course import GradeColumn
from checker.grading.records import Marker
from checker.problems import Outline
from tests.solvers.formulas import SIDE, SYMBOLS, expressions, variant
from tests.tables import rows

WORDS = {
    "n": {"value": 225, "description": "the input size"},
    "p": {"value": 3, "description": "the padding on each side"},
    "k": 7,
    "s": {"value": 2, "description": "the stride"},
}


@pytest.mark.parametrize(
    ("mistake", "plain", "described", "with_pieces"), rows(__file__, "sentences_use_the_words_of_the_author")
)
def test_sentences_use_the_words_of_the_author(mistake, plain, described, with_pieces):
    symbols = {"n": 225, "p": 3, "k": 7, "s": 2}
    assert variant(SIDE, symbols).sentences[mistake] == plain
    assert variant(SIDE, WORDS).sentences[mistake] == (described or plain)
    said = variant(SIDE, WORDS, pieces={"2p": "the padding on both sides"}).sentences[mistake]
    assert said == (with_pieces or described or plain)


@pytest.mark.parametrize(("expression", "symbols", "mistake", "said"), rows(__file__, "each_mistake_has_its_sentence"))
def test_each_mistake_has_its_sentence(expression, symbols, mistake, said):
    assert variant(expression, symbols).sentences[mistake] == said


@given(expressions(), expressions())
@example("a", "a/(c/a)*c/a")
@settings(deadline=None)
def test_no_two_mistakes_share_a_sentence(text, other):
    try:
        sentences = variant(f"{text} + q*a", {**SYMBOLS, "q": other}).sentences
    except ParameterError:
        return
    assert len(set(sentences.values())) == len(sentences)


def test_the_first_different_step_is_shown_as_people_write_it(formula_problem):
    result = check(formula_problem("w*x/sqrt(d_k)", {"w": 1.37, "x": 2.91, "d_k": 50}), "0.079734")
    assert "The first step that differs is √50." in result.record()["message"]


def test_a_hint_to_a_formula_says_to_check_its_terms(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text(
        "id: one\ntype: formula\nanswer: formula\nprompt: How many?\n"
        "parameters: {expression: 4*(n^2 + k) + 3*p, symbols: {n: 12, k: 5, p: 7}}\n"
    )
    hint = check(load_problem(file), "n^3 - p^5", feedback="hint").message
    assert hint == "Your formula is not correct. Check it term by term."


def test_the_gradebook_shows_a_mistake_by_its_sentence(tmp_path):
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems/doors.yaml").write_text(
        "id: doors\ntype: formula\nprompt: How many?\nparameters: {expression: 2*a + 2*b, symbols: {a: 31, b: 57}}\n"
    )
    problem = load_problem(tmp_path / "problems/doors.yaml")
    column = GradeColumn(0, "", problem.id, Outline.of(problem))
    assert Marker().record(column, "145")["label"] == "You left out the factor 2 in 2·31."
