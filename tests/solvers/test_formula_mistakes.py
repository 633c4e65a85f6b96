"""Mistakes that follow from the tree of a formula."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from checker import check
from checker.diagnosis.mistakes import possible_mistakes
from checker.engine.errors import INVALID_RUN
from tests.solvers.formulas import CONVOLUTION, SIDE, SYMBOLS, by_python, expressions, told, variant
from tests.tables import rows


# The sixteen everyday mistakes: what is asked, with what, what the student gets, and what is wrong with it.
@given(expressions())
@settings(deadline=None)
def test_every_mistake_has_a_unique_name_and_a_sentence(text):
    try:
        by_python(text)
    except ZeroDivisionError:
        return
    question = variant(text, SYMBOLS)
    truth = question.run(wanted=frozenset(question.board))
    for point in question.menu.values():
        assert len(set(point.options)) == len(point.options)
        assert not {".", ":"} & set(point.name)
        for option in point.wrong:
            assert "{" not in question.sentences[f"{point.name}.{option}"]
            try:
                question.run({point.name: option})
            except INVALID_RUN:
                continue
    assert question.run(wanted=frozenset(question.board)) == truth


def without_brackets(expression: str, piece: str) -> float:
    """By Python: the text itself, without these brackets."""
    assert f"({piece})" in expression
    text = expression.replace(f"({piece})", f" {piece} ").replace("^", "**")
    return float(eval(text, {"__builtins__": {}}, {"a": 7.5, "b": 3.0, "c": 11.0, "d": 2.0}))


@pytest.mark.parametrize("inner", ["a + b", "a - b", "-a + b"])
@pytest.mark.parametrize("outer", rows(__file__, "ignored_brackets_give_the_value_of_the_text_without_them"))
def test_ignored_brackets_give_the_value_of_the_text_without_them(outer, inner):
    expression = outer.format(inner)
    found = variant(expression, {"a": 7.5, "b": 3.0, "c": 11.0, "d": 2.0}).run({inner: "bracket_ignored"})["total"]
    assert found == pytest.approx(without_brackets(expression, inner))


@given(expressions())
@settings(deadline=None)
def test_computing_only_changed_pieces_equals_computing_all(text):
    """Replacing each step by itself in other words (a float, an equal int) changes nothing."""
    try:
        by_python(text)
    except ZeroDivisionError:
        return
    question = variant(text, SYMBOLS)
    for point in question.menu.values():
        for option in point.wrong:
            try:
                plain = question.run({point.name: option})["total"]
                anew = question.run({point.name: option}, override=lambda _, value: value * 1)["total"]
            except INVALID_RUN:
                continue
            assert anew == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize(("expression", "symbols", "never"), rows(__file__, "unlikely_mistakes_are_not_offered"))
def test_unlikely_mistakes_are_not_offered(expression, symbols, never):
    assert never not in variant(expression, symbols).sentences


def test_nine_of_ten_mistakes_follow_from_the_form():
    assert sum(possible_mistakes(variant(SIDE, CONVOLUTION)).values()) == pytest.approx(0.9)


def test_matrices_have_mistakes():
    attention = variant(
        "softmax(Q @ transpose(K)) @ V", {"Q": [[1, 2], [3, 5]], "K": [[1, 0], [2, 1]], "V": [[1, 2], [0, 4]]}
    )
    scores = np.array([[1, 4], [3, 11]])
    columns = np.exp(scores - scores.max(axis=0)) / np.exp(scores - scores.max(axis=0)).sum(axis=0)
    other = attention.run({"softmax(Q @ transpose(K))": "other_axis"})["total"]
    np.testing.assert_allclose(other, columns @ [[1, 2], [0, 4]])
    assert attention.run({"transpose(K)": "transpose_left_out"})["total"].shape == (2, 2)


def test_swapped_symbols_have_the_same_unit():
    symbols = {"v": {"value": 3.5, "unit": "m/s"}, "t": {"value": 2.5, "unit": "s"}, "u": {"value": 1.5, "unit": "m/s"}}
    assert [option for option in variant("v*t + u", symbols).menu["v"].options if option.startswith("as_")] == ["as_u"]


@pytest.mark.parametrize("mass", [9.109, 9.109e-31, 9.109e31])
def test_a_mistake_is_explained_however_small_the_answer(formula_problem, mass):
    result = check(formula_problem("m*v^2/2*k", {"m": mass, "v": 2500.0, "k": 1.5}), str(mass * 2500.0**2 * 1.5))
    assert "You did not divide by 2." in result.feedback.message


def test_two_mistakes_in_a_product_of_large_and_small_numbers_are_found(formula_problem):
    result = check(formula_problem("N*m*v^2/2", {"N": 6.02e23, "m": 7.3, "v": 250.0}), str(7.3 * 250.0**2))
    assert told(result)[0].count(" and ") == 1  # the number of things, and the half
